package dev.ipw.agents.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Hold what Linux tells of a process in {@code /proc/PID/stat}.
 *
 * @param state      one letter: R, S, D, and Z for one that has ended and was not asked about yet
 * @param session    the number of its session
 * @param threads    how many threads it has; of one whose first thread has ended, those that are still ending, which hold its files
 * @param startTicks when it started, in clock ticks since the machine did
 */
public record ProcessStat(char state, long session, long threads, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    /** Counted from the state, which stands behind the name in brackets; the name may hold brackets and blanks. */
    private static final int SESSION_FIELD = 3;
    private static final int THREADS_FIELD = 17;
    private static final int START_FIELD = 19;

    /**
     * Read it.
     *
     * @param pid which process
     * @return empty if there is none, or this system has no such files
     */
    public static Optional<ProcessStat> of(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(String.valueOf(pid)).resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Optional.of(new ProcessStat(fields[0].charAt(0), Long.parseLong(fields[SESSION_FIELD]),
                    Long.parseLong(fields[THREADS_FIELD]), Long.parseLong(fields[START_FIELD])));
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException ended) {
            return Optional.empty();
        }
    }

    /**
     * Return whether this system tells such facts.
     *
     * @return true on Linux
     */
    static boolean isKnownHere() {
        return Files.isReadable(PROC.resolve("self").resolve("stat"));
    }

    /**
     * Return whether the process has ended, and only its entry is left.
     *
     * @return true for a zombie without threads that are still ending
     */
    public boolean isEnded() {
        return (state == 'Z' || state == 'X') && threads <= 1;
    }
}
