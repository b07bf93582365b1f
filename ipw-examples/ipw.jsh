// What ./ipw jshell begins with: the public names of the libraries. Try:
//   var run = Profiler.builder().client("embedded").maxQueries(5).measurement(how -> how.telemetry(CollectorSelection.auto().orEstimate())).build().run()
//   run.efficiency().intelligencePerJoule()
//   double[] seconds = run.dimension("ttft")
//   Plot.of("Time to first token", Axis.of("TTFT", "s"), Axis.of("Share", "")).with(Trace.histogram("run", seconds, Bins.of(seconds))).write(Path.of("ttft.png"), 1200, 800)
//   HtmlReport.of(List.of(run)).write(Path.of("report.html"))
import dev.ipw.*;
import dev.ipw.agents.*;
import dev.ipw.analysis.*;
import dev.ipw.analysis.comparison.*;
import dev.ipw.compute.*;
import dev.ipw.cost.*;
import dev.ipw.dataset.*;
import dev.ipw.energy.*;
import dev.ipw.energy.attribution.*;
import dev.ipw.environment.*;
import dev.ipw.error.*;
import dev.ipw.evaluation.*;
import dev.ipw.hosted.*;
import dev.ipw.importing.*;
import dev.ipw.inference.*;
import dev.ipw.inference.anthropic.*;
import dev.ipw.inference.gemini.*;
import dev.ipw.inference.http.*;
import dev.ipw.inference.ollama.*;
import dev.ipw.inference.openai.*;
import dev.ipw.load.*;
import dev.ipw.meter.*;
import dev.ipw.meter.budget.*;
import dev.ipw.meter.gateway.*;
import dev.ipw.meter.log.*;
import dev.ipw.meter.metrics.*;
import dev.ipw.parquet.*;
import dev.ipw.plugin.*;
import dev.ipw.progress.*;
import dev.ipw.quality.*;
import dev.ipw.query.*;
import dev.ipw.record.*;
import dev.ipw.report.*;
import dev.ipw.report.picture.*;
import dev.ipw.report.view.*;
import dev.ipw.results.*;
import dev.ipw.run.*;
import dev.ipw.series.*;
import dev.ipw.settings.*;
import dev.ipw.shard.*;
import dev.ipw.statistics.*;
import dev.ipw.telemetry.*;
import java.nio.file.Path;
import java.time.Duration;

// Keep the library's log lines out of the answers; warnings still come.
java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.WARNING);
