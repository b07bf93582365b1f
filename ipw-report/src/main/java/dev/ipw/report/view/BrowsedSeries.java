package dev.ipw.report.view;

import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A series, sweep or benchmark that is shown.
 *
 * @param id   its name in addresses, unique among all
 * @param path its folder
 */
record BrowsedSeries(String id, Path path) {
    private static final List<String> FILES = Stream.concat(SeriesFolder.FILES.stream(),
            Stream.of(SeriesFolder.BENCH)).toList();

    private static final Pattern KIND = Pattern.compile("\"kind\"\\s*:\\s*\"(\\w+)\"");
    private static final int BEGINNING = 200;
    private static final String OTHER = "series";
    private static final Map<String, String> WORDS = Map.of("sweep", "sweep", "search", "rate search", "repeats",
            "repeated run", "interleaved", "runs in turn");

    /** Returns whether a folder is one of a series. */
    static boolean isIn(Path folder) {
        return FILES.stream().map(folder::resolve).anyMatch(Files::isRegularFile);
    }

    String name() {
        return String.valueOf(path.toAbsolutePath().normalize().getFileName());
    }

    boolean isBench() {
        return Files.isRegularFile(path.resolve(SeriesFolder.BENCH));
    }

    /** Returns its kind for a person, from the beginning of its file. */
    private String kind() {
        if (isBench()) {
            return "benchmark";
        }
        for (String name : SeriesFolder.FILES) {
            try (InputStream file = Files.newInputStream(path.resolve(name))) {
                Matcher kind = KIND.matcher(new String(file.readNBytes(BEGINNING), StandardCharsets.UTF_8));
                return kind.find() ? WORDS.getOrDefault(kind.group(1), OTHER) : OTHER;
            } catch (IOException otherFile) {
                // A series has one of these files.
            }
        }
        return OTHER;
    }

    /**
     * Returns it as a row of the table of runs.
     *
     * @param runs the rows of its runs, of which one at least is known
     */
    Map<String, @Nullable Object> row(List<Map<String, @Nullable Object>> runs) {
        return TreeBuilder.object().put("id", id).put("name", name()).put("folder", path.toString())
                .put("state", "series").put("kind", kind()).put("count", (long) runs.size())
                .put("model", common(runs, "model", "models")).put("dataset", common(runs, "dataset", "datasets"))
                .put("started_at", latest(runs, "started_at")).put("day", latest(runs, "day")).build();
    }

    private static Optional<String> common(List<Map<String, @Nullable Object>> runs, String column, String several) {
        List<String> values = runs.stream().map(row -> row.get(column)).filter(Objects::nonNull).map(String::valueOf)
                .distinct().toList();
        return values.size() < 2 ? values.stream().findFirst() : Optional.of(values.size() + " " + several);
    }

    private static Optional<String> latest(List<Map<String, @Nullable Object>> runs, String column) {
        return runs.stream().map(row -> row.get(column)).filter(Objects::nonNull).map(String::valueOf)
                .max(String::compareTo);
    }
}
