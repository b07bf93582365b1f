package dev.ipw.meter.log;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.meter.MeasuredBlock;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import dev.ipw.results.internal.meterlog.CounterChains;
import dev.ipw.results.internal.meterlog.LoggedRequest;
import dev.ipw.results.internal.meterlog.MeterLogEntry;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Lost;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Segment;
import dev.ipw.results.internal.meterlog.MeterLogLine;
import dev.ipw.results.internal.meterlog.MeterLogReader;
import dev.ipw.results.internal.meterlog.MeterLogSegments;
import dev.ipw.results.internal.meterlog.MeterLogTotals;
import dev.ipw.results.internal.meterlog.SeriesTracks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of a meter in a folder: the events of requests, the readings of the devices, and the joules that were divided
 * from them. A process that is killed loses at most the block that is being written; the next one continues the sums.
 * The joules that a device used in between are those by which its counter grew, if it is surely the same counter and
 * has counted on; else they are unknown, with the reason. The folder can be divided again by {@code ipw attribute} and
 * imported as a run by {@code ipw import meter}. It holds neither texts nor keys.
 *
 * <pre>{@code
 * try (MeterLog log = MeterLog.open(Path.of("meter-log")); EnergyMeter meter = EnergyMeter.start(telemetry)) {
 *     meter.addListener(log);                                     // before the first request
 *     ...
 * }
 * }</pre>
 *
 * <p>The meter never waits for the disk. While a disk takes nothing, because it is full for example, the figures are not
 * logged; a new file is begun when it does again, with the sums of everything in between.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class MeterLog implements MeterListener, AutoCloseable {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Logger LOGGER = LoggerFactory.getLogger(MeterLog.class);

    private final Path folder;
    private final MeterLogLimits limits;
    private final Supplier<Optional<String>> boot;
    private final WriterLock lock;
    private final LogWriter writer;
    private final long sinceEpochNanos;
    private final MeterLogTotals totals;
    private final List<String> damage;
    private final Set<String> open = new HashSet<>();
    private int segment;
    private long segmentBytes;
    private long lostUntil;
    private Optional<String> problem = Optional.empty();
    private @Nullable MeasuredBlock measured;
    private @Nullable Process process;

    /**
     * A process that measures.
     *
     * @param begun  its begin
     * @param tracks the series that it logs
     * @param chains the counters of its devices
     */
    private record Process(Begun begun, SeriesTracks tracks, CounterChains chains) {}

    private MeterLog(Path folder, MeterLogLimits limits, SegmentFiles files, Supplier<Optional<String>> boot,
            WriterLock lock, Earlier earlier, int maxLineBytes) {
        this.folder = folder;
        this.limits = limits;
        this.boot = boot;
        this.lock = lock;
        sinceEpochNanos = earlier.sinceEpochNanos;
        totals = earlier.totals;
        damage = List.copyOf(earlier.damage);
        segment = earlier.lastNumber;
        writer = new LogWriter(folder, files, limits, maxLineBytes, earlier.sizes, totals.blocks());
    }

    /**
     * Opens the log of a folder with the default limits.
     *
     * @param folder the folder, created if it is missing; a log in it is continued
     * @return the log, to be closed after its meter
     * @throws InputException if the folder cannot be written, another meter writes to it, or it has files of a log that
     *                        this version cannot read
     */
    public static MeterLog open(Path folder) {
        return open(folder, MeterLogLimits.DEFAULT);
    }

    /**
     * Opens the log of a folder.
     *
     * @param folder the folder, created if it is missing; a log in it is continued
     * @param limits the limits of its size
     * @return the log, to be closed after its meter
     * @throws InputException as {@link #open(Path)} does
     */
    public static MeterLog open(Path folder, MeterLogLimits limits) {
        return open(folder, limits, new DiskFiles(), MeterLog::thisBoot);
    }

    static MeterLog open(Path folder, MeterLogLimits limits, SegmentFiles files, Supplier<Optional<String>> boot) {
        return open(folder, limits, files, boot, MeterLogLine.MAX_BYTES);
    }

    static MeterLog open(Path folder, MeterLogLimits limits, SegmentFiles files, Supplier<Optional<String>> boot,
            int maxLineBytes) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, DiskFiles.forItsOwner(folder, "rwx------"));
            }
            WriterLock lock = WriterLock.take(folder.resolve(MeterLogSegments.LOCK))
                    .orElseThrow(() -> new InputException("Another meter writes its log to " + folder.toAbsolutePath()
                            + ". Give each meter a folder of its own"));
            try {
                MeterLog log = new MeterLog(folder, limits, files, boot, lock, Earlier.read(folder, files),
                        maxLineBytes);
                log.begin();
                return log;
            } catch (IOException | RuntimeException refused) {
                lock.close();
                throw refused;
            }
        } catch (IOException failure) {
            throw cannotWrite(folder, AtomicFile.reasonOf(failure));
        }
    }

    private static InputException cannotWrite(Path folder, String reason) {
        return new InputException("Cannot write the meter's log to " + folder.toAbsolutePath() + ": " + reason
                + ". Check the permissions of the folder, and whether the disk is full");
    }

    private static Optional<String> thisBoot() {
        try {
            return Optional.of(Files.readString(BOOT).strip());
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /** Begins the first segment, and waits for it: a folder that cannot be written is refused at once. */
    private void begin() {
        beginSegment(Optional.empty());
        writer.sync();
        Optional<String> failure = writer.failure();
        if (failure.isPresent()) {
            writer.close();
            throw cannotWrite(folder, failure.get());
        }
    }

    /**
     * Returns the sums since the log was begun.
     *
     * @return the sums over all starts of the meter, up to the last block
     */
    public synchronized MeterTotals totals() {
        return MeterTotals.of(totals, sinceEpochNanos);
    }

    /**
     * Returns why figures are not logged.
     *
     * @return the reason; empty while they are
     */
    public synchronized Optional<String> problem() {
        return problem.or(writer::failure);
    }

    /**
     * Counts the blocks and requests that could not be written since the log was opened. They are in the sums.
     *
     * @return the number of their lines
     */
    public long unwrittenLines() {
        return writer.unwrittenLines();
    }

    /**
     * Lists the damaged lines that were found when the log was opened. The joules of a block that is lost with one are
     * counted as unmetered.
     *
     * @return sentences
     */
    public List<String> damage() {
        return damage;
    }

    @Override
    public synchronized void blockMeasured(MeasuredBlock block) {
        measured = block;
    }

    @Override
    public synchronized void blockDivided(MeterBlock block) {
        MeasuredBlock facts = measured;
        if (facts == null) {
            throw new IllegalStateException("A block can be logged only after its facts");
        }
        measured = null;
        keepWriting();
        Process current = process;
        if (current == null) {
            current = begin(facts);
            process = current;
        }
        facts.requests().forEach(request -> {
            if (request.isNew()) {
                open.add(request.id());
            }
        });
        MeterLogEntry.Block entry = BlockEntries.of(totals.blocks() + 1, facts, block, open.size(), current.begun,
                current.tracks, current.chains);
        totals.add(entry, current.begun);
        append(entry, entry.number());
    }

    private Process begin(MeasuredBlock first) {
        Begun begun = new Begun(totals.processes() + 1, first.clock(), boot.get(), first.time().startNanos());
        Process begins = new Process(begun, new SeriesTracks(begun.beginNanos()), new CounterChains(totals, begun));
        totals.add(begun);
        append(begun, 0);
        return begins;
    }

    @Override
    public synchronized void requestFinished(RequestFigures request) {
        open.remove(request.id());
        var entry = BlockEntries.of(request);
        totals.add(entry);
        append(entry, 0);
    }

    private void append(MeterLogEntry entry, long block) {
        byte[] line = MeterLogLine.of(entry);
        if (writer.offer(line, block)) {
            segmentBytes += line.length;
        }
    }

    /** Begins another segment if the last one is full, or could not be written. */
    private void keepWriting() {
        Optional<String> failure = writer.failure();
        if (failure.isPresent()) {
            if (problem.isEmpty()) {
                LOGGER.warn("The meter's log in {} cannot be written: {}. The meter goes on without it, and tries again"
                        + " with each block", folder, failure.get());
            }
            problem = failure;
            lostUntil = totals.blocks();
            beginSegment(Optional.of(new Lost(writer.writtenBlock(), lostUntil, failure.get())));
        } else {
            if (problem.isPresent() && writer.writtenBlock() > lostUntil) {
                LOGGER.info("The meter's log in {} is written again; its sums have what is missing in it", folder);
                problem = Optional.empty();
            }
            if (segmentBytes >= limits.segmentBytes()) {
                beginSegment(Optional.empty());
            }
        }
    }

    private void beginSegment(Optional<Lost> lost) {
        segment++;
        Process current = process;
        byte[] header = MeterLogLine.of(new Segment(segment, sinceEpochNanos, totals,
                Optional.ofNullable(current).map(Process::begun), lost));
        if (current != null) {
            current.tracks.describeAgain();
        }
        writer.begin(segment, header);
        segmentBytes = header.length;
    }

    /** Waits until everything so far is on the disk, or could not be written. */
    void sync() {
        writer.sync();
    }

    /** Writes the rest, and lets others write to the folder. */
    @Override
    public void close() {
        writer.close();
        try {
            lock.close();
        } catch (IOException stays) {
            LOGGER.debug("The lock of the meter's log could not be released", stays);
        }
    }

    /** What an earlier process left in the folder. */
    private static final class Earlier {
        private final Map<Integer, Long> sizes = new TreeMap<>();
        private long sinceEpochNanos;
        private MeterLogTotals totals = new MeterLogTotals();
        private List<String> damage = List.of();
        private int lastNumber;

        static Earlier read(Path folder, SegmentFiles files) throws IOException {
            Earlier earlier = new Earlier();
            List<Path> segments = MeterLogSegments.list(folder);
            for (Path file : segments) {
                earlier.lastNumber = MeterLogSegments.number(file).orElseThrow();
                earlier.sizes.put(earlier.lastNumber, files.size(file));
            }
            boolean isFound = false;
            for (Path file : segments.reversed()) {
                isFound = isFound || earlier.take(file);
            }
            if (earlier.totals.blocks() == 0) {
                // A process that was killed before its first block has counted nothing: the sums begin now.
                Instant now = Instant.now();
                earlier.sinceEpochNanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
            }
            return earlier;
        }

        /** Takes the sums of the last segment that has any. */
        private boolean take(Path file) {
            Optional<MeterLogReader> opened = MeterLogReader.open(file);
            if (opened.isEmpty()) {
                return false;
            }
            try (MeterLogReader reader = opened.get()) {
                sinceEpochNanos = reader.header().sinceEpochNanos();
                totals = reader.header().totals();
                Optional<Begun> process = reader.header().process();
                for (Optional<MeterLogEntry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                    process = take(entry.get(), process);
                }
                damage = reader.damage();
                return true;
            }
        }

        private Optional<Begun> take(MeterLogEntry entry, Optional<Begun> process) {
            switch (entry) {
                case Begun begun -> {
                    totals.add(begun);
                    return Optional.of(begun);
                }
                case MeterLogEntry.Block block -> process.ifPresent(one -> totals.add(block, one));
                case LoggedRequest request -> totals.add(request);
                case Segment header -> throw new InputException("A segment of the meter's log has the first line of"
                        + " another, number " + header.number());
            }
            return process;
        }
    }
}
