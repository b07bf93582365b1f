package dev.ipw.report.picture;

import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * Some dimensions of every query of a run, in 8 bytes each.
 * <pre>{@code
 * RunSample run = RunSample.of("a", RunReader.open(Path.of("runs/a")), Set.of(Dimension.OUTPUT_TOKENS));
 * double[] tokens = run.values(Dimension.OUTPUT_TOKENS);
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RunSample {
    private static final int MIN = 16;

    private final String name;
    private final Map<Dimension, double[]> columns = new EnumMap<>(Dimension.class);
    private int queries;
    private long failed;
    private boolean hasShares;

    private RunSample(String name, int expected, Set<Dimension> dimensions) {
        this.name = name;
        dimensions.forEach(dimension -> columns.put(dimension, new double[Math.max(expected, MIN)]));
    }

    /**
     * Reads a run without the requests that its load excludes.
     *
     * @param name       its name in pictures
     * @param run        the run
     * @param dimensions the dimensions to store
     * @return the figures, in the order in which the queries finished
     * @throws dev.ipw.error.InputException if the dataset is damaged
     */
    public static RunSample of(String name, RunReader run, Set<Dimension> dimensions) {
        RunSample sample = new RunSample(name, Math.clamp(run.summary().totals().queries(), MIN, 1 << 24),
                dimensions);
        CountedRequests counted = CountedRequests.of(run);
        run.forEachQuery(query -> {
            if (counted.includes(query)) {
                sample.add(query);
            }
        });
        sample.columns.replaceAll((dimension, column) -> Arrays.copyOf(column, sample.queries));
        return sample;
    }

    /** Returns the name of a run: its folder's name. */
    static String nameOf(RunReader run) {
        Path path = run.directory().path().toAbsolutePath().normalize();
        return String.valueOf(path.getFileName());
    }

    private void add(RecordedQuery record) {
        columns.replaceAll((dimension, column) -> queries < column.length
                ? column
                : Arrays.copyOf(column, Math.addExact(queries, queries / 2)));
        columns.forEach((dimension, column) -> column[queries] = dimension.of(record).orElse(Double.NaN));
        queries++;
        failed += record.hasFailed() ? 1 : 0;
        hasShares |= record.headline().flags().contains(EnergyFlag.ATTRIBUTED);
    }

    /**
     * Returns the run's name.
     *
     * @return its name in pictures
     */
    public String name() {
        return name;
    }

    /**
     * Returns the number of queries.
     *
     * @return the number of read queries, including failed ones
     */
    public int queries() {
        return queries;
    }

    /**
     * Returns the number of queries without a complete answer.
     *
     * @return the number of failed queries
     */
    public long failed() {
        return failed;
    }

    /** Returns whether requests overlapped, so that joules of queries are shares derived from their tokens. */
    boolean hasShares() {
        return hasShares;
    }

    /**
     * Returns one dimension with an element for each query, so that two dimensions align.
     *
     * @param dimension one of those that were read
     * @return a copy; NaN where not measured
     * @throws IllegalArgumentException if it was not read
     */
    public double[] column(Dimension dimension) {
        double[] column = columns.get(dimension);
        if (column == null) {
            throw new IllegalArgumentException("The dimension " + dimension.label() + " was not read; read were "
                    + columns.keySet());
        }
        return column.clone();
    }

    /**
     * Returns the values of one dimension.
     *
     * @param dimension one of those that were read
     * @return those that were measured
     * @throws IllegalArgumentException if it was not read
     */
    public double[] values(Dimension dimension) {
        return Arrays.stream(column(dimension)).filter(Double::isFinite).toArray();
    }

    @Override
    public String toString() {
        return Objects.toString(name) + " of " + queries + " queries";
    }
}
