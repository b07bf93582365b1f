package dev.ipw.results.internal.journal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileVersion;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ImportedMeasurements;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of a run's journal, which appends entries durably. Lines that arrive together are synced together, at most
 * 50 ms after the first of them. An appending thread waits only if the disk is so slow that {@value #MAX_QUEUED_BYTES}
 * bytes are queued for it; nothing is ever omitted.
 */
public final class Journal implements AutoCloseable {
    static final long MAX_QUEUED_BYTES = 8L << 20;
    private static final Logger LOGGER = LoggerFactory.getLogger(Journal.class);
    private static final long CLOSE_SECONDS = 30;

    private final Path file;
    private final FileChannel channel;
    private final JournalLock runLock;
    private final Supplier<Optional<String>> fence;
    private final FileVersion opened;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread writer;
    private List<byte[]> queue = new ArrayList<>();
    private long queuedBytes;
    private boolean writing;
    private boolean closing;
    private volatile @Nullable IOException failure;

    private Journal(Path file, FileChannel channel, JournalLock runLock, Supplier<Optional<String>> fence)
            throws IOException {
        this.file = file;
        this.fence = fence;
        this.channel = channel;
        this.runLock = runLock;
        opened = FileVersion.of(file);
        writer = Thread.ofPlatform().name("ipw-journal").daemon().start(this::write);
    }

    /**
     * Opens a journal to append to; it is created if missing. A last line that was cut off while it was written is
     * removed.
     *
     * @param file the journal's file
     * @return the journal
     * @throws InputException if the file cannot be opened, or another process writes to it
     */
    public static Journal append(Path file) {
        try {
            return append(file, JournalLock.take(file), Optional::empty);
        } catch (IOException cannotLock) {
            throw cannotOpen(file, cannotLock);
        }
    }

    /**
     * Opens a journal to append to, for the holder of its run's lock; the journal releases the lock when it is closed.
     *
     * @param fence returns why this process may write no more, if it may not: it is asked before each group of lines
     */
    static Journal append(Path file, JournalLock lock, Supplier<Optional<String>> fence) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            cutTornLine(file, channel);
            removeUnfinished(file);
            return new Journal(file, channel, lock, fence);
        } catch (IOException cannotOpen) {
            close(channel);
            close(lock);
            throw cannotOpen(file, cannotOpen);
        } catch (RuntimeException refused) {
            close(channel);
            close(lock);
            throw refused;
        }
    }

    private static InputException cannotOpen(Path file, IOException failure) {
        return new InputException("Cannot open the journal " + file.toAbsolutePath() + ": " + FailureText.of(failure)
                + ". Check the permissions of its folder, and whether the disk is full", failure);
    }

    /**
     * Throws if a question leaves no room for its answer in a line of the journal.
     *
     * @param question the question
     * @throws InputException if it takes more than 16 MiB
     */
    public static void requireFits(DatasetRecord question) {
        JournalLine.requireFits(question);
    }

    private static void cutTornLine(Path file, FileChannel channel) throws IOException {
        long end = channel.size();
        ByteBuffer last = ByteBuffer.allocate(1);
        while (end > 0) {
            last.clear();
            if (channel.read(last, end - 1) != 1 || last.get(0) == '\n') {
                break;
            }
            end--;
        }
        if (end == 0 && channel.size() > 0 && !RunContents.isJournal(file)) {
            throw new InputException(
                    file.toAbsolutePath() + " is no journal of a run, so it is left as it is. "
                            + Setting.RUN_FOLDER);
        }
        if (end < channel.size()) {
            channel.truncate(end);
        }
        channel.position(end);
    }

    /**
     * Removes the unfinished files of killed writers. A failure is only logged, so that it does not prevent others from
     * continuing.
     */
    private static void removeUnfinished(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isRegularFile(file)) {
            return;
        }
        try {
            RunContents.removeUnfinished(folder);
        } catch (IOException stays) {
            LOGGER.warn("Could not remove what a killed process had left in {}", folder, stays);
        }
    }

    private static void close(@Nullable Closeable channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException stays) {
                LOGGER.debug("A journal that could not be opened could not be closed either", stays);
            }
        }
    }

    /**
     * Appends an entry. Waits while the queue for the disk is full, even if the thread is interrupted.
     *
     * @param entry the entry
     * @throws InputException if the entry is longer than a line that can be read back
     * @throws IpwException   if an earlier entry could not be written, for example on a full disk
     */
    public void append(JournalEntry entry) {
        byte[] line = JournalLine.of(entry);
        lock.lock();
        try {
            while (failure == null && queuedBytes > 0 && queuedBytes + line.length > MAX_QUEUED_BYTES) {
                changed.awaitUninterruptibly();
            }
            requireWritable();
            queue.add(line);
            queuedBytes += line.length;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Appends a query with its calls.
     *
     * @param question  the question
     * @param evaluator the id of its evaluator
     * @param outcome   its outcome
     * @param measured  another tool's measurements of it, if that tool made the run
     * @throws InputException if an entry is longer than a line that can be read back
     * @throws IpwException   if an earlier entry could not be written, for example on a full disk
     */
    public void append(DatasetRecord question, String evaluator, QueryOutcome outcome,
            Optional<ImportedMeasurements> measured) {
        outcome.calls().forEach(call -> append(new JournalEntry.Called(outcome.queryId(), call)));
        append(JournalEntry.Finished.of(question, evaluator, outcome, measured));
    }

    /**
     * Waits until all appended entries are on the disk and visible to readers of the file.
     *
     * @throws IpwException if it could not be written, or another file has taken its name
     */
    public void sync() {
        lock.lock();
        try {
            while (failure == null && (!queue.isEmpty() || writing)) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        requireWritable();
        requireCurrent();
    }

    /**
     * Checks that the entries that were appended count, and that this process may append more.
     *
     * @throws IpwException if another process goes on with the run, or another file has taken the journal's name
     */
    public void requireCurrent() {
        try {
            requireUnfenced();
            requireInPlace();
        } catch (IOException gone) {
            fail(gone);
            requireWritable();
        }
    }

    private void requireUnfenced() throws IOException {
        Optional<String> reason = fence.get();
        if (reason.isPresent()) {
            throw new Superseded(reason.get());
        }
    }

    /** Checks that the file of this name is the one that was written, because it is read back by its name. */
    private void requireInPlace() throws IOException {
        if (!Files.exists(file) || !FileVersion.of(file).isSameFile(opened)) {
            throw new Displaced();
        }
    }

    /**
     * Checks that the disk still takes entries.
     *
     * @throws IpwException if an entry could not be written, for example on a full disk
     */
    public void requireWritable() {
        IOException broken = failure;
        // The file can disappear between the check and its opening.
        if (broken instanceof Displaced || broken instanceof NoSuchFileException) {
            throw new IpwException("The run's folder " + file.toAbsolutePath().getParent()
                    + " was deleted, moved or replaced "
                    + "while the run was going. What is there now is not this run, so no results are written or shown. "
                    + "Begin it anew", broken);
        }
        if (broken instanceof Superseded) {
            throw new IpwException(String.valueOf(broken.getMessage()), broken);
        }
        if (broken != null) {
            throw new IpwException("Cannot write the journal " + file.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(broken)
                    + ". What was written before is kept: make room on the disk, then "
                    + Setting.RESUME_OR_ANALYZE + " which finishes it", broken);
        }
    }

    private void write() {
        try {
            for (List<byte[]> group = take(); !group.isEmpty(); group = take()) {
                writeGroup(group);
                done();
            }
        } catch (IOException cannotWrite) {
            fail(cannotWrite);
        } catch (RuntimeException | Error broken) {
            fail(new IOException("the writer failed: " + FailureText.of(broken), broken));
        }
    }

    /** Waits for lines; returns none once the journal is closed and everything is written. */
    private List<byte[]> take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closing) {
                changed.awaitUninterruptibly();
            }
            List<byte[]> group = queue;
            queue = new ArrayList<>();
            writing = !group.isEmpty();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private void writeGroup(List<byte[]> group) throws IOException {
        requireUnfenced();
        for (byte[] line : group) {
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            release(line.length);
        }
        channel.force(false);
        requireUnfenced();
        requireInPlace();
    }

    private void release(int bytes) {
        lock.lock();
        try {
            queuedBytes -= bytes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void done() {
        lock.lock();
        try {
            writing = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(IOException reason) {
        lock.lock();
        try {
            failure = reason;
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Syncs the remaining lines and closes the file.
     *
     * @throws IpwException if a line could not be written
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        try {
            if (!ThreadEnd.comesBy(writer, deadline)) {
                fail(new IOException("the disk did not take the last lines within " + CLOSE_SECONDS + " s"));
            }
            channel.close();
            runLock.close();
        } catch (IOException cannotClose) {
            if (failure == null) {
                fail(cannotClose);
            }
        }
        requireWritable();
    }

    /** The error that another file has taken the journal's name, or none has it. */
    private static final class Displaced extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** The error that another process goes on with the run. */
    private static final class Superseded extends IOException {
        private static final long serialVersionUID = 1L;

        Superseded(String message) {
            super(message);
        }
    }
}
