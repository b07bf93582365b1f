package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Statistics;

/** The columns of statistics over the samples of one query, under the reference's names. */
final class StatisticsColumns extends StructColumns<Statistics> {
    static final StatisticsColumns INSTANCE = new StatisticsColumns();

    private final Column<Statistics, Double> average = number("avg", "mean", Statistics::average);
    private final Column<Statistics, Double> maximum = number("max", "largest", Statistics::maximum);
    private final Column<Statistics, Double> median = number("median", "median", Statistics::median);
    private final Column<Statistics, Double> minimum = number("min", "smallest", Statistics::minimum);

    private StatisticsColumns() {}

    @Override
    public Statistics read(TreeReader row) {
        return new Statistics(average.in(row), maximum.in(row), median.in(row), minimum.in(row));
    }
}
