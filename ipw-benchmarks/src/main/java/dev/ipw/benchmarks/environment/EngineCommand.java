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
 * Run the command line of a container engine.
 *
 * @param name    podman or docker
 * @param program the engine
 */
public record EngineCommand(String name, Path program) {
    private static final int SHOWN = 2_000;

    /**
     * Runs it.
     *
     * @param arguments its arguments
     * @param input     what it reads
     * @param longest   after that it is ended
     * @param variables environment variables that arguments may name, by name
     * @return what came of it; what ran in a container is not this program's to look at
     */
    CommandResult run(List<String> arguments, String input, Duration longest, Map<String, String> variables)
            throws InterruptedException {
        List<String> command = Stream.concat(Stream.of(program.toString()), arguments.stream()).toList();
        SandboxTask task = new SandboxTask(new SandboxProgram.Shell(""), input, longest, Long.MAX_VALUE,
                SandboxPlace.EMPTY.withVariables(variables));
        return SandboxProcess.run(command, task, Integer.MAX_VALUE, Path.of("/")).withoutProcessorTime();
    }

    /**
     * Runs it, and refuse a failure.
     *
     * @param what      says what is done, as in "make a container of the image x"
     * @param arguments its arguments
     * @param longest   after that it is ended
     * @return what it printed
     * @throws InputException if it fails
     */
    String require(String what, List<String> arguments, Duration longest) throws InterruptedException {
        return require(what, arguments, longest, Map.of());
    }

    /** The same, with environment variables that arguments may name. */
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
        // What went wrong stands at the end of what an engine prints.
        String end = text.substring(Math.max(0, text.length() - SHOWN));
        return end.isEmpty() ? "exit status " + result.exitCode() : Excerpt.of(end, SHOWN);
    }
}
