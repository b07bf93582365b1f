package dev.ipw.importing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;

/** The provider of an importer of guidellm's reports; each of a report's benchmarks is a run. */
@API(status = API.Status.EXPERIMENTAL)
public final class GuidellmImporterProvider implements RunImporterProvider {
    static final String ID = "guidellm";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public GuidellmImporterProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "reports of guidellm (benchmarks.json), a run for each benchmark in it";
    }

    @Override
    public List<ImportableRun> runs(Path path) {
        Path file = Files.isDirectory(path) ? path.resolve("benchmarks.json") : path;
        GuidellmReport report = GuidellmReport.read(file);
        List<ImportableRun> runs = new ArrayList<>();
        for (int place = 0; place < report.benchmarks().size(); place++) {
            int benchmark = place;
            runs.add(RunFiles.one(report.name(benchmark), () -> new GuidellmRun(report, benchmark)));
        }
        return runs;
    }
}
