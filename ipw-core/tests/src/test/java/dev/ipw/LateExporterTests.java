package dev.ipw;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Two exporters of a GPU each are profiled; one of them answers only from the second of four questions on. */
@Tag("real-time")
class LateExporterTests {
    private static final int QUESTIONS = 4;
    private static final int JOINS_IN = 2;
    private static final String TEXT = "text/plain; version=0.0.4";
    /** A counter shows this many joules more on each tenth page, and never sooner than 125 ms after the last time. */
    private static final int JOULES = 10;
    private static final Pattern HIGHEST = Pattern.compile("of GPU-late in .* the highest power .*, ([\\d.]+) W");

    @TempDir
    private Path runs;

    @Test
    void countsItsGpuOnceAndBoundsWhatIsMissing() throws IOException, InterruptedException {
        RunSummary summary = run().summary();
        RunTotals totals = summary.totals();

        assertThat(totals.headlineScope()).isEqualTo("gpu");
        assertThat(totals.devices()).extracting(DeviceTotals::device)
                .containsExactlyInAnyOrder("GPU-early", "GPU-late");
        assertThat(summary.warnings()).anyMatch(warning -> warning.contains("opened late"));
        assertThat(totals.joulesPerQuery()).isEmpty();
        assertThat(totals.deviceEnergy().flags()).contains(EnergyFlag.PARTIAL, EnergyFlag.BOUNDED);
        assertThat(totals.deviceEnergy().upperBound()).isPresent();
        assertThat(totals.leastJoulesPerQuery().orElseThrow())
                .isEqualTo(totals.deviceEnergy().lower().orElseThrow() / QUESTIONS).isPositive();
    }

    /** The first movement that is read of a counter has joules from before its exporter was read. */
    @Test
    void takesNoPowerFromTheCounterBeforeItWasRead() throws IOException, InterruptedException {
        assertThat(run().summary().warnings()).anySatisfy(warning -> {
            Matcher highest = HIGHEST.matcher(warning);
            assertThat(highest.find()).isTrue();
            assertThat(Double.parseDouble(highest.group(1))).isPositive().isLessThan(1.25 * JOULES / 0.125);
        });
    }

    private ProfileRun run() throws IOException, InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Pages> late = new AtomicReference<>();
        Pages early = new Pages("GPU-early");
        try (ScriptedServer alive = ScriptedServer.start((request, reply) -> reply.send(200, TEXT, early.next()));
                ScriptedServer dead = ScriptedServer.start((request, reply) -> {
                    Pages pages = late.get();
                    if (pages == null) {
                        reply.send(503, "text/plain", "no");
                    } else {
                        reply.send(200, TEXT, pages.next());
                    }
                })) {
            FakeClient client = new FakeClient(prompt -> {
                if (asked.incrementAndGet() == JOINS_IN) {
                    Pages pages = new Pages("GPU-late");
                    late.set(pages);
                    pages.enough.await();
                }
                return "an answer";
            });
            try (Profiler profiler = Profiler.builder().client(client).dataset("starter").maxQueries(QUESTIONS)
                    .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("prometheus:" + url(dead) + " "
                            + url(alive) + ",resolution=0s,interval=50ms"))
                    .output(runs).build()) {
                return profiler.run();
            }
        }
    }

    private static String url(ScriptedServer server) {
        return "http://127.0.0.1:" + server.port() + "/metrics";
    }

    /** The pages of an exporter, whose counter moves between the second and the third. */
    private static final class Pages {
        private static final int PAGES = 32;
        private final String device;
        private final AtomicInteger served = new AtomicInteger();
        private final CountDownLatch enough = new CountDownLatch(PAGES);

        Pages(String device) {
            this.device = device;
        }

        String next() {
            enough.countDown();
            long millijoules = (served.incrementAndGet() + 7) / 10 * 1000L * JOULES;
            return "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{UUID=\"" + device + "\"} " + (5_000_000 + millijoules) + "\n";
        }
    }
}
