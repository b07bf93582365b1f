package dev.ipw.benchmarks.environment;

import dev.ipw.benchmarks.sandbox.SandboxProcess;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** A file with commands that are too long for an argument of a program. */
final class CommandFile {
    private static final String NAME = "commands";

    private CommandFile() {}

    /** Returns whether commands need a file. */
    static boolean isNeeded(String commands) {
        return bytes(commands) > SandboxProcess.MAX_ARGUMENT_BYTES;
    }

    /** Writes commands into a folder. */
    static void write(Path folder, String commands) {
        AtomicFile.write(folder.resolve(NAME), commands.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the shell command that runs the commands in a folder, by the folder's name in the shell. */
    static String commandIn(String folder) {
        return ". " + folder + "/" + NAME;
    }

    /**
     * Rejects variables that are too long to be passed to a program.
     *
     * @throws InputException if one is too long
     */
    static void requireFit(Map<String, String> variables) {
        variables.forEach((name, value) -> {
            long bytes = bytes(name + "=" + value);
            if (bytes > SandboxProcess.MAX_ARGUMENT_BYTES) {
                throw new InputException(
                        "The variable " + name + " has " + bytes + " bytes with its name, and the system"
                                + " takes " + SandboxProcess.MAX_ARGUMENT_BYTES
                                + " at most: put the value into a file");
            }
        });
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
