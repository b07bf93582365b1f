package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.run.RunTotals;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A sensor fails in the thirteenth of a run's questions, and gives up until it is asked to try again. */
@Tag("real-time")
class ProfilerLostSensorTests {
    private static final int QUESTIONS = 30;
    private static final int LAST_READ = 13;

    @TempDir
    private Path runs;

    /** Counts the microjoules of a GPU that always draws the same. */
    private static final class FailingSource implements TelemetrySource {
        private static final double WATTS = 100;
        private final boolean comesBack;
        private final CountDownLatch failed = new CountDownLatch(1);
        private final CountDownLatch returned = new CountDownLatch(1);
        private volatile boolean failing;
        private boolean givenUp;

        FailingSource(boolean comesBack) {
            this.comesBack = comesBack;
        }

        @Override
        public String id() {
            return "failing";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("gpu-0", Scope.GPU, "counter of gpu-0", 1e-6, OptionalLong.empty())
                    .withLimitWatts(200));
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(5);
        }

        @Override
        public void retryLost() {
            if (comesBack) {
                failing = false;
                givenUp = false;
            }
        }

        @Override
        public void sample(SampleSink sink) {
            givenUp |= failing;
            if (givenUp) {
                sink.lost(0, "it failed for a reason that it does not name");
                failed.countDown();
                return;
            }
            long now = System.nanoTime();
            sink.at(now, now);
            sink.counter(0, Math.round(now / 1e3 * WATTS));
            if (failed.getCount() == 0) {
                returned.countDown();
            }
        }

        @Override
        public void close() {}
    }

    private ProfileRun run(FailingSource source) throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        FakeClient client = new FakeClient(prompt -> {
            int question = asked.incrementAndGet();
            TimeUnit.MILLISECONDS.sleep(20);
            if (question == LAST_READ) {
                source.failing = true;
                source.failed.await();
            } else if (question == LAST_READ + 1 && source.comesBack) {
                source.returned.await();
            }
            return "an answer";
        });
        try (Profiler profiler = Profiler.builder().client(client).dataset("starter").maxQueries(QUESTIONS)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")).output(runs)
                .plugins(known -> known.telemetrySource(source)).build()) {
            return profiler.run();
        }
    }

    @Test
    void givesNoHeadlineFromTheFewQueriesThatWereRead() throws InterruptedException {
        ProfileRun run = run(new FailingSource(false));

        assertThat(run.summary().totals().headlineEnergy()).isEmpty();
        assertThat(run.efficiency().intelligencePerJoule().value()).isEmpty();
        assertThat(run.efficiency().whyNoHeadline()).isPresent();
        assertThat(run.summary().warnings())
                .anySatisfy(told -> assertThat(told).contains("is lost: it failed for a reason"));
    }

    @Test
    void countsThroughTheTimeInWhichTheSensorWasLost() throws InterruptedException {
        ProfileRun run = run(new FailingSource(true));

        RunTotals totals = run.summary().totals();
        assertThat(totals.headlineEnergy().orElseThrow().joules().orElseThrow()).isCloseTo(
                FailingSource.WATTS * totals.measuredSeconds(),
                within(0.02 * FailingSource.WATTS * totals.measuredSeconds() + 1));
        assertThat(totals.requests().withEnergy()).isEqualTo(QUESTIONS);
        assertThat(run.summary().warnings()).filteredOn(told -> told.contains("was lost once and read again"))
                .hasSize(1);
    }
}
