package dev.ipw.telemetry.hardware.host;

import com.sun.management.OperatingSystemMXBean;

/** The JVM's figures of the machine's memory, on systems without {@code /proc}. */
final class JvmMemoryUse implements MemoryUse {
    private final OperatingSystemMXBean system;
    private long totalBytes;
    private long freeBytes;

    JvmMemoryUse(OperatingSystemMXBean system) {
        this.system = system;
    }

    @Override
    public String source() {
        return "memory as the JVM reports it";
    }

    @Override
    public boolean read() {
        totalBytes = system.getTotalMemorySize();
        freeBytes = system.getFreeMemorySize();
        return totalBytes > 0;
    }

    @Override
    public long usedBytes() {
        return totalBytes - freeBytes;
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public void close() {
        // The JVM's bean must not be closed here.
    }
}
