package dev.ipw.importing;

import org.apiguardian.api.API;

/** The place of a run of another tool. It may be opened several times. */
@API(status = API.Status.EXPERIMENTAL)
public interface ImportableRun {
    /**
     * Names the run among those beside it.
     *
     * @return one folder name
     */
    String name();

    /**
     * Starts reading the run.
     *
     * @return the run before its first request
     * @throws dev.ipw.error.InputException if a file is missing or damaged
     */
    ImportedRun open();
}
