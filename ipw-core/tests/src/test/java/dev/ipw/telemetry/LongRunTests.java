package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.recorded.ReplayProvider;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Reads back files of runs that lasted for hours. */
@Tag("real-time")
class LongRunTests {
    private static final long PERIOD = 20_000_000L;
    private static final int BYTES_OF_A_ROW = 24 + 4 * 24 + 24;
    private static final Sensor COUNTER = Sensor.energyCounter("gpu-0", Scope.GPU, "test gpu-0", 1e-3,
            OptionalLong.empty());
    private static final Sensor POWER = Sensor.of("package-0", Scope.PACKAGE, Quantity.POWER_WATTS, "test power");
    private static final Sensor MEMORY = Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "test memory");

    @TempDir
    private Path directory;

    /** Write rows as a session does: a device of 100 W, one of 40 W, and a gauge. */
    private Path write(RunClock clock, int rows) throws IOException {
        SampleFile file = new SampleFile("meter", PERIOD, false, List.of(COUNTER, POWER, MEMORY), List.of());
        Path path = directory.resolve("meter.arrow");
        try (SampleFormat.Writer writer = SampleFormats.require().create(path, file, clock)) {
            for (int i = 0; i < rows; i++) {
                writer.append(new SampleFormat.Row(OptionalLong.empty(), i * PERIOD, i * PERIOD + 1000,
                        new Number[]{i * 2000L, 40.0, 5e8}, Map.of()));
            }
        }
        return path;
    }

    @Test
    void holdsNoMoreReadingsThanThereIsRoomFor() throws IOException {
        int rows = Draws.of(100_000, 300_000);
        int room = 20_000;
        write(RunClock.start(), rows);

        SampleStore all = SampleStore.read(directory);
        SampleStore store = SampleStore.read(directory, part -> true, (long) room * BYTES_OF_A_ROW);

        assertThat(all.problems()).isEmpty();
        assertThat(all.energy()).hasSize(2).allMatch(series -> series.sampleCount() == rows);
        assertThat(DeviceSeries.of(store.energy())).hasSize(2).allMatch(series -> series.sampleCount() <= room);
        long end = (rows - 1) * PERIOD;
        assertThat(total(store, 0, 0, end)).isCloseTo(total(all, 0, 0, end), within(1e-6));
        assertThat(total(store, 1, 0, end)).isCloseTo(total(all, 1, 0, end), within(1e-6));
        long late = end - 100 * PERIOD;
        assertThat(total(store, 0, late, end)).isEqualTo(total(all, 0, late, end));
        assertThat(store.problems()).singleElement().asString().contains(rows + " samples of meter",
                "-Xmx" + (3L * rows * BYTES_OF_A_ROW / (1 << 20) + 1) + "m", "hardly known");
    }

    private static double total(SampleStore store, int device, long startNanos, long endNanos) {
        DeviceSeries series = DeviceSeries.of(store.energy()).get(device);
        EnergyReading reading = series.window(startNanos, endNanos);
        return reading.joules().orElseThrow();
    }

    /** Linux tells how many bytes a thread has read. */
    private static OptionalLong bytesRead() throws IOException {
        Path counters = Path.of("/proc/thread-self/io");
        if (!Files.isReadable(counters)) {
            return OptionalLong.empty();
        }
        return Files.readAllLines(counters).stream().filter(line -> line.startsWith("rchar:"))
                .mapToLong(line -> Long.parseLong(line.substring("rchar:".length()).strip())).findFirst();
    }

    @Test
    void opensALongRecordingWithoutReadingItsPast() throws IOException {
        RunClock now = RunClock.start();
        int rows = Draws.of(200_000, 700_000);
        RunClock begun = new RunClock(now.monotonicAnchorNanos(),
                now.epochAnchorNanos() - rows * PERIOD + Duration.ofMinutes(20).toNanos());
        Path file = write(begun, rows);
        assertThat(Files.size(file)).isGreaterThan(40L * rows);
        TelemetryEnvironment environment = TelemetryEnvironment.of(Map.of()).withArgument(file.toString());
        new ReplayProvider().open(environment).forEach(TelemetrySource::close);

        long start = System.nanoTime();
        OptionalLong before = bytesRead();
        List<TelemetrySource> opened = new ReplayProvider().open(environment);
        OptionalLong after = bytesRead();

        if (before.isPresent()) {
            assertThat(after.orElseThrow() - before.getAsLong()).isLessThan(4_000_000L);
        }
        FirstTime first = new FirstTime();
        try (TelemetrySource source = opened.getFirst()) {
            while (first.nanos == 0) {
                source.sample(first);
            }
        }
        // The recording is hours long, so that a minute is near the beginning of the session.
        long near = Duration.ofMinutes(1).toNanos();
        assertThat(first.nanos).isBetween(start - near, System.nanoTime() + near);
    }

    private static final class FirstTime implements SampleSink {
        private long nanos;

        @Override
        public void at(long beforeNanos, long afterNanos) {
            nanos = nanos == 0 ? beforeNanos : nanos;
        }

        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
