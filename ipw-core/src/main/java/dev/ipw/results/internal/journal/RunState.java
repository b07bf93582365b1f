package dev.ipw.results.internal.journal;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.run.RunDirectory;
import java.io.IOException;

/** The state of a run, by whether a process still writes it. */
public enum RunState {
    /** A process writes it. */
    GOING,
    /** Its results are written. */
    FINISHED,
    /** No process writes it, and it has no results: its process was killed. */
    CUT_OFF;

    /**
     * Returns the state of a run, without changing anything.
     *
     * @throws InputException if its folder cannot be read
     */
    public static RunState of(RunDirectory run) {
        try {
            // The lock is checked first: a run that ends in between has its results by the second check.
            if (JournalLock.isHeld(run.journal())) {
                return GOING;
            }
        } catch (IOException unreadable) {
            throw new InputException("Cannot look at the lock of " + run.path().toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(unreadable) + ". Check the permissions of the folder", unreadable);
        }
        return run.isFinished() ? FINISHED : CUT_OFF;
    }
}
