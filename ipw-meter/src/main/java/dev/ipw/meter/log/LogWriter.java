package dev.ipw.meter.log;

import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.results.internal.meterlog.MeterLogSegments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes a log. Lines that arrive together are synced together. Nobody waits for it: lines beyond
 * {@value #MAX_QUEUED_BYTES} bytes, and those after a failure, are refused until a new segment is begun.
 */
final class LogWriter implements AutoCloseable {
    static final long MAX_QUEUED_BYTES = 32L << 20;
    private static final int MAX_SEGMENTS = 10_000;
    private static final long CLOSE_SECONDS = 10;
    private static final Logger LOGGER = LoggerFactory.getLogger(LogWriter.class);

    private final Path folder;
    private final SegmentFiles files;
    private final MeterLogLimits limits;
    private final int maxLineBytes;
    private final TreeMap<Integer, Long> sizes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private List<Item> queue = new ArrayList<>();
    private long queuedBytes;
    private long unwrittenLines;
    private boolean writing;
    private boolean closing;
    private Optional<String> failure = Optional.empty();
    private long writtenBlock;
    private SegmentFiles.@Nullable Open open;
    private int openNumber;

    /**
     * A piece of work.
     *
     * @param bytes   a line, or the first one of a segment
     * @param segment the number of the segment that it begins; zero if it begins none
     * @param block   the number of the block in it; zero if there is none
     */
    private record Item(byte[] bytes, int segment, long block) {}

    /**
     * Starts the thread.
     *
     * @param folder       the log's folder
     * @param maxLineBytes the maximum length of a line
     * @param sizes        the sizes of the segments that are there, by their numbers
     * @param writtenBlock the number of the last block that is there
     */
    LogWriter(Path folder, SegmentFiles files, MeterLogLimits limits, int maxLineBytes, Map<Integer, Long> sizes,
            long writtenBlock) {
        this.maxLineBytes = maxLineBytes;
        this.folder = folder;
        this.files = files;
        this.limits = limits;
        this.sizes = new TreeMap<>(sizes);
        this.writtenBlock = writtenBlock;
        thread = Thread.ofPlatform().daemon().name("ipw-meter-log").start(this::run);
    }

    /**
     * Appends a line.
     *
     * @param block the number of the block in it; zero if there is none
     * @return false if it is refused
     */
    boolean offer(byte[] line, long block) {
        lock.lock();
        try {
            if (line.length > maxLineBytes) {
                failure = failure.or(() -> Optional.of(String.format(Locale.ROOT,
                        "a line of %,d bytes is longer than the maximum of %,d", line.length, maxLineBytes)));
            } else if (queuedBytes > 0 && queuedBytes + line.length > MAX_QUEUED_BYTES) {
                failure = failure.or(() -> Optional.of("the disk is too slow"));
            }
            if (failure.isPresent()) {
                unwrittenLines++;
                return false;
            }
            add(new Item(line, 0, block));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Begins a segment. Lines are accepted again. */
    void begin(int number, byte[] header) {
        lock.lock();
        try {
            failure = Optional.empty();
            add(new Item(header, number, 0));
        } finally {
            lock.unlock();
        }
    }

    private void add(Item item) {
        queue.add(item);
        queuedBytes += item.bytes.length;
        changed.signalAll();
    }

    /** Returns why lines are refused; empty if they are not. */
    Optional<String> failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** Counts the lines that were refused or could not be written, without first lines of segments. */
    long unwrittenLines() {
        lock.lock();
        try {
            return unwrittenLines;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of the last block on the disk. */
    long writtenBlock() {
        lock.lock();
        try {
            return writtenBlock;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything accepted so far is on the disk, or has failed. */
    void sync() {
        lock.lock();
        try {
            while (writing || !queue.isEmpty()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (List<Item> group = take(); !group.isEmpty(); group = take()) {
            int written = 0;
            try {
                long block = 0;
                for (Item item : group) {
                    write(item);
                    block = Math.max(block, item.block);
                    written++;
                }
                sync(open);
                done(block);
            } catch (IOException cannotWrite) {
                fail(AtomicFile.reasonOf(cannotWrite), group, written);
            } catch (RuntimeException | Error broken) {
                fail("the writer failed: " + broken, group, written);
            }
        }
        closeSegment();
    }

    private static void sync(SegmentFiles.@Nullable Open file) throws IOException {
        if (file != null) {
            file.sync();
        }
    }

    private List<Item> take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closing) {
                changed.awaitUninterruptibly();
            }
            List<Item> group = queue;
            queue = new ArrayList<>();
            queuedBytes = 0;
            writing = !group.isEmpty();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private void write(Item item) throws IOException {
        if (item.segment > 0) {
            sync(open);
            closeSegment();
            makeRoom();
            openNumber = item.segment;
            sizes.put(openNumber, 0L);
            open = files.create(MeterLogSegments.file(folder, openNumber));
        }
        SegmentFiles.Open file = open;
        if (file == null) {
            throw new IOException("no segment is open");
        }
        file.append(item.bytes);
        sizes.merge(openNumber, (long) item.bytes.length, Long::sum);
    }

    /** Deletes the oldest segments, so that another one has room. */
    private void makeRoom() {
        while (!sizes.isEmpty() && (sizes.size() >= MAX_SEGMENTS
                || sizes.values().stream().mapToLong(Long::longValue).sum() + limits.segmentBytes() > limits
                        .maxBytes())) {
            delete(sizes.pollFirstEntry().getKey());
        }
    }

    private void delete(int number) {
        try {
            files.delete(MeterLogSegments.file(folder, number));
        } catch (IOException stays) {
            LOGGER.warn("A file of the meter's log could not be deleted: {}", MeterLogSegments.file(folder, number),
                    stays);
        }
    }

    private void closeSegment() {
        SegmentFiles.Open file = open;
        open = null;
        if (file != null) {
            try {
                file.close();
            } catch (IOException stays) {
                LOGGER.debug("A file of the meter's log could not be closed", stays);
            }
        }
    }

    private void done(long block) {
        lock.lock();
        try {
            writtenBlock = Math.max(writtenBlock, block);
            writing = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(String reason, List<Item> group, int written) {
        closeSegment();
        boolean isEmpty = written < group.size() && group.get(written).segment > 0;
        if (isEmpty) {
            // Its first line may be incomplete; without it the file is nothing.
            delete(openNumber);
            sizes.remove(openNumber);
        }
        lock.lock();
        try {
            failure = Optional.of(reason);
            unwrittenLines += Stream.concat(group.stream().skip(written), queue.stream())
                    .filter(item -> item.segment == 0).count();
            queue.clear();
            queuedBytes = 0;
            writing = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Writes the remaining lines and ends. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!ThreadEnd.comesBy(thread, System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS))) {
            LOGGER.warn("The disk did not take the last lines of the meter's log in {} within {} s", folder,
                    CLOSE_SECONDS);
        }
    }
}
