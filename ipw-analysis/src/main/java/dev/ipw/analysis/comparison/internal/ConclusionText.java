package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.error.Setting;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Locale;
import java.util.OptionalDouble;

/** The outcome of a comparison in a sentence. */
record ConclusionText(Finding finding, PairFindings pair, OptionalDouble adjusted, boolean isShare) {
    private String first() {
        return pair.first();
    }

    private String second() {
        return pair.second();
    }

    String of(Outcome outcome) {
        return switch (outcome) {
            case HIGHER -> apart("higher", ComparedDimension.Better.HIGHER);
            case LOWER -> apart("lower", ComparedDimension.Better.LOWER);
            case NOT_SHOWN -> "No difference is shown between " + first() + " and " + second() + " in "
                    + what() + ": the difference lies between " + range() + ".";
            case UNCLEAR -> "It is unclear whether " + second() + " differs from " + first() + " in " + what() + ": "
                    + whyUnclear() + ".";
            case INVALID_TIMES -> "INVALID times: nothing is concluded about " + what() + ", which rests on them, of "
                    + first() + " and " + second() + ".";
            case PARTLY_KNOWN -> "Nothing is concluded about " + what() + ", since too few shares are known: "
                    + pair.tooLittle().get(dimension()) + "; 95 % of both are needed.";
            case SINGLE_RUNS -> "These two runs differ by " + alone() + " in " + what() + ": "
                    + quantity(main().second().estimate().value()) + " in " + second() + ", "
                    + quantity(main().first().estimate().value()) + " in " + first()
                    + ". One run of each does not show how it varies from run to run, so nothing is concluded; repeated"
                    + " runs or " + Setting.RUNS_IN_TURN;
            case SAME -> !finding.isAllTheSame()
                    ? first() + " and " + second() + " have the same " + what() + ", "
                            + quantity(main().first().estimate().value()) + ": the interval of the difference is 0."
                    : "Every " + (pair.groups().areSingle() ? "query" : "run") + " of " + first() + " and of "
                            + second()
                            + " has the same " + (pair.groups().areSingle() ? dimension().label() : what()) + ", "
                            + quantity(main().first().estimate().value()) + ".";
            case TOO_FEW ->
                "Too few queries to tell: " + finding.fewest() + "; at least 6 on each side are needed for an interval "
                        + "of " + what() + ".";
        };
    }

    private String whyUnclear() {
        return finding.repeats(pair)
                ? "all runs differ alike, by " + signed(main().difference().value())
                        + ", so chance cannot be estimated"
                : "the interval of the difference " + (finding.excludesZero() ? "leaves zero out" : "has zero in it")
                        + " ("
                        + range() + "), but " + but();
    }

    private String signed(double value) {
        return FigureText.difference(value, column());
    }

    private String alone() {
        String absolute = signed(main().difference().value());
        return main().relative()
                .map(share -> FigureText.percent(share.value()) + " (" + absolute + ")").orElse(absolute);
    }

    private String apart(String word, ComparedDimension.Better way) {
        double relative = main().relative().map(Estimate::value).orElse(Double.NaN);
        String by = Double.isNaN(relative) || dimension().isAccuracy()
                ? signed(Math.abs(main().difference().value())).replace("+", "")
                : FigureText.percent(Math.abs(relative)).substring(1);
        return second() + " is " + by + " " + word + " than " + first() + " in " + what() + merit(way) + ": "
                + quantity(main().second().estimate().value()) + " against "
                + quantity(main().first().estimate().value()) + ", difference between " + range()
                + (adjusted.isPresent() ? " (" + probability() + ")" : "") + ".";
    }

    private ComparedDimension dimension() {
        return finding.dimension();
    }

    private StatisticComparison main() {
        return finding.statistics().getFirst();
    }

    private String what() {
        return main().statistic().equals("value")
                ? dimension().words()
                : main().statistic() + " " + dimension().label();
    }

    private String merit(ComparedDimension.Better way) {
        if (isShare) {
            return ", a share of what requests that overlapped used together, so neither better nor worse";
        }
        return dimension().better() == ComparedDimension.Better.NEITHER
                ? ""
                : dimension().better() == way ? ", which is better" : ", which is worse";
    }

    /**
     * Returns the reason of an unclear outcome. If interval and test agree, the reason is too few independent queries.
     */
    private String but() {
        boolean tested = adjusted.isEmpty() ? finding.excludesZero() : adjusted.getAsDouble() < 1 - Finding.LEVEL;
        return finding.excludesZero() && tested
                ? pair.dependence() + " so closely that they are worth fewer than 6 independent ones"
                : finding.tests().getFirst().test() + (finding.excludesZero() ? " sees none (" : " sees one (")
                        + probability() + ")";
    }

    private String range() {
        Interval interval = main().difference().interval();
        String absolute = signed(interval.low()) + " and " + signed(interval.high());
        return main().relative().filter(any -> !dimension().isAccuracy()).map(Estimate::interval)
                .map(share -> FigureText.percent(share.low()) + " and " + FigureText.percent(share.high()) + " ("
                        + absolute + ")")
                .orElse(absolute);
    }

    private String quantity(double value) {
        return new FigureText(value * column().scale().factor(), column().shownUnit()).toString();
    }

    /** Returns the unit and scale. Figures per second, joule or watt have the unit in their names. */
    private AnalysisColumn column() {
        boolean isInName = dimension().perQuery().isEmpty() && dimension().shownUnit().isEmpty();
        return isInName ? dimension().column().in("") : dimension().column();
    }

    private String probability() {
        double p = adjusted.orElse(1);
        return p < 1e-4 ? "p < 0.0001" : String.format(Locale.ROOT, "p = %.2g", p);
    }
}
