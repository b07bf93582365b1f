package dev.ipw.benchmarks.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The origin of a question, from the column {@code dataset_metadata} of {@link IntelligencePerWatt}: a text of JSON.
 *
 * @param metadata the JSON, an empty object if the row has none
 */
record QuestionOrigin(JsonNode metadata) {
    private static final String COLUMN = "dataset_metadata";
    /** A line that begins with a letter and a full stop or a bracket. */
    private static final Pattern CHOICE = Pattern.compile("(?m)^\\(?([A-Z])[.)] ?");
    private static final char FIRST_LETTER = 'A';
    private static final int MIN_CHOICES = 2;

    static QuestionOrigin of(Row row) {
        try {
            return new QuestionOrigin(Json.parse(row.text(COLUMN).orElse("{}")));
        } catch (JsonSyntaxException torn) {
            throw row.wrong("the column " + COLUMN + " is no JSON: " + torn.getMessage());
        }
    }

    /** Returns the set that the question was drawn from; empty if the metadata names none. */
    Optional<String> name() {
        return text("dataset_name");
    }

    /** Returns the kind of that set, by its name, else by the original's way to judge; empty if neither is known. */
    Optional<QuestionSource> source() {
        return name().flatMap(QuestionSource::named)
                .or(() -> text("verification_method").flatMap(QuestionSource::named));
    }

    private Optional<String> text(String field) {
        return Optional.of(metadata.path("config").path(field).asText("").strip()).filter(text -> !text.isEmpty());
    }

    /**
     * Returns the choices: those of the metadata, else the lines of the question behind the letters A, B, C; empty if
     * there are none.
     */
    List<String> choices(String problem) {
        List<String> choices = new ArrayList<>();
        metadata.path("options").forEach(option -> choices.add(option.asText()));
        return choices.size() >= MIN_CHOICES ? choices : lettered(problem);
    }

    private static List<String> lettered(String problem) {
        List<String> choices = new ArrayList<>();
        Matcher letters = CHOICE.matcher(problem);
        int begin = -1;
        while (letters.find()) {
            char letter = letters.group(1).charAt(0);
            if (letter == FIRST_LETTER) {
                choices.clear();
            } else if (begin < 0 || letter != FIRST_LETTER + choices.size() + 1) {
                continue;
            } else {
                choices.add(firstParagraph(problem.substring(begin, letters.start())));
            }
            begin = letters.end();
        }
        if (begin >= 0) {
            choices.add(firstParagraph(problem.substring(begin)));
        }
        return choices.size() >= MIN_CHOICES ? choices : List.of();
    }

    private static String firstParagraph(String text) {
        return text.split("\\n\\s*\\n", 2)[0].strip();
    }
}
