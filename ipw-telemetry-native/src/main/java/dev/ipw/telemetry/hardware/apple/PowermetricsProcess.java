package dev.ipw.telemetry.hardware.apple;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of powermetrics, whose output is read on a thread of its own, with the time at which each list was
 * complete. Readings that are not taken are dropped, the oldest first: the energy counters continue, so no joule is
 * lost with them.
 */
final class PowermetricsProcess implements AutoCloseable {
    private static final int MAX_WAITING = 256;
    private static final int MAX_ERROR_BYTES = 2000;
    private static final long GENTLE_END_MILLIS = 200;

    private final Process process;
    private final Duration longestEnd;
    private final ArrayBlockingQueue<PowermetricsReading> readings = new ArrayBlockingQueue<>(MAX_WAITING);
    private final Thread reader;
    private final Thread errorReader;
    private volatile String errorText = "";
    private volatile @Nullable String ended;
    private volatile boolean closing;

    /**
     * Starts the process.
     *
     * @param longestEnd the maximum time to wait for its last output, and then for its exit code
     * @throws IOException if there is no such program, or it may not be run
     */
    PowermetricsProcess(List<String> command, Duration longestEnd) throws IOException {
        this.longestEnd = longestEnd;
        process = new ProcessBuilder(command).start();
        errorReader = Thread.ofPlatform().daemon().name("ipw-powermetrics-errors").start(this::readErrors);
        reader = Thread.ofPlatform().daemon().name("ipw-powermetrics").start(this::read);
    }

    private void read() {
        Map<Field, Double> microjoules = new EnumMap<>(Field.class);
        try (InputStream output = process.getInputStream()) {
            PropertyListStream lists = new PropertyListStream(output);
            for (Optional<PropertyList> list = lists.next(); list.isPresent(); list = lists.next()) {
                PowermetricsReading reading = PowermetricsReading.of(list.get(), System.nanoTime(), microjoules);
                Field.ENERGIES.forEach(energy -> {
                    Double counted = reading.values().get(energy);
                    if (counted != null) {
                        microjoules.put(energy, counted);
                    }
                });
                while (!readings.offer(reading)) {
                    readings.poll();
                }
            }
        } catch (IOException | RuntimeException broken) {
            errorText = errorText.isEmpty() ? String.valueOf(broken.getMessage()) : errorText;
        } finally {
            ended = whyEnded();
        }
    }

    private String whyEnded() {
        try {
            // Its last output may arrive a moment after its end.
            errorReader.join(longestEnd);
            String how = process.waitFor(longestEnd.toMillis(), TimeUnit.MILLISECONDS)
                    ? "powermetrics ended with exit code " + process.exitValue()
                    : "powermetrics closed its output";
            String firstLine = errorText.strip().lines().findFirst().orElse("");
            return firstLine.isEmpty() ? how : how + ": " + firstLine;
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return "powermetrics was ended";
        }
    }

    private void readErrors() {
        byte[] kept = new byte[MAX_ERROR_BYTES];
        byte[] chunk = new byte[MAX_ERROR_BYTES];
        int length = 0;
        try (InputStream errors = process.getErrorStream()) {
            for (int read = errors.read(chunk); read >= 0; read = errors.read(chunk)) {
                int fits = Math.min(read, MAX_ERROR_BYTES - length);
                System.arraycopy(chunk, 0, kept, length, fits);
                length += fits;
                errorText = new String(kept, 0, length, StandardCharsets.UTF_8);
            }
        } catch (IOException closed) {
            // The process is gone, and its output is complete.
        }
    }

    /** Takes the oldest remaining reading; null if there is none. */
    @Nullable
    PowermetricsReading take() {
        return readings.poll();
    }

    /**
     * Waits for a reading; empty if none comes in that time, or the process ends first. The reading can still be taken.
     */
    Optional<PowermetricsReading> await(Duration atMost) {
        long until = System.nanoTime() + atMost.toNanos();
        try {
            while (readings.isEmpty() && reader.isAlive() && System.nanoTime() - until < 0) {
                reader.join(Duration.ofMillis(5));
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        return Optional.ofNullable(readings.peek());
    }

    /** Returns why there will be no more readings; null while there may be. */
    @Nullable
    String ended() {
        return closing ? null : ended;
    }

    /** Ends the process, by force if necessary; does not wait for long. */
    @Override
    public void close() {
        closing = true;
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        children.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(GENTLE_END_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException hurry) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
