package dev.ipw.telemetry.hardware.host;

import com.sun.management.OperatingSystemMXBean;

/** The sum of the processor load that the JVM reports, on systems without {@code /proc}. */
final class JvmProcessorTime implements ProcessorTime {
    private final OperatingSystemMXBean system;
    private final int logicalProcessors;
    private long previousNanos;
    private long busyNanos;
    private long totalNanos;

    JvmProcessorTime(OperatingSystemMXBean system) {
        this.system = system;
        logicalProcessors = system.getAvailableProcessors();
        previousNanos = System.nanoTime();
    }

    @Override
    public String source() {
        return "processor load as the JVM reports it";
    }

    @Override
    public int logicalProcessors() {
        return logicalProcessors;
    }

    @Override
    public boolean read() {
        double load = system.getCpuLoad();
        if (!(load >= 0)) {
            return false;
        }
        long now = System.nanoTime();
        long available = (now - previousNanos) * logicalProcessors;
        previousNanos = now;
        totalNanos += available;
        busyNanos += Math.round(load * available);
        return true;
    }

    @Override
    public long busyNanos() {
        return busyNanos;
    }

    @Override
    public long totalNanos() {
        return totalNanos;
    }

    @Override
    public void close() {
        // The JVM's bean must not be closed here.
    }
}
