package dev.ipw.quality.internal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalDouble;

/** The share of the machine's processors that this process uses. */
final class OwnProcessorTime {
    private final OptionalDouble startNanos = usedNanos();

    /** Returns the share since this was created, 0 to 100; empty if the JVM does not report it. */
    OptionalDouble percent(long elapsedNanos) {
        OptionalDouble used = usedNanos();
        if (used.isEmpty() || startNanos.isEmpty() || elapsedNanos <= 0) {
            return OptionalDouble.empty();
        }
        double available = (double) elapsedNanos * Runtime.getRuntime().availableProcessors();
        return OptionalDouble.of(Math.min(100, 100 * (used.getAsDouble() - startNanos.getAsDouble()) / available));
    }

    private static OptionalDouble usedNanos() {
        long nanos = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
        return nanos < 0 ? OptionalDouble.empty() : OptionalDouble.of((double) nanos);
    }
}
