package dev.ipw.results.internal.journal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileVersion;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.results.internal.format.RunDifferences;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a run that another process began, so that this one can resume it.
 *
 * @param directory the run's directory
 * @param journal   the version of its journal that was read
 * @param digest    the content of the journal
 * @param lastNanos the last recorded moment, in nanoseconds of the run's clock
 */
public record ResumableRun(RunDirectory directory, FileVersion journal, JournalDigest digest, long lastNanos) {
    /**
     * Finds a run to resume. It is not changed, except that a line that was cut off is removed.
     *
     * @param path its directory
     * @return the run; empty if it was killed before it could write anything
     * @throws ConfigurationException if there is no run
     * @throws InputException         if it is still running in another process, or its journal is damaged
     */
    public static Optional<ResumableRun> find(Path path) {
        if (!Files.isDirectory(path)) {
            throw new ConfigurationException(
                    "There is no run " + path.toAbsolutePath() + " to resume. " + whatToDo(path));
        }
        RunDirectory directory = new RunDirectory(path);
        if (!Files.exists(directory.journal())) {
            RunReservation.requireNeverBegun(directory.path());
            return Optional.empty();
        }
        // Throws if another process writes to it.
        Journal.append(directory.journal()).close();
        FileVersion journal = version(directory);
        JournalDigest digest = JournalDigest.of(directory.journal());
        if (!digest.isBegun()) {
            RunReservation.requireNeverBegun(directory.path());
            return Optional.empty();
        }
        long sampled = Files.isDirectory(directory.telemetry()) ? SampleStore.lastNanos(directory.telemetry()) : 0;
        return Optional.of(new ResumableRun(directory, journal, digest, Math.max(sampled, digest.lastNanos())));
    }

    /** Returns advice for a run that a killed process was replacing, which is not lost. */
    private static String whatToDo(Path path) {
        try {
            List<Path> aside = RunReservation.leftAside(path);
            if (!aside.isEmpty()) {
                return "A replacement that was killed has left the run of that name as " + aside.getLast()
                        + ": rename it to " + path.getFileName()
                        + " to resume it, or leave " + Setting.RESUME + " out to begin a new run";
            }
        } catch (IOException noFolder) {
            return "Check " + Setting.OUTPUT;
        }
        return "Check " + Setting.RUN_NAME + " and " + Setting.OUTPUT + ", or leave " + Setting.RESUME
                + " out to begin the run";
    }

    private static FileVersion version(RunDirectory directory) {
        try {
            return FileVersion.of(directory.journal());
        } catch (IOException gone) {
            throw new InputException("Cannot read " + directory.journal().toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(gone) + ". Check that nothing else works on the run's folder", gone);
        }
    }

    /** Checks, with the run's lock held, that it is unchanged since it was found. */
    void requireUnchanged() {
        if (!version(directory).equals(journal)) {
            throw new InputException("Another process went on with the run " + directory.path().toAbsolutePath()
                    + " meanwhile, so that nothing was done. Try again");
        }
    }

    /**
     * Returns the configuration at its start.
     *
     * @return its configuration
     */
    public RunConfiguration configuration() {
        return digest.configuration();
    }

    /**
     * Returns the evaluators of its answers.
     *
     * @return the evaluators of its requests
     */
    public Set<String> evaluators() {
        return Set.copyOf(digest.evaluators());
    }

    /**
     * Returns whether a record is done: its request reached the server, successful or not.
     *
     * @param recordId the record
     * @return true if its outcome is final
     */
    public boolean has(String recordId) {
        return digest.finished().contains(recordId);
    }

    /**
     * Returns whether any record is done.
     *
     * @return false if it ended before its first outcome
     */
    public boolean hasAny() {
        return digest.finished().size() > 0;
    }

    /**
     * Returns the time measured so far.
     *
     * @return nanoseconds, without the time between its processes
     */
    public long measuredNanos() {
        return digest.measuredNanos();
    }

    /**
     * Returns whether it is complete: its results are written, and it was not ended early.
     *
     * @return false if it was killed, interrupted or lost its server
     */
    public boolean isWhole() {
        return directory.isFinished() && !ResultFiles.read(directory).readSummary().interrupted();
    }

    /**
     * Returns whether answers are without a verdict because their last evaluation failed.
     *
     * @return true if evaluating them again may give one
     */
    public boolean hasFailedEvaluations() {
        return digest.judged().failed() > 0;
    }

    /**
     * Returns whether its results are written.
     *
     * @return true if it can be opened
     */
    public boolean isFinished() {
        return directory.isFinished();
    }

    /**
     * Relates this process's clock to the run's.
     *
     * @return a clock whose moments are after all those in the run
     */
    public RunClock clock() {
        return configuration().clock().resumed(lastNanos);
    }

    /**
     * Compares a configuration with the one at the run's start. The run's folder, the command, the machine's
     * description, clocks and versions may differ.
     *
     * @param now the other configuration
     * @return the differences, each with both values
     */
    public List<String> differences(RunConfiguration now) {
        return RunDifferences.between(configuration(), now);
    }
}
