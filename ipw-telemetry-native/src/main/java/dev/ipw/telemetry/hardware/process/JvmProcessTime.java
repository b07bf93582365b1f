package dev.ipw.telemetry.hardware.process;

import com.sun.management.OperatingSystemMXBean;

/** The JVM's own processor time, on systems without {@code /proc}. Its child processes are not included. */
final class JvmProcessTime implements ProcessTime {
    private final OperatingSystemMXBean system;
    private long cpuNanos;

    JvmProcessTime(OperatingSystemMXBean system) {
        this.system = system;
    }

    @Override
    public String source() {
        return "processor time of this JVM alone, as it reports it";
    }

    @Override
    public boolean read() {
        long now = system.getProcessCpuTime();
        cpuNanos = Math.max(cpuNanos, now);
        return now >= 0;
    }

    @Override
    public long cpuNanos() {
        return cpuNanos;
    }

    @Override
    public void close() {
        // The JVM's bean must not be closed here.
    }
}
