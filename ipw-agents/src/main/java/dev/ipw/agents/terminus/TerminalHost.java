package dev.ipw.agents.terminus;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import java.time.Duration;

/** The place in which a terminal runs. */
interface TerminalHost {
    /** Returns its name, for messages. */
    String name();

    /**
     * Runs commands to their end.
     *
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    CommandResult run(String commands, Duration longest) throws InterruptedException;

    /**
     * Starts commands that continue while others run.
     *
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    RunningCommand launch(String commands, Duration longest);

    /** Returns whether the place ends its commands by itself, after the task's tests have examined them. */
    boolean endsItsCommands();
}
