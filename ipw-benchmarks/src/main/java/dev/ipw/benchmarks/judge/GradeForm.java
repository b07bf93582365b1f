package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One of several words: on the last line of the reply, with the code of the request and nothing else, as in
 * {@code GRADE bcdfghjk: CORRECT}, or as a field of JSON beside the code. Other words, such as "NOT CORRECT", do not
 * count, and different words with the code are no verdict. Anything else is no verdict, and never guessed.
 *
 * @param words  the words to choose from
 * @param isJson whether JSON is requested where the server enforces a schema
 */
record GradeForm(List<String> words, boolean isJson) implements ReplyForm<String> {
    /** The field of JSON with the word. */
    static final String FIELD = "grade";

    /** Copies the list. */
    GradeForm {
        words = List.copyOf(words);
    }

    @Override
    public String request(String code) {
        return "\nThink first. Then write as the last line of your reply, with nothing else on it:\n" + line(code)
                + (isJson
                        ? " In JSON the fields are " + FIELD + ", which is X, and " + ReplyText.CODE + ", which is "
                                + code + "."
                        : "");
    }

    @Override
    public String again(String code) {
        return "That reply has no verdict in the form that was asked for, or several that differ. Reply with this one"
                + " line, and nothing before or behind it:\n" + line(code);
    }

    private String line(String code) {
        return "GRADE " + code + ": X\nX being one of " + String.join(", ", words) + ".";
    }

    @Override
    public Optional<ResponseFormat> format() {
        if (!isJson) {
            return Optional.empty();
        }
        ObjectNode properties = Json.object();
        properties.putObject("reasoning").put("type", "string");
        return Optional.of(format(properties));
    }

    /** Returns a schema that has these fields before the word and the code. */
    ResponseFormat format(ObjectNode properties) {
        words.forEach(properties.putObject(FIELD).put("type", "string").putArray("enum")::add);
        properties.putObject(ReplyText.CODE).put("type", "string");
        ObjectNode schema = Json.object().put("type", "object");
        schema.set("properties", properties);
        properties.fieldNames().forEachRemaining(schema.withArray("required")::add);
        schema.put("additionalProperties", false);
        return ResponseFormat.jsonSchema("judgement", Json.write(schema));
    }

    @Override
    public Optional<String> read(String reply, String code) {
        Optional<JsonNode> object = ReplyText.object(reply);
        if (object.isPresent()) {
            return object.filter(fields -> ReplyText.isCoded(fields, code))
                    .flatMap(fields -> offered(fields.path(FIELD).asText()));
        }
        List<String> lines = ReplyText.lines(reply);
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        String stated = stated(code);
        Matcher last = Pattern.compile(ReplyText.GAP + stated + ReplyText.GAP).matcher(lines.getLast());
        Pattern anywhere = Pattern.compile(stated);
        if (!last.matches()) {
            return Optional.empty();
        }
        Optional<String> word = offered(last.group(1));
        return lines.stream().flatMap(line -> anywhere.matcher(line).results())
                .allMatch(found -> offered(found.group(1)).equals(word)) ? word : Optional.empty();
    }

    private String stated(String code) {
        String offered = words.stream().map(GradeForm::spelled).collect(Collectors.joining("|"));
        return "(?i)GRADE" + ReplyText.GAP + Pattern.quote(code) + ReplyText.GAP + "(" + offered
                + ")(?![\\p{L}\\p{N}_<=>])";
    }

    /** Returns a pattern of a word in which a blank or a hyphen may replace the underscore. */
    private static String spelled(String word) {
        return Stream.of(word.split("_", -1)).map(Pattern::quote).collect(Collectors.joining("[ _-]"));
    }

    private Optional<String> offered(String given) {
        String word = given.strip().replace(' ', '_').replace('-', '_').toUpperCase(Locale.ROOT);
        return words.stream().filter(word::equals).findFirst();
    }
}
