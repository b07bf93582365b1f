package dev.ipw.internal.file;

import dev.ipw.error.IpwException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary file without a name, for figures that memory does not hold. It ends with its last reference. */
public final class ScratchFile {
    private final RandomAccessFile file;

    private ScratchFile(RandomAccessFile file) {
        this.file = file;
    }

    /** Creates an empty file in the system's temporary folder. */
    public static ScratchFile create() {
        try {
            Path path = Files.createTempFile("ipw-figures", ".bin");
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            if (!path.toFile().delete()) {
                // Windows keeps an open file.
                path.toFile().deleteOnExit();
            }
            return new ScratchFile(file);
        } catch (IOException failure) {
            throw broken(failure);
        }
    }

    /**
     * Writes bytes.
     *
     * @param place the position of the first of them
     * @param bytes the bytes
     */
    public void write(long place, byte[] bytes) {
        try {
            file.seek(place);
            file.write(bytes);
        } catch (IOException failure) {
            throw broken(failure);
        }
    }

    /**
     * Reads bytes.
     *
     * @param place the position of the first of them
     * @param bytes receives them; all were written
     */
    public void read(long place, byte[] bytes) {
        try {
            file.seek(place);
            file.readFully(bytes);
        } catch (IOException failure) {
            throw broken(failure);
        }
    }

    private static IpwException broken(IOException failure) {
        return new IpwException("Cannot keep the figures of the queries in the temporary folder "
                + System.getProperty("java.io.tmpdir") + ": " + AtomicFile.reasonOf(failure)
                + ". Make room there, or give Java more memory", failure);
    }
}
