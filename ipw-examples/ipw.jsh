// Puts the front door of Intelligence Per Watt in scope. Build once with ./ipw list, then start in the repository's root:
//   jshell --class-path ipw-cli/target/ipw-cli.jar --startup DEFAULT --startup ipw-examples/ipw.jsh
// and try:
//   var run = Profiler.builder().client("embedded").maxQueries(5).measurement(how -> how.telemetry("auto,estimate")).build().run()
//   run.efficiency().intelligencePerJoule()
//   double[] seconds = run.dimension("ttft")
//   Figure.of("Time to first token", Axis.of("TTFT", "s"), Axis.of("Share", "")).with(Trace.histogram("run", seconds, Bins.of(seconds))).write(Path.of("ttft.png"), 1200, 800)
//   HtmlReport.of(List.of(run)).write(Path.of("report.html"))
import dev.ipw.*;
import dev.ipw.analysis.*;
import dev.ipw.analysis.comparison.*;
import dev.ipw.dataset.*;
import dev.ipw.energy.*;
import dev.ipw.evaluation.*;
import dev.ipw.inference.*;
import dev.ipw.inference.openai.*;
import dev.ipw.load.*;
import dev.ipw.plugin.*;
import dev.ipw.progress.*;
import dev.ipw.query.*;
import dev.ipw.record.*;
import dev.ipw.report.*;
import dev.ipw.report.picture.*;
import dev.ipw.report.picture.Trace;
import dev.ipw.results.*;
import dev.ipw.run.*;
import dev.ipw.series.*;
import dev.ipw.statistics.*;
import dev.ipw.telemetry.*;
import java.nio.file.Path;
import java.time.Duration;

// Keep the library's log lines out of the answers; warnings still come.
java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.WARNING);
