package dev.ipw.agents.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tell a process from a later one that has its number. Linux counts a start in ticks since the machine's own, so those and the
 * name of that start decide where they are known; elsewhere the time of the start does.
 *
 * @param pid        its number
 * @param start      when it started, as the system's clock has it
 * @param startTicks when it started, in clock ticks since the machine did
 * @param boot       the name that Linux gave the machine's own start
 */
public record ProcessIdentity(long pid, Optional<Instant> start, OptionalLong startTicks, Optional<String> boot) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /**
     * Identify a process.
     *
     * @param process which
     * @return what tells it from others
     */
    public static ProcessIdentity of(ProcessHandle process) {
        Optional<ProcessStat> stat = ProcessStat.of(process.pid());
        return new ProcessIdentity(process.pid(), process.info().startInstant(),
                stat.isPresent() ? OptionalLong.of(stat.get().startTicks()) : OptionalLong.empty(), bootName());
    }

    private static Optional<String> bootName() {
        try {
            return Optional.of(Files.readString(BOOT).strip());
        } catch (IOException elsewhere) {
            return Optional.empty();
        }
    }

    /**
     * Find the process.
     *
     * @return it; empty if it has ended, or if its number belongs to another now
     */
    public Optional<ProcessHandle> find() {
        Optional<ProcessStat> stat = ProcessStat.of(pid);
        if (stat.isPresent() && stat.get().isEnded()) {
            return Optional.empty();
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
    }

    /**
     * Return whether another process has the number now.
     *
     * @return false if none has it, or the very process
     */
    public boolean isReused() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(found -> !isSame(found)).isPresent();
    }

    /** Return whether the process was started since the machine was; false where that is not known. */
    boolean isOfThisBoot() {
        return boot.isPresent() && boot.equals(bootName());
    }

    private boolean isSame(ProcessHandle found) {
        ProcessIdentity now = of(found);
        if (startTicks.isPresent() && now.startTicks.isPresent()) {
            return startTicks.equals(now.startTicks) && boot.equals(now.boot);
        }
        return start.isPresent() && start.equals(now.start);
    }
}
