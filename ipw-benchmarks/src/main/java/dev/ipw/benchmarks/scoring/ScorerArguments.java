package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of a scorer: the parameters of the run, and below them those in the record's metadata under
 * {@code scoring}. A parameter of the run has precedence, because a person gave it for this run.
 */
record ScorerArguments(String scorer, Map<String, String> given, Map<?, ?> ofRecord, String recordId) {
    private static final String FIELD = "scoring";

    /** Makes the arguments from the parameters of a run, which then know every key. */
    static ScorerArguments of(String scorer, Parameters parameters, List<String> keys) {
        Map<String, String> given = new LinkedHashMap<>();
        keys.forEach(key -> parameters.text(key).ifPresent(value -> given.put(key, value)));
        return new ScorerArguments(scorer, given, Map.of(), "");
    }

    /** Adds the record's arguments. */
    ScorerArguments with(DatasetRecord question) {
        Map<?, ?> scoring = question.metadata().get(FIELD) instanceof Map<?, ?> map ? map : Map.of();
        return new ScorerArguments(scorer, given, scoring, question.id());
    }

    Optional<String> text(String key) {
        Object record = ofRecord.get(key);
        return Optional.ofNullable(given.get(key)).or(() -> Optional.ofNullable(record).map(String::valueOf));
    }

    boolean flag(String key, boolean otherwise) {
        return text(key).map(value -> switch (CaseFolding.fold(value.strip())) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(key, value, "true or false");
        }).orElse(otherwise);
    }

    double share(String key, double otherwise) {
        Optional<String> value = text(key);
        if (value.isEmpty()) {
            return otherwise;
        }
        try {
            double number = Double.parseDouble(value.get().strip());
            if (number >= 0 && number <= 1) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw wrong(key, value.get(), "a number from 0 to 1", notANumber);
        }
        throw wrong(key, value.get(), "a number from 0 to 1");
    }

    /** Reads one of several words. */
    String oneOf(String key, List<String> words, String otherwise) {
        String word = CaseFolding.fold(text(key).orElse(otherwise).strip());
        if (!words.contains(word)) {
            throw wrong(key, word, "one of " + String.join(", ", words));
        }
        return word;
    }

    /** Makes the exception for a wrong argument: of the run's parameters, or of the record, depending on its origin. */
    RuntimeException wrong(String key, String value, String expected) {
        String message = "The argument '" + key + "' of the evaluator " + scorer;
        return given.containsKey(key)
                ? new ConfigurationException(message + " must be " + expected + ", not '" + value + "'; correct it")
                : new InputException(
                        message + " in the metadata '" + FIELD + "' of the record " + recordId + " must be "
                                + expected + ", not '" + value + "'; correct the record or give the parameter " + key);
    }

    private RuntimeException wrong(String key, String value, String expected, Throwable cause) {
        RuntimeException exception = wrong(key, value, expected);
        exception.initCause(cause);
        return exception;
    }
}
