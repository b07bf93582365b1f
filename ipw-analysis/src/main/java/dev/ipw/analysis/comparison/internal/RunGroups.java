package dev.ipw.analysis.comparison.internal;

/**
 * The number of runs of each configuration in a comparison. One run of each does not show the variation from run to
 * run.
 *
 * @param blocks  blocks of one run of each, in turn; 0 without blocks
 * @param repeats runs of the configuration that was repeated less often; 0 without repeats
 */
record RunGroups(int blocks, int repeats) {
    /** One run on each side. */
    static final RunGroups SINGLE = new RunGroups(0, 0);

    /** Returns whether there is one run on each side. */
    boolean areSingle() {
        return equals(SINGLE);
    }
}
