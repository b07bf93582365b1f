package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.nio.file.Path;

/** The memory use in {@code /proc/meminfo}: MemTotal minus MemAvailable, as caches can be released. */
final class MemInfo implements MemoryUse {
    private static final long BYTES_PER_KIBIBYTE = 1024;

    private final KernelFile file;
    private long totalBytes;
    private long availableBytes;

    private MemInfo(KernelFile file) {
        this.file = file;
    }

    static MemInfo open(Path procfs) throws IOException {
        return new MemInfo(KernelFile.open(procfs.resolve("meminfo")));
    }

    @Override
    public String source() {
        return "/proc/meminfo";
    }

    @Override
    public boolean read() {
        try {
            file.read();
        } catch (IOException gone) {
            return false;
        }
        if (!file.skipPast("MemTotal:") || !file.nextNumber()) {
            return false;
        }
        long total = file.number();
        if (!file.skipPast("MemAvailable:") || !file.nextNumber()) {
            return false;
        }
        totalBytes = total * BYTES_PER_KIBIBYTE;
        availableBytes = file.number() * BYTES_PER_KIBIBYTE;
        return true;
    }

    @Override
    public long usedBytes() {
        return totalBytes - availableBytes;
    }

    @Override
    public long totalBytes() {
        return totalBytes;
    }

    @Override
    public void close() {
        file.close();
    }
}
