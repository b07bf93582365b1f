package dev.ipw.results;

import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Append entries to a run's journal so that they survive the process. Lines that arrive together are synced together, at
 * most 50 ms after the first of them; whoever appends does not wait.
 */
public final class Journal implements AutoCloseable {
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
     * Open a journal to append to; it is created if missing.
     *
     * @param file the journal's file
     * @return the journal
     * @throws InputException if the file cannot be opened
     */
    public static Journal append(Path file) {
        try {
            return new Journal(file,
                    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                            StandardOpenOption.APPEND));
        } catch (IOException cannotOpen) {
            throw new InputException("Cannot open the journal " + file.toAbsolutePath() + ": " + cannotOpen,
                    cannotOpen);
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
            Thread.currentThread().interrupt();
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
        try {
            writer.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
            channel.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException cannotClose) {
            if (failure == null) {
                failure = cannotClose;
            }
        }
        checkWritable();
    }
}
