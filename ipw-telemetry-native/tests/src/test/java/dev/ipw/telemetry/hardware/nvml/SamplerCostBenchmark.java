package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The processor time of the sampler's thread beside a stand-in for NVML whose counter keeps a processor busy for 4.5 ms: with
 * the counter read twice in each of its steps, and with looks at it now and then. Prints a table.
 */
public final class SamplerCostBenchmark {
    private static final int SECONDS = 30;
    private static final int SETTLING_SECONDS = 5;

    private SamplerCostBenchmark() {}

    /** Measure both ways, one after the other. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        FakeNvml fake = FakeNvml.in(Files.createTempDirectory("sampler-cost"));
        fake.control("device 0 counter_takes_ms 4.5", "device 0 cycle 70 600 190 300");
        double often = percent(fake, "nvml");
        double seldom = percent(fake, "nvml,counter_period=3600ms");
        System.out.printf(Locale.ROOT, "| counter twice a step | %.2f %% of a core |%n", often);
        System.out.printf(Locale.ROOT, "| looks, power each 20 ms | %.2f %% of a core |%n", seldom);
        System.out.printf(Locale.ROOT, "| ratio | %.1f |%n", often / seldom);
    }

    private static double percent(FakeNvml fake, String collectors) throws InterruptedException {
        try (TelemetrySession session = NvmlSessionTests.session(fake, collectors); Watch _ = session.watch()) {
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            long before = samplerNanos();
            long began = System.nanoTime();
            TimeUnit.SECONDS.sleep(SECONDS);
            return 100.0 * (samplerNanos() - before) / (System.nanoTime() - began);
        }
    }

    private static long samplerNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("ipw-sampler-nvml"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId())).sum();
    }
}
