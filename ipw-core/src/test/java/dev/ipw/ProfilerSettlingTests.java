package dev.ipw;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.profile.ProfilerListener;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A run waits for readings that come late where they tell something, and says so. */
@Timeout(60)
class ProfilerSettlingTests {
    @TempDir
    private Path runs;

    private final List<String> waits = new ArrayList<>();

    @Test
    void waitsForTheLastReadingsAndNotForAWarmUpThatThereWasNot() throws InterruptedException {
        ProfileRun run;
        try (Profiler profiler = builder(new FakeClient(prompt -> "1")).warmupQueries(0).build()) {
            run = profiler.run();
        }

        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(records.toList()).hasSize(2).allSatisfy(record -> {
                EnergyReading headline = record.metrics().energy().headline();
                assertThat(headline.isComplete()).as("%s %s", headline, headline.flags()).isTrue();
            });
        }
        assertThat(run.summary().totals().deviceEnergy().flags()).doesNotContain(EnergyFlag.PROVISIONAL);
        assertThat(waits).singleElement().asString().contains("exporter", "35 s");
    }

    @Test
    void waitsForTheWarmUpToo() throws InterruptedException {
        try (Profiler profiler = builder(new FakeClient(prompt -> "1")).warmupQueries(1).build()) {
            profiler.run();
        }
        assertThat(waits).hasSize(2);
    }

    @Test
    void doesNotWaitOnceItWasStopped() throws InterruptedException {
        Profiler[] profiler = new Profiler[1];
        FakeClient client = new FakeClient(prompt -> {
            profiler[0].stop();
            return "1";
        });
        profiler[0] = builder(client).warmupQueries(1).build();
        try (Profiler stopping = profiler[0]) {
            assertThat(stopping.run().summary().interrupted()).isTrue();
        }
        assertThat(waits).isEmpty();
    }

    private ProfilerBuilder builder(FakeClient client) {
        return Profiler.builder().client(client).dataset("starter").maxQueries(2).idleSeconds(0).output(runs)
                .telemetry("none").telemetrySource(new Exporter()).listener(new ProfilerListener() {
                    @Override
                    public void waiting(String what) {
                        waits.add(what);
                    }
                });
    }

    /**
     * Counts the millijoules of 50 W on a page that is written anew each 2 s: judging the answers must take less than the
     * second by which that is more than a run waits in silence.
     */
    private static final class Exporter implements TelemetrySource {
        private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(2);
        private final long startNanos = System.nanoTime() - 10 * REFRESH_NANOS;

        @Override
        public String id() {
            return "exporter";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "exporter package-0", 1e-3,
                    OptionalLong.empty()).withResolutionNanos(REFRESH_NANOS));
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(50);
        }

        @Override
        public void sample(SampleSink sink) {
            sink.counter(0, (System.nanoTime() - startNanos) / REFRESH_NANOS * 100_000);
        }

        @Override
        public void close() {}
    }
}
