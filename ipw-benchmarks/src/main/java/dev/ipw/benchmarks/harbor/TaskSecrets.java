package dev.ipw.benchmarks.harbor;

import dev.ipw.environment.CommandResult;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The values of variables of this machine that a task has, which are removed from all of its kept output and files. */
final class TaskSecrets {
    private static final Logger LOGGER = LoggerFactory.getLogger(TaskSecrets.class);
    /** The maximum size of a file with a value; a larger one is not kept. */
    private static final long MOST_BYTES = 64L << 20;
    private static final int PIECE_BYTES = 1 << 20;
    /** The factor between a value's bytes and those of its longest form, which is escaped for an address. */
    private static final int LONGEST_FORM = 3;
    /** The character set in which each byte is a character, so that a file of any kind is written back unchanged. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private final List<KnownSecret> inTexts;
    private final List<KnownSecret> inFiles;
    private final int longestBytes;

    TaskSecrets(List<String> values) {
        inTexts = values.stream().map(KnownSecret::of).toList();
        inFiles = values.stream().map(value -> new String(value.getBytes(StandardCharsets.UTF_8), BYTES))
                .map(KnownSecret::of).toList();
        longestBytes = LONGEST_FORM * values.stream().mapToInt(value -> value.getBytes(StandardCharsets.UTF_8).length)
                .max().orElse(0);
    }

    boolean areNone() {
        return inTexts.isEmpty();
    }

    /** Removes the values from the output of a command. */
    CommandResult removed(CommandResult result) {
        return new CommandResult(result.end(), result.exitCode(), removed(result.output(), inTexts),
                removed(result.errors(), inTexts), result.processorTime());
    }

    private static String removed(String text, List<KnownSecret> secrets) {
        String clean = text;
        for (KnownSecret secret : secrets) {
            clean = secret.redact(clean, false);
        }
        return clean;
    }

    /**
     * Removes the values from all files in a folder, and from their names. Files that cannot be searched are logged.
     */
    void removeFrom(Path folder) {
        try {
            Files.walkFileTree(folder, new Cleaning(folder));
        } catch (IOException failed) {
            warn(folder, failed);
        }
    }

    private void clean(Path file) throws IOException {
        if (!holdsOne(file)) {
            return;
        }
        if (Files.size(file) > MOST_BYTES) {
            LOGGER.warn(
                    "{} is not kept: it holds the value of a variable of this machine, and is too large to take it out",
                    file);
            Files.delete(file);
            return;
        }
        byte[] clean = removed(new String(BoundedFile.readUnlinked(file, MOST_BYTES), BYTES), inFiles).getBytes(BYTES);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            out.write(clean);
        }
    }

    /** Returns whether a file contains a value. It is read in overlapping pieces, so that its size does not matter. */
    private boolean holdsOne(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String end = "";
            for (byte[] next = in.readNBytes(PIECE_BYTES); next.length > 0; next = in.readNBytes(PIECE_BYTES)) {
                String piece = end + new String(next, BYTES);
                if (holdsOne(piece)) {
                    return true;
                }
                end = piece.substring(Math.max(0, piece.length() - longestBytes));
            }
            return false;
        }
    }

    private boolean holdsOne(String bytes) {
        return !removed(bytes, inFiles).equals(bytes);
    }

    /** The removal of the values from one file after the other; files that cannot be changed are logged. */
    private final class Cleaning extends SimpleFileVisitor<Path> {
        private final Path root;

        Cleaning(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (!Files.isWritable(folder) || !Files.isExecutable(folder)) {
                open(folder);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            try {
                if (attributes.isSymbolicLink() && holdsOne(bytes(Files.readSymbolicLink(file)))) {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }
                if (attributes.isRegularFile()) {
                    if (!Files.isReadable(file) || !Files.isWritable(file)) {
                        open(file);
                    }
                    clean(file);
                }
                rename(file);
            } catch (IOException | InputException failed) {
                warn(file, failed);
            }
            return FileVisitResult.CONTINUE;
        }

        /** Opens a folder that the task closed, and then searches it. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
            if (Files.isReadable(file) && Files.isExecutable(file)) {
                warn(file, failed);
            } else {
                open(file);
                Files.walkFileTree(file, this);
            }
            return FileVisitResult.CONTINUE;
        }

        private static void open(Path closed) throws IOException {
            if (Files.isSymbolicLink(closed)) {
                throw new IOException("it became a link meanwhile");
            }
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed) throws IOException {
            if (failed != null) {
                warn(folder, failed);
            }
            if (!folder.equals(root)) {
                rename(folder);
            }
            return FileVisitResult.CONTINUE;
        }

        private void rename(Path file) throws IOException {
            if (!holdsOne(bytes(file.getFileName()))) {
                return;
            }
            Path other = file.resolveSibling(Redaction.MARK);
            for (int count = 2; Files.exists(other, LinkOption.NOFOLLOW_LINKS); count++) {
                other = file.resolveSibling(Redaction.MARK + "." + count);
            }
            Files.move(file, other);
        }

        private static String bytes(@Nullable Path path) {
            return new String(String.valueOf(path).getBytes(StandardCharsets.UTF_8), BYTES);
        }
    }

    private static void warn(Path file, Exception failed) {
        LOGGER.warn("{} could not be searched for the values of the task's variables, and may hold them: {}", file,
                failed.toString());
    }
}
