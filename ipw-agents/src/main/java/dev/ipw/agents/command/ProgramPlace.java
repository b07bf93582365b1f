package dev.ipw.agents.command;

import dev.ipw.environment.CommandResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The place in which the program of one task works. */
interface ProgramPlace {
    /**
     * Stores the task in a file that exists while commands run.
     *
     * @param task the text
     * @return the file's path as the program sees it
     */
    String taskFile(String task);

    /** Returns the host by which the program reaches the proxy. */
    String proxyHost();

    /**
     * Runs commands in the working folder.
     *
     * @param commands  the commands
     * @param variables environment variables, some of them secret
     * @param longest   the time limit, after which they and all their processes are ended
     */
    CommandResult run(String commands, Map<String, String> variables, Duration longest) throws InterruptedException;

    /**
     * Reads a file of the program, up to a maximum size.
     *
     * @param path within the working folder
     * @return its text; empty if there is no such file
     */
    Optional<String> read(String path) throws InterruptedException;
}
