package dev.ipw.importing;

import java.nio.file.Path;
import java.util.List;
import org.apiguardian.api.API;

/** The provider of an importer of llmeter's run folders, and of the folders of its load tests. */
@API(status = API.Status.EXPERIMENTAL)
public final class LlmeterImporterProvider implements RunImporterProvider {
    static final String ID = "llmeter";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public LlmeterImporterProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "run folders of llmeter (responses.jsonl), and load tests with one such folder a run";
    }

    @Override
    public List<ImportableRun> runs(Path path) {
        return RunFiles.named(path, LlmeterRun.RESPONSES, ID, LlmeterRun::new);
    }
}
