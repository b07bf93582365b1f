package dev.ipw.internal.folder;

import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The folder of a stored series, with its runs.
 *
 * @param path the folder of the runs' folders
 * @param json the content of the list, {@code sweep.json} or {@code repeats.json}
 * @param runs the runs' folders, in their order
 */
public record SeriesFolder(Path path, String json, List<Path> runs) {
    /** The files that list the runs of a series. */
    public static final List<String> FILES = List.of("sweep.json", SeriesFolder.REPEATS);
    /** The file that lists the cells of a grid. */
    public static final String BENCH = "bench.json";
    /** The beginning of such a file, without white space. */
    public static final String BEGINNING = "{\"kind\":";

    private static final String REPEATS = "repeats.json";
    private static final long MAX_BYTES = 16L << 20;

    /** Copies the list. */
    public SeriesFolder {
        runs = List.copyOf(runs);
    }

    /**
     * Reads a series.
     *
     * @param folder a folder
     * @return the series in it; empty if it is another kind of folder, such as a run
     * @throws InputException if the file that lists the runs is damaged, or lists none
     */
    public static Optional<SeriesFolder> in(Path folder) {
        return FILES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst().map(SeriesFolder::read);
    }

    /**
     * Replaces the folder of each series by its runs, and that of a grid by those of its cells with results.
     *
     * @param folders folders of runs, of series and of grids
     * @return folders of runs, in their order
     * @throws InputException if the file of a series or a grid is damaged, or lists no run
     */
    public static List<Path> runsOf(List<Path> folders) {
        return folders.stream()
                .flatMap(folder -> in(folder).map(SeriesFolder::runs).or(() -> cellsOf(folder))
                        .orElseGet(() -> List.of(folder)).stream())
                .toList();
    }

    /** Returns whether its runs are repeats. */
    public boolean isRepeated() {
        return Files.isRegularFile(path.resolve(REPEATS));
    }

    private static Optional<List<Path>> cellsOf(Path folder) {
        Path file = folder.resolve(BENCH);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        List<Path> runs = TreeReader.ofJson(file.toString(), json).children("cells").stream()
                .map(cell -> folder.resolve(Path.of(cell.text("name")).getFileName()))
                .filter(run -> Files.isRegularFile(run.resolve("summary.json"))).toList();
        if (runs.isEmpty()) {
            throw new InputException(Setting.RESUME_BENCH.of(folder.toAbsolutePath()));
        }
        return Optional.of(runs);
    }

    private static SeriesFolder read(Path file) {
        Path folder = file.resolveSibling("");
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        // Only the name counts: a moved series is still one, and no file may point elsewhere.
        List<Path> runs = TreeReader.ofJson(file.toString(), json).children("steps").stream()
                .map(step -> folder.resolve(Path.of(step.text("folder")).getFileName())).toList();
        if (runs.isEmpty()) {
            throw new InputException("The series " + folder.toAbsolutePath()
                    + " has no finished run. " + Setting.RESUME_RUN);
        }
        return new SeriesFolder(folder, json, runs);
    }
}
