package dev.ipw.agents.tool;

import dev.ipw.agents.ToolContext;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.benchmarks.sandbox.SandboxChoice;
import dev.ipw.benchmarks.sandbox.SandboxPlace;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.ShellCommand;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The execution of a model's programs in the environment of its task, or otherwise in a sandbox that sees the task's
 * folder and nothing else of this machine.
 *
 * @param sandbox     the sandbox; empty if all tasks have an environment of their own
 * @param timeout     the time limit of one program
 * @param memoryBytes the memory limit of its processes together
 */
public record CommandSandbox(Optional<Sandbox> sandbox, Duration timeout, long memoryBytes) {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MEMORY_MEBIBYTES = 2_048;
    private static final String ENVIRONMENT = "environment";
    private static final List<String> KINDS = List.of("auto", "bubblewrap", "podman", "docker", ENVIRONMENT);

    /**
     * Finds the sandbox that parameters request, and tries it.
     *
     * @param context    finds programs
     * @param parameters {@code sandbox}, {@code image}, {@code timeout}, {@code memory_mb},
     *                   {@code unsafe_local_execution}
     * @return the sandbox
     * @throws ConfigurationException if no sandbox works, or a parameter is wrong
     */
    public static CommandSandbox of(ToolContext context, Parameters parameters) {
        String wanted = parameters.text("sandbox").orElse("auto");
        if (!KINDS.contains(wanted)) {
            throw new ConfigurationException(
                    "The parameter sandbox must be one of " + String.join(", ", KINDS) + ", not '"
                            + wanted + "'");
        }
        Optional<Sandbox> sandbox = wanted.equals(ENVIRONMENT)
                ? Optional.empty()
                : Optional.of(sandbox(wanted, context, parameters));
        Duration timeout = parameters.duration("timeout").orElse(TIMEOUT);
        int mebibytes = parameters.integer("memory_mb").orElse(MEMORY_MEBIBYTES);
        if (timeout.isZero() || timeout.isNegative() || mebibytes < 1) {
            throw new ConfigurationException("timeout and memory_mb of a sandbox must be more than 0");
        }
        return new CommandSandbox(sandbox, timeout, (long) mebibytes << 20);
    }

    private static Sandbox sandbox(String wanted, ToolContext context, Parameters parameters) {
        boolean isUnsafe = parameters.flag("unsafe_local_execution").orElse(false);
        SandboxChoice choice = SandboxChoice.of(context.variable("PATH").orElse("/usr/bin:/bin"),
                isUnsafe ? "none" : wanted, parameters.text("python"),
                parameters.text("image").orElse("python:3.12-slim"));
        return choice.sandbox().orElseThrow(() -> new ConfigurationException("Programs of a model cannot be run here: "
                + choice.reason()
                + ". For tasks that all have an environment of their own, sandbox=environment needs neither"));
    }

    /**
     * Runs commands or a script in the task's environment, or in its folder.
     *
     * @param program   the program
     * @param workspace the task's folder
     * @param limit     a shorter time than the sandbox's own limit; empty for that limit
     * @return the result
     * @throws InterruptedException if the task is cancelled; the program has ended by then
     */
    public CommandResult run(SandboxProgram program, Workspace workspace, Optional<Duration> limit)
            throws InterruptedException {
        Duration time = limit.filter(shorter -> shorter.compareTo(timeout) < 0).orElse(timeout);
        CommandResult result = workspace.environment().isPresent()
                ? workspace.environment().get().run(command(program, time))
                : sandbox.orElseThrow(CommandSandbox::noEnvironment)
                        .run(new SandboxTask(program, "", time, memoryBytes, SandboxPlace.work(workspace.folder())));
        result.processorTime().ifPresent(workspace::used);
        return result;
    }

    private static ShellCommand command(SandboxProgram program, Duration time) {
        return switch (program) {
            case SandboxProgram.Shell shell -> new ShellCommand(shell.commands(), time);
            case SandboxProgram.Python python -> new ShellCommand("exec python3 -", python.script(), time, Map.of());
        };
    }

    private static InputException noEnvironment() {
        return new InputException(
                "The task has no environment of its own, and sandbox=environment runs nothing outside of one");
    }
}
