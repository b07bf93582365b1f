package dev.ipw.agents.servers;

import dev.ipw.agents.process.ProcessMark;
import dev.ipw.agents.process.ProcessSession;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The start of a program that outlives this one: in a session of its own, with its output in a file and no input. */
final class ServerProgram {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final File NOTHING = new File("/dev/null");
    /**
     * The script for a session of its own. The shell waits for the program to record its exit status, because no
     * other process may exist by then.
     */
    private static final String ALONE = "\"$@\"; code=$?; printf '%s\\n' \"$code\" >\"$0\"; exit \"$code\"";
    /** The script without sessions: a process group of its own protects from Ctrl-C. */
    private static final String IN_GROUP = "set -m; trap '' HUP; \"$@\" & wait \"$!\"; code=$?;"
            + " printf '%s\\n' \"$code\" >\"$0\"; exit \"$code\"";

    private ServerProgram() {}

    static Process start(ServerPlan plan, ProcessMark mark, Path log, Path exit) {
        ProcessBuilder builder = new ProcessBuilder(command(plan.command(), exit));
        builder.environment().putAll(plan.variables());
        builder.environment().put(mark.variable(), mark.value());
        builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
        if (NOTHING.exists()) {
            builder.redirectInput(Redirect.from(NOTHING));
        }
        try {
            return builder.start();
        } catch (IOException failed) {
            throw new ConfigurationException(plan.spec().kind().title() + " cannot be started: "
                    + Redaction.text(String.valueOf(failed.getMessage())) + ". Check that it is installed", failed);
        }
    }

    private static List<String> command(List<String> program, Path exit) {
        if (!Files.isExecutable(SHELL)) {
            return program;
        }
        List<String> command = new ArrayList<>(
                List.of(SHELL.toString(), "-c", ProcessSession.isThere() ? ALONE : IN_GROUP, exit.toString()));
        command.addAll(program);
        return ProcessSession.command(command);
    }
}
