// Puts the front door of Intelligence Per Watt in scope. Build once with ./ipw list, then start in the repository's root:
//   jshell --class-path ipw-cli/target/ipw-cli.jar --startup DEFAULT --startup ipw-examples/ipw.jsh
// and try:
//   var run = Profiler.builder().client("embedded").maxQueries(5).telemetry("auto,estimate").build().run()
//   run.efficiency().intelligencePerJoule()
import dev.ipw.*;
import dev.ipw.analysis.*;
import dev.ipw.dataset.*;
import dev.ipw.energy.*;
import dev.ipw.evaluation.*;
import dev.ipw.inference.*;
import dev.ipw.inference.openai.*;
import dev.ipw.plugin.*;
import dev.ipw.profile.*;
import dev.ipw.record.*;
import dev.ipw.results.*;
import dev.ipw.statistics.*;
import dev.ipw.telemetry.*;
import java.nio.file.Path;
import java.time.Duration;
