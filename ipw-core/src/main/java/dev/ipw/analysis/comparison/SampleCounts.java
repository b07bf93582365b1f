package dev.ipw.analysis.comparison;

/**
 * Count which queries of a run are in a comparison.
 *
 * @param used     queries whose figure is compared
 * @param absent   queries without the figure: failed, or not measured
 * @param zeros    queries left out because the figure is zero, where zero means that nothing was seen
 * @param unpaired queries left out because the other run has no partner, or none with the figure
 */
public record SampleCounts(long used, long absent, long zeros, long unpaired) {}
