package dev.ipw.telemetry;

import dev.ipw.internal.table.ArrowTableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keep the raw samples on disk, synced each second by a thread of its own. A disk that fails ends the spool and not the
 * session: what was measured stays in memory.
 */
final class SampleSpool implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(SampleSpool.class);
    private static final long SYNC_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_CLOSE_MILLIS = 10_000;

    private final Path directory;
    private final RunClock clock;
    private final List<Track> tracks = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("ipw-sample-spool").unstarted(this::run);
    private volatile boolean stopping;
    private volatile @Nullable String problem;

    SampleSpool(Path directory, RunClock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /** Start a file for a source. */
    SampleRing add(TelemetrySource source) {
        SampleFile file = SampleFile.of(source);
        SampleRing ring = new SampleRing(file.sensors().size());
        try {
            Files.createDirectories(directory);
            tracks.add(new Track(file, ring,
                    ArrowTableWriter.create(freeName(file.sourceId()), file.schema(), file.metadata(clock))));
        } catch (IOException | RuntimeException failed) {
            fail(file.sourceId(), failed);
        }
        return ring;
    }

    /** An earlier part of the same run keeps its files. */
    private Path freeName(String sourceId) {
        String name = sourceId.replaceAll("[^A-Za-z0-9._-]", "_");
        Path file = directory.resolve(name + ".arrow");
        for (int part = 2; Files.exists(file); part++) {
            file = directory.resolve(name + "-" + part + ".arrow");
        }
        return file;
    }

    void start() {
        thread.start();
    }

    /** Say why samples are missing on disk; empty if none are. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private void run() {
        while (!stopping) {
            LockSupport.parkNanos(SYNC_NANOS);
            tracks.removeIf(track -> !writes(track, track::sync));
        }
        tracks.forEach(track -> writes(track, track::finish));
    }

    private boolean writes(Track track, Runnable step) {
        try {
            step.run();
            if (track.ring.droppedRows() > 0 && problem == null) {
                fail(track.file.sourceId(), new IOException("the disk is too slow, samples were dropped"));
            }
            return true;
        } catch (RuntimeException failed) {
            fail(track.file.sourceId(), failed);
            track.abandon();
            return false;
        }
    }

    private void fail(String sourceId, Exception failed) {
        problem = "samples of " + sourceId + " are not all in " + directory + ": " + failed.getMessage();
        LOGGER.warn("Samples of {} cannot be kept in {}; measuring goes on in memory", sourceId, directory, failed);
    }

    /** Write what is left. Waits for at most ten seconds: who reads the samples back wants them all. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOGGER.warn("The disk of {} is slow; the last samples are still being written", directory);
        }
    }

    private final class Track {
        private final SampleFile file;
        private final SampleRing ring;
        private final ArrowTableWriter writer;

        Track(SampleFile file, SampleRing ring, ArrowTableWriter writer) {
            this.file = file;
            this.ring = ring;
            this.writer = writer;
        }

        void sync() {
            ring.drain(row -> writer.append(values(row)));
            writer.flush();
        }

        void finish() {
            sync();
            writer.close();
        }

        void abandon() {
            try {
                writer.close();
            } catch (RuntimeException known) {
                LOGGER.debug("Closing the samples of {} failed too", file.sourceId(), known);
            }
        }

        private Map<String, Object> values(SampleRing.Row row) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put(SampleFile.BEFORE_COLUMN, clock.sinceAnchor(row.beforeNanos()));
            values.put(SampleFile.AFTER_COLUMN, clock.sinceAnchor(row.afterNanos()));
            for (int i = 0; i < file.sensors().size(); i++) {
                if (row.isPresent(i)) {
                    boolean counter = file.sensors().get(i).quantity().isCounter();
                    values.put(file.column(i),
                            counter ? (Object) row.cell(i) : (Object) Double.longBitsToDouble(row.cell(i)));
                }
            }
            return values;
        }
    }
}
