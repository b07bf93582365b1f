package dev.ipw.examples.benchmarks.wire;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Collect how much later than its sending each event was stamped, and what the process used from the first event on. */
final class LagRecorder {
    private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int FEWEST_FOR_CPU = 2000;

    private final long[] lagNanos;
    private final AtomicInteger count = new AtomicInteger();
    private volatile long cpuNanos;

    LagRecorder(int events) {
        lagNanos = new long[events];
    }

    void add(long nanos) {
        int at = count.getAndIncrement();
        if (at == 0) {
            cpuNanos = PROCESS.getProcessCpuTime();
        }
        lagNanos[at] = nanos;
    }

    /** Sums up, once all streams have ended. */
    Lag finish() {
        if (count.get() != lagNanos.length) {
            throw new IllegalStateException("Only " + count.get() + " of " + lagNanos.length + " events came");
        }
        double cpu = PROCESS.getProcessCpuTime() - cpuNanos;
        Arrays.sort(lagNanos);
        return new Lag(lagNanos[lagNanos.length / 2] / NANOS_PER_MICRO,
                lagNanos[(int) (lagNanos.length * 0.99)] / NANOS_PER_MICRO,
                lagNanos.length < FEWEST_FOR_CPU ? Double.NaN : cpu / lagNanos.length / NANOS_PER_MICRO);
    }

    /**
     * Hold what one client's run took, in microseconds.
     *
     * @param median     the median lag
     * @param high       its 99th percentile
     * @param cpuAnEvent processor time of the whole process for one event; no number for fewer events than its clock,
     *                   which ticks each 10 ms, can tell
     */
    record Lag(double median, double high, double cpuAnEvent) {}
}
