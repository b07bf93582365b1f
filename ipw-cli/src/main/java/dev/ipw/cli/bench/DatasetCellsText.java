package dev.ipw.cli.bench;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.FigureText;
import dev.ipw.cli.bench.MeasuredCell.Figure;
import dev.ipw.cli.compare.ComparisonText;
import dev.ipw.cli.text.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The text of a dataset's cells: a line for each, the cells on the Pareto front, and the differences from the first.
 *
 * @param cells   the cells
 * @param columns the maximum width
 */
record DatasetCellsText(DatasetCells cells, int columns) {
    private static final String INDENT = "  ";
    private static final List<String> RESOURCES = List.of("joules", "seconds", "usd");
    private static final List<Figure> RESOURCE_FIGURES = List.of(Figure.JOULES_PER_QUERY, Figure.SECONDS_PER_QUERY,
            Figure.USD_PER_SOLVED_TASK);
    private static final List<String> RESOURCE_WORDS = List.of("joules", "seconds", "dollars");
    /** The figures that move from the table to the cells' names on narrow screens, in this order. */
    private static final List<Figure> MOVABLE = List.of(Figure.USD_PER_SOLVED_TASK, Figure.JOULES_PER_SOLVED_TASK,
            Figure.SECONDS_PER_QUERY, Figure.INTELLIGENCE_PER_JOULE, Figure.JOULES_PER_QUERY);

    String text() {
        List<Figure> known = Arrays.stream(Figure.values())
                .filter(figure -> cells.cells().stream().anyMatch(cell -> cell.value(figure).number().isPresent()))
                .toList();
        StringBuilder text = new StringBuilder(TextTable.paragraph(cells.dataset() + queries(), "", columns));
        TextTable wide = table(known, true);
        if (wide.fits(INDENT, columns)) {
            text.append(wide.format(INDENT, columns));
            names(text, List.of(), false);
        } else {
            List<Figure> shown = fitting(known);
            text.append(table(shown, false).format(INDENT, columns));
            names(text, known.stream().filter(figure -> !shown.contains(figure)).toList(), true);
        }
        absent(text, known);
        fronts(text);
        cells.pareto().warnings().stream().filter(warning -> warning.startsWith("The runs differ"))
                .forEach(warning -> add(text, "Warning: " + warning));
        cells.comparison().ifPresent(found -> compare(text, found.runs()));
        return text.toString();
    }

    /** Returns the number of queries per cell, if all have the same number. */
    private String queries() {
        List<Long> counts = cells.cells().stream().map(cell -> cell.figures().run().summary().totals().queries())
                .distinct().toList();
        return counts.size() == 1 ? ": " + counts.getFirst() + " queries a cell" : "";
    }

    private List<Figure> fitting(List<Figure> known) {
        List<Figure> shown = new ArrayList<>(known);
        for (Figure movable : MOVABLE) {
            if (!table(shown, false).fits(INDENT, columns)) {
                shown.remove(movable);
            }
        }
        return shown;
    }

    private TextTable table(List<Figure> shown, boolean isWide) {
        int names = isWide ? 3 : 1;
        TextTable table = new TextTable(
                IntStream.range(names, names + shown.size()).boxed().toArray(Integer[]::new));
        Stream<String> heads = shown.stream().map(figure -> figure.head() + " ");
        table.row(Stream.concat(isWide ? Stream.of("", "agent", "model") : Stream.of(""), heads)
                .toArray(String[]::new));
        for (MeasuredCell cell : cells.cells()) {
            Stream<String> name = isWide
                    ? Stream.of(Integer.toString(cell.number()), cell.entry().cell().agent(),
                            cell.entry().cell().model())
                    : Stream.of(Integer.toString(cell.number()));
            table.row(Stream.concat(name, shown.stream().map(figure -> shown(cell, figure))).toArray(String[]::new));
        }
        return table;
    }

    /** Lists the cells below the table, with the figures that did not fit and the doubts about their figures. */
    private void names(StringBuilder text, List<Figure> moved, boolean isNeeded) {
        for (MeasuredCell cell : cells.cells()) {
            List<String> facts = new ArrayList<>();
            moved.forEach(figure -> facts.add(figure.head() + " " + shown(cell, figure).strip()));
            facts.addAll(remarks(cell));
            if (isNeeded || !facts.isEmpty()) {
                add(text, cell.number() + " " + cell.subject()
                        + (facts.isEmpty() ? "" : ": " + String.join("; ", facts)));
            }
        }
    }

    private static List<String> remarks(MeasuredCell cell) {
        List<String> remarks = new ArrayList<>();
        cell.figures().doubts().forEach(doubt -> remarks.add(doubt.brief()));
        long failures = cell.figures().failures();
        if (failures > 0) {
            remarks.add(failures + " of " + cell.figures().run().summary().totals().queries() + " queries failed");
        }
        return remarks;
    }

    private String shown(MeasuredCell cell, Figure figure) {
        AnalysisValue value = cell.value(figure);
        if (value.number().isEmpty()) {
            return "- ";
        }
        double known = value.number().getAsDouble() * figure.scale();
        String interval = figure.hasInterval() ? interval(value, known, figure.scale()) : "";
        return new FigureText(known, "") + interval + mark(cell, figure, value.number().getAsDouble());
    }

    private String mark(MeasuredCell cell, Figure figure, double value) {
        if (cell.isDoubtful(figure)) {
            return "!";
        }
        OptionalDouble best = figure.best(cells.cells());
        return best.isPresent() && best.getAsDouble() == value ? "*" : " ";
    }

    private static String interval(AnalysisValue value, double known, double scale) {
        return value.interval().map(bounds -> " [" + FigureText.like(known, bounds.low() * scale, "") + ", "
                + (Double.isFinite(bounds.high()) ? FigureText.like(known, bounds.high() * scale, "") : "-") + "]")
                .orElse("");
    }

    private void absent(StringBuilder text, List<Figure> known) {
        Arrays.stream(Figure.values()).filter(figure -> !known.contains(figure)).forEach(figure -> {
            Optional<String> why = cells.cells().stream().map(cell -> cell.value(figure).reason())
                    .flatMap(Optional::stream).findFirst();
            add(text, "No " + figure.head() + why.map(reason -> ": " + reason).orElse(""));
        });
    }

    private void fronts(StringBuilder text) {
        for (int resource = 0; resource < RESOURCES.size(); resource++) {
            List<String> front = cells.pareto().figure("front_by_" + RESOURCES.get(resource)).texts();
            Figure figure = RESOURCE_FIGURES.get(resource);
            if (!front.isEmpty()) {
                add(text, "Pareto front, accuracy against " + RESOURCE_WORDS.get(resource) + ": "
                        + front.stream().map(run -> marked(cells.named(run), figure)).collect(Collectors.joining("; "))
                        + (RESOURCES.get(resource).equals("seconds") && hasInvalidTimes()
                                ? " (some times are INVALID)"
                                : ""));
            }
        }
    }

    private static String marked(MeasuredCell cell, Figure resource) {
        return cell.subject() + (cell.isDoubtful(resource) || cell.isDoubtful(Figure.ACCURACY) ? "!" : "");
    }

    private boolean hasInvalidTimes() {
        return cells.cells().stream().anyMatch(cell -> cell.isDoubtful(Figure.SECONDS_PER_QUERY));
    }

    private String subject(String run) {
        return cells.named(run).subject();
    }

    private void compare(StringBuilder text, List<RunComparison> runs) {
        add(text, "Differences from " + subject(runs.getFirst().first()) + ":");
        for (RunComparison run : runs) {
            List<String> differences = run.dimensions().stream().map(DatasetCellsText::difference).toList();
            add(text, cells.named(run.second()).number() + " " + subject(run.second())
                    + (run.pairs() > 0 ? " (" + run.pairs() + " pairs): " : " (no pairs): ")
                    + String.join("; ", differences));
        }
        if (runs.stream().flatMap(run -> run.dimensions().stream())
                .anyMatch(one -> one.outcome() == Outcome.SINGLE_RUNS)) {
            add(text, "One run a cell does not show how joules and times vary from run to run, so they are not judged. "
                    + "To judge two cells, run both in turn: ipw compare --interleave");
        }
    }

    private static String difference(DimensionComparison one) {
        String words = one.dimension().perQuery().isPresent()
                ? one.main().statistic() + " latency"
                : one.dimension().words();
        return words + " " + switch (one.outcome()) {
            case INVALID_TIMES -> words(one.outcome());
            case SINGLE_RUNS -> ComparisonText.alone(one);
            default -> ComparisonText.difference(one.main(), one) + ", " + words(one.outcome());
        };
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case HIGHER -> "higher";
            case LOWER -> "lower";
            case NOT_SHOWN -> "no difference shown";
            case UNCLEAR -> "unclear";
            case INVALID_TIMES -> "unknown, times INVALID";
            case SAME -> "the same";
            case PARTLY_KNOWN -> "too few joules known";
            case SINGLE_RUNS -> "not judged";
            case TOO_FEW -> "too few queries";
        };
    }

    private void add(StringBuilder text, String sentence) {
        text.append(TextTable.paragraph(sentence, INDENT, columns));
    }
}
