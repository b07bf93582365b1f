package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
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
 * Build what the report's script draws: a kind of chart, its axes, and series of named columns. The same columns are what a
 * reader copies as CSV, in the unit that their axis names.
 */
final class ChartTree {
    /** More digits than can be told apart on a screen. */
    private static final MathContext DIGITS = new MathContext(5);
    /** A moment of a long run is looked at closely. */
    private static final MathContext DIGITS_OF_TIME = new MathContext(7);

    private final TreeBuilder chart = TreeBuilder.object();
    private final List<Map<String, @Nullable Object>> series = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private ChartTree(String kind, String title) {
        chart.put("kind", kind).put("title", title);
    }

    /** Start a chart. */
    static ChartTree of(String kind, String title) {
        return new ChartTree(kind, title);
    }

    /**
     * Return what runs along an axis.
     *
     * @param side   {@code x} or {@code y}
     * @param axis   what is drawn
     */
    ChartTree axis(String side, Axis axis) {
        TreeBuilder tree = TreeBuilder.object().put("label", axis.label()).put("unit", axis.shownUnit())
                .put("factor", axis.factor()).put("column_unit", axis.unit()).put("logarithmic", axis.isLogarithmic());
        axis.range().ifPresent(range -> tree.put("range",
                List.of(Columns.rounded(range.from(), DIGITS_OF_TIME), Columns.rounded(range.to(), DIGITS_OF_TIME))));
        chart.put(side, tree);
        return this;
    }

    /** Set how many values the chart shows. */
    ChartTree count(long count) {
        chart.put("n", count);
        return this;
    }

    /** Return where the figures come from. */
    ChartTree source(String source) {
        chart.put("source", source);
        return this;
    }

    /** Return how many of the things were drawn, where not all are. */
    ChartTree drawn(long drawn, long of) {
        if (drawn < of) {
            chart.put("drawn", drawn).put("of", of);
        }
        return this;
    }

    /** Add a note for the reader. */
    ChartTree note(String note) {
        notes.add(note);
        return this;
    }

    /** Put anything else that the script needs. */
    ChartTree put(String key, Object value) {
        chart.put(key, value);
        return this;
    }

    /**
     * Add a series.
     *
     * @param name    how it is called in the legend
     * @param run     the run's index, which gives the colour
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
     * Describe an axis.
     *
     * @param label     what is drawn
     * @param unit      the unit of the columns; empty for a share or a count
     * @param shownUnit the unit beside the axis
     * @param factor    what a figure is multiplied with to be in the unit that is shown
     * @param range     its ends; empty where the chart's own figures set them
     */
    record Axis(String label, String unit, String shownUnit, double factor, Optional<Range> range) {
        Axis {
            Objects.requireNonNull(label, "label");
        }

        /** Describe an axis whose figures are shown as they are. */
        static Axis plain(String label, String unit) {
            return new Axis(label, unit, unit, 1, Optional.empty());
        }

        /** Describe an axis of shares of one, which are shown in hundredths. */
        static Axis percent(String label) {
            return new Axis(label, "", "%", 100, Optional.empty());
        }

        /** Describe an axis from one end to another, in a unit that suits it. */
        static Axis over(String label, String unit, Range range) {
            AxisUnit scale = AxisUnit.of(range.from(), range.to(), unit);
            return new Axis(label, unit, scale.unit(), scale.factor(), Optional.of(range));
        }

        boolean isLogarithmic() {
            return range.filter(Range::logarithmic).isPresent();
        }
    }

    /** Hold columns of one length by name. */
    static final class Columns {
        private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

        /** Add a column, its figures rounded to five digits; one that is not finite becomes null. */
        Columns put(String name, double[] column) {
            return put(name, column, DIGITS);
        }

        /** Add a column of moments, in as many digits as a long run needs. */
        Columns times(String name, double[] column) {
            return put(name, column, DIGITS_OF_TIME);
        }

        private Columns put(String name, double[] column, MathContext digits) {
            values.put(name, Arrays.stream(column)
                    .mapToObj(figure -> Double.isFinite(figure) ? rounded(figure, digits) : null).toList());
            return this;
        }

        /** Add a column of words. */
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
