package dev.ipw.agents.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Start a program in a session of its own, where the system has them, so that what it leaves behind is still found when it has ended itself:
 * children whose parent is gone are nobody's descendants. Ctrl-C in a terminal does not reach another session.
 */
public final class ProcessSession {
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private ProcessSession() {}

    /**
     * Make a command that starts a program in a session of its own.
     *
     * @param program the program and its arguments
     * @return the command; the program itself where the system has no sessions that can be listed
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
     * Return whether programs get sessions of their own.
     *
     * @return true if {@code setsid} and {@code /proc} are there
     */
    public static boolean isThere() {
        return Files.isExecutable(SETSID) && ProcessStat.isKnownHere();
    }

    /**
     * List the processes of the session that a process has begun.
     *
     * @param leader the number of that process
     * @return its members; none where the system has no sessions that can be listed
     */
    public static Stream<ProcessHandle> members(long leader) {
        return isThere()
                ? ProcessHandle.allProcesses().filter(process -> session(process.pid()) == leader)
                : Stream.empty();
    }

    private static long session(long pid) {
        return ProcessStat.of(pid).map(ProcessStat::session).orElse(-1L);
    }
}
