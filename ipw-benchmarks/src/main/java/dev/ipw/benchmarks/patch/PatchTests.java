package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.dataset.DatasetRecord;
import java.nio.file.Path;
import java.util.Optional;

/** The tests of a task that is solved by a patch of a repository. */
public interface PatchTests {
    /**
     * Returns the image with the repository.
     *
     * @return the image; empty if the task names none
     */
    Optional<String> image();

    /**
     * Returns the reason that the tests cannot be run, independent of the patch.
     *
     * @return the reason; empty if they can
     */
    Optional<String> problem();

    /**
     * Returns the task.
     *
     * @return its record
     */
    DatasetRecord record();

    /**
     * Reads a field of the task.
     *
     * @param name the field in the record's metadata
     * @return its text; empty if it is blank, or no text
     */
    default Optional<String> field(String name) {
        return record().metadata().get(name) instanceof String text && !text.isBlank()
                ? Optional.of(text)
                : Optional.empty();
    }

    /**
     * Returns the commit that the patch is for.
     *
     * @return the commit
     */
    default String baseCommit() {
        return field("base_commit").orElse("");
    }

    /**
     * Returns the repository.
     *
     * @return the repository as {@code owner/name}
     */
    default String repository() {
        return field("repo").orElse("");
    }

    /**
     * Prepares a fresh container before the patch is applied, such as to measure the unchanged code.
     *
     * @param testbed the container
     * @param folder  the folder of this machine for the results
     * @return the judging of the patch after it is applied
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if the container does not work
     */
    Judging prepare(Testbed testbed, Path folder) throws InterruptedException;

    /** The judging of a patch that is applied. */
    @FunctionalInterface
    interface Judging {
        /**
         * Runs the tests.
         *
         * @return their result
         * @throws InterruptedException         if the calling thread is interrupted
         * @throws dev.ipw.error.InputException if the container does not work
         */
        Verification judge() throws InterruptedException;
    }

    /**
     * Returns the result for a patch that cannot be applied, or changes nothing.
     *
     * @param why         the reason in a sentence
     * @param environment the isolation of the task
     * @return a failure
     */
    default Verification failed(String why, String environment) {
        return Verification.failed(why, environment);
    }
}
