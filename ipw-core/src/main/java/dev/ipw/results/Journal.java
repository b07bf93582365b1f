package dev.ipw.results;

import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.thread.ThreadEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Append entries to a run's journal so that they survive the process. Lines that arrive together are synced together, at
 * most 50 ms after the first of them; whoever appends does not wait.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Journal.class);
    private static final long GROUP_MILLIS = 50;
    private static final long CLOSE_SECONDS = 30;

    private final Path file;
    private final FileChannel channel;
    private final LinkedBlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private volatile @Nullable IOException failure;
    private volatile boolean closing;

    private Journal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
        writer = Thread.ofPlatform().name("ipw-journal").daemon().start(this::write);
    }

    /**
     * Open a journal to append to; it is created if missing. A last line that was cut off while it was written is removed.
     *
     * @param file the journal's file
     * @return the journal
     * @throws InputException if the file cannot be opened, or another process writes to it
     */
    public static Journal append(Path file) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            if (!isLocked(channel)) {
                throw new InputException("The run of " + file.toAbsolutePath()
                        + " is still going in another process. Wait for its end, or end it, then try again");
            }
            cutTornLine(channel);
            return new Journal(file, channel);
        } catch (IOException cannotOpen) {
            close(channel);
            throw new InputException("Cannot open the journal " + file.toAbsolutePath() + ": " + cannotOpen,
                    cannotOpen);
        } catch (RuntimeException refused) {
            close(channel);
            throw refused;
        }
    }

    /** Lock the journal; a file that cannot be locked, such as a device, counts as locked. */
    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException alreadyOurs) {
            return false;
        }
    }

    private static void cutTornLine(FileChannel channel) throws IOException {
        long end = channel.size();
        ByteBuffer last = ByteBuffer.allocate(1);
        while (end > 0) {
            last.clear();
            if (channel.read(last, end - 1) != 1 || last.get(0) == '\n') {
                break;
            }
            end--;
        }
        if (end < channel.size()) {
            channel.truncate(end);
        }
        channel.position(end);
    }

    private static void close(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException stays) {
                LOGGER.debug("A journal that could not be opened could not be closed either", stays);
            }
        }
    }

    /**
     * Append an entry.
     *
     * @param entry what to keep
     * @throws IpwException if an earlier entry could not be written, for example on a full disk
     */
    public void append(JournalEntry entry) {
        checkWritable();
        queue.add((JournalCodec.toTree(entry).json() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void checkWritable() {
        IOException broken = failure;
        if (broken != null) {
            throw new IpwException("Cannot write the journal " + file.toAbsolutePath() + ": " + broken.getMessage()
                    + ". Requests synced before are kept; make room on the disk and start again", broken);
        }
    }

    private void write() {
        try {
            while (!(closing && queue.isEmpty())) {
                byte[] first = queue.poll(GROUP_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    List<byte[]> group = new ArrayList<>();
                    group.add(first);
                    queue.drainTo(group);
                    writeGroup(group);
                }
            }
        } catch (InterruptedException stopped) {
            failure = new IOException("the writer was interrupted", stopped);
        } catch (RuntimeException | Error broken) {
            failure = new IOException("the writer failed: " + broken, broken);
        }
    }

    private void writeGroup(List<byte[]> group) {
        if (failure != null) {
            return;
        }
        try {
            for (byte[] line : group) {
                ByteBuffer bytes = ByteBuffer.wrap(line);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            channel.force(false);
        } catch (IOException cannotWrite) {
            failure = cannotWrite;
        }
    }

    /**
     * Sync what is left and close the file.
     *
     * @throws IpwException if a line could not be written
     */
    @Override
    public void close() {
        closing = true;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        try {
            if (!ThreadEnd.comesBy(writer, deadline)) {
                failure = new IOException("the disk did not take the last lines within " + CLOSE_SECONDS + " s");
            }
            channel.close();
        } catch (IOException cannotClose) {
            if (failure == null) {
                failure = cannotClose;
            }
        }
        checkWritable();
    }
}
