package dev.ipw.cli.compare;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.FigureText;
import dev.ipw.analysis.comparison.internal.Merit;
import dev.ipw.cli.text.BriefNames;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShortNotes;
import dev.ipw.cli.text.ShownFigure;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The differences between two runs on one screen: a line for each dimension.
 *
 * @param columns     the maximum width
 * @param sensorError the error of all joules; empty if no joules are compared
 */
public record ComparisonScreen(int columns, Optional<String> sensorError) {
    /** The maximum number of lines of a comparison without {@code --dimension}, at 80 columns or more. */
    static final int MAX_LINES = 20;
    public static final String BETTER = "better";
    public static final String WORSE = "worse";
    static final String ALONE = "One run of each does not show how times and joules vary: they are not judged. "
            + "Repeat: --interleave, or two folders of ipw profile --repeat";
    private static final String UNDECIDED = "undecided";
    private static final int LONGEST_NAME = 14;
    private static final int LONGEST_NARROW_NAME = 8;

    String of(RunComparison run) {
        List<String> lines = new ArrayList<>(TextTable.wrap(ComparisonText.title(run), columns));
        lines.addAll(table(run).format("", columns).lines().toList());
        if (hasAlone(run)) {
            lines.addAll(TextTable.wrap(ALONE, columns));
        }
        ShortNotes notes = new ShortNotes();
        notes(run, sensorError).forEach(notes::add);
        lines.addAll(notes.lines(Math.max(2, MAX_LINES - lines.size() - 1), columns, "--details shows them"));
        lines.add(drift(run) + "Intervals hold with 95 %; tests and percentiles: --details");
        return String.join("\n", lines) + "\n";
    }

    /** Returns whether a dimension is of one run of each. */
    static boolean hasAlone(RunComparison run) {
        return run.dimensions().stream().anyMatch(ComparisonScreen::isAlone);
    }

    static String drift(RunComparison run) {
        return run.blocks() > 0 ? "Differences are without a steady drift. " : "";
    }

    /** Returns the notes below a table, the most serious first. */
    static List<String> notes(RunComparison run, Optional<String> sensorError) {
        List<String> notes = new ArrayList<>();
        if (run.dimensions().stream().anyMatch(one -> ComparisonText.isOfAll(run, one))) {
            notes.add("all: of all questions of each run, not only those that both answered");
        }
        sensorError.ifPresent(notes::add);
        String unclear = run.dimensions().stream().filter(one -> one.outcome() == Outcome.UNCLEAR)
                .map(one -> one.dimension().words()).collect(Collectors.joining(", "));
        if (!unclear.isEmpty()) {
            notes.add("Interval and test disagree, or too few queries are independent: " + unclear);
        }
        run.warnings().forEach(one -> notes.add("Warning: " + inWords(run, one)));
        absent(run).forEach((why, names) -> notes.add("Not compared: " + String.join(", ", names) + ": " + why));
        return notes;
    }

    /** Replaces the key at the start of a dimension's warning by the dimension's name. */
    private static String inWords(RunComparison run, String warning) {
        return run.dimensions().stream().map(DimensionComparison::dimension)
                .filter(one -> warning.startsWith(one.label() + ": ")).findFirst()
                .map(one -> one.words() + warning.substring(one.label().length())).orElse(warning);
    }

    /** Groups missing dimensions by their reason. */
    private static Map<String, List<String>> absent(RunComparison run) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (String one : run.absent()) {
            String[] parts = one.split(": ", 2);
            byReason.computeIfAbsent(parts.length == 2 ? parts[1] : "", any -> new ArrayList<>())
                    .add(ComparedDimension.named(parts[0]).words());
        }
        return byReason;
    }

    /**
     * Builds the table. Long names are cut before figures are dropped; on a very narrow terminal a difference has its
     * own line.
     */
    private TextTable table(RunComparison run) {
        return Stream.of(table(run, LONGEST_NAME, Names.WHOLE), table(run, LONGEST_NAME, Names.BRIEF),
                table(run, LONGEST_NARROW_NAME, Names.BRIEF), table(run, LONGEST_NARROW_NAME, Names.BRIEFEST))
                .filter(one -> one.fitsUnbroken(columns)).findFirst().orElseGet(() -> narrow(run));
    }

    /** Builds the table; on narrow screens with abbreviated names, and each interval below its difference. */
    private static TextTable table(RunComparison run, int longestName, Names names) {
        boolean isNarrow = names == Names.BRIEFEST;
        String first = DisplayWidth.within(run.first(), longestName);
        String second = DisplayWidth.within(run.second(), longestName);
        boolean areAlike = first.equals(second);
        TextTable table = new TextTable(2, 3).row("", "", areAlike ? "first" : first, areAlike ? "second" : second,
                isNarrow ? "difference" : differenceHeading(run));
        run.dimensions().forEach(one -> {
            List<String> values = values(one);
            String difference = difference(one);
            int interval = isNarrow ? difference.indexOf(" [") : -1;
            table.row(word(one), name(run, one, names), values.getFirst(), values.getLast(),
                    interval < 0 ? difference : difference.substring(0, interval));
            if (interval >= 0) {
                table.row("", "", "", "", difference.substring(interval + 1));
            }
        });
        return table;
    }

    private static String differenceHeading(RunComparison run) {
        return hasAlone(run) ? "these two runs differ by" : "difference";
    }

    /** Returns the headings of {@link #cells}. */
    static List<String> headings(RunComparison run) {
        return List.of("", "", run.first(), run.second(), differenceHeading(run));
    }

    /** Returns the conclusion, the name, both values and the difference of a dimension. */
    static List<String> cells(RunComparison run, DimensionComparison one) {
        List<String> values = values(one);
        return List.of(word(one), name(run, one, Names.WHOLE), values.getFirst(), values.getLast(), difference(one));
    }

    private static TextTable narrow(RunComparison run) {
        TextTable table = new TextTable();
        run.dimensions().forEach(one -> table.row(word(one), name(run, one, Names.BRIEFEST))
                .row("", String.join(", ", values(one)) + ": " + difference(one)));
        return table;
    }

    /** The names of dimensions on screens of different widths. */
    private enum Names {
        WHOLE, BRIEF, BRIEFEST
    }

    private static boolean isAlone(DimensionComparison one) {
        return one.outcome() == Outcome.SINGLE_RUNS;
    }

    /**
     * Returns the word for a difference, consistent with the conclusion: a share of jointly used energy is neither
     * better nor worse.
     */
    private static String word(DimensionComparison one) {
        return switch (Merit.of(one)) {
            case BETTER -> BETTER;
            case WORSE -> WORSE;
            case DIFFERENT -> one.outcome() == Outcome.HIGHER ? "higher" : "lower";
            case SAME -> "the same";
            case UNDECIDED -> switch (one.outcome()) {
                case INVALID_TIMES -> "INVALID";
                case SINGLE_RUNS -> "";
                default -> UNDECIDED;
            };
        };
    }

    private static String name(RunComparison run, DimensionComparison one, Names names) {
        String statistic = one.main().statistic();
        String words = one.dimension().perQuery().filter(any -> names != Names.WHOLE).map(BriefNames::of)
                .orElseGet(() -> one.dimension().words());
        boolean isBriefMedian = names == Names.BRIEFEST && statistic.equals("median");
        String suffix = isBriefMedian ? " p50" : ", " + statistic;
        return words + (statistic.equals("value") ? "" : suffix) + (ComparisonText.isOfAll(run, one) ? ", all" : "");
    }

    /**
     * Formats both values, in the unit of the larger one and with the digits of the conclusions. Names such as tokens
     * or "per" already contain the unit.
     */
    private static List<String> values(DimensionComparison one) {
        List<Double> both = Stream.of(one.main().first(), one.main().second())
                .map(side -> side.estimate().value()).toList();
        if (one.dimension().isAccuracy()) {
            return both.stream().map(Figures::percent).toList();
        }
        String unit = one.dimension().shownUnit();
        double larger = both.stream().mapToDouble(Math::abs).max().orElse(0);
        String shownUnit = SiPrefix.of(larger, unit).before(unit);
        return both.stream().map(value -> (FigureText.like(larger, value, unit) + " " + shownUnit).strip()).toList();
    }

    /**
     * Formats a difference in percent of the first run's value, or in percentage points for a fraction, since percent
     * of percent are easily misread.
     */
    private static String difference(DimensionComparison one) {
        if (one.outcome() == Outcome.INVALID_TIMES) {
            return "not judged";
        }
        StatisticComparison main = one.main();
        if (isAlone(one)) {
            return ComparisonText.alone(one);
        }
        if (one.dimension().isAccuracy()) {
            return signed(main.difference(), one.dimension().column().differenceUnit());
        }
        return main.relative().map(share -> signed(share, "%"))
                .orElseGet(() -> (main.difference().value() > 0 ? "+" : "") + Figures.of(main.difference(),
                        one.dimension().unit()));
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
}
