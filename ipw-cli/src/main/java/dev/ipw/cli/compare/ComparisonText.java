package dev.ipw.cli.compare;

import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.EffectSize;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.FigureText;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.TextTable;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The full comparison of two runs for a person, with the conclusion on each dimension first. */
public record ComparisonText(int columns) {
    private static final String INDENT = "  ";
    private static final int LONGEST_NAME = 24;

    String of(RunComparison run) {
        StringBuilder text = new StringBuilder();
        wrapped(text, "", title(run));
        wrapped(text, "", run.isOfSingleRuns()
                ? "Intervals hold with 95 %: (BCa bootstrap), [between order statistics]. Those and the tests of times and "
                        + "joules are of chance among the queries of these two runs, not from run to run."
                : "Intervals hold with 95 %: (Student's t over " + (run.blocks() > 0 ? "blocks" : "runs") + ").");
        run.dimensions().forEach(one -> dimension(text.append('\n'), run, one));
        text.append('\n');
        run.absent().forEach(one -> wrapped(text, "", "Not compared: " + one));
        run.warnings().forEach(one -> wrapped(text, "", "Warning: " + one));
        return text.append(run.absent().isEmpty() && run.warnings().isEmpty() ? "" : "\n").toString();
    }

    /** Returns the heading with the compared runs. */
    static String title(RunComparison run) {
        return run.second() + " against " + run.first() + (run.isOfSingleRuns() ? ", one run of each: " : ": ")
                + how(run);
    }

    private static String how(RunComparison run) {
        if (run.blocks() > 0) {
            return run.blocks() + " blocks, run against run";
        }
        if (run.repeats() > 0) {
            return "at least " + run.repeats() + " runs of each";
        }
        return run.pairs() > 0
                ? run.pairs() + " questions that both answered"
                : "queries are not paired";
    }

    /** Returns whether a figure covers all questions of both runs while others cover only those that both answered. */
    static boolean isOfAll(RunComparison run, DimensionComparison one) {
        return run.pairs() > 0 && !one.paired();
    }

    private void dimension(StringBuilder text, RunComparison run, DimensionComparison one) {
        text.append(title(one.dimension())).append(isOfAll(run, one) ? ", all questions" : "").append('\n');
        wrapped(text, INDENT, one.conclusion());
        TextTable across = across(run, one);
        text.append(across.fits(INDENT, columns)
                ? across.format(INDENT, columns)
                : down(run, one).format(INDENT, columns));
        String evidence = evidence(one);
        if (!evidence.isEmpty()) {
            wrapped(text, INDENT, evidence);
        }
    }

    /** Builds a table with a column for each statistic. */
    private static TextTable across(RunComparison run, DimensionComparison one) {
        TextTable table = new TextTable();
        table.row(row("", "queries", one, StatisticComparison::statistic));
        side(table, run.first(), one.first(), one, StatisticComparison::first);
        side(table, run.second(), one.second(), one, StatisticComparison::second);
        table.row(row(run.second() + " - " + run.first(), "", one, statistic -> difference(statistic, one)));
        return one.dimension().isAccuracy() ? table : table.row(row("in percent", "", one, ComparisonText::relative));
    }

    /** Builds a table with a line for each run and the difference of each statistic, for narrow screens. */
    private static TextTable down(RunComparison run, DimensionComparison one) {
        TextTable table = new TextTable();
        table.row(run.first() + ": " + queries(one.first()) + " queries; " + run.second() + ": "
                + queries(one.second()));
        for (StatisticComparison statistic : one.statistics()) {
            table.row(statistic.statistic());
            down(table, run.first(), statistic.first(), one.dimension());
            down(table, run.second(), statistic.second(), one.dimension());
            table.row(INDENT + "difference", difference(statistic, one));
            if (!one.dimension().isAccuracy()) {
                table.row(INDENT + "in percent", relative(statistic));
            }
        }
        return table;
    }

    private static void down(TextTable table, String name, ComparedValue value, ComparedDimension dimension) {
        String shown = DisplayWidth.within(name, LONGEST_NAME);
        table.row(INDENT + shown, FigureText.of(value.estimate(), dimension.column()));
        value.orderStatistics()
                .ifPresent(exact -> table.row("", exact(exact, value.estimate(), dimension.unit())));
    }

    /** Formats a difference; of accuracy in percentage points. */
    public static String difference(StatisticComparison statistic, DimensionComparison one) {
        return FigureText.difference(statistic.difference(), one.dimension().column());
    }

    /**
     * Formats the difference between two single runs without an interval: the variation among their queries is not
     * the variation between runs.
     */
    public static String alone(DimensionComparison one) {
        return one.main().relative().map(share -> FigureText.percent(share.value()))
                .orElseGet(() -> new FigureText(one.main().difference().value(), one.dimension().unit()).signed());
    }

    private static String relative(StatisticComparison statistic) {
        return statistic.relative().map(FigureText::percent).orElse("-");
    }

    /** Returns a dimension's label on screens, with its key in files if the two differ. */
    private static String title(ComparedDimension dimension) {
        boolean isKey = dimension.words().equals(dimension.label().replace('_', ' '));
        return isKey ? dimension.label() : dimension.words() + " (" + dimension.label() + ")";
    }

    private static void side(TextTable table, String name, SampleCounts counts, DimensionComparison one,
            Function<StatisticComparison, ComparedValue> side) {
        String unit = one.dimension().unit();
        table.row(row(name, queries(counts), one,
                statistic -> FigureText.of(side.apply(statistic).estimate(), one.dimension().column())));
        if (side.apply(one.main()).orderStatistics().isPresent()) {
            table.row(row("", "", one, statistic -> side.apply(statistic).orderStatistics()
                    .map(exact -> exact(exact, side.apply(statistic).estimate(), unit)).orElse("")));
        }
    }

    private static String[] row(String name, String queries, DimensionComparison one,
            Function<StatisticComparison, String> cell) {
        return Stream.concat(Stream.of(name, queries), one.statistics().stream().map(cell)).toArray(String[]::new);
    }

    private static String queries(SampleCounts counts) {
        List<String> left = new ArrayList<>();
        if (counts.absent() > 0) {
            left.add(counts.absent() + " absent");
        }
        if (counts.zeros() > 0) {
            left.add(counts.zeros() + " zero");
        }
        if (counts.unpaired() > 0) {
            left.add(counts.unpaired() + " unpaired");
        }
        return counts.used() + (left.isEmpty() ? "" : " (" + String.join(", ", left) + ")");
    }

    private static String exact(QuantileEstimate exact, Estimate like, String unit) {
        return "[" + FigureText.bounds(like.value(), exact.low().orElse(Double.NaN), exact.high().orElse(Double.NaN),
                unit) + "]";
    }

    private static String evidence(DimensionComparison one) {
        List<String> parts = new ArrayList<>();
        if (!one.tests().isEmpty()) {
            parts.add(one.tests().stream()
                    .map(test -> test.test() + " p = " + probability(test.pValue()) + " (" + test.method() + ")")
                    .collect(Collectors.joining(", "))
                    + (one.adjustedPValue().isPresent()
                            ? ", by Holm " + probability(one.adjustedPValue().getAsDouble())
                            : ""));
        }
        one.shift().ifPresent(shift -> parts.add("Hodges-Lehmann shift " + FigureText.signed(shift,
                one.dimension().unit())));
        one.effectSize().map(ComparisonText::size).ifPresent(parts::add);
        return String.join("; ", parts);
    }

    private static String size(EffectSize size) {
        return size.name() + " " + String.format(Locale.ROOT, "%+.2f", size.value()) + ", " + size.word();
    }

    private static String probability(double p) {
        return p < 1e-4 ? String.format(Locale.ROOT, "%.1e", p) : String.format(Locale.ROOT, "%.2g", p);
    }

    private void wrapped(StringBuilder text, String indent, String sentence) {
        TextTable.wrap(CommandWords.of(sentence), columns - indent.length())
                .forEach(line -> text.append(indent).append(line).append('\n'));
    }
}
