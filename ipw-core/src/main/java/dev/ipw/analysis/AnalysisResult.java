package dev.ipw.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The result of an analysis. Screen, report and file show every analysis in the same form: its figures, then its
 * tables.
 *
 * <pre>{@code
 * AnalysisResult.builder("carbon", "Carbon of the run")
 *         .figure(AnalysisColumn.estimate("co2e_per_query", "g"), AnalysisValue.of(estimate))
 *         .build();
 * }</pre>
 *
 * @param analysis the analysis' id
 * @param title    the title that people read
 * @param figures  the single figures, by name in the order in which they are shown
 * @param tables   the tables, by name in the order in which they are shown
 * @param warnings warnings that a reader should know
 * @param details  further content of the file that is not shown as a table: texts, numbers, booleans, lists, maps, or
 *                 null
 */
@API(status = API.Status.EXPERIMENTAL)
public record AnalysisResult(String analysis, String title, List<AnalysisFigure> figures, List<AnalysisTable> tables,
        List<String> warnings, Map<String, @Nullable Object> details) {
    private static final int FIGURES_SHOWN = 4;

    /** Copies the collections in their order, and refuses two figures or two tables with the same name. */
    public AnalysisResult {
        Objects.requireNonNull(title, "title");
        figures = List.copyOf(figures);
        tables = List.copyOf(tables);
        warnings = List.copyOf(warnings);
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        AnalysisTable.requireDistinct("analysis " + analysis,
                figures.stream().map(AnalysisFigure::column).toList());
        List<String> names = new ArrayList<>(details.keySet());
        for (AnalysisTable table : tables) {
            if (names.contains(table.name())) {
                throw new IllegalArgumentException(
                        "The analysis " + analysis + " has two things named " + table.name());
            }
            names.add(table.name());
        }
    }

    /**
     * Starts a result.
     *
     * @param analysis the analysis' id
     * @param title    the title that people read
     * @return a builder
     */
    public static Builder builder(String analysis, String title) {
        return new Builder(analysis, title);
    }

    /**
     * Finds a single figure.
     *
     * @param name its name
     * @return its value; an absent one if there is no such figure
     */
    public AnalysisValue figure(String name) {
        return figures.stream().filter(figure -> figure.column().name().equals(name)).findFirst()
                .map(AnalysisFigure::value).orElse(AnalysisValue.absent());
    }

    /**
     * Finds a table.
     *
     * @param name its name
     * @return the table; empty without one
     */
    public Optional<AnalysisTable> table(String name) {
        return tables.stream().filter(table -> table.name().equals(name)).findFirst();
    }

    /**
     * Returns the single figures by their names, as the file has them under {@code summary}.
     *
     * @return plain values, null for unknown ones
     */
    public Map<String, @Nullable Object> summary() {
        return AnalysisJson.summary(this);
    }

    /**
     * Returns tables and details by their names, as the file has them under {@code data}.
     *
     * @return plain values, null for unknown ones
     */
    public Map<String, @Nullable Object> data() {
        return AnalysisJson.data(this);
    }

    /**
     * Returns the result without a detail, for example without a list of all answers.
     *
     * @param name its name
     * @return a copy without it
     */
    public AnalysisResult without(String name) {
        Map<String, @Nullable Object> fewer = new LinkedHashMap<>(details);
        fewer.remove(name);
        return new AnalysisResult(analysis, title, figures, tables, warnings, fewer);
    }

    /**
     * Returns the whole result as plain values, to be put into a larger file.
     *
     * @return the content of its file, null for unknown values
     */
    public Map<String, @Nullable Object> toMap() {
        return AnalysisJson.tree(this);
    }

    /**
     * Reads a result that {@link #toJson()} wrote.
     *
     * @param name the file's name, for messages
     * @param json its content
     * @return the result
     * @throws dev.ipw.error.InputException if it is no result of an analysis
     */
    public static AnalysisResult read(String name, String json) {
        return AnalysisJson.read(name, json);
    }

    /**
     * Writes the result as JSON for people and programs.
     *
     * @return the content of its file
     */
    public String toJson() {
        return AnalysisJson.write(this);
    }

    /**
     * Formats the title, the first figures that are known, and the names of the tables for a reader; {@link #figures()} has all
     * figures.
     */
    @Override
    public String toString() {
        List<AnalysisFigure> known = figures.stream().filter(figure -> figure.value().value().isPresent()).toList();
        List<AnalysisFigure> shown = known.subList(0, Math.min(FIGURES_SHOWN, known.size()));
        return title + ": " + shown.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + (figures.size() > shown.size() ? " (" + shown.size() + " of " + figures.size() + " figures)" : "")
                + (tables.isEmpty()
                        ? ""
                        : "; tables " + tables.stream().map(AnalysisTable::name).collect(Collectors.joining(", ")))
                + (warnings.isEmpty() ? "" : "; warnings: " + warnings.size());
    }

    /** A builder of a result. */
    public static final class Builder {
        private final String analysis;
        private final String title;
        private final List<AnalysisFigure> figures = new ArrayList<>();
        private final List<AnalysisTable> tables = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private final Map<String, @Nullable Object> details = new LinkedHashMap<>();

        private Builder(String analysis, String title) {
            this.analysis = analysis;
            this.title = title;
        }

        /**
         * Adds a single figure.
         *
         * @param column its name, label and unit
         * @param value  its value
         * @return this
         */
        public Builder figure(AnalysisColumn column, AnalysisValue value) {
            figures.add(new AnalysisFigure(column, value));
            return this;
        }

        /**
         * Adds single figures.
         *
         * @param more the figures
         * @return this
         */
        public Builder figures(List<AnalysisFigure> more) {
            figures.addAll(more);
            return this;
        }

        /**
         * Adds a table.
         *
         * @param table the table
         * @return this
         */
        public Builder table(AnalysisTable table) {
            tables.add(table);
            return this;
        }

        /**
         * Adds warnings.
         *
         * @param more sentences
         * @return this
         */
        public Builder warnings(List<String> more) {
            warnings.addAll(more);
            return this;
        }

        /**
         * Adds details that only the file holds.
         *
         * @param name  its key
         * @param plain texts, numbers, booleans, lists, maps, or null
         * @return this
         */
        public Builder detail(String name, @Nullable Object plain) {
            details.put(name, plain);
            return this;
        }

        /**
         * Builds the result.
         *
         * @return the result
         */
        public AnalysisResult build() {
            return new AnalysisResult(analysis, title, figures, tables, warnings, details);
        }
    }

    /**
     * A single figure of an analysis.
     *
     * @param column its name, label and unit
     * @param value  its value
     */
    public record AnalysisFigure(AnalysisColumn column, AnalysisValue value) {
        /** Rejects nulls, and a value of another kind. */
        public AnalysisFigure {
            Objects.requireNonNull(column, "column");
            AnalysisTable.requireKind(column, value);
        }

        /** Formats the figure for a reader, for example {@code joules per query 12.4 J [11.9, 12.9] MEASURED}. */
        @Override
        public String toString() {
            return column.label() + " " + value.in(column.unit());
        }
    }
}
