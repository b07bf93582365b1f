package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.FigureMark;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Accuracy and shares of the joules by fields of the metadata that the run keeps with each question. */
final class FieldFigures implements RecordGatherer {
    /** The prefix of the name of a table. */
    static final String TABLE = "by_";
    /** The column that holds a value of the field. */
    static final String VALUE = "value";
    private static final String SUBJECT = "subject";
    /** The maximum number of field names kept for a message. */
    private static final int MAX_NAMES = 1000;

    private final Map<String, GroupFigures> figures = new LinkedHashMap<>();
    private final Set<String> fields = new TreeSet<>(Set.of(SUBJECT));
    private final Set<String> nested = new TreeSet<>();

    /**
     * Creates empty figures.
     *
     * @param fields the names of the fields; {@code subject} is always reported, so that naming it changes nothing
     */
    FieldFigures(List<String> fields, PowerImputation imputation) {
        fields.stream().filter(field -> !field.equals(SUBJECT)).forEach(field -> figures.put(field,
                new GroupFigures(TABLE + field, "By " + field, VALUE, record -> value(record.question(), field),
                        imputation)));
    }

    private static Optional<String> value(DatasetRecord question, String field) {
        return Optional.ofNullable(question.metadata().get(field)).filter(FieldFigures::isPlain).map(String::valueOf)
                .filter(text -> !text.isBlank());
    }

    private static boolean isPlain(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    @Override
    public void add(RecordedQuery record) {
        figures.values().forEach(group -> group.add(record));
        if (!figures.isEmpty()) {
            record.question().metadata().forEach((name, value) -> {
                Set<String> known = isPlain(value) ? fields : nested;
                if (known.size() < MAX_NAMES) {
                    known.add(name);
                }
            });
        }
    }

    /**
     * Returns a table for each field.
     *
     * @param shares the marks of figures of the joules of single queries
     * @throws ConfigurationException if no question of the run has a field
     */
    List<AnalysisTable> tables(List<FigureMark> shares) {
        figures.keySet().forEach(this::requireKnown);
        return figures.values().stream().map(group -> group.table(shares)).toList();
    }

    private void requireKnown(String field) {
        if (fields.contains(field)) {
            return;
        }
        if (nested.contains(field)) {
            throw new ConfigurationException("The field '" + field + "' of this run's questions holds a list or an"
                    + " object, by which " + Setting.ANALYSIS_OPTION + " by= cannot group. " + existing(field));
        }
        throw new ConfigurationException("No question of this run has the field '" + field + "' of "
                + Setting.ANALYSIS_OPTION + " by=. " + existing(field));
    }

    private String existing(String field) {
        return "The fields are, the nearest first: " + String.join(", ", NearestNames.sorted(field, fields));
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        figures.forEach((field, group) -> {
            if (group.without() > 0) {
                warnings.add(group.without() + " scored queries have no field '" + field
                        + "' and are in no row of its table");
            }
            if (group.leftOut() > 0) {
                warnings.add(group.leftOut() + " scored queries have further values of '" + field + "' than the first "
                        + GroupFigures.MAX + ", which alone are listed");
            }
        });
        return warnings;
    }
}
