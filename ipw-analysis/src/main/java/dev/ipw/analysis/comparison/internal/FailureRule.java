package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.error.ConfigurationException;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule for the differences that fail a build, for example {@code tpot.median > +5%}: it fails if the interval of the
 * difference lies wholly beyond the limit, passes if it lies wholly on the other side, and is inconclusive otherwise.
 *
 * @param text       the text of the rule
 * @param dimension  the dimension
 * @param statistic  {@code median}, {@code p90}, {@code p99}, or {@code value} for a figure of the whole run
 * @param isAbove    true if values above the limit fail, false if values below it fail
 * @param limit      the limit: a share of the first run's figure, or a difference in the dimension's unit
 * @param isRelative true if the limit is a share of the first run's figure
 */
public record FailureRule(String text, ComparedDimension dimension, String statistic, boolean isAbove, double limit,
        boolean isRelative) {
    private static final String EXAMPLE = " Write a rule as 'tpot.median > +5%' or 'ttft.p99 > 20ms'";
    private static final String VALUE = "value";
    /** The unit of differences of shares of right answers, because percent of percent are misread. */
    private static final String POINTS = "points";
    private static final List<String> QUANTILES = List.of("median", "p90", "p99");
    private static final Map<String, Double> PREFIXES = Map.of("", 1.0, "m", 1e-3, "u", 1e-6, "\u00b5", 1e-6, "k",
            1e3);
    private static final Pattern RULE = Pattern.compile(
            "\\s*([A-Za-z_/-]+)(?:\\.(\\w+))?\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\s*(\\S*)\\s*");

    /** Rejects nulls. */
    public FailureRule {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(dimension, "dimension");
        Objects.requireNonNull(statistic, "statistic");
    }

    /**
     * Reads a rule.
     *
     * @param text a dimension, optionally a statistic after a dot (otherwise the median), {@code >} or {@code <}, and a
     *             limit in percent or in the dimension's unit, of accuracy in points too
     * @return the rule
     * @throws ConfigurationException if it cannot be parsed; the message gives the reason
     */
    public static FailureRule parse(String text) {
        Matcher parts = RULE.matcher(text);
        if (!parts.matches()) {
            throw new ConfigurationException("The rule '" + text + "' cannot be read." + EXAMPLE);
        }
        ComparedDimension dimension = ComparedDimension.named(parts.group(1));
        double number = Double.parseDouble(parts.group(4));
        boolean isRelative = parts.group(5).equals("%");
        double limit = isRelative ? number / 100 : number * factor(text, dimension, parts.group(5));
        return new FailureRule(text.strip(), dimension, statistic(text, dimension, parts.group(2)),
                parts.group(3).equals(">"), limit, isRelative);
    }

    private static String statistic(String text, ComparedDimension dimension, @Nullable String name) {
        if (dimension.perQuery().isEmpty()) {
            if (name == null || name.equals(VALUE)) {
                return VALUE;
            }
            throw new ConfigurationException("The rule '" + text + "' asks for a " + name + ", but a run has one "
                    + dimension.label() + " only. Leave ." + name + " out");
        }
        String wanted = name == null || name.equals("p50") ? "median" : name;
        if (!QUANTILES.contains(wanted)) {
            throw new ConfigurationException("The rule '" + text + "' asks for '" + name
                    + "'; a comparison has median, p90 and p99." + EXAMPLE);
        }
        return wanted;
    }

    private static double factor(String text, ComparedDimension dimension, String unit) {
        if (unit.isEmpty()) {
            return 1;
        }
        if (dimension.isAccuracy() && unit.equals(POINTS)) {
            return 0.01;
        }
        String prefix = unit.endsWith(dimension.unit())
                ? unit.substring(0, unit.length() - dimension.unit().length())
                : unit;
        return Optional.ofNullable(PREFIXES.get(prefix)).orElseThrow(() -> new ConfigurationException("The rule '"
                + text + "' has the unit '" + unit + "', but " + dimension.label() + " is "
                + (dimension.isAccuracy()
                        ? "a share. Give points, %, or a number"
                        : (dimension.unit().isEmpty() ? "a share" : "in " + dimension.unit())
                                + ". Give %, or a number in it")));
    }

    /** The outcomes of a rule. */
    public enum Judgement {
        /** The interval lies wholly on the allowed side. */
        PASSED,
        /** The limit lies within the interval, or there is no interval. */
        INCONCLUSIVE,
        /** The interval lies wholly beyond the limit. */
        FAILED
    }

    /**
     * A judgement with its reason.
     *
     * @param judgement the judgement
     * @param sentence  why
     */
    public record Result(Judgement judgement, String sentence) {
        /** Rejects nulls. */
        public Result {
            Objects.requireNonNull(judgement, "judgement");
            Objects.requireNonNull(sentence, "sentence");
        }
    }

    /**
     * Judges a run by its comparison with the first one.
     *
     * @param run the comparison, including this rule's dimension
     * @return the judgement
     */
    public Result judge(RunComparison run) {
        Optional<DimensionComparison> compared = run.of(dimension);
        if (compared.isEmpty()) {
            return inconclusive(run, run.absent().stream().filter(one -> one.startsWith(dimension.label() + ":"))
                    .findFirst().orElse(dimension.label() + " was not compared"));
        }
        if (compared.get().outcome() == Outcome.INVALID_TIMES) {
            return inconclusive(run, "the times of a run are INVALID");
        }
        if (compared.get().outcome() == Outcome.PARTLY_KNOWN || compared.get().outcome() == Outcome.SINGLE_RUNS) {
            return inconclusive(run, compared.get().conclusion());
        }
        Optional<StatisticComparison> found = compared.get().statistic(statistic);
        if (found.isEmpty()) {
            return inconclusive(run, "there are too few queries for a " + statistic);
        }
        if (compared.get().outcome() == Outcome.TOO_FEW) {
            return inconclusive(run, "there are too few queries");
        }
        Optional<Estimate> difference = isRelative
                ? found.get().relative()
                : Optional.of(found.get().difference());
        Interval bounds = found.get().difference().interval();
        String absolute = isRelative && dimension.isAccuracy()
                ? " of the first run's, which is from " + FigureText.difference(bounds.low(), dimension.column())
                        + " to " + FigureText.difference(bounds.high(), dimension.column())
                : "";
        return difference.map(estimate -> judge(run, estimate.interval(), absolute))
                .orElseGet(() -> inconclusive(run, "the first run's " + statistic + " is or may be zero"));
    }

    private Result judge(RunComparison run, Interval interval, String absolute) {
        boolean beyond = isAbove ? interval.low() > limit : interval.high() < limit;
        boolean within = isAbove ? interval.high() <= limit : interval.low() >= limit;
        Judgement judgement = beyond ? Judgement.FAILED : within ? Judgement.PASSED : Judgement.INCONCLUSIVE;
        return new Result(judgement, sentence(judgement, run,
                "the difference lies between " + shown(interval.low()) + " and " + shown(interval.high())
                        + absolute));
    }

    private Result inconclusive(RunComparison run, String why) {
        return new Result(Judgement.INCONCLUSIVE, sentence(Judgement.INCONCLUSIVE, run, why));
    }

    private String sentence(Judgement judgement, RunComparison run, String why) {
        return judgement + ": " + text + " for " + run.second() + " against " + run.first() + ": " + why;
    }

    private String shown(double bound) {
        return isRelative ? FigureText.percent(bound) : FigureText.difference(bound, dimension.column());
    }
}
