package dev.ipw.internal.file;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.SecretRedactor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * The writer of whole files. A reader sees the old file or the new one, also after a power cut. An interrupt of the
 * calling thread does not break the writing. No file contains a secret of this process.
 */
public final class AtomicFile {
    private AtomicFile() {}

    /** The content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes the content.
         *
         * @param out takes them; need not be closed
         * @throws IOException if the stream does not accept it
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes a file, or replaces it. An existing target that is no regular file, such as a device or a pipe, is written
     * to and not replaced; a symbolic link stays, and the file that it names is replaced.
     *
     * @param file    where; its folder must exist
     * @param content all its bytes
     * @throws InputException if it cannot be written, for example because the disk is full; an older file is then kept
     */
    public static void write(Path file, byte[] content) {
        write(file, content, () -> {});
    }

    /**
     * Writes a file, or replaces it, as {@link #write(Path, byte[])} does.
     *
     * @param file    where; its folder must exist
     * @param content writes all its bytes
     * @throws InputException if it cannot be written; an older file is then kept
     */
    public static void write(Path file, Content content) {
        write(file, content, () -> {});
    }

    /**
     * Writes a file, or replaces it, together with others that belong to it: after these are in place, only one move
     * remains.
     *
     * @param file    where; its folder must exist
     * @param content all its bytes
     * @param others  puts the others in place, after the content is on the disk and before the file is
     * @throws InputException if it cannot be written; an older file is then kept
     */
    public static void write(Path file, byte[] content, Runnable others) {
        write(file, out -> out.write(content), others);
    }

    /**
     * Writes a file unless there is one, also if other processes try it at the same time: one of them writes it whole.
     * Where the file system has no links, a reader may see a part of it for a moment.
     *
     * @param file    where; its folder must exist
     * @param content all its bytes
     * @return whether it was written; false if there was one
     * @throws InputException if it cannot be written
     */
    public static boolean writeNew(Path file, byte[] content) {
        Path temporary = temporaryOf(file);
        try {
            try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
                SecretRedactor.write(clean -> clean.write(content), out);
                out.getFD().sync();
            }
            link(temporary, file);
            syncName(file);
            return true;
        } catch (FileAlreadyExistsException another) {
            return false;
        } catch (IOException failure) {
            throw cannotWrite(file, temporary, file, failure);
        } finally {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException leftBehind) {
                // A file of that name is removed with its folder.
            }
        }
    }

    private static void link(Path temporary, Path file) throws IOException {
        try {
            Files.createLink(file, temporary);
        } catch (FileAlreadyExistsException another) {
            throw another;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.copy(temporary, file);
        }
    }

    /**
     * Writes a file, or replaces it, without waiting for the disk: a reader sees the old file or the new one, but a
     * power cut may lose both. For files that are rewritten often.
     *
     * @param file    where; its folder must exist
     * @param content all its bytes
     * @throws InputException if it cannot be written; an older file is then kept
     */
    public static void writeUnsynced(Path file, byte[] content) {
        Path temporary = temporaryOf(file);
        try {
            try (OutputStream out = Files.newOutputStream(temporary)) {
                SecretRedactor.write(clean -> clean.write(content), out);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            discard(temporary, failure);
            throw cannotWrite(file, temporary, file, failure);
        }
    }

    private static void write(Path file, Content content, Runnable others) {
        WriteTarget target = WriteTarget.of(file);
        if (target.isReplaced()) {
            replace(file, target.path(), content, others);
        } else {
            writeThrough(file, content, others);
        }
    }

    private static void replace(Path named, Path file, Content content, Runnable others) {
        Path temporary = temporaryOf(file);
        try {
            try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
                SecretRedactor.write(content::writeTo, out);
                out.getFD().sync();
            }
            others.run();
            replace(temporary, file);
        } catch (IOException failure) {
            discard(temporary, failure);
            throw cannotWrite(named, temporary, file, failure);
        } catch (RuntimeException | Error failure) {
            discard(temporary, failure);
            throw failure;
        }
    }

    private static Path temporaryOf(Path file) {
        return directoryOf(file).resolve("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    }

    /** Returns an error that names the requested file, because only this class knows the temporary one. */
    private static InputException cannotWrite(Path named, Path temporary, Path file, IOException failure) {
        String reason = reasonOf(failure).replace(temporary.toString(), file.toString());
        return new InputException("Cannot write " + named + ": " + reason
                + ". Nothing was changed; free some space or check the permissions of its folder, then try again",
                failure);
    }

    /** Appends to a device, a pipe or an open file without replacing it; nothing is truncated. */
    private static void writeThrough(Path file, Content content, Runnable others) {
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            SecretRedactor.write(content::writeTo, out);
        } catch (IOException failure) {
            throw new InputException("Cannot write to " + file + ": " + reasonOf(failure)
                    + ". It is no regular file, and may have taken a part of what was written", failure);
        }
        others.run();
    }

    /**
     * Moves a finished, synced file over another one in the same file system, and makes the move durable.
     *
     * @param from the finished file
     * @param to   the new name; replaced if it exists
     * @throws IOException if it cannot be moved; {@code to} is then unchanged
     */
    public static void replace(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncName(to);
    }

    /**
     * Makes the name of a new file durable.
     *
     * @param file the file
     */
    public static void syncName(Path file) {
        syncDirectory(directoryOf(file));
    }

    /**
     * Makes new, moved and deleted names in a folder durable. Does nothing where the operating system cannot.
     *
     * @param directory the folder
     */
    public static void syncDirectory(Path directory) {
        // A channel closes itself when its thread is interrupted, so the interrupt is restored afterwards.
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException windowsOpensNoFolders) {
            return;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Returns the reason of a failed file operation in words. The file system's own exceptions contain little more than
     * the file name.
     *
     * @param failure the failure
     * @return the reason, without a full stop
     */
    public static String reasonOf(IOException failure) {
        return FailureText.of(failure);
    }

    private static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new InputException("Cannot write " + file + ": it is a file system's root, not a file");
        }
        return parent;
    }

    private static void discard(Path temporary, Throwable failure) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException leftBehind) {
            failure.addSuppressed(leftBehind);
        }
    }
}
