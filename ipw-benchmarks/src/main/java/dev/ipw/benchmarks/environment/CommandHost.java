package dev.ipw.benchmarks.environment;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import java.nio.file.Path;
import java.util.Optional;

/** A place in which commands run, whose files persist between commands. */
public interface CommandHost extends AutoCloseable {
    /**
     * Returns the name of the isolation from this machine.
     *
     * @return the name, such as {@code podman}
     */
    String name();

    /**
     * Returns the name under which a program in the host reaches servers on this machine's loopback address.
     *
     * @return the name; empty if it cannot reach them
     */
    Optional<String> loopbackHost();

    /**
     * Starts the host.
     *
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be started
     */
    void start() throws InterruptedException;

    /**
     * Runs commands to their end or to their time limit.
     *
     * @param command the commands, with their folder and their user
     * @return the result
     * @throws InterruptedException         if the calling thread is interrupted; the commands are ended then
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    CommandResult run(HostCommand command) throws InterruptedException;

    /**
     * Starts commands that keep running while others run.
     *
     * @param command the commands, with their folder and their user
     * @return the running commands; close them after use
     */
    RunningCommand launch(HostCommand command);

    /**
     * Shows a folder of this machine to the following commands; their changes do not change this machine's folder. A
     * folder that is put to the place of another one is merged into it.
     *
     * @param source an existing folder
     * @param target its absolute path for the commands
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be shown
     */
    void put(Path source, String target) throws InterruptedException;

    /**
     * Copies the files of a folder of this machine into the working folder.
     *
     * @param source        an existing folder
     * @param workingFolder the folder in which commands start
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if they cannot be copied
     */
    void fill(Path source, String workingFolder) throws InterruptedException;

    /**
     * Removes the files that were put to a place.
     *
     * @param target their path for the commands; it need not exist
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if they cannot be removed
     */
    void remove(String target) throws InterruptedException;

    /**
     * Opens an empty folder for the following commands to write into.
     *
     * @param target its absolute path for the commands; its former content is gone
     * @param folder an empty folder of this machine, which has the written files after {@link #collect}
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be opened
     */
    void open(String target, Path folder) throws InterruptedException;

    /**
     * Brings the content of an opened folder to this machine.
     *
     * @param target the path of the folder for the commands
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be brought
     */
    void collect(String target) throws InterruptedException;

    /** Removes the host with all processes in it. */
    @Override
    void close();
}
