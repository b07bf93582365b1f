package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.verification.Verification;
import java.nio.file.Path;
import java.util.Optional;

/** The tests of a task that is solved by a patch of a repository. */
public interface PatchTests {
    /**
     * Names the image with the repository.
     *
     * @return the image; empty if the task names none
     */
    Optional<String> image();

    /**
     * Say why the tests cannot be run, whatever the patch.
     *
     * @return the reason; empty if they can
     */
    Optional<String> problem();

    /**
     * Names the commit that the patch is for.
     *
     * @return the commit
     */
    String baseCommit();

    /**
     * Names the repository.
     *
     * @return such as {@code owner/name}
     */
    String repository();

    /**
     * Prepares a fresh container, before the patch is applied, such as to measure what is there.
     *
     * @param testbed the container
     * @param folder  the folder of this machine that keeps what is learned
     * @return what is told of the patch after it is applied
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if the container does not work
     */
    Judging prepare(Testbed testbed, Path folder) throws InterruptedException;

    /** Tell of a patch that is applied. */
    @FunctionalInterface
    interface Judging {
        /**
         * Runs the tests.
         *
         * @return what they say
         * @throws InterruptedException         if the calling thread is interrupted
         * @throws dev.ipw.error.InputException if the container does not work
         */
        Verification judge() throws InterruptedException;
    }

    /**
     * Say what a patch that cannot be applied, or changes nothing, comes to.
     *
     * @param why         in a sentence
     * @param environment what kept the task apart
     * @return a failure
     */
    default Verification failed(String why, String environment) {
        return Verification.failed(why, environment);
    }
}
