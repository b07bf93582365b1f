package dev.ipw.agents.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Start a program in a session of its own, where the system has them, so that what it leaves behind is still found when it has ended itself:
 * children whose parent is gone are nobody's descendants.
 */
final class ProcessSession {
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Path PROC = Path.of("/proc");
    /** Behind the name in brackets: state, parent, group, session. */
    private static final int SESSION_FIELD = 3;

    private ProcessSession() {}

    static List<String> command(List<String> program) {
        if (!isThere()) {
            return program;
        }
        List<String> command = new ArrayList<>(List.of(SETSID.toString()));
        command.addAll(program);
        return command;
    }

    private static boolean isThere() {
        return Files.isExecutable(SETSID) && Files.isReadable(PROC.resolve("self").resolve("stat"));
    }

    /** List the processes of the session that a process has begun. */
    static Stream<ProcessHandle> members(long leader) {
        return isThere()
                ? ProcessHandle.allProcesses().filter(process -> session(process.pid()) == leader)
                : Stream.empty();
    }

    private static long session(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(String.valueOf(pid)).resolve("stat"));
            return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[SESSION_FIELD]);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException ended) {
            return -1;
        }
    }
}
