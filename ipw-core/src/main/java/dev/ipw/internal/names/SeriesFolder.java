package dev.ipw.internal.names;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Read the runs of a stored series.
 *
 * @param path the folder of the runs' folders
 * @param json what lists them: the content of {@code sweep.json} or {@code repeats.json}
 * @param runs the runs' folders, in their order
 */
public record SeriesFolder(Path path, String json, List<Path> runs) {
    /** The files that list the runs of a series. */
    public static final List<String> FILES = List.of("sweep.json", "repeats.json");
    /** How such a file begins, without white space. */
    public static final String BEGINNING = "{\"kind\":";

    private static final long MOST_BYTES = 16L << 20;

    /** Copy the list. */
    public SeriesFolder {
        runs = List.copyOf(runs);
    }

    /**
     * Look for a series.
     *
     * @param folder a folder
     * @return the series in it; empty if it is something else, such as a run
     * @throws InputException if the file that lists the runs is damaged, or lists none
     */
    public static Optional<SeriesFolder> in(Path folder) {
        return FILES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst().map(SeriesFolder::read);
    }

    /**
     * Replace the folder of each series by its runs.
     *
     * @param folders folders of runs and of series
     * @return folders of runs, in their order
     * @throws InputException if the file of a series is damaged, or lists no run
     */
    public static List<Path> runsOf(List<Path> folders) {
        return folders.stream()
                .flatMap(folder -> in(folder).map(series -> series.runs().stream()).orElseGet(() -> Stream.of(folder)))
                .toList();
    }

    private static SeriesFolder read(Path file) {
        Path folder = file.resolveSibling("");
        String json = new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
        // Only the name counts: a series that was moved is still one, and no file may point elsewhere.
        List<Path> runs = TreeReader.ofJson(file.toString(), json).children("steps").stream()
                .map(step -> folder.resolve(Path.of(step.text("folder")).getFileName())).toList();
        if (runs.isEmpty()) {
            throw new InputException("The series " + folder.toAbsolutePath()
                    + " has no finished run. 'ipw profile' with the same options and --resume goes on with it");
        }
        return new SeriesFolder(folder, json, runs);
    }
}
