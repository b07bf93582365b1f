package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.axis.AxisUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data of one chart for the report's script: its kind, its axes, and series of named columns. A reader copies the
 * same columns as CSV, in the unit that their axis names.
 */
final class ChartTree {
    /** The precision of figures: more digits are not visible on a screen. */
    private static final MathContext DIGITS = new MathContext(5);
    /** The precision of times: a reader may zoom into a moment of a long run. */
    private static final MathContext DIGITS_OF_TIME = new MathContext(7);

    private final TreeBuilder chart = TreeBuilder.object();
    private final List<Map<String, @Nullable Object>> series = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private ChartTree(String kind, String title) {
        chart.put("kind", kind).put("title", title);
    }

    /** Creates a chart. */
    static ChartTree of(String kind, String title) {
        return new ChartTree(kind, title);
    }

    /**
     * Sets an axis.
     *
     * @param side {@code x} or {@code y}
     * @param axis its description
     */
    ChartTree axis(String side, Axis axis) {
        TreeBuilder tree = TreeBuilder.object().put("label", axis.label()).put("unit", axis.shownUnit())
                .put("factor", axis.factor()).put("column_unit", axis.unit()).put("logarithmic", axis.isLogarithmic());
        axis.range().ifPresent(range -> tree.put("range",
                List.of(Columns.rounded(range.from(), DIGITS_OF_TIME), Columns.rounded(range.to(), DIGITS_OF_TIME))));
        chart.put(side, tree);
        return this;
    }

    /** Sets the number of values that the chart shows. */
    ChartTree count(long count) {
        chart.put("n", count);
        return this;
    }

    /** Sets the source of the figures. */
    ChartTree source(String source) {
        chart.put("source", source);
        return this;
    }

    /** Sets the number of drawn items, if not all are drawn. */
    ChartTree drawn(long drawn, long of) {
        if (drawn < of) {
            chart.put("drawn", drawn).put("of", of);
        }
        return this;
    }

    /** Adds a note for the reader. */
    ChartTree note(String note) {
        notes.add(note);
        return this;
    }

    /** Sets any other value that the script needs. */
    ChartTree put(String key, Object value) {
        chart.put(key, value);
        return this;
    }

    /**
     * Adds a series.
     *
     * @param name    its name in the legend
     * @param run     the run's index, which determines the colour
     * @param columns the columns by name, all of one length
     */
    ChartTree series(String name, int run, Columns columns) {
        series.add(TreeBuilder.object().put("name", name).put("run", (long) run).put("columns", columns.values)
                .build());
        return this;
    }

    boolean isEmpty() {
        return series.isEmpty();
    }

    Map<String, @Nullable Object> build() {
        chart.put("series", series);
        if (!notes.isEmpty()) {
            chart.put("notes", notes);
        }
        return chart.build();
    }

    /**
     * The description of an axis.
     *
     * @param label     its name
     * @param unit      the unit of the columns; empty for a fraction or a count
     * @param shownUnit the unit beside the axis
     * @param factor    the factor that converts a figure to the shown unit
     * @param range     its ends; empty if the chart's own figures determine them
     */
    record Axis(String label, String unit, String shownUnit, double factor, Optional<AxisRange> range) {
        Axis {
            Objects.requireNonNull(label, "label");
        }

        /** Returns an axis whose figures are shown unchanged. */
        static Axis plain(String label, String unit) {
            return new Axis(label, unit, unit, 1, Optional.empty());
        }

        /** Returns an axis of fractions of one, which are shown in percent. */
        static Axis percent(String label) {
            return new Axis(label, "", "%", 100, Optional.empty());
        }

        /** Returns an axis from one end to another, in a unit that suits it. */
        static Axis over(String label, String unit, AxisRange range) {
            AxisUnit scale = AxisUnit.of(range.from(), range.to(), unit);
            return new Axis(label, unit, scale.unit(), scale.factor(), Optional.of(range));
        }

        boolean isLogarithmic() {
            return range.filter(AxisRange::logarithmic).isPresent();
        }
    }

    /** Columns of one length by name. */
    static final class Columns {
        private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

        /** Adds a column, its figures rounded to five digits; a non-finite figure becomes null. */
        Columns put(String name, double[] column) {
            return put(name, column, DIGITS);
        }

        /** Adds a column of times, in as many digits as a long run needs. */
        Columns times(String name, double[] column) {
            return put(name, column, DIGITS_OF_TIME);
        }

        private Columns put(String name, double[] column, MathContext digits) {
            values.put(name, Arrays.stream(column)
                    .mapToObj(figure -> Double.isFinite(figure) ? rounded(figure, digits) : null).toList());
            return this;
        }

        /** Adds a column of words. */
        Columns put(String name, List<String> column) {
            values.put(name, column);
            return this;
        }

        Map<String, @Nullable Object> values() {
            return values;
        }

        private static Object rounded(double figure, MathContext digits) {
            double rounded = new BigDecimal(figure).round(digits).doubleValue();
            return rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE
                    ? (Object) (long) rounded
                    : (Object) rounded;
        }
    }
}
