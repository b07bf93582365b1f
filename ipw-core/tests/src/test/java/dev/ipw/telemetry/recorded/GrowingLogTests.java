package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("real-time")
class GrowingLogTests {
    private static final long SECOND = 1_000_000_000L;
    private static final SampleSink DISCARDING = new DiscardingSink();

    @TempDir
    private Path directory;

    private static String line(long nanos) {
        return "{\"t_ns\":" + nanos + ",\"device\":\"gpu0\",\"power_watts\":100}\n";
    }

    private Path log(long... nanos) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (long one : nanos) {
            lines.append(line(one));
        }
        return Files.writeString(directory.resolve("monitor.jsonl"), lines);
    }

    private static Path quietForAnHour(Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    }

    private static TelemetrySession replay(Path file, String parameters) {
        return TelemetrySession.builder().discovery(false).provider(new ReplayProvider())
                .collectors("replay:" + file + parameters).open();
    }

    private static TelemetrySource source(Path file, Map<String, String> parameters) {
        return new ReplayProvider().open(TelemetryEnvironment.of(Map.of()).withArgument(file.toString())
                .withParameters(Parameters.of("the collector replay", parameters))).getFirst();
    }

    /** Sample until nothing more is due: a tick of a source that was kept waiting ends early. */
    static void readWhatIsDue(TelemetrySource source, SampleSink sink) {
        long before;
        long now = System.nanoTime();
        long until = source.readUntilNanos(now);
        do {
            before = until;
            source.sample(sink);
            until = source.readUntilNanos(now);
        } while (until != before);
    }

    private static void awaitSamples(DeviceSeries series, int count) {
        while (series.sampleCount() < count) {
            assertThat(Thread.currentThread().isInterrupted()).as("waited too long").isFalse();
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void laysALogThatAMonitorWritesNowOnTheClockOfTheMachine() throws IOException {
        long now = System.nanoTime();
        // What lies three periods before the session is left out, and to open it may take a while. What lies three periods
        // ahead is read.
        Path file = log(now - 3600 * SECOND, now + 4 * SECOND, now + 6 * SECOND);
        try (TelemetrySession session = replay(file, ""); Watch _ = session.watch()) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 2);
            assertThat(series.firstNanos()).hasValue(now + 4 * SECOND);
            long later = now + 7 * SECOND;
            Files.writeString(file, line(later) + line(later + SECOND / 10), StandardOpenOption.APPEND);
            awaitSamples(series, 4);

            assertThat(series.window(later, later + SECOND / 10).joules()).hasValue(10);
            assertThat(session.problems()).isEmpty();
        }
    }

    @Test
    void asksForTheClockOfALogThatIsNotBeingWritten() throws IOException {
        long now = System.nanoTime();
        assumeThat(now).isGreaterThan(100 * SECOND);
        Path file = quietForAnHour(log(now - SECOND, now, now + SECOND));
        long opened = System.nanoTime();
        try (TelemetrySession session = replay(file, "")) {
            DeviceSeries series = DeviceSeries.of(session.deviceSeries()).getFirst();
            awaitSamples(series, 3);
            assertThat(series.firstNanos().orElseThrow()).as("laid on the beginning").isGreaterThanOrEqualTo(opened);
            assertThat(session.problems()).singleElement().asString().contains("monitor.jsonl", "t_ns",
                    "clock=monotonic", "clock=start");
        }
        for (String told : List.of(",clock=start", ",clock=monotonic")) {
            try (TelemetrySession session = replay(file, told)) {
                assertThat(session.problems()).isEmpty();
            }
        }
    }

    @Test
    void doubtsNoLogThatCountsFromItsStart() throws IOException {
        try (TelemetrySession session = replay(log(0, SECOND, 2 * SECOND), "")) {
            assertThat(session.problems()).isEmpty();
        }
    }

    @Test
    void saysUpToWhenItHasReadAndThatNothingMoreComes() throws IOException {
        long now = System.nanoTime();
        try (TelemetrySource ahead = source(log(LongStream.range(0, 600).map(row -> row * SECOND).toArray()),
                Map.of("clock", "start"))) {
            readWhatIsDue(ahead, DISCARDING);
            assertThat(ahead.readUntilNanos(now) - now).as("rows are left").isBetween(3 * SECOND, 590 * SECOND);
        }
        try (TelemetrySource ended = source(log(0, SECOND), Map.of("clock", "start"))) {
            readWhatIsDue(ended, DISCARDING);
            assertThat(ended.readUntilNanos(now) - now).isGreaterThan(TimeUnit.DAYS.toNanos(1000));
        }
    }

    @Test
    void waitsForALogThatIsWrittenNowAndNotForOneThatWas() throws IOException {
        long now = System.nanoTime();
        // It is being written for as long as the machine takes to look.
        Path file = Files.setLastModifiedTime(log(now - 100 * SECOND, now),
                FileTime.from(Instant.now().plusSeconds(3600)));
        try (TelemetrySource live = source(file, Map.of("clock", "monotonic"))) {
            readWhatIsDue(live, DISCARDING);
            assertThat(live.readUntilNanos(now)).isEqualTo(now);
        }
        quietForAnHour(file);
        try (TelemetrySource old = source(file, Map.of("clock", "monotonic"))) {
            readWhatIsDue(old, DISCARDING);
            assertThat(old.readUntilNanos(now) - now).isGreaterThan(TimeUnit.DAYS.toNanos(1000));
            Files.writeString(file, line(now + 1), StandardOpenOption.APPEND);
            readWhatIsDue(old, DISCARDING);
            assertThat(old.readUntilNanos(now)).as("it has grown all the same").isEqualTo(now + 1);
        }
    }

    @Test
    void refusesWhatMayNeverAnswer() {
        Path device = Path.of("/dev/null");
        assumeThat(device).exists();
        assertThatThrownBy(() -> replay(device, "")).isInstanceOf(InputException.class).hasMessageContaining("pipe");
    }

    @Test
    void closesWithoutWaitingForAReadThatHangs() throws InterruptedException {
        HangingRecording recording = new HangingRecording();
        ReplaySource source = new ReplaySource(recording, "hanging", RunClock.start());
        recording.hang.set(true);
        Thread reader = Thread.ofPlatform().start(() -> source.sample(DISCARDING));
        recording.asked.await();

        source.close();

        assertThat(recording.closes).as("it is being read").hasValue(0);
        recording.answer.countDown();
        reader.join();
        assertThat(recording.closes).hasValue(1);
    }

    /** A recording whose file system does not answer for a while. */
    private static final class HangingRecording implements Recording {
        private final AtomicBoolean hang = new AtomicBoolean();
        private final AtomicInteger closes = new AtomicInteger();
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.of("gpu", Scope.GPU, Quantity.POWER_WATTS, "test"));
        }

        @Override
        public List<DeviceInfo> devices() {
            return List.of();
        }

        @Override
        public long periodNanos() {
            return SECOND;
        }

        @Override
        public boolean hasNext() {
            if (hang.get()) {
                asked.countDown();
                try {
                    answer.await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }
            return false;
        }

        @Override
        public long nextNanos() {
            throw new AssertionError("there is no row");
        }

        @Override
        public void next(SampleSink sink) {
            throw new AssertionError("there is no row");
        }

        @Override
        public boolean grows() {
            return false;
        }

        @Override
        public List<String> problems() {
            return List.of();
        }

        @Override
        public void close() {
            closes.incrementAndGet();
        }
    }

    private static final class DiscardingSink implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
