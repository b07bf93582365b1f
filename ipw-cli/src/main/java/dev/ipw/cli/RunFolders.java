package dev.ipw.cli;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Put the runs of a series in the place of its folder. */
final class RunFolders {
    private static final List<String> SERIES = List.of("sweep.json", "repeats.json");

    private RunFolders() {}

    /** Give the folders of runs in their order; those of a series in the order of their names. */
    static List<Path> of(List<Path> given) {
        List<Path> folders = new ArrayList<>();
        for (Path one : given) {
            if (SERIES.stream().anyMatch(file -> Files.isRegularFile(one.resolve(file)))) {
                folders.addAll(runsIn(one));
            } else {
                folders.add(one);
            }
        }
        return folders;
    }

    private static List<Path> runsIn(Path series) {
        try (Stream<Path> found = Files.list(series)) {
            List<Path> runs = found.filter(folder -> Files.isRegularFile(folder.resolve("summary.json"))).sorted()
                    .toList();
            if (runs.isEmpty()) {
                throw new InputException("The series " + series.toAbsolutePath()
                        + " has no finished run. 'ipw profile' with the same options and --resume goes on with it");
            }
            return runs;
        } catch (IOException failure) {
            throw new InputException("Cannot list " + series.toAbsolutePath() + ": " + failure, failure);
        }
    }
}
