package dev.ipw.agents.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The contents of Linux's {@code /proc/PID/stat} for a process.
 *
 * @param state      one letter: R, S, D, and Z for one that has ended and was not reaped yet
 * @param session    the number of its session
 * @param threads    the number of its threads; if the first thread has ended, those that are still ending, which hold
 *                   its files
 * @param startTicks its start in clock ticks since the boot
 */
public record ProcessStat(char state, long session, long threads, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    /**
     * The index counted from the state, which follows the name in brackets; the name may contain brackets and blanks.
     */
    private static final int SESSION_FIELD = 3;
    private static final int THREADS_FIELD = 17;
    private static final int START_FIELD = 19;

    /**
     * Reads the file of a process.
     *
     * @param pid the process
     * @return empty if the process or such files do not exist
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
     * Returns whether this system provides such files.
     *
     * @return true on Linux
     */
    static boolean isKnownHere() {
        return Files.isReadable(PROC.resolve("self").resolve("stat"));
    }

    /**
     * Returns whether the process has ended, and only its entry remains.
     *
     * @return true for a zombie without threads that are still ending
     */
    public boolean isEnded() {
        return (state == 'Z' || state == 'X') && threads <= 1;
    }
}
