package dev.ipw.benchmarks.sandbox;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A finder of programs.
 *
 * @param path the folders, as in the variable PATH
 */
public record Programs(String path) {
    /**
     * Finds a program.
     *
     * @param name its name or path
     * @return the first of that name
     */
    public Optional<Path> find(String name) {
        return all(name).stream().findFirst();
    }

    /** Lists the programs of a name, the first in PATH first. */
    List<Path> all(String name) {
        Stream<Path> places = name.contains("/")
                ? Stream.of(Path.of(name))
                : Stream.of(path.split(File.pathSeparator)).filter(folder -> !folder.isBlank())
                        .map(folder -> Path.of(folder, name));
        return places.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file)).distinct().toList();
    }
}
