package dev.ipw.importing;

import dev.ipw.plugin.PluginCatalogue;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apiguardian.api.API;

/** The importers of the results of other tools. */
@API(status = API.Status.EXPERIMENTAL)
public final class RunImporters implements PluginCatalogue {
    /** Creates the catalogue; {@link java.util.ServiceLoader} calls this. */
    public RunImporters() {}

    @Override
    public Class<RunImporterProvider> type() {
        return RunImporterProvider.class;
    }

    @Override
    public List<RunImporterProvider> plugins() {
        return List.of(
                new Entry(AiperfRun.ID, "per-request records of AIPerf (profile_export.jsonl)",
                        path -> RunFiles.named(path, "profile_export.jsonl", "AIPerf", AiperfRun::new)),
                new Entry(GuidellmRun.ID, "reports of guidellm (benchmarks.json), a run for each benchmark in it",
                        GuidellmRun::runs),
                new Entry(ReferenceRun.ID,
                        "run directories of the Python ipw (a HuggingFace dataset with summary.json)",
                        ReferenceRun::runs),
                new Entry(LlmeterRun.ID,
                        "run folders of llmeter (responses.jsonl), and load tests with one such folder a run",
                        path -> RunFiles.named(path, LlmeterRun.RESPONSES, LlmeterRun.ID, LlmeterRun::new)),
                new Entry(MeterLogRun.ID, "logs of a meter (meter-000001.jsonl), a run for each model",
                        MeterLogRun::runs),
                new Entry(VllmRun.ID,
                        "results of vllm bench serve with --save-result --save-detailed (one JSON file)",
                        VllmRun::runs));
    }

    private record Entry(String id, String description, Function<Path, List<ImportableRun>> finder)
            implements
                RunImporterProvider {
        @Override
        public List<ImportableRun> runs(Path path) {
            return finder.apply(path);
        }
    }
}
