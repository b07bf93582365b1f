package dev.ipw.agents.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process and all its descendants, including those that have left it but belong to its session or carry its mark.
 */
public final class ProcessTree {
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d{1,15}) kB$");
    private static final long KIBI = 1024;
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration KILLED = Duration.ofSeconds(5);

    private final Optional<ProcessHandle> root;
    private final OptionalLong session;
    private final ProcessMark mark;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    /**
     * Creates the tree of a process.
     *
     * @param root the root, known to be the right process
     * @param mark the mark with which it was started
     */
    public ProcessTree(ProcessHandle root, ProcessMark mark) {
        this.root = Optional.of(root);
        session = OptionalLong.of(root.pid());
        this.mark = mark;
    }

    private ProcessTree(OptionalLong session, ProcessMark mark) {
        root = Optional.empty();
        this.session = session;
        this.mark = mark;
    }

    /**
     * Returns the processes that an ended process left behind.
     *
     * @param ended that process
     * @param mark  the mark with which it was started
     * @return the remaining processes; those of its session only if no other process has its number and the machine was not
     *         rebooted since
     */
    public static ProcessTree leftBy(ProcessIdentity ended, ProcessMark mark) {
        return new ProcessTree(ended.isOfThisBoot() && !ended.isReused()
                ? OptionalLong.of(ended.pid())
                : OptionalLong.empty(), mark);
    }

    private List<ProcessHandle> members() {
        root.ifPresent(known -> {
            seen.add(known);
            known.descendants().forEach(seen::add);
        });
        if (ProcessSession.isThere()) {
            ProcessHandle.allProcesses().filter(process -> !seen.contains(process) && isOurs(process.pid()))
                    .forEach(seen::add);
        }
        return seen.stream().filter(ProcessTree::isAlive).toList();
    }

    private boolean isOurs(long pid) {
        return session.isPresent() && ProcessSession.isMember(pid, session.getAsLong()) || mark.isBorneBy(pid);
    }

    private static boolean isAlive(ProcessHandle process) {
        return process.isAlive() && !ProcessStat.of(process.pid()).map(ProcessStat::isEnded).orElse(false);
    }

    /**
     * Returns their process numbers.
     *
     * @return those that run now
     */
    public List<Long> pids() {
        return members().stream().map(ProcessHandle::pid).toList();
    }

    /**
     * Returns the sum of the processes' resident memory.
     *
     * @return bytes; shared memory counts for each process. Empty if the system does not report it
     */
    public OptionalLong residentBytes() {
        long[] bytes = members().stream().mapToLong(process -> residentBytes(process.pid())).filter(known -> known >= 0)
                .toArray();
        return bytes.length == 0 ? OptionalLong.empty() : OptionalLong.of(Arrays.stream(bytes).sum());
    }

    private static long residentBytes(long pid) {
        try {
            Matcher found = RESIDENT.matcher(Files.readString(Path.of("/proc", String.valueOf(pid), "status")));
            return found.find() ? Long.parseLong(found.group(1)) * KIBI : -1;
        } catch (IOException ended) {
            return -1;
        }
    }

    /**
     * Asks all of them to end, and kills the remaining ones after a while. An interrupt of the thread shortens
     * nothing and is kept.
     *
     * @param patience the time that they may take
     * @return the result
     */
    public Ending end(Duration patience) {
        members().forEach(ProcessHandle::destroy);
        if (awaitEnd(patience)) {
            return new Ending(0, 0);
        }
        List<ProcessHandle> stubborn = members();
        stubborn.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(KILLED);
        return new Ending(stubborn.size(), members().size());
    }

    private boolean awaitEnd(Duration longest) {
        boolean isInterrupted = Thread.interrupted();
        long start = System.nanoTime();
        try {
            while (!members().isEmpty()) {
                if (System.nanoTime() - start > longest.toNanos()) {
                    return false;
                }
                LockSupport.parkNanos(LOOK.toNanos());
                isInterrupted |= Thread.interrupted();
            }
            return true;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * The end of the processes.
     *
     * @param killed the number of processes that did not end when asked
     * @param left   the number of processes that still exist
     */
    public record Ending(int killed, int left) {}
}
