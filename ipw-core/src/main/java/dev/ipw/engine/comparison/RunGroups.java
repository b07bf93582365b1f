package dev.ipw.engine.comparison;

/**
 * How many runs of each configuration a comparison rests on. One run of each does not show how a figure varies from run to run.
 *
 * @param blocks  blocks of one run of each, in turn; 0 where there are none
 * @param repeats runs of the configuration that was repeated less often; 0 where there are none
 */
record RunGroups(int blocks, int repeats) {
    /** One run of each. */
    static final RunGroups SINGLE = new RunGroups(0, 0);

    /** Returns whether there is one run of each. */
    boolean areSingle() {
        return equals(SINGLE);
    }
}
