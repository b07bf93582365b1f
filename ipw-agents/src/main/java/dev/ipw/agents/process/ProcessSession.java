package dev.ipw.agents.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The start of a program in a session of its own, on systems with sessions. The session identifies its processes even
 * after the program has ended: children whose parent is gone are no longer descendants of any process of this
 * program. Ctrl-C in a terminal does not reach another session.
 */
public final class ProcessSession {
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private ProcessSession() {}

    /**
     * Returns a command that starts a program in a session of its own.
     *
     * @param program the program and its arguments
     * @return the command; the program itself if the system's sessions cannot be listed
     */
    public static List<String> command(List<String> program) {
        if (!isThere()) {
            return program;
        }
        List<String> command = new ArrayList<>(List.of(SETSID.toString()));
        command.addAll(program);
        return command;
    }

    /**
     * Returns whether programs get sessions of their own.
     *
     * @return true if {@code setsid} and {@code /proc} exist
     */
    public static boolean isThere() {
        return Files.isExecutable(SETSID) && ProcessStat.isKnownHere();
    }

    /**
     * Lists the processes of the session that a process leads.
     *
     * @param leader the number of that process
     * @return its members; empty if the system's sessions cannot be listed
     */
    public static Stream<ProcessHandle> members(long leader) {
        return isThere()
                ? ProcessHandle.allProcesses().filter(process -> isMember(process.pid(), leader))
                : Stream.empty();
    }

    /** Returns whether a process belongs to the session that another one leads. */
    static boolean isMember(long pid, long leader) {
        return ProcessStat.of(pid).map(ProcessStat::session).orElse(-1L) == leader;
    }
}
