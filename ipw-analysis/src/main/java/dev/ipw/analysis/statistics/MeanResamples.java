package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.random.CorrelatedRandomVectorGenerator;
import org.apache.commons.math3.random.GaussianRandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;

/**
 * Resamples of figures that depend on the means of a few columns: means, ratios of means. All columns are drawn
 * together, row by row. Above {@value QuantileResamples#MAX_DRAWN} rows the means of a resample are drawn from the
 * normal distribution that they then follow, with the covariances of the rows.
 */
public final class MeanResamples {
    private static final double DEPENDENT = 1e-12;

    private final double[][] columns;
    private final double[][] means;

    private MeanResamples(double[][] columns, double[][] means) {
        this.columns = columns;
        this.means = means;
    }

    /**
     * Draws resamples.
     *
     * @param seed    the same seed gives the same resamples
     * @param columns one finite value for each row, at least one row
     * @return {@value Resampled#RESAMPLES} resamples
     */
    public static MeanResamples of(long seed, double[]... columns) {
        if (columns[0].length <= QuantileResamples.MAX_DRAWN) {
            return of(Resampled.RESAMPLES, IndexDraws.seeded(seed), columns);
        }
        return new MeanResamples(columns, normal(columns, seed));
    }

    /**
     * Draws means from the normal distribution. Columns that do not vary keep their means; the decomposition handles
     * columns that are combinations of others.
     */
    private static double[][] normal(double[][] columns, long seed) {
        double[] centre = meansOf(columns);
        double[] deviations = Arrays.stream(columns)
                .mapToDouble(column -> Quantiles.standardDeviation(column) / Math.sqrt(column.length)).toArray();
        int[] varying = IntStream.range(0, columns.length).filter(column -> deviations[column] > 0).toArray();
        double[][] means = new double[Resampled.RESAMPLES][];
        Arrays.setAll(means, resample -> centre.clone());
        if (varying.length == 0) {
            return means;
        }
        CorrelatedRandomVectorGenerator correlated = new CorrelatedRandomVectorGenerator(
                correlations(columns, varying), DEPENDENT, new GaussianRandomGenerator(new Well19937c(seed)));
        for (double[] mean : means) {
            double[] drawn = correlated.nextVector();
            for (int index = 0; index < varying.length; index++) {
                mean[varying[index]] += drawn[index] * deviations[varying[index]];
            }
        }
        return means;
    }

    private static RealMatrix correlations(double[][] columns, int[] varying) {
        RealMatrix correlations = MatrixUtils.createRealIdentityMatrix(varying.length);
        for (int row = 0; row < varying.length; row++) {
            for (int column = 0; column < row; column++) {
                double correlation = new PearsonsCorrelation().correlation(columns[varying[row]],
                        columns[varying[column]]);
                correlations.setEntry(row, column, correlation);
                correlations.setEntry(column, row, correlation);
            }
        }
        return correlations;
    }

    /**
     * Draws resamples from a given source.
     *
     * @param resamples the number of resamples, at least 1
     * @param draws     draws the rows' indices
     * @param columns   one finite value for each row, at least one row
     * @return the resamples
     */
    public static MeanResamples of(int resamples, IndexDraws draws, double[]... columns) {
        int rows = columns[0].length;
        int[] drawn = new int[rows];
        double[][] means = new double[resamples][columns.length];
        for (double[] mean : means) {
            draws.draw(drawn);
            for (int column = 0; column < columns.length; column++) {
                double[] values = columns[column];
                double sum = 0;
                for (int row : drawn) {
                    sum += values[row];
                }
                mean[column] = sum / rows;
            }
        }
        return new MeanResamples(columns, means);
    }

    /**
     * Computes a figure.
     *
     * @param figure computes it from the mean of each column; it must not change the array
     * @return the figure, resampled
     */
    public Resampled figure(ToDoubleFunction<double[]> figure) {
        double[] all = meansOf(columns);
        double value = figure.applyAsDouble(all);
        int rows = columns[0].length;
        double[] jackknife = new double[rows];
        double[] others = new double[columns.length];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns.length; column++) {
                others[column] = all[column] + (all[column] - columns[column][row]) / Math.max(1, rows - 1);
            }
            jackknife[row] = figure.applyAsDouble(others);
        }
        return Resampled.of(value, Arrays.stream(means).mapToDouble(figure).toArray(), jackknife);
    }

    /** Computes the means with the summation of the resamples, so that the mean of equal values is exactly theirs. */
    private static double[] meansOf(double[][] columns) {
        double[] means = new double[columns.length];
        for (int column = 0; column < columns.length; column++) {
            double sum = 0;
            for (double value : columns[column]) {
                sum += value;
            }
            means[column] = sum / columns[column].length;
        }
        return means;
    }
}
