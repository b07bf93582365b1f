package dev.ipw.telemetry.hardware.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;

/** The choice of the place where this machine's load is read: {@code /proc} if there is one, else the JVM. */
public final class HostReadings {
    private HostReadings() {}

    /**
     * Finds the processors' busy time.
     *
     * @param procfs the kernel's process tree
     * @return the busy time; empty if neither the kernel nor the JVM reports it
     */
    public static Optional<ProcessorTime> processorTime(Path procfs) {
        try {
            return Optional.of(ProcStat.open(procfs));
        } catch (IOException noProcfs) {
            return system().map(JvmProcessorTime::new);
        }
    }

    static Optional<MemoryUse> memoryUse(Path procfs) {
        try {
            return Optional.of(MemInfo.open(procfs));
        } catch (IOException noProcfs) {
            return system().map(JvmMemoryUse::new);
        }
    }

    /**
     * Returns the bean with more values than the standard one; a JVM need not have it.
     *
     * @return the bean
     */
    public static Optional<OperatingSystemMXBean> system() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? Optional.of(system)
                : Optional.empty();
    }

    /** The JVM's figures of the machine's memory, on systems without {@code /proc}. */
    private static final class JvmMemoryUse implements MemoryUse {
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
}
