package dev.ipw.cli;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.cli.MeasuredCell.Figure;
import dev.ipw.engine.comparison.FigureText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Show the cells of a dataset: a line for each, which of them are on the front, and how they differ from the first.
 *
 * @param cells   the cells
 * @param columns the width to keep to
 */
record DatasetCellsText(DatasetCells cells, int columns) {
    private static final String INDENT = "  ";
    private static final String HANGING = "    ";
    private static final List<String> RESOURCES = List.of("joules", "seconds", "usd");
    private static final List<String> RESOURCE_WORDS = List.of("joules", "seconds", "dollars");

    String text() {
        List<Figure> shown = Arrays.stream(Figure.values())
                .filter(figure -> cells.cells().stream().anyMatch(cell -> cell.value(figure).number().isPresent()))
                .toList();
        TextTable wide = table(shown, true);
        boolean isWide = wide.fits(INDENT, columns);
        StringBuilder text = new StringBuilder(TextTable.paragraph(cells.dataset() + queries(), "", columns));
        text.append(isWide ? wide.format(INDENT, columns) : table(shown, false).format(INDENT, columns));
        cells.cells().stream().filter(cell -> !isWide || cell.isDoubtful())
                .forEach(cell -> add(text, number(cell) + " " + cell.subject() + doubts(cell)));
        absent(text, shown);
        fronts(text);
        cells.pareto().warnings().stream().filter(warning -> warning.startsWith("The runs differ"))
                .forEach(warning -> add(text, "Warning: " + warning));
        cells.comparison().ifPresent(known -> known.runs().forEach(run -> compare(text, run)));
        return text.toString();
    }

    /** Return how many queries each cell has, if all have the same number. */
    private String queries() {
        List<Long> counts = cells.cells().stream().map(cell -> cell.figures().run().summary().totals().queries())
                .distinct().toList();
        return counts.size() == 1 ? ": " + counts.getFirst() + " queries a cell" : "";
    }

    private TextTable table(List<Figure> shown, boolean isWide) {
        int names = isWide ? 3 : 1;
        TextTable table = new TextTable(
                IntStream.range(names, names + shown.size()).boxed().toArray(Integer[]::new));
        List<String> head = new ArrayList<>(isWide ? List.of("", "agent", "model") : List.of(""));
        shown.forEach(figure -> head.add(figure.head() + " "));
        table.row(head.toArray(String[]::new));
        for (MeasuredCell cell : cells.cells()) {
            List<String> row = new ArrayList<>(List.of(number(cell)));
            if (isWide) {
                row.addAll(List.of(cell.entry().cell().agent(), cell.entry().cell().model()));
            }
            shown.forEach(figure -> row.add(shown(cell, figure)));
            table.row(row.toArray(String[]::new));
        }
        return isWide ? table : table.dropping(dropped(shown));
    }

    /** What is left out first on a narrow screen. */
    private static Integer[] dropped(List<Figure> shown) {
        return List.of(Figure.USD_PER_SOLVED_TASK, Figure.JOULES_PER_SOLVED_TASK, Figure.SECONDS_PER_QUERY).stream()
                .filter(shown::contains).map(figure -> shown.indexOf(figure) + 1).toArray(Integer[]::new);
    }

    private static String number(MeasuredCell cell) {
        return cell.number() + (cell.isDoubtful() ? "!" : "");
    }

    private String shown(MeasuredCell cell, Figure figure) {
        AnalysisValue value = cell.value(figure);
        if (value.number().isEmpty()) {
            return "- ";
        }
        double known = value.number().getAsDouble() * figure.scale();
        OptionalDouble best = figure.best(cells.cells());
        boolean isBest = cells.cells().size() > 1 && !cell.isDoubtful() && best.isPresent()
                && best.getAsDouble() == value.number().getAsDouble();
        String interval = figure.hasInterval() ? interval(value, known, figure.scale()) : "";
        return new FigureText(known, "") + interval + (isBest ? "*" : " ");
    }

    private static String interval(AnalysisValue value, double known, double scale) {
        return value.interval().map(bounds -> " (" + FigureText.like(known, bounds.low() * scale, "") + ", "
                + (Double.isFinite(bounds.high()) ? FigureText.like(known, bounds.high() * scale, "") : "-") + ")")
                .orElse("");
    }

    private static String doubts(MeasuredCell cell) {
        long failures = cell.figures().failures();
        List<String> told = new ArrayList<>(cell.figures().doubts());
        if (failures > 0) {
            told.add(failures + " of " + cell.figures().run().summary().totals().queries() + " queries failed");
        }
        return told.isEmpty() ? "" : ": " + String.join("; ", told);
    }

    private void absent(StringBuilder text, List<Figure> shown) {
        Arrays.stream(Figure.values()).filter(figure -> !shown.contains(figure)).forEach(figure -> {
            Optional<String> why = cells.cells().stream().map(cell -> cell.value(figure).reason())
                    .flatMap(Optional::stream).findFirst();
            add(text, "No " + figure.head() + why.map(reason -> ": " + reason).orElse(""));
        });
    }

    private void fronts(StringBuilder text) {
        for (int resource = 0; resource < RESOURCES.size(); resource++) {
            List<String> front = cells.pareto().figure("front_by_" + RESOURCES.get(resource)).texts();
            if (!front.isEmpty()) {
                add(text, "Pareto front, accuracy against " + RESOURCE_WORDS.get(resource) + ": "
                        + front.stream().map(this::subject).collect(Collectors.joining("; ")));
            }
        }
    }

    private String subject(String run) {
        return cells.named(run).subject();
    }

    private void compare(StringBuilder text, RunComparison run) {
        String pairs = run.pairs() > 0 ? " (" + run.pairs() + " questions in pairs)" : " (not in pairs)";
        add(text, subject(run.second()) + " against " + subject(run.first()) + pairs + ":");
        run.dimensions().forEach(one -> text.append(TextTable.paragraph(one.dimension().words() + ": "
                + one.conclusion(), HANGING, columns)));
    }

    private void add(StringBuilder text, String sentence) {
        text.append(TextTable.paragraph(sentence, INDENT, columns));
    }
}
