package dev.ipw.importing;

import java.nio.file.Path;
import java.util.List;
import org.apiguardian.api.API;

/** The provider of an importer of AIPerf's per-request records. */
@API(status = API.Status.EXPERIMENTAL)
public final class AiperfImporterProvider implements RunImporterProvider {
    static final String ID = "aiperf";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public AiperfImporterProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "per-request records of AIPerf (profile_export.jsonl)";
    }

    @Override
    public List<ImportableRun> runs(Path path) {
        return RunFiles.named(path, "profile_export.jsonl", "AIPerf", AiperfRun::new);
    }
}
