package dev.ipw.agents.terminus;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import java.time.Duration;

/**
 * The environment of a task.
 *
 * @param environment the environment
 */
record EnvironmentHost(TaskEnvironment environment) implements TerminalHost {
    @Override
    public String name() {
        return "the environment of the task (" + environment.name() + ")";
    }

    @Override
    public CommandResult run(String commands, Duration longest) throws InterruptedException {
        return environment.run(new ShellCommand(commands, longest));
    }

    @Override
    public RunningCommand launch(String commands, Duration longest) {
        return environment.launch(new ShellCommand(commands, longest));
    }

    @Override
    public boolean endsItsCommands() {
        return true;
    }
}
