package dev.ipw.profile.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that are held open while requests are made, and closed afterwards: if a load takes all files that this process
 * may open, these leave enough for writing its results.
 */
final class SpareFiles implements Closeable {
    /** The results need about half of them, and classes that are loaded then need some. */
    static final int COUNT = 32;
    private static final Logger LOGGER = LoggerFactory.getLogger(SpareFiles.class);

    private final Deque<FileChannel> held = new ArrayDeque<>();

    private SpareFiles() {}

    /**
     * Opens them.
     *
     * @param file any file that exists
     */
    static SpareFiles of(Path file) {
        SpareFiles spare = new SpareFiles();
        try {
            while (spare.held.size() < COUNT) {
                spare.held.add(FileChannel.open(file, StandardOpenOption.READ));
            }
        } catch (IOException few) {
            LOGGER.debug("Only {} files are held for the end of the run: {}", spare.held.size(), few.toString());
        }
        return spare;
    }

    @Override
    public void close() {
        while (!held.isEmpty()) {
            try {
                held.remove().close();
            } catch (IOException gone) {
                LOGGER.debug("A file could not be closed", gone);
            }
        }
    }
}
