package dev.ipw.results.internal.finishing;

import dev.ipw.inference.ResponseFlag;
import dev.ipw.query.QueryOutcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A check for implausible reports of a server about a run's answers, and for a change of its model. */
final class ServerReportCheck {
    private static final int MAX_MODELS = 10;

    private final Map<ResponseFlag, Long> flagged = new EnumMap<>(ResponseFlag.class);
    private final Map<String, Served> models = new LinkedHashMap<>();
    private long answers;
    private long flaggedAnswers;
    private long ofFurtherModels;

    void add(QueryOutcome outcome) {
        answers++;
        List<ResponseFlag> flags = Stream
                .concat(outcome.usage().flags().stream(), outcome.serverTimings().flags().stream()).toList();
        flaggedAnswers += flags.isEmpty() ? 0 : 1;
        flags.forEach(flag -> flagged.merge(flag, 1L, Long::sum));
        outcome.servedModel().ifPresent(this::servedBy);
    }

    /** Records the model's name of an answer. Names that differ only in case are equal. */
    private void servedBy(String model) {
        String key = model.toLowerCase(Locale.ROOT);
        if (models.size() == MAX_MODELS && !models.containsKey(key)) {
            ofFurtherModels++;
            return;
        }
        models.merge(key, new Served(model, 1), (known, one) -> new Served(known.name, known.answers + 1));
    }

    /** Returns warnings that a reader should know. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (models.size() > 1) {
            warnings.add("The server named more than one model in its answers: " + models.values().stream()
                    .map(served -> "'" + served.name + "' in " + served.answers).collect(Collectors.joining(", "))
                    + (ofFurtherModels > 0 ? ", and others in " + ofFurtherModels : "")
                    + ". The figures mix them; serve one model alone, and run again");
        }
        if (flaggedAnswers > 0) {
            warnings.add("The server contradicts itself in " + flaggedAnswers + " of " + answers
                    + " requests, or tells what cannot be: " + flagged.entrySet().stream()
                            .map(entry -> entry.getKey().words() + " (" + entry.getValue() + ")")
                            .collect(Collectors.joining(", "))
                    + ". Those figures and all derived from them are left out");
        }
        return warnings;
    }

    private record Served(String name, long answers) {}
}
