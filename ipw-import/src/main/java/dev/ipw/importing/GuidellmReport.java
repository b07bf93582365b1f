package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.json.JsonFile;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a guidellm report beside its benchmarks, and the place of each benchmark. The file is read a few times
 * to find them, independent of the number of benchmarks.
 *
 * @param file       the report
 * @param version    guidellm's version
 * @param model      the model, for benchmarks that name none
 * @param benchmarks the benchmarks
 */
record GuidellmReport(Path file, Optional<String> version, Optional<String> model, List<JsonFile> benchmarks) {
    private static final int MAX_BENCHMARKS = 10_000;

    static GuidellmReport read(Path file) {
        JsonFile json = new JsonFile(file);
        List<JsonFile> benchmarks = json.parts(MAX_BENCHMARKS, "benchmarks");
        if (benchmarks.isEmpty()) {
            throw new InputException(
                    file.toAbsolutePath() + " has no list 'benchmarks' with a benchmark in it. Give the "
                            + "JSON report that guidellm wrote");
        }
        return new GuidellmReport(file, text(json.scalars("metadata"), "guidellm_version"),
                text(json.scalars("config", "backend"), "model").or(() -> text(json.scalars("args"), "model"))
                        .or(() -> text(json.scalars("config"), "model")),
                benchmarks);
    }

    /** Names a benchmark by its place and its load. */
    String name(int benchmark) {
        return benchmark + text(strategy(benchmark).asMap(), "type_").map(type -> "-" + type).orElse("");
    }

    TreeReader strategy(int benchmark) {
        return TreeReader.of(place(benchmark) + ": strategy", benchmarks.get(benchmark).scalars("config", "strategy"));
    }

    String place(int benchmark) {
        return file.toAbsolutePath() + ": benchmarks[" + benchmark + "]";
    }

    static Optional<String> text(Map<String, Object> fields, String key) {
        return fields.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
