package dev.ipw.telemetry;

import dev.ipw.internal.thread.Slack;
import dev.ipw.internal.thread.ThreadEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The raw samples on disk, synced each second, or earlier if there are many, by a thread of its own. A failing disk
 * ends the spool and not the session: all readings stay in memory.
 */
final class SampleSpool implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(SampleSpool.class);
    private static final long SYNC_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Path directory;
    private final RunClock clock;
    private final SampleFormat format;
    private final List<Waiting> waiting = new CopyOnWriteArrayList<>();
    private final Queue<Waiting> withoutFile = new ConcurrentLinkedQueue<>();
    private final List<Track> tracks = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("ipw-sample-spool").unstarted(this::run);
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;
    private volatile Round round = new Round(OptionalLong.empty(), 0);

    SampleSpool(Path directory, RunClock clock, SampleFormat format) {
        this.directory = directory;
        this.clock = clock;
        this.format = format;
    }

    /**
     * Adds a source whose samples are kept. The spool's own thread creates its file, because loading the writing code
     * takes a while.
     */
    SampleRing add(TelemetrySource source) {
        SampleFile file = SampleFile.of(source);
        long periodNanos = Math.min(source.period().toNanos(), source.shortestPeriod().toNanos());
        SampleRing ring = new SampleRing(file.sensors().size(), periodNanos, () -> LockSupport.unpark(thread));
        Waiting added = new Waiting(file, ring);
        waiting.add(added);
        withoutFile.add(added);
        return ring;
    }

    private void createFiles() {
        for (Waiting one = withoutFile.poll(); one != null; one = withoutFile.poll()) {
            try {
                Files.createDirectories(directory);
                tracks.add(new Track(one.file, one.ring,
                        format.create(freeName(one.file.sourceId()), one.file, clock)));
            } catch (IOException | RuntimeException failed) {
                one.ring.close();
                LOGGER.warn("Samples of {} cannot be kept in {}", one.file.sourceId(), directory, failed);
                problems.add("The samples of " + one.file.sourceId() + " cannot be kept in " + directory + ": "
                        + failed.getMessage() + ". A run that is read from there has no joules of it");
            }
        }
    }

    /** Files of an earlier part of the same run are kept. */
    private Path freeName(String sourceId) {
        String name = sourceId.replaceAll("[^A-Za-z0-9._-]", "_");
        Path file = directory.resolve(name + format.extension());
        for (int part = 2; Files.exists(file); part++) {
            file = directory.resolve(name + "-" + part + format.extension());
        }
        return file;
    }

    void start() {
        thread.start();
    }

    /** Returns a sentence for each group of samples that is missing on disk, with the reason. */
    List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        waiting.forEach(one -> one.drops(round.slowestNanos(System.nanoTime())).ifPresent(all::add));
        return all;
    }

    private void run() {
        while (!stopping) {
            createFiles();
            LockSupport.parkNanos(SYNC_NANOS);
            round = round.begun(System.nanoTime());
            tracks.removeIf(track -> !writes(track, track::sync));
            round = round.ended(System.nanoTime());
        }
        finish();
    }

    private void finish() {
        createFiles();
        tracks.forEach(track -> writes(track, track::finish));
        tracks.clear();
    }

    private boolean writes(Track track, Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException failed) {
            LOGGER.warn("Samples of {} can no longer be kept in {}", track.file.sourceId(), directory, failed);
            problems.add("The samples of " + track.file.sourceId() + " in " + directory + " end at "
                    + clock.instant(track.keptNanos) + ", and joules after that moment are missing: "
                    + failed.getMessage());
            track.abandon();
            return false;
        }
    }

    /**
     * Writes the remaining samples. Waits for at most ten seconds, interrupted or not, because readers of the samples
     * need all of them.
     */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        if (thread.getState() == Thread.State.NEW) {
            finish();
        }
        if (!ThreadEnd.comesBy(thread, System.nanoTime() + LONGEST_CLOSE_NANOS + Slack.nanos())) {
            LOGGER.warn("The disk of {} is slow; the last samples are still being written", directory);
            problems.add("The disk of " + directory
                    + " is slow: the last samples are still being written, and their joules may be missing");
        }
    }

    private final class Waiting {
        private final SampleFile file;
        private final SampleRing ring;

        Waiting(SampleFile file, SampleRing ring) {
            this.file = file;
            this.ring = ring;
        }

        /**
         * Returns a sentence on the number of missing samples. The disk is named as the cause only if it was busy at
         * that time.
         */
        Optional<String> drops(long slowestWritingNanos) {
            if (ring.droppedRows() == 0) {
                return Optional.empty();
            }
            String why = slowestWritingNanos < SYNC_NANOS
                    ? "it gives more of them at once than can be kept"
                    : "the disk of " + directory + " is too slow and was busy for "
                            + TimeUnit.NANOSECONDS.toMillis(slowestWritingNanos) + " ms";
            return Optional.of(ring.droppedRows() + " samples of " + file.sourceId() + " were dropped: " + why
                    + ". Windows over them are flagged GAP where they are read back");
        }
    }

    /**
     * The times that writing took.
     *
     * @param begunNanos        the start of the write that is in progress
     * @param longestEndedNanos the duration of the slowest finished write
     */
    private record Round(OptionalLong begunNanos, long longestEndedNanos) {
        Round begun(long nanos) {
            return new Round(OptionalLong.of(nanos), longestEndedNanos);
        }

        Round ended(long nanos) {
            return new Round(OptionalLong.empty(), slowestNanos(nanos));
        }

        long slowestNanos(long nowNanos) {
            return begunNanos.isPresent()
                    ? Math.max(longestEndedNanos, nowNanos - begunNanos.getAsLong())
                    : longestEndedNanos;
        }
    }

    private final class Track {
        private final SampleFile file;
        private final SampleRing ring;
        private final SampleFormat.Writer writer;
        private final @Nullable String[] lostReasons;
        private long takenNanos = clock.monotonicAnchorNanos();
        private long keptNanos = takenNanos;

        Track(SampleFile file, SampleRing ring, SampleFormat.Writer writer) {
            this.file = file;
            this.ring = ring;
            this.writer = writer;
            lostReasons = new @Nullable String[file.sensors().size()];
        }

        void sync() {
            ring.drain(row -> {
                writer.append(values(row));
                takenNanos = row.afterNanos();
            });
            writer.flush();
            keptNanos = takenNanos;
        }

        void finish() {
            sync();
            writer.close();
        }

        void abandon() {
            ring.close();
            try {
                writer.close();
            } catch (RuntimeException known) {
                LOGGER.debug("Closing the samples of {} failed too", file.sourceId(), known);
            }
        }

        private SampleFormat.Row values(SampleRing.Row row) {
            @Nullable
            Number[] cells = new @Nullable Number[file.sensors().size()];
            for (int i = 0; i < cells.length; i++) {
                if (row.isPresent(i)) {
                    boolean isCounter = file.sensors().get(i).quantity().isCounter();
                    cells[i] = isCounter ? (Number) row.cell(i) : (Number) Double.longBitsToDouble(row.cell(i));
                }
            }
            return new SampleFormat.Row(
                    row.isPlanned() ? OptionalLong.of(clock.sinceAnchor(row.dueNanos())) : OptionalLong.empty(),
                    clock.sinceAnchor(row.beforeNanos()), clock.sinceAnchor(row.afterNanos()), cells, newLosses(row));
        }

        private Map<Integer, String> newLosses(SampleRing.Row row) {
            Map<Integer, String> losses = new LinkedHashMap<>();
            for (int i = 0; i < lostReasons.length; i++) {
                String reason = row.lostReason(i);
                if (reason != null && !reason.equals(lostReasons[i])) {
                    losses.put(i, reason);
                }
                if (reason != null || row.isPresent(i)) {
                    lostReasons[i] = reason;
                }
            }
            return losses;
        }
    }
}
