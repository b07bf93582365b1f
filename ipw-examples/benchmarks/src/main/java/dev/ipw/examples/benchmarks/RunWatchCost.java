package dev.ipw.examples.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.internal.MeasurementWindowMonitor;
import dev.ipw.quality.internal.SelfCalibration;
import dev.ipw.telemetry.RunClock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A program that prints the cost of the watch over disturbances of a run's times: the thread that wakes every four
 * milliseconds, in shares of a processor and bytes, and the calibration before the run.
 */
public final class RunWatchCost {
    private static final String WATCHER = "ipw-heartbeat";
    private static final int[] STREAMS = {1, 64, 256};
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private RunWatchCost() {}

    /** Prints both. Arguments are the seconds to watch, 20 by default, and the number of calibrations, 5 by default. */
    public static void main(String[] arguments) throws InterruptedException {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 20;
        int times = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        measure(seconds, times).forEach(System.out::println);
    }

    /** Measures everything. */
    static List<String> measure(double seconds, int times) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        lines.add(watching(seconds));
        for (int streams : STREAMS) {
            for (int time = 0; time < times; time++) {
                Optional<Calibration> found = SelfCalibration.run(streams);
                lines.add(found.map(RunWatchCost::text).orElse(streams + " streams: no calibration"));
            }
        }
        return lines;
    }

    private static String watching(double seconds) throws InterruptedException {
        RunClock clock = RunClock.start();
        try (MeasurementWindowMonitor watch = MeasurementWindowMonitor.start(clock, false)) {
            // The first beats load and compile the classes of a beat.
            Thread.sleep(Duration.ofMillis(Math.round(seconds * 500)));
            long thread = watcher();
            long start = System.nanoTime();
            long cpuBefore = THREADS.getThreadCpuTime(thread);
            long bytesBefore = THREADS.getThreadAllocatedBytes(thread);
            Thread.sleep(Duration.ofMillis(Math.round(seconds * 1000)));
            double elapsed = System.nanoTime() - start;
            long cpu = THREADS.getThreadCpuTime(thread) - cpuBefore;
            long bytes = THREADS.getThreadAllocatedBytes(thread) - bytesBefore;
            watch.answered(anyAnswer());
            RunValidity validity = watch.judge(Optional.empty()).orElseThrow();
            return String.format(Locale.ROOT,
                    "watching: %.2f %% of one processor, %d bytes in %.0f s; beats %.3f ms late at the median,"
                            + " %d more than 1 ms, the longest %.1f ms",
                    100 * cpu / elapsed, bytes, elapsed / 1e9, 1e3 * validity.pauses().usualLatenessSeconds().orElse(0),
                    validity.pauses().count(), 1e3 * validity.pauses().longestSeconds().orElse(0));
        }
    }

    private static ResponseTimeline anyAnswer() {
        OptionalLong none = OptionalLong.empty();
        return new ResponseTimeline(0, none, none, none, none, none, 1, new long[0]);
    }

    private static long watcher() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(WATCHER))
                .findFirst().orElseThrow().threadId();
    }

    private static String text(Calibration found) {
        return String.format(Locale.ROOT, "%d streams: %.0f ms, lag %s / %s ms (median / 99th percentile)",
                found.streams(), 1e3 * found.tookSeconds(), millis(found.lags().medianSeconds()),
                millis(found.lags().p99Seconds()));
    }

    private static String millis(OptionalDouble seconds) {
        return seconds.isEmpty() ? "-" : String.format(Locale.ROOT, "%.3f", 1e3 * seconds.getAsDouble());
    }
}
