package dev.ipw;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.progress.ProfilerListener;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A run waits for readings that come late where they tell something, and says so. */
@Tag("real-time")
class ProfilerSettlingTests {
    @TempDir
    private Path runs;

    private final List<String> waits = new ArrayList<>();
    private final Exporter exporter = new Exporter();

    @Test
    void waitsForTheLastReadingsAndNotForAWarmUpThatThereWasNot() throws InterruptedException {
        ProfileRun run;
        try (Profiler profiler = builder(prompt -> "1").measurement(how -> how.warmupQueries(0)).build()) {
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
        try (Profiler profiler = builder(prompt -> "1").measurement(how -> how.warmupQueries(1)).build()) {
            profiler.run();
        }
        assertThat(waits).hasSize(2);
    }

    @Test
    void doesNotWaitOnceItWasStopped() throws InterruptedException {
        Profiler[] profiler = new Profiler[1];
        profiler[0] = builder(prompt -> {
            profiler[0].stop();
            return "1";
        }).measurement(how -> how.warmupQueries(1)).build();
        try (Profiler stopping = profiler[0]) {
            assertThat(stopping.run().summary().interrupted()).isTrue();
        }
        assertThat(waits).isEmpty();
    }

    /** The page that tells of a question is there once the run says that it waits for it. */
    private ProfilerBuilder builder(FakeClient.Rule rule) {
        FakeClient client = new FakeClient(prompt -> {
            exporter.hold();
            return rule.answer(prompt);
        });
        return Profiler.builder().client(client).dataset("starter").maxQueries(2)
                .measurement(how -> how.idleSeconds(0).telemetry("none")).output(runs)
                .plugins(known -> known.telemetrySource(exporter)).listener(new ProfilerListener() {
                    @Override
                    public void waiting(String what) {
                        waits.add(what);
                        exporter.goOn();
                    }
                });
    }

    /**
     * Counts the millijoules of 50 W on a page that can be 10 s old. That is more than a run waits in silence, and so much
     * that a run may be held up for long before its counter counts as dead.
     */
    private static final class Exporter implements TelemetrySource {
        private static final long OLDEST_NANOS = TimeUnit.SECONDS.toNanos(10);
        private static final long NANOS_PER_MILLIJOULE = 20_000;
        private final long startNanos = System.nanoTime() - 10 * OLDEST_NANOS;
        private long shown;
        private boolean held;

        synchronized void hold() {
            held = true;
        }

        synchronized void goOn() {
            held = false;
        }

        @Override
        public String id() {
            return "exporter";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "exporter package-0", 1e-3,
                    OptionalLong.empty()).withResolutionNanos(OLDEST_NANOS));
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(50);
        }

        @Override
        public synchronized void sample(SampleSink sink) {
            shown = held ? shown : (System.nanoTime() - startNanos) / NANOS_PER_MILLIJOULE;
            sink.counter(0, shown);
        }

        @Override
        public void close() {}
    }
}
