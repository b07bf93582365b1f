package dev.ipw.benchmarks.environment;

import dev.ipw.benchmarks.sandbox.SandboxPlace;
import dev.ipw.benchmarks.sandbox.SandboxProcess;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command line of a container engine.
 *
 * @param name    podman or docker
 * @param program the engine
 */
public record EngineCommand(String name, Path program) {
    private static final int SHOWN = 2_000;

    /**
     * Runs the engine.
     *
     * @param arguments its arguments
     * @param input     its standard input
     * @param longest   the time limit, at which it is ended
     * @param variables environment variables that arguments may name, by name
     * @return the result; files in a container are not for this program to read
     */
    CommandResult run(List<String> arguments, String input, Duration longest, Map<String, String> variables)
            throws InterruptedException {
        List<String> command = Stream.concat(Stream.of(program.toString()), arguments.stream()).toList();
        SandboxTask task = new SandboxTask(new SandboxProgram.Shell(""), input, longest, Long.MAX_VALUE,
                SandboxPlace.EMPTY.withVariables(variables));
        return SandboxProcess.run(command, task, Integer.MAX_VALUE, Path.of("/")).withoutProcessorTime();
    }

    /**
     * Runs the engine, and throws on a failure.
     *
     * @param what      the action in messages, such as "make a container of the image x"
     * @param arguments its arguments
     * @param longest   the time limit, at which it is ended
     * @return its output
     * @throws InputException if it fails
     */
    String require(String what, List<String> arguments, Duration longest) throws InterruptedException {
        return require(what, arguments, longest, Map.of());
    }

    /** Runs the engine with environment variables that arguments may name, and throws on a failure. */
    String require(String what, List<String> arguments, Duration longest, Map<String, String> variables)
            throws InterruptedException {
        CommandResult result = run(arguments, "", longest, variables);
        if (!result.isFine()) {
            throw new InputException(name + " cannot " + what + ": " + (result.end() == CommandEnd.FINISHED
                    ? said(result)
                    : "it " + result.end().words() + ", after " + longest.toSeconds() + " s"));
        }
        return result.output();
    }

    private static String said(CommandResult result) {
        String errors = result.errors().strip();
        String text = errors.isEmpty() ? result.output().strip() : errors;
        // An engine prints the cause of a failure at the end.
        String end = text.substring(Math.max(0, text.length() - SHOWN));
        return end.isEmpty() ? "exit status " + result.exitCode() : Excerpt.of(end, SHOWN);
    }
}
