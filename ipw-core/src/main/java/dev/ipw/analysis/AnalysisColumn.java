package dev.ipw.analysis;

import dev.ipw.record.Dimension;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The name, label and unit of a figure of an analysis, the same in its file, on the screen and in the report. It
 * describes a single figure or a column of a table.
 *
 * @param name  the key in the file, lower case with underscores, for example {@code joules_per_query}
 * @param label the text that people read, for example {@code J/query}
 * @param unit  the unit, for example {@code J}; empty for a text, a count or a share; {@link #UNIT_OF_ROW} in a table
 *              whose rows have units of their own
 * @param kind  the kind of its values
 * @param scale the scale in which people read its values; files do not have it
 */
@API(status = API.Status.EXPERIMENTAL)
public record AnalysisColumn(String name, String label, String unit, Kind kind, FigureScale scale) {
    /** A placeholder for the unit in the row's column {@link #UNIT}. */
    public static final String UNIT_OF_ROW = "*";
    /** The column that names the units of rows. */
    public static final String UNIT = "unit";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,99}");

    /** The kind of a figure's values. */
    public enum Kind {
        /** A number. */
        NUMBER,
        /** A number with an interval. In the file its bounds follow under {@code _low} and {@code _high}. */
        ESTIMATE,
        /** A whole number of things. */
        COUNT,
        /** A text. */
        TEXT,
        /** True or false. */
        TRUTH,
        /** Several texts. */
        TEXTS;

        /**
         * Returns the name used in files.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Returns whether its values are numbers, which are aligned right.
         *
         * @return true for numbers, estimates and counts
         */
        public boolean isNumeric() {
            return this == NUMBER || this == ESTIMATE || this == COUNT;
        }
    }

    /** Rejects nulls, and a name that is no key. */
    public AnalysisColumn {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(scale, "scale");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "The name of a figure must be lower case with underscores, like joules_per_query, not '" + name
                            + "'");
        }
        label = label.isBlank() ? name.replace('_', ' ') : label;
    }

    /**
     * Creates a column of numbers.
     *
     * @param name the key in the file; people read it with spaces for underscores
     * @param unit the unit; empty for a share
     * @return the column
     */
    public static AnalysisColumn number(String name, String unit) {
        return new AnalysisColumn(name, "", unit, Kind.NUMBER, FigureScale.UNIT);
    }

    /**
     * Creates a column of numbers with intervals.
     *
     * @param name the key in the file; people read it with spaces for underscores
     * @param unit the unit; empty for a share
     * @return the column
     */
    public static AnalysisColumn estimate(String name, String unit) {
        return new AnalysisColumn(name, "", unit, Kind.ESTIMATE, FigureScale.UNIT);
    }

    /**
     * Creates a column of estimates of a figure that every run has.
     *
     * @param figure the figure
     * @return the column, with the figure's name, label and unit
     */
    public static AnalysisColumn estimate(RunFigure figure) {
        return new AnalysisColumn(figure.label(), figure.words(), figure.unit(), Kind.ESTIMATE, figure.scale());
    }

    /**
     * Creates a column of a figure that every run has.
     *
     * @param figure the figure
     * @return the column, with the figure's name, label and unit
     */
    public static AnalysisColumn number(RunFigure figure) {
        return new AnalysisColumn(figure.label(), figure.words(), figure.unit(), Kind.NUMBER, figure.scale());
    }

    /**
     * Creates a column of estimates of a figure that every query has.
     *
     * @param dimension the figure
     * @return the column, with the figure's name, label and unit
     */
    public static AnalysisColumn estimate(Dimension dimension) {
        return new AnalysisColumn(dimension.label(), dimension.words(), dimension.unit(), Kind.ESTIMATE,
                FigureScale.UNIT);
    }

    /**
     * Creates a column of counts.
     *
     * @param name the key in the file; people read it with spaces for underscores
     * @return the column
     */
    public static AnalysisColumn count(String name) {
        return new AnalysisColumn(name, "", "", Kind.COUNT, FigureScale.UNIT);
    }

    /**
     * Creates a column of texts.
     *
     * @param name the key in the file; people read it with spaces for underscores
     * @return the column
     */
    public static AnalysisColumn text(String name) {
        return new AnalysisColumn(name, "", "", Kind.TEXT, FigureScale.UNIT);
    }

    /**
     * Creates a column of values that are true or false.
     *
     * @param name the key in the file; people read it with spaces for underscores
     * @return the column
     */
    public static AnalysisColumn truth(String name) {
        return new AnalysisColumn(name, "", "", Kind.TRUTH, FigureScale.UNIT);
    }

    /**
     * Creates a column of lists of texts.
     *
     * @param name the key in the file; people read it with spaces for underscores
     * @return the column
     */
    public static AnalysisColumn texts(String name) {
        return new AnalysisColumn(name, "", "", Kind.TEXTS, FigureScale.UNIT);
    }

    /**
     * Returns the column with another label.
     *
     * @param shown the text that people read
     * @return a copy with the label
     */
    public AnalysisColumn labelled(String shown) {
        return new AnalysisColumn(name, shown, unit, kind, scale);
    }

    /**
     * Returns the column in another unit.
     *
     * @param other the unit
     * @return a copy with the unit
     */
    public AnalysisColumn in(String other) {
        return new AnalysisColumn(name, label, other, kind, scale);
    }

    /**
     * Sets the scale in which people read the figure.
     *
     * @param shown the scale, for example {@link FigureScale#PERCENT}
     * @return a copy with this scale
     */
    public AnalysisColumn scaled(FigureScale shown) {
        return new AnalysisColumn(name, label, unit, kind, shown);
    }

    /**
     * Returns the unit of the scale in which people read the figure.
     *
     * @return for example {@code J}, {@code %} or {@code USD per 1,000 queries}
     */
    public String shownUnit() {
        return switch (scale) {
            case UNIT -> unit;
            case PERCENT -> scale.words();
            default -> unit + " per " + scale.words();
        };
    }

    /**
     * Returns the unit of a difference of two values.
     *
     * @return points for shares, since percent of percent are easily misread
     */
    public String differenceUnit() {
        return scale == FigureScale.PERCENT ? "points" : shownUnit();
    }
}
