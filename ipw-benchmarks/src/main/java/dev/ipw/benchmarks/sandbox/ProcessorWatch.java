package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.UsedProcessorTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * A reader of the processor time of a process and of all that it started, look by look. A process that has ended counts
 * by the one that waited for it. What was used after the last look is only known to be no more than all processors
 * could give.
 */
final class ProcessorWatch {
    /** Linux tells processor time in hundredths of a second, whatever the kernel counts in. */
    private static final double SECONDS_PER_TICK = 0.01;
    private static final double NANOS_PER_SECOND = 1e9;
    /** User and system time of a process, and of those that it waited for, each cut to whole ticks. */
    private static final int CUT_TICKS_PER_PROCESS = 4;
    /** The fields of the time of a process in user and system mode, and of those that it waited for, behind its name. */
    private static final int FIRST_TIME_FIELD = 11;
    private static final int TIME_FIELDS = 4;

    private final boolean isTold = Files.isDirectory(Path.of("/proc", "self"));
    private final int processors = Runtime.getRuntime().availableProcessors();
    private long lastNanos = System.nanoTime();
    private double leastSeconds;
    private double cutSeconds;
    private double lostSeconds;

    /** Looks at the processes that live. */
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
        // A process counts nowhere between its end and the wait for it, and never where nobody waits.
        lostSeconds = Math.max(lostSeconds, leastSeconds - seconds);
        if (processes > 0 && seconds >= leastSeconds) {
            leastSeconds = seconds;
            cutSeconds = CUT_TICKS_PER_PROCESS * SECONDS_PER_TICK * processes;
            lastNanos = nanos;
        }
    }

    /** Returns whether a process still runs: one that nobody has waited for yet does not. */
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

    /** Tell what was used by the end; empty where the system does not tell. */
    Optional<UsedProcessorTime> end() {
        double unseen = Math.max(0, System.nanoTime() - lastNanos) / NANOS_PER_SECOND * processors;
        return isTold
                ? Optional.of(new UsedProcessorTime(leastSeconds, leastSeconds + cutSeconds + lostSeconds + unseen))
                : Optional.empty();
    }
}
