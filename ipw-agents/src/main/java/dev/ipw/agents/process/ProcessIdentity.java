package dev.ipw.agents.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The identity of a process, which distinguishes it from a later one with the same number. Linux counts the start of
 * a process in ticks since the machine's own start. Those ticks and the id of the boot decide if they are known;
 * otherwise the time of the start decides.
 *
 * @param pid        its number
 * @param start      the time of its start by the system's clock
 * @param startTicks its start in clock ticks since the boot
 * @param boot       Linux's id of the boot
 */
public record ProcessIdentity(long pid, Optional<Instant> start, OptionalLong startTicks, Optional<String> boot) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /**
     * Returns the identity of a process.
     *
     * @param process the process
     * @return its identity
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
     * Finds the process.
     *
     * @return the process; empty if it has ended, or if its number belongs to another now
     */
    public Optional<ProcessHandle> find() {
        Optional<ProcessStat> stat = ProcessStat.of(pid);
        if (stat.isPresent() && stat.get().isEnded()) {
            return Optional.empty();
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
    }

    /**
     * Returns whether another process has the number now.
     *
     * @return false if no process has it, or this process itself
     */
    public boolean isReused() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(found -> !isSame(found)).isPresent();
    }

    /** Returns whether the process was started since the boot; false if unknown. */
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
