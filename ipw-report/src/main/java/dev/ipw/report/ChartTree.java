package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Build what the report's script draws: a kind of chart, its axes, and series of named columns. The same columns are what a
 * reader copies as CSV, in the unit that their axis names.
 */
final class ChartTree {
    private static final MathContext DIGITS = new MathContext(6);

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
        chart.put(side, TreeBuilder.object().put("label", axis.label()).put("unit", axis.shownUnit())
                .put("factor", axis.factor()).put("column_unit", axis.unit()).put("logarithmic", axis.logarithmic()));
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
     * @param label       what is drawn
     * @param unit        the unit of the columns; empty for a share or a count
     * @param shownUnit   the unit beside the axis
     * @param factor      what a figure is multiplied with to be in the unit that is shown
     * @param logarithmic true if the axis runs over powers of ten
     */
    record Axis(String label, String unit, String shownUnit, double factor, boolean logarithmic) {
        Axis {
            Objects.requireNonNull(label, "label");
        }

        /** Describe an axis whose figures are shown as they are. */
        static Axis plain(String label, String unit) {
            return new Axis(label, unit, unit, 1, false);
        }

        /** Describe an axis whose unit suits a typical figure. */
        static Axis scaled(String label, String unit, double typical) {
            UnitScale scale = UnitScale.of(typical, unit);
            return new Axis(label, unit, scale.unit(), scale.factor(), false);
        }

        Axis logarithmic(boolean isLogarithmic) {
            return new Axis(label, unit, shownUnit, factor, isLogarithmic);
        }
    }

    /** Hold columns of one length by name. */
    static final class Columns {
        private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

        /** Add a column, its figures rounded to six digits; one that is not finite becomes null. */
        Columns put(String name, double[] column) {
            values.put(name, Arrays.stream(column).mapToObj(Columns::rounded).toList());
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

        private static @Nullable Object rounded(double figure) {
            if (!Double.isFinite(figure)) {
                return null;
            }
            double rounded = new BigDecimal(figure).round(DIGITS).doubleValue();
            return rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE
                    ? (Object) (long) rounded
                    : (Object) rounded;
        }
    }
}
