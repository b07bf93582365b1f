package dev.ipw.agents.terminus;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import java.time.Duration;

/** The place in which a terminal runs. */
interface TerminalHost {
    /** Returns the name of it, for messages. */
    String name();

    /**
     * Runs commands to their end.
     *
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    CommandResult run(String commands, Duration longest) throws InterruptedException;

    /**
     * Starts commands that go on while others run.
     *
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    RunningCommand launch(String commands, Duration longest);

    /** Returns whether it takes away what runs in it, after the task's tests have looked at that. */
    boolean endsItsCommands();
}
