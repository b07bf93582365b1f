package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.UsedProcessorTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * A reader of the processor time of a process and of all processes that it started, sample by sample. A process that
 * has ended counts by the one that waited for it. The use after the last sample is only known to be at most that of all
 * processors.
 */
final class ProcessorWatch {
    /** The unit of processor time: Linux reports it in hundredths of a second, independent of the kernel's own unit. */
    private static final double SECONDS_PER_TICK = 0.01;
    private static final double NANOS_PER_SECOND = 1e9;
    /**
     * The number of truncated times of a process: user and system time, and those of the processes that it waited for,
     * each truncated to whole ticks.
     */
    private static final int CUT_TICKS_PER_PROCESS = 4;
    /**
     * The first field behind the name of a process with its times: user and system mode, and those of the processes
     * that it waited for.
     */
    private static final int FIRST_TIME_FIELD = 11;
    private static final int TIME_FIELDS = 4;

    private final boolean isTold = Files.isDirectory(Path.of("/proc", "self"));
    private final int processors = Runtime.getRuntime().availableProcessors();
    private long lastNanos = System.nanoTime();
    private double leastSeconds;
    private double cutSeconds;
    private double lostSeconds;

    /** Samples the live processes. */
    void look(Collection<ProcessHandle> all) {
        long nanos = System.nanoTime();
        double seconds = 0;
        int processes = 0;
        for (ProcessHandle process : all) {
            Optional<String> stat = stat(process);
            if (stat.isPresent()) {
                seconds += seconds(stat.get());
                processes++;
            }
        }
        // A process counts nowhere between its end and the wait for it, and never if no process waits for it.
        lostSeconds = Math.max(lostSeconds, leastSeconds - seconds);
        if (processes > 0 && seconds >= leastSeconds) {
            leastSeconds = seconds;
            cutSeconds = CUT_TICKS_PER_PROCESS * SECONDS_PER_TICK * processes;
            lastNanos = nanos;
        }
    }

    /** Returns whether a process still runs. One that has ended does not, even before its parent has waited for it. */
    static boolean isRunning(ProcessHandle process) {
        return process.isAlive()
                && stat(process).map(text -> !text.substring(text.lastIndexOf(')') + 1).strip().startsWith("Z"))
                        .orElse(!Files.isDirectory(Path.of("/proc", "self")));
    }

    private static Optional<String> stat(ProcessHandle process) {
        try {
            return Optional.of(Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat")));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static double seconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        double ticks = 0;
        for (int field = FIRST_TIME_FIELD; field < FIRST_TIME_FIELD + TIME_FIELDS; field++) {
            ticks += Double.parseDouble(fields[field]);
        }
        return ticks * SECONDS_PER_TICK;
    }

    /** Returns the use up to the end; empty where the system does not report it. */
    Optional<UsedProcessorTime> end() {
        double unseen = Math.max(0, System.nanoTime() - lastNanos) / NANOS_PER_SECOND * processors;
        return isTold
                ? Optional.of(new UsedProcessorTime(leastSeconds, leastSeconds + cutSeconds + lostSeconds + unseen))
                : Optional.empty();
    }
}
