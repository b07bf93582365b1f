package dev.ipw.results.internal.finishing;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileVersion;
import dev.ipw.run.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a shard that a merge reads, as they were before it began.
 *
 * @param directory the shard's directory
 * @param versions  the version of each file
 */
public record ShardFiles(RunDirectory directory, Map<Path, FileVersion> versions) {
    /** Notes the files of a shard. */
    public static ShardFiles of(RunDirectory directory) {
        Map<Path, FileVersion> versions = new TreeMap<>();
        try (Stream<Path> samples = Files.isDirectory(directory.telemetry())
                ? Files.list(directory.telemetry())
                : Stream.empty()) {
            for (Path file : Stream.concat(Stream.of(directory.journal(), directory.summary()), samples)
                    .filter(Files::isRegularFile).toList()) {
                versions.put(file, FileVersion.of(file));
            }
        } catch (IOException | UncheckedIOException failure) {
            throw new InputException("Cannot look at the files of " + directory.path().toAbsolutePath() + ": "
                    + (failure instanceof IOException plain ? AtomicFile.reasonOf(plain) : failure.getMessage())
                    + ". Check that nothing else works on the folder", failure);
        }
        return new ShardFiles(directory, versions);
    }

    /**
     * Checks that the files are the same.
     *
     * @throws InputException if one has another content, is new or is gone
     */
    void requireUnchanged() {
        if (!of(directory).versions.equals(versions)) {
            throw new InputException("The shard " + directory.path().toAbsolutePath() + " changed while it was merged,"
                    + " and nothing was written. Wait for the end of its attempt, then merge again");
        }
    }
}
