package dev.ipw.cli;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.engine.comparison.FigureText;
import dev.ipw.engine.comparison.Merit;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Show a person on one screen how two runs differ: a line for each dimension.
 *
 * @param columns     the width to keep to
 * @param sensorError the error that all joules have; empty if none are compared
 */
record ComparisonScreen(int columns, Optional<String> sensorError) {
    /** Of lines for the dimensions of a comparison without {@code --dimension}, where there are 80 columns or more. */
    static final int MOST_LINES = 20;
    static final String BETTER = "better";
    static final String WORSE = "worse";
    private static final String UNDECIDED = "undecided";
    private static final int LONGEST_NAME = 14;

    String of(RunComparison run) {
        List<String> lines = new ArrayList<>(TextTable.wrap(ComparisonText.title(run), columns));
        lines.addAll(table(run).format("", columns).lines().toList());
        ShortNotes notes = new ShortNotes();
        sensorError.ifPresent(notes::add);
        String unclear = run.dimensions().stream().filter(one -> one.outcome() == Outcome.UNCLEAR)
                .map(one -> one.dimension().words()).collect(Collectors.joining(", "));
        if (!unclear.isEmpty()) {
            notes.add("Interval and test disagree, or too few queries are independent: " + unclear);
        }
        run.warnings().forEach(one -> notes.add("Warning: " + inWords(run, one)));
        List<String> single = run.dimensions().stream().filter(one -> one.outcome() == Outcome.NO_INTERVAL)
                .map(one -> one.dimension().words()).toList();
        if (!single.isEmpty()) {
            notes.add(String.join(" and ", single) + ": two runs do not show how these vary; runs in turn do "
                    + "(--interleave)");
        }
        absent(run).forEach((why, names) -> notes.add("Not compared: " + String.join(", ", names) + ": " + why));
        lines.addAll(notes.lines(Math.max(2, MOST_LINES - lines.size() - 1), columns, "--details shows them"));
        lines.add("Intervals hold with 95 %; tests and percentiles: --details");
        return String.join("\n", lines) + "\n";
    }

    /** A warning about one dimension begins with its key. */
    private static String inWords(RunComparison run, String warning) {
        return run.dimensions().stream().map(DimensionComparison::dimension)
                .filter(one -> warning.startsWith(one.label() + ": ")).findFirst()
                .map(one -> one.words() + warning.substring(one.label().length())).orElse(warning);
    }

    /** Dimensions that are missing for one reason are named together. */
    private static Map<String, List<String>> absent(RunComparison run) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (String one : run.absent()) {
            String[] parts = one.split(": ", 2);
            byReason.computeIfAbsent(parts.length == 2 ? parts[1] : "", any -> new ArrayList<>())
                    .add(ComparedDimension.named(parts[0]).words());
        }
        return byReason;
    }

    /** Figures of both runs have no room on a narrow terminal, and on a very narrow one a difference stands on its own line. */
    private TextTable table(RunComparison run) {
        TextTable wide = new TextTable(2, 3).row("", "", DisplayWidth.within(run.first(), LONGEST_NAME),
                DisplayWidth.within(run.second(), LONGEST_NAME), "difference");
        TextTable medium = new TextTable().row("", "", "difference");
        TextTable narrow = new TextTable();
        for (DimensionComparison one : run.dimensions()) {
            StatisticComparison main = one.main();
            String difference = difference(one);
            wide.row(word(one), name(one), value(main.first().estimate(), one), value(main.second().estimate(), one),
                    difference);
            medium.row(word(one), name(one), difference);
            narrow.row(word(one), name(one)).row("", difference);
        }
        return wide.fitsUnbroken(columns) ? wide : medium.fitsUnbroken(columns) ? medium : narrow;
    }

    /** Say what the difference means, as the conclusion does: a share of what requests used together is neither better nor worse. */
    private static String word(DimensionComparison one) {
        return switch (Merit.of(one)) {
            case BETTER -> BETTER;
            case WORSE -> WORSE;
            case DIFFERENT -> one.outcome() == Outcome.HIGHER ? "higher" : "lower";
            case SAME -> "the same";
            case UNDECIDED -> one.outcome() == Outcome.INVALID_TIMES ? "INVALID" : UNDECIDED;
        };
    }

    private static String name(DimensionComparison one) {
        String statistic = one.main().statistic();
        return statistic.equals("value") ? one.dimension().words() : one.dimension().words() + ", " + statistic;
    }

    private static String value(Estimate estimate, DimensionComparison one) {
        return isShareOfOne(one)
                ? Figures.percent(estimate.value())
                : Figures.of(estimate, one.dimension().unit()).replaceFirst(" \\[.*", "");
    }

    /** In percent of the first run's; of a share of one, in points, since percent of percent are read wrongly. */
    private static String difference(DimensionComparison one) {
        if (one.outcome() == Outcome.INVALID_TIMES) {
            return "not judged";
        }
        StatisticComparison main = one.main();
        if (isShareOfOne(one)) {
            return signed(main.difference(), "points");
        }
        return main.relative().map(share -> signed(share, "%"))
                .orElseGet(() -> sign(main.difference().value()) + Figures.of(main.difference(),
                        one.dimension().unit()));
    }

    private static boolean isShareOfOne(DimensionComparison one) {
        return one.dimension().equals(ComparedDimension.ACCURACY);
    }

    private static String signed(Estimate share, String unit) {
        if (!Double.isFinite(share.interval().low()) && !Double.isFinite(share.interval().high())) {
            return new FigureText(share.value() * 100, unit).signed();
        }
        ShownFigure shown = ShownFigure.between(share.value() * 100, share.interval().low() * 100,
                share.interval().high() * 100, unit);
        boolean isAbove = share.value() > 0 && shown.value().matches(".*[1-9].*");
        return (isAbove ? "+" : "") + shown.text();
    }

    private static String sign(double value) {
        return value > 0 ? "+" : "";
    }
}
