package dev.ipw.agents.command;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of the task itself. Some environments start each command with an empty {@code /tmp}, so the task is
 * written there each time.
 */
final class EnvironmentPlace implements ProgramPlace {
    private static final String TASK_FILE = "/tmp/ipw-task.txt";
    private static final Duration LONGEST_COPY = Duration.ofMinutes(1);

    private final TaskEnvironment environment;
    private final String host;
    private String task = "";

    private EnvironmentPlace(TaskEnvironment environment, String host) {
        this.environment = environment;
        this.host = host;
    }

    /** Finds the address of the proxy as seen from an environment. */
    static EnvironmentPlace of(TaskEnvironment environment) {
        return new EnvironmentPlace(environment,
                environment.loopbackHost().orElseThrow(() -> new InputException("The environment of the task ("
                        + environment.name()
                        + ") has no way to this machine's loopback address, so that no program in it reaches the model; "
                        + "the task has to allow its programs the network")));
    }

    @Override
    public String taskFile(String text) {
        task = text;
        return TASK_FILE;
    }

    @Override
    public String proxyHost() {
        return host;
    }

    @Override
    public CommandResult run(String commands, Map<String, String> variables, Duration longest)
            throws InterruptedException {
        String written = "printf %s " + ProgramVariables.quoted(task) + " > " + TASK_FILE + "\n";
        return environment.run(new ShellCommand(ProgramVariables.commands(commands),
                ProgramVariables.input(variables) + written, longest, Map.of()));
    }

    @Override
    public Optional<String> read(String path) throws InterruptedException {
        CommandResult read = environment.run(new ShellCommand("[ -f \"$IPW_FILE\" ] && cat -- \"$IPW_FILE\"", "",
                LONGEST_COPY, Map.of("IPW_FILE", path)));
        return read.isFine() ? Optional.of(read.output()) : Optional.empty();
    }
}
