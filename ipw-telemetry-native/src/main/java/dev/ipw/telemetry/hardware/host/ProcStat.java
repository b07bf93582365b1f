package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.hardware.KernelFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processor time in the first line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq and steal,
 * in hundredths of a second. Guests' time is in user's and nice's already; stolen time belongs to other machines.
 */
final class ProcStat implements ProcessorTime {
    // USER_HZ is 100 on every architecture that Java runs on.
    private static final long NANOS_PER_TICK = 10_000_000L;
    private static final int FIELDS = 8;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int STEAL = 7;

    private final KernelFile file;
    private final int logicalProcessors;
    private long busyTicks;
    private long totalTicks;

    private ProcStat(KernelFile file, int logicalProcessors) {
        this.file = file;
        this.logicalProcessors = logicalProcessors;
    }

    static ProcStat open(Path procfs) throws IOException {
        Path path = procfs.resolve("stat");
        int logicalProcessors = countProcessors(path);
        return new ProcStat(KernelFile.open(path), logicalProcessors);
    }

    /** Counts the lines {@code cpu0}, {@code cpu1} and so on, which follow the line {@code cpu}. */
    private static int countProcessors(Path path) throws IOException {
        int count = -1;
        try (BufferedReader reader = Files.newBufferedReader(path)) {
            String line = reader.readLine();
            while (line != null && line.startsWith("cpu")) {
                count++;
                line = reader.readLine();
            }
        }
        if (count < 1) {
            throw new IOException(path + " lists no processors");
        }
        return count;
    }

    @Override
    public String source() {
        return "/proc/stat";
    }

    @Override
    public int logicalProcessors() {
        return logicalProcessors;
    }

    @Override
    public boolean read() {
        try {
            file.read();
        } catch (IOException gone) {
            return false;
        }
        if (!file.skipPast("cpu ")) {
            return false;
        }
        long busy = 0;
        long idle = 0;
        for (int field = 0; field < FIELDS; field++) {
            if (!file.nextNumber()) {
                return false;
            }
            if (field == IDLE || field == IOWAIT || field == STEAL) {
                idle += file.number();
            } else {
                busy += file.number();
            }
        }
        busyTicks = busy;
        totalTicks = busy + idle;
        return true;
    }

    @Override
    public long busyNanos() {
        return busyTicks * NANOS_PER_TICK;
    }

    @Override
    public long totalNanos() {
        return totalTicks * NANOS_PER_TICK;
    }

    @Override
    public void close() {
        file.close();
    }
}
