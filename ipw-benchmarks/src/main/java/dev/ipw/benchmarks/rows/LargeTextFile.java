package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.Sha256;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A writer of a text to a file whose name is the hash of its bytes. An unfinished file is removed. */
final class LargeTextFile implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path folder;
    private final Path unfinished;
    private final Sha256 digest = new Sha256();
    private final OutputStream out;

    LargeTextFile(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
            unfinished = Files.createTempFile(folder, "unfinished-", ".json");
            out = new BufferedOutputStream(digest.writing(Files.newOutputStream(unfinished)),
                    BUFFER_BYTES);
        } catch (IOException failed) {
            throw cannotWrite(failed);
        }
    }

    void write(int unit) {
        try {
            out.write(unit);
        } catch (IOException failed) {
            throw cannotWrite(failed);
        }
    }

    void write(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException failed) {
            throw cannotWrite(failed);
        }
    }

    /** Closes the file and gives it its name; an existing file of the same bytes stays. */
    LargeText finished() {
        try {
            out.close();
            Path file = folder.resolve(digest.hex() + ".json");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new LargeText(file);
        } catch (IOException failed) {
            throw cannotWrite(failed);
        }
    }

    private InputException cannotWrite(IOException failed) {
        return new InputException("Cannot keep a large text in " + folder + ": " + AtomicFile.reasonOf(failed)
                + ". Make room there, or name another folder in the environment variable IPW_CACHE_DIR", failed);
    }

    /** Removes the file if it is not finished. */
    @Override
    public void close() throws IOException {
        out.close();
        Files.deleteIfExists(unfinished);
    }
}
