package dev.ipw.telemetry.recorded;

import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleReader;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.Watch;
import dev.ipw.testing.Draws;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class LongLogTests {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path directory;

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
    void looksAtTheEndsOfALongLogOnlyToFindWhereTheSessionBegins() throws IOException {
        Path file = directory.resolve("long.csv");
        int rows = Draws.of(500_000, 2_000_000);
        int periodMillis = 100;
        long now = System.currentTimeMillis();
        long first = now - (long) rows * periodMillis + 3_600_000;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("epoch_ms,device,power_w\n");
            for (int i = 0; i < rows; i++) {
                out.write(Long.toString(first + (long) i * periodMillis));
                out.write(i > 20_000 && i % 1000 == 999 ? ",gpu0,torn line\n" : ",gpu0,123.456\n");
            }
        }
        assertThat(Files.size(file)).isGreaterThan(25L * rows);
        TelemetryEnvironment environment = TelemetryEnvironment.of(Map.of()).withArgument(file.toString());
        new ReplayProvider().open(environment).forEach(TelemetrySource::close);

        OptionalLong before = bytesRead();
        List<TelemetrySource> opened = new ReplayProvider().open(environment);
        OptionalLong after = bytesRead();
        long openedNanos = System.nanoTime();

        if (before.isPresent()) {
            assertThat(after.orElseThrow() - before.getAsLong()).isLessThan(4_000_000L);
        }
        try (TelemetrySource source = opened.getFirst()) {
            Times times = new Times();
            GrowingLogTests.readWhatIsDue(source, times);
            assertThat(times.first - openedNanos).isBetween(-60 * SECOND, 0L);
            assertThat(source.readUntilNanos(openedNanos) - openedNanos).isBetween(2 * SECOND, 1800 * SECOND);
            assertThat(source.problems()).noneMatch(text -> text.contains("ends at"));
        }
    }

    @Test
    void replaysManyRowsAtOnceAndKeepsEveryOne() throws IOException {
        int rows = Draws.of(50_000, 200_000);
        Path file = directory.resolve("dense.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("time_us,power_w\n");
            for (int i = 0; i < rows; i++) {
                out.write(10 * i + ",10\n");
            }
        }
        Path kept = directory.resolve("kept");
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).provider(new ReplayProvider())
                .collectors("replay:" + file + ",scope=gpu").spool(kept, RunClock.start()).open();
                Watch _ = session.watch()) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            while (series.sampleCount() < rows) {
                assertThat(Thread.currentThread().isInterrupted()).as("waited too long").isFalse();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            assertThat(session.samplers().getFirst().periodNanos()).isEqualTo(SECOND / 20);
            assertThat(session.problems()).isEmpty();
        }

        long found = 0;
        try (SampleReader reader = SampleReader.open(kept.resolve("replay.arrow"))) {
            Times nobody = new Times();
            for (; reader.hasNext(); found++) {
                reader.next(nobody, 0);
            }
        }
        assertThat(found).isEqualTo(rows);
    }

    private static final class Times implements SampleSink {
        private long first;

        @Override
        public void at(long beforeNanos, long afterNanos) {
            first = first == 0 ? beforeNanos : first;
        }

        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
