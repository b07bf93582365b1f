package dev.ipw.analysis;

import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.energy.Provenance;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A writer and reader of analysis results as JSON. {@code summary} has the single figures by name and {@code data} the
 * tables and details; {@code figures} and {@code tables} describe them: label, unit and kind. A figure's name is
 * followed by the bounds of its interval ({@code _low}, {@code _high}, and {@code _level} where it is not 0.95), and by
 * {@code _reason}, {@code _provenance}, {@code _flags} and {@code _marks} where they exist.
 */
final class AnalysisJson {
    private static final double USUAL_LEVEL = 0.95;
    private static final String SUMMARY = "summary";
    private static final String DATA = "data";
    private static final String FIGURES = "figures";
    private static final String TABLES = "tables";
    private static final String MARKS = "_marks";
    private static final String LEVEL = "level";
    private static final String REASON = "reason";

    private AnalysisJson() {}

    /**
     * Writes a result.
     *
     * @param result the result of an analysis
     * @return the content of its file
     */
    public static String write(AnalysisResult result) {
        TreeBuilder tree = TreeBuilder.object();
        tree(result).forEach(tree::put);
        return tree.prettyJson();
    }

    /**
     * Returns a result as plain values, to be put into a larger file.
     *
     * @param result the result of an analysis
     * @return the content of its file, null for unknown values
     */
    public static Map<String, @Nullable Object> tree(AnalysisResult result) {
        return TreeBuilder.object().put("analysis", result.analysis()).put("title", result.title())
                .put(SUMMARY, summary(result)).put("warnings", result.warnings()).put(DATA, data(result))
                .put(FIGURES, result.figures().stream().map(figure -> column(figure.column())).toList())
                .put(TABLES, result.tables().stream().map(AnalysisJson::description).toList()).build();
    }

    static Map<String, @Nullable Object> summary(AnalysisResult result) {
        return row(result.figures());
    }

    static Map<String, @Nullable Object> data(AnalysisResult result) {
        TreeBuilder data = TreeBuilder.object();
        result.details().forEach(data::put);
        result.tables().forEach(table -> data.put(table.name(), rows(table)));
        return data.build();
    }

    private static Object rows(AnalysisTable table) {
        if (table.key().isEmpty()) {
            return table.rows().stream().map(table::figures).map(AnalysisJson::row).toList();
        }
        String key = table.key().get();
        TreeBuilder rows = TreeBuilder.object();
        table.rows().forEach(values -> rows.put(table.value(values, key).text().orElseThrow(), row(table.figures(values)
                .stream().filter(figure -> !figure.column().name().equals(key)).toList())));
        return rows.build();
    }

    private static Map<String, @Nullable Object> row(List<AnalysisFigure> figures) {
        TreeBuilder tree = TreeBuilder.object();
        for (AnalysisFigure figure : figures) {
            String name = figure.column().name();
            AnalysisValue value = figure.value();
            tree.put(name, value.value());
            if (figure.column().kind() == AnalysisColumn.Kind.ESTIMATE) {
                tree.put(name + "_low", value.interval().map(Interval::low).filter(Double::isFinite))
                        .put(name + "_high", value.interval().map(Interval::high).filter(Double::isFinite));
            }
            value.interval().filter(known -> known.level() != USUAL_LEVEL)
                    .ifPresent(known -> tree.put(name + "_level", known.level()));
            value.reason().ifPresent(reason -> tree.put(name + "_reason", reason));
            value.provenance().ifPresent(source -> tree.put(name + "_provenance", source.name()));
            if (!value.flags().isEmpty()) {
                tree.put(name + "_flags", List.copyOf(value.flags()));
            }
            if (!value.marks().isEmpty()) {
                tree.put(name + MARKS, value.marks().stream().map(mark -> TreeBuilder.object()
                        .put(LEVEL, mark.level().name()).put(REASON, mark.reason()).build()).toList());
            }
        }
        return tree.build();
    }

    private static Map<String, @Nullable Object> column(AnalysisColumn column) {
        return TreeBuilder.object().put("name", column.name()).put("label", column.label()).put("unit", column.unit())
                .put("kind", column.kind().label()).build();
    }

    private static Map<String, @Nullable Object> description(AnalysisTable table) {
        TreeBuilder tree = TreeBuilder.object().put("name", table.name()).put("title", table.title());
        table.key().ifPresent(key -> tree.put("key", key));
        return tree.put("columns", table.columns().stream().map(AnalysisJson::column).toList()).build();
    }

    /**
     * Reads a result.
     *
     * @param place the origin, for messages: {@code "runs/a/analysis/cost.json"}
     * @param json  the content of a result's file
     * @return the result of the analysis
     * @throws InputException if it is no result of an analysis
     */
    public static AnalysisResult read(String place, String json) {
        return TreeReader.ofJson(place, json).as(AnalysisJson::result);
    }

    private static AnalysisResult result(TreeReader tree) {
        TreeReader summary = tree.child(SUMMARY);
        List<AnalysisFigure> figures = tree.children(FIGURES).stream().map(AnalysisJson::column)
                .map(column -> new AnalysisFigure(column, value(column, summary))).toList();
        TreeReader data = tree.child(DATA);
        List<AnalysisTable> tables = tree.children(TABLES).stream().map(table -> table(table, data)).toList();
        Map<String, @Nullable Object> details = new LinkedHashMap<>(data.asMap());
        tables.forEach(table -> details.remove(table.name()));
        return new AnalysisResult(tree.text("analysis"), tree.text("title"), figures, tables, tree.texts("warnings"),
                details);
    }

    private static AnalysisColumn column(TreeReader tree) {
        return new AnalysisColumn(tree.text("name"), tree.text("label"), tree.text("unit"),
                tree.text("kind", kind -> AnalysisColumn.Kind.valueOf(kind.toUpperCase(Locale.ROOT))),
                FigureScale.UNIT);
    }

    private static AnalysisTable table(TreeReader tree, TreeReader data) {
        String name = tree.text("name");
        List<AnalysisColumn> columns = tree.children("columns").stream().map(AnalysisJson::column).toList();
        Optional<String> key = tree.optionalText("key");
        List<List<AnalysisValue>> rows = new ArrayList<>();
        if (key.isEmpty()) {
            data.children(name).forEach(row -> rows.add(columns.stream().map(column -> value(column, row)).toList()));
        } else {
            TreeReader keyed = data.child(name);
            keyed.asMap().keySet()
                    .forEach(text -> rows.add(columns.stream().map(column -> column.name().equals(key.get())
                            ? AnalysisValue.of(text)
                            : value(column, keyed.child(text))).toList()));
        }
        return new AnalysisTable(name, tree.text("title"), columns, rows, key);
    }

    private static AnalysisValue value(AnalysisColumn column, TreeReader row) {
        String name = column.name();
        Optional<?> value = switch (column.kind()) {
            case NUMBER, ESTIMATE -> row.optionalNumber(name).stream().boxed().findFirst();
            case COUNT -> row.optionalWhole(name).stream().boxed().findFirst();
            case TEXT -> row.optionalText(name);
            case TRUTH -> row.optionalTruth(name);
            case TEXTS -> row.asMap().containsKey(name) ? Optional.of(row.texts(name)) : Optional.empty();
        };
        return new AnalysisValue(value.map(any -> any), interval(column, row),
                row.optionalText(name + "_reason"), row.optionalText(name + "_provenance", Provenance::valueOf),
                Set.copyOf(row.texts(name + "_flags")), row.children(name + MARKS, mark -> new FigureMark(
                        mark.text(LEVEL, FigureMark.Level::valueOf), mark.text(REASON))));
    }

    private static Optional<Interval> interval(AnalysisColumn column, TreeReader row) {
        OptionalDouble low = row.optionalNumber(column.name() + "_low");
        OptionalDouble high = row.optionalNumber(column.name() + "_high");
        if (column.kind() != AnalysisColumn.Kind.ESTIMATE || (low.isEmpty() && high.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new Interval(low.orElse(Double.NEGATIVE_INFINITY), high.orElse(Double.POSITIVE_INFINITY),
                row.optionalNumber(column.name() + "_level").orElse(USUAL_LEVEL)));
    }
}
