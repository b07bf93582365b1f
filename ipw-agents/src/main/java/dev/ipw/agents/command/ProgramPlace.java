package dev.ipw.agents.command;

import dev.ipw.environment.CommandResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Where the program of one task works. */
interface ProgramPlace {
    /**
     * Keep what is to be done in a file, which is there when commands are run.
     *
     * @param task the text
     * @return the file's path as the program sees it
     */
    String taskFile(String task);

    /** Return the host under which the program reaches the proxy. */
    String proxyHost();

    /**
     * Run commands in the working folder.
     *
     * @param commands  the commands
     * @param variables environment variables, some of them secret
     * @param longest   after that they are ended with all that they started
     */
    CommandResult run(String commands, Map<String, String> variables, Duration longest) throws InterruptedException;

    /**
     * Read a file that the program wrote, up to a bound.
     *
     * @param path within the working folder
     * @return its text; empty if there is no such file
     */
    Optional<String> read(String path) throws InterruptedException;
}
