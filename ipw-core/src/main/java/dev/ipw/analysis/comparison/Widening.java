package dev.ipw.analysis.comparison;

/**
 * Say by how much intervals were widened because queries follow those before them.
 *
 * @param factor        by how much the interval of the deciding difference is wider than that of independent queries
 * @param firstQueries  how many independent queries those of the first run are worth; of pairs, how many pairs
 * @param secondQueries the same of the second run
 */
public record Widening(double factor, double firstQueries, double secondQueries) {}
