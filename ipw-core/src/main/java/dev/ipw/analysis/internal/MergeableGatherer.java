package dev.ipw.analysis.internal;

/**
 * A gatherer of sums or columns, which can be merged with another one of the same settings. Gathered in one part or in
 * several, the queries of a run yield the same figures.
 *
 * @param <G> the gatherer itself
 */
public interface MergeableGatherer<G extends MergeableGatherer<G>> extends RecordGatherer {
    /**
     * Adds the queries of another gatherer.
     *
     * @param later the gatherer of queries that come after those of this one; not to be used afterwards
     */
    void merge(G later);
}
