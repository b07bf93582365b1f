package dev.ipw.examples.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.ipw.micrometer.EnergyMeters;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A program that prints the cost of live meters of energy: nanoseconds of a scrape, and the share of a processor that
 * their thread uses.
 */
public final class LiveMetersCost {
    private static final String REFRESHER = "ipw-micrometer";
    private static final int SPANS = 1000;
    private static final int ROUNDS = 5;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private LiveMetersCost() {}

    /**
     * Prints both. Arguments are the seconds to watch the thread, 60 by default, and the scrapes of a round, 100,000 by
     * default.
     */
    public static void main(String[] arguments) throws InterruptedException {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 60;
        int scrapes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
        measure(seconds, scrapes).forEach(System.out::println);
    }

    /** Measures everything, with a counter of one watt and a thousand closed spans. */
    static List<String> measure(double seconds, int scrapes) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        lines.add("empty registry: " + scrape(registry, scrapes));
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(new OneWatt()).open();
                EnergyMeters meters = EnergyMeters.of(session)) {
            for (int i = 0; i < SPANS; i++) {
                try (RequestSpan span = session.request("request")) {
                    span.tokens(30, 5);
                }
            }
            meters.bindTo(registry);
            long thread = refresher();
            long cpuBefore = THREADS.getThreadCpuTime(thread);
            long start = System.nanoTime();
            Thread.sleep(Duration.ofMillis(Math.round(seconds * 1000)));
            double elapsed = System.nanoTime() - start;
            long cpu = THREADS.getThreadCpuTime(thread) - cpuBefore;
            lines.add(String.format(Locale.ROOT, "refreshing each 5 s: %.4f %% of one processor in %.0f s",
                    100 * cpu / elapsed, elapsed / 1e9));
            lines.add("meters of energy, " + registry.getMeters().size() + ": " + scrape(registry, scrapes));
        }
        return lines;
    }

    private static String scrape(PrometheusMeterRegistry registry, int scrapes) {
        StringBuilder rounds = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            long characters = 0;
            long start = System.nanoTime();
            for (int i = 0; i < scrapes; i++) {
                characters += registry.scrape().length();
            }
            rounds.append(String.format(Locale.ROOT, " %.0f", (System.nanoTime() - start) / (double) scrapes));
            if (characters < 0) {
                throw new IllegalStateException("A scrape has no negative length");
            }
        }
        return rounds.substring(1) + " ns per scrape";
    }

    private static long refresher() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(REFRESHER))
                .findFirst().orElseThrow().threadId();
    }
}
