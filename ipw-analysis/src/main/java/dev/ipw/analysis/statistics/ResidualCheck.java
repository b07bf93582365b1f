package dev.ipw.analysis.statistics;

import dev.ipw.statistics.TestResult;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.special.Gamma;

/**
 * The computation of the checks of a fit's residuals.
 *
 * @param fit       the fit; it is not exact
 * @param columns   the basis of its predictors
 * @param residuals its residuals
 */
record ResidualCheck(LeastSquares fit, OrthogonalColumns columns, DoubleColumn residuals) {
    private static final String LIMIT = "limit";
    private static final double DECIDES_ALONE = 1 - 1e-12;

    ResidualChecks checks() {
        double[] powers = new double[5];
        int leverageRow = 0;
        int cooksRow = 0;
        double cooks = -1;
        double steps = 0;
        double variance = fit.unexplained() / fit.degreesOfFreedom();
        double largest = columns.leverage(leverageRow);
        double before = 0;
        for (int row = 0; row < residuals.size(); row++) {
            double residual = residuals.at(row);
            double square = residual * residual;
            powers[2] += square;
            powers[3] += square * residual;
            powers[4] += square * square;
            double step = row == 0 ? 0 : residual - before;
            before = residual;
            steps += step * step;
            double leverage = columns.leverage(row);
            if (leverage > largest) {
                largest = leverage;
                leverageRow = row;
            }
            double distance = square * leverage
                    / ((columns.size() + 1) * variance * (1 - leverage) * (1 - leverage));
            if (distance > cooks) {
                cooks = distance;
                cooksRow = row;
            }
        }
        double rows = residuals.size();
        double second = powers[2] / rows;
        double skewness = powers[3] / rows / Math.pow(second, 1.5);
        double excess = powers[4] / rows / (second * second) - 3;
        double bera = rows / 6 * (skewness * skewness + excess * excess / 4);
        return new ResidualChecks(skewness, excess, new TestResult("Jarque-Bera", bera, above(bera, 2), LIMIT),
                breuschPagan(), steps / powers[2], lagOne(), largest, leverageRow,
                largest < DECIDES_ALONE ? OptionalDouble.of(cooks) : OptionalDouble.empty(), cooksRow);
    }

    /** Returns the correlation of each residual with the one before, as {@code Autocorrelation.ofLagOne} does. */
    private double lagOne() {
        double mean = residuals.stream().sum() / residuals.size();
        double variance = 0;
        double both = 0;
        double before = 0;
        for (int row = 0; row < residuals.size(); row++) {
            double beside = residuals.at(row) - mean;
            variance += beside * beside;
            both += row == 0 ? 0 : beside * before;
            before = beside;
        }
        return variance > 0 ? both / variance : 0;
    }

    /** Tests the share of the squared residuals that the predictors explain. */
    private Optional<TestResult> breuschPagan() {
        if (columns.size() == 0) {
            return Optional.empty();
        }
        DoubleColumn squares = residuals.map(residual -> residual * residual).centred().column();
        double total = squares.product(squares);
        double[] weights = columns.weights(squares);
        double explained = OrthogonalColumns.product(weights, weights);
        double statistic = total > 0 ? squares.size() * Math.min(1, explained / total) : 0;
        return Optional.of(new TestResult("Breusch-Pagan", statistic, above(statistic, columns.size()), LIMIT));
    }

    /** Returns the probability that the chi-squared distribution is above a statistic. */
    private static double above(double statistic, int degrees) {
        return Math.clamp(Gamma.regularizedGammaQ(degrees / 2.0, statistic / 2), 0.0, 1.0);
    }
}
