package dev.ipw.engine.statistics;

import dev.ipw.statistics.TestResult;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what the residuals of a fit say of its intervals. Rows are counted from 0 in the order in which they were given.
 *
 * @param skewness             0 for residuals that lie alike on both sides
 * @param excessKurtosis       0 for normal residuals, more for those with far outliers
 * @param normality            the test of Jarque and Bera (1980) against the normal distribution
 * @param heteroscedasticity   the test of Breusch and Pagan (1979) in the form of Koenker (1981): whether residuals vary more
 *                             in some places than in others; empty without predictors
 * @param durbinWatson         about 2 for residuals that do not follow from those before, towards 0 if alike ones follow
 * @param lagOneAutocorrelation the correlation of each residual with the one before
 * @param largestLeverage      how much the most unusual row pulls the fit to itself, at most 1
 * @param leverageRow          which row that is
 * @param largestCooksDistance how far the fit moves without the row that moves it most (Cook, 1977); empty if one row alone
 *                             decides a coefficient
 * @param cooksRow             which row that is
 */
public record ResidualChecks(double skewness, double excessKurtosis, TestResult normality,
        Optional<TestResult> heteroscedasticity, double durbinWatson, double lagOneAutocorrelation,
        double largestLeverage, int leverageRow, OptionalDouble largestCooksDistance, int cooksRow) {
    /** Refuse nulls. */
    public ResidualChecks {
        Objects.requireNonNull(normality, "normality");
        Objects.requireNonNull(heteroscedasticity, "heteroscedasticity");
        Objects.requireNonNull(largestCooksDistance, "largestCooksDistance");
    }
}
