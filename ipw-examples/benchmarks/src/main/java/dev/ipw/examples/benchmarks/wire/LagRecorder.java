package dev.ipw.examples.benchmarks.wire;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A recorder of the delay between the sending and the stamp of each event, and of the processor time of the process
 * from the first event on.
 */
final class LagRecorder {
    private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int MIN_FOR_CPU = 2000;

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

    /** Computes the result, after all streams have ended. */
    Lag finish() {
        if (count.get() != lagNanos.length) {
            throw new IllegalStateException("Only " + count.get() + " of " + lagNanos.length + " events came");
        }
        double cpu = PROCESS.getProcessCpuTime() - cpuNanos;
        Arrays.sort(lagNanos);
        return new Lag(lagNanos[lagNanos.length / 2] / NANOS_PER_MICRO,
                lagNanos[(int) (lagNanos.length * 0.99)] / NANOS_PER_MICRO,
                lagNanos.length < MIN_FOR_CPU ? Double.NaN : cpu / lagNanos.length / NANOS_PER_MICRO);
    }

    /**
     * The result of one client's run, in microseconds.
     *
     * @param median     the median lag
     * @param high       its 99th percentile
     * @param cpuAnEvent processor time of the whole process for one event; not a number if there are too few events for
     *                   its clock, which ticks each 10 ms
     */
    record Lag(double median, double high, double cpuAnEvent) {}
}
