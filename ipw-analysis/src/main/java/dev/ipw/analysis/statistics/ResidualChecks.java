package dev.ipw.analysis.statistics;

import dev.ipw.statistics.TestResult;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The evidence in the residuals of a fit for or against its intervals. Rows are counted from 0 in the order in which
 * they were given.
 *
 * @param skewness              0 for symmetric residuals
 * @param excessKurtosis        0 for normal residuals, more for those with far outliers
 * @param normality             the test of Jarque and Bera (1980) against the normal distribution
 * @param heteroscedasticity    the test of Breusch and Pagan (1979) in the form of Koenker (1981): whether residuals
 *                              vary more in some places than in others; empty without predictors
 * @param durbinWatson          about 2 for residuals that do not depend on those before, towards 0 if similar ones
 *                              follow each other
 * @param lagOneAutocorrelation the correlation of each residual with the one before
 * @param largestLeverage       the leverage of the most unusual row, at most 1
 * @param leverageRow           the index of that row
 * @param largestCooksDistance  the effect on the fit of omitting the row with the greatest effect (Cook, 1977); empty
 *                              if one row alone decides a coefficient
 * @param cooksRow              the index of that row
 */
public record ResidualChecks(double skewness, double excessKurtosis, TestResult normality,
        Optional<TestResult> heteroscedasticity, double durbinWatson, double lagOneAutocorrelation,
        double largestLeverage, int leverageRow, OptionalDouble largestCooksDistance, int cooksRow) {}
