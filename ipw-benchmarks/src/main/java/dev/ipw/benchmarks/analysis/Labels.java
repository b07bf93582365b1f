package dev.ipw.benchmarks.analysis;

import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.error.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A reader of the labels that people gave to answers: a file with the columns {@code id} and {@code correct}. */
final class Labels {
    private static final Set<String> YES = Set.of("true", "1", "yes", "correct", "right");
    private static final Set<String> NO = Set.of("false", "0", "no", "incorrect", "wrong", "not_attempted");

    private Labels() {}

    static Map<String, Boolean> read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InputException("There is no file " + file.toAbsolutePath()
                    + ". Give labels=FILE, a .jsonl or .csv with the columns id and correct");
        }
        Map<String, Boolean> labels = new LinkedHashMap<>();
        try (Stream<Row> rows = DataFile.rows(file, file.toString())) {
            rows.forEach(row -> {
                if (labels.put(row.requiredText("id"), isCorrect(row)) != null) {
                    throw row.wrong("the id " + row.requiredText("id") + " was labelled before");
                }
            });
        }
        return labels;
    }

    private static boolean isCorrect(Row row) {
        String text = row.requiredText("correct").strip().toLowerCase(Locale.ROOT);
        if (!YES.contains(text) && !NO.contains(text)) {
            throw row.wrong("the column correct must be true or false, not '" + text + "'");
        }
        return YES.contains(text);
    }
}
