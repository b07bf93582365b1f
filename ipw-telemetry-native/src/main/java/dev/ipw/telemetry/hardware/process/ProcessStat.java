package dev.ipw.telemetry.hardware.process;

import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The processor time of one process from {@code /proc/PID/stat}, in hundredths of a second. The open file belongs to
 * this process: if its number is reused, nothing is read any more.
 */
final class ProcessStat implements AutoCloseable {
    private static final int WORDS_BETWEEN_PARENT_AND_TIMES = 9;

    private final long number;
    private final KernelFile file;
    private long parent;
    private long own;
    private long endedChildren;
    private long endedChildrenGrowth;

    private ProcessStat(long number, KernelFile file) {
        this.number = number;
        this.file = file;
    }

    static ProcessStat open(Path procfs, long number) throws IOException {
        Path path = procfs.resolve(String.valueOf(number)).resolve("stat");
        ProcessStat stat = new ProcessStat(number, KernelFile.open(path));
        if (!stat.read()) {
            stat.close();
            throw new IOException(path + " is not as the kernel writes it, or the process has just ended");
        }
        return stat;
    }

    /** Reads the times again; returns false if the process is gone, and then keeps the last times. */
    boolean read() {
        try {
            file.read();
        } catch (IOException gone) {
            return false;
        }
        // The program's name is in parentheses and may itself contain some, and spaces.
        if (!file.skipPastLast(")")) {
            return false;
        }
        file.skipWords(1);
        if (!file.nextNumber()) {
            return false;
        }
        long readParent = file.number();
        file.skipWords(WORDS_BETWEEN_PARENT_AND_TIMES);
        long readOwn = sumOfTwo();
        long readChildren = sumOfTwo();
        if (readOwn < 0 || readChildren < 0) {
            return false;
        }
        parent = readParent;
        own = readOwn;
        endedChildrenGrowth = readChildren - endedChildren;
        endedChildren = readChildren;
        return true;
    }

    /** Adds up the time in the program and in the kernel; negative if they are missing. */
    private long sumOfTwo() {
        long sum = 0;
        for (int i = 0; i < 2; i++) {
            if (!file.nextNumber()) {
                return -1;
            }
            sum += file.number();
        }
        return sum;
    }

    long number() {
        return number;
    }

    /** Returns the number of the process that started it, or that adopted it. */
    long parent() {
        return parent;
    }

    /** Returns the ticks of its threads. */
    long own() {
        return own;
    }

    /** Returns the ticks of ended children that it waited for, with their own children. */
    long endedChildren() {
        return endedChildren;
    }

    /** Returns the growth of these ticks in the last reading. */
    long endedChildrenGrowth() {
        return endedChildrenGrowth;
    }

    @Override
    public void close() {
        file.close();
    }
}
