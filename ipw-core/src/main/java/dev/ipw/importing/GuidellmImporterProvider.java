package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.json.JsonFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Read reports of guidellm; each of a report's benchmarks is a run. */
public final class GuidellmImporterProvider implements RunImporterProvider {
    static final String ID = "guidellm";
    static final String BENCHMARKS = "benchmarks";

    /** Make the provider; ServiceLoader does. */
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
        JsonFile json = new JsonFile(file);
        List<ImportableRun> runs = new ArrayList<>();
        for (int place = 0; json.holds(BENCHMARKS, place); place++) {
            int benchmark = place;
            runs.add(RunFiles.one(name(json, place), () -> new GuidellmRun(file, benchmark)));
        }
        if (runs.isEmpty()) {
            throw new InputException(
                    file.toAbsolutePath() + " has no list 'benchmarks' with a benchmark in it. Give the "
                            + "JSON report that guidellm wrote");
        }
        return runs;
    }

    private static String name(JsonFile json, int place) {
        Optional<Object> strategy = json.value(BENCHMARKS, place, "config", "strategy", "type_");
        return place + strategy.map(type -> "-" + type).orElse("");
    }
}
