package dev.ipw.agents.tool.retrieval;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.file.FileTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes in the cache, each in a folder that is named by its content. An index is written beside its place and
 * moved there when it is complete. A lock, which the system releases if its process is killed, ensures that one
 * process at a time writes it.
 */
final class IndexFolder {
    private static final Logger LOGGER = LoggerFactory.getLogger(IndexFolder.class);
    /** The lock among the threads of this process; the system's lock only excludes other processes. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();
    private static final String UNFINISHED = ".unfinished";

    private final Path folder;
    private final Consumer<String> progress;

    IndexFolder(Path cache, Consumer<String> progress) {
        folder = CacheFolder.made(cache.resolve("retrieval"));
        this.progress = progress;
    }

    /** The writer of an index into an empty folder. */
    @FunctionalInterface
    interface Writer {
        void write(Path empty) throws IOException;
    }

    /**
     * Opens the index of a name; writes it first if it does not exist or cannot be read.
     *
     * @param name   identifies the index
     * @param writer writes it
     * @throws InputException if it cannot be written
     */
    CorpusIndex open(String name, Writer writer) {
        Path place = folder.resolve(name);
        try {
            if (Files.isDirectory(place)) {
                try {
                    return CorpusIndex.open(place);
                } catch (IOException | RuntimeException broken) {
                    LOGGER.warn("The index {} cannot be read and is written anew", place, broken);
                }
            }
            return written(place, writer);
        } catch (IOException failed) {
            throw new InputException("Cannot make the index of the corpus in " + folder + ": "
                    + AtomicFile.reasonOf(failed), failed);
        }
    }

    private CorpusIndex written(Path place, Writer writer) throws IOException {
        IN_THIS_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(folder.resolve(place.getFileName() + ".lock"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE); FileLock lock = locked(channel)) {
            LOGGER.debug("Holding {}", lock);
            if (Files.isDirectory(place)) {
                try {
                    // Another process wrote it meanwhile.
                    return CorpusIndex.open(place);
                } catch (IOException | RuntimeException broken) {
                    FileTree.delete(place);
                }
            }
            Path unfinished = folder.resolve(place.getFileName() + UNFINISHED);
            FileTree.delete(unfinished);
            Files.createDirectory(unfinished);
            progress.accept("Making the index of the corpus; later runs use it again");
            try {
                writer.write(unfinished);
                Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException | RuntimeException failed) {
                FileTree.delete(unfinished);
                throw failed;
            }
            return CorpusIndex.open(place);
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    private FileLock locked(FileChannel channel) throws IOException {
        FileLock lock = channel.tryLock();
        if (lock != null) {
            return lock;
        }
        progress.accept("Another run makes the same index; waiting for it");
        return channel.lock();
    }
}
