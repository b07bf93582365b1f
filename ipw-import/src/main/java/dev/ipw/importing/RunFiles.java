package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A finder of the files of other tools. */
final class RunFiles {
    static final int MAX_LINE_BYTES = 16 << 20;
    private static final long MAX_JSON_BYTES = 16L << 20;

    private RunFiles() {}

    /**
     * Finds the runs that each have one file of a given name: the path is that file, a folder with it, or a folder of
     * such folders.
     *
     * @param path the path that the user gave
     * @param name the file's name
     * @param tool the tool, in messages
     * @param open the function that makes a run of a file
     */
    static List<ImportableRun> named(Path path, String name, String tool, Function<Path, ImportedRun> open) {
        List<Path> files;
        if (Files.isRegularFile(path)) {
            files = List.of(path);
        } else if (Files.isRegularFile(path.resolve(name))) {
            files = List.of(path.resolve(name));
        } else {
            files = listed(path).stream().map(folder -> folder.resolve(name)).filter(Files::isRegularFile).toList();
        }
        if (files.isEmpty()) {
            throw new InputException(path.toAbsolutePath() + " holds no " + name
                    + ", neither itself nor in its folders. Give a file or folder that " + tool + " wrote");
        }
        return files.stream().map(file -> one(nameOf(file.toAbsolutePath()), () -> open.apply(file))).toList();
    }

    /** Describes one run. */
    static ImportableRun one(String name, Supplier<ImportedRun> open) {
        return new ImportableRun() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public ImportedRun open() {
                return open.get();
            }
        };
    }

    private static String nameOf(Path file) {
        Path folder = file.getParent();
        return folder == null || folder.getFileName() == null ? "run" : folder.getFileName().toString();
    }

    /** Lists the folder in the order of names; empty if it is not a folder. */
    private static List<Path> listed(Path path) {
        if (!Files.exists(path)) {
            throw new InputException("There is no " + path.toAbsolutePath() + ". Check the path");
        }
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.sorted().toList();
        } catch (IOException failure) {
            throw new InputException("Cannot list " + path.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check its permissions", failure);
        }
    }

    /** Reads a small JSON object; an object without fields if there is no such file. */
    static TreeReader settings(Path file) {
        return Files.isRegularFile(file)
                ? TreeReader.ofJson(file.toAbsolutePath().toString(),
                        new String(BoundedFile.read(file, MAX_JSON_BYTES), StandardCharsets.UTF_8))
                : TreeReader.of(file.toAbsolutePath().toString(), Map.of());
    }

    /** Returns the time at which a file was last written. */
    static Instant written(Path file) {
        try {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            if (!BenchmarkToolTimes.isCountable(written)) {
                throw new InputException(file.toAbsolutePath() + " was last written at " + written
                        + ", which is no time of a run. Set its time, as touch does");
            }
            return written;
        } catch (IOException failure) {
            throw new InputException("Cannot read " + file.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check its permissions", failure);
        }
    }
}
