package dev.ipw.benchmarks.environment;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import java.nio.file.Path;
import java.util.Optional;

/** Run commands in one place, whose files last from one to the next. */
public interface CommandHost extends AutoCloseable {
    /**
     * Names what keeps it apart from this machine.
     *
     * @return such as {@code podman}
     */
    String name();

    /**
     * Say under which name a program in it reaches servers on this machine's loopback address.
     *
     * @return the name; empty if it has no way there
     */
    Optional<String> loopbackHost();

    /**
     * Makes it.
     *
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be made
     */
    void start() throws InterruptedException;

    /**
     * Runs commands to their end or to their time limit.
     *
     * @param command what is run, where and as whom
     * @return what came of it
     * @throws InterruptedException         if the calling thread is interrupted; the commands are ended then
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    CommandResult run(HostCommand command) throws InterruptedException;

    /**
     * Starts commands that go on while others run.
     *
     * @param command what is run, where and as whom
     * @return the running commands; close them after use
     */
    RunningCommand launch(HostCommand command);

    /**
     * Shows a folder of this machine to the commands that come after; what they change of it does not change this
     * machine's. A folder that is put where another one is adds to that.
     *
     * @param source an existing folder
     * @param target where commands find it, absolute
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be shown
     */
    void put(Path source, String target) throws InterruptedException;

    /**
     * Copies the files of a folder of this machine into the working folder.
     *
     * @param source        an existing folder
     * @param workingFolder where commands start
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if they cannot be copied
     */
    void fill(Path source, String workingFolder) throws InterruptedException;

    /**
     * Takes away what was put.
     *
     * @param target where commands found it; nothing need be there
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be taken away
     */
    void remove(String target) throws InterruptedException;

    /**
     * Returns the commands that come after an empty folder to write into.
     *
     * @param target where commands find it, absolute; what was there is gone
     * @param folder an empty folder of this machine, which holds what they wrote after {@link #collect}
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be given
     */
    void open(String target, Path folder) throws InterruptedException;

    /**
     * Brings what was written into an opened folder to this machine.
     *
     * @param target the folder, as commands find it
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be brought
     */
    void collect(String target) throws InterruptedException;

    /** Takes it away with all that runs in it. */
    @Override
    void close();
}
