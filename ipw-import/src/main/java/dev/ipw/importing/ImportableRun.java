package dev.ipw.importing;

/** Where a run of another tool lies. It may be opened several times. */
public interface ImportableRun {
    /**
     * Names the run among those that lie beside it.
     *
     * @return one folder name
     */
    String name();

    /**
     * Begins to read.
     *
     * @return the run before its first request
     * @throws dev.ipw.error.InputException if a file is missing or damaged
     */
    ImportedRun open();
}
