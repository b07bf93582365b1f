package dev.ipw.agents.command;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of the task itself.
 *
 * @param environment the environment
 * @param host        the name of this machine's loopback address in it
 */
record EnvironmentPlace(TaskEnvironment environment, String host) implements ProgramPlace {
    private static final String TASK_FILE = "/tmp/ipw-task.txt";
    private static final Duration LONGEST_COPY = Duration.ofMinutes(1);

    /** Find the way from an environment to the proxy. */
    static EnvironmentPlace of(TaskEnvironment environment) {
        return new EnvironmentPlace(environment,
                environment.loopbackHost().orElseThrow(() -> new InputException("The environment of the task ("
                        + environment.name()
                        + ") has no way to this machine's loopback address, so that no program in it reaches the model")));
    }

    @Override
    public String taskFile(String task) throws InterruptedException {
        CommandResult written = environment
                .run(new ShellCommand("cat > " + TASK_FILE, task, LONGEST_COPY, Map.of()));
        if (!written.isFine()) {
            throw new InputException("The task cannot be written to " + TASK_FILE + " in its environment: "
                    + written.errors().strip());
        }
        return TASK_FILE;
    }

    @Override
    public String proxyHost() {
        return host;
    }

    @Override
    public CommandResult run(String commands, Map<String, String> variables, Duration longest)
            throws InterruptedException {
        return environment.run(new ShellCommand(ProgramVariables.commands(commands), ProgramVariables.input(variables),
                longest, Map.of()));
    }

    @Override
    public Optional<String> read(String path) throws InterruptedException {
        CommandResult read = environment.run(new ShellCommand("[ -f \"$IPW_FILE\" ] && cat -- \"$IPW_FILE\"", "",
                LONGEST_COPY, Map.of("IPW_FILE", path)));
        return read.isFine() ? Optional.of(read.output()) : Optional.empty();
    }
}
