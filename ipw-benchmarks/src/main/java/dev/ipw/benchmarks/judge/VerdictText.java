package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Read which of the offered words a judge gave. The last statement of a grade counts, be it a line {@code GRADE: WORD} or a field of
 * JSON. A grade that was not offered, such as "NOT CORRECT", is none, and so is one with another offered word behind it. Where a
 * statement inside a line, such as a quotation of the answer, follows one at the start of a line, both must agree. Without a statement a
 * reply of nothing but an offered word counts. Anything else is no verdict, and never guessed.
 */
final class VerdictText {
    /** The field of a JSON reply. */
    static final String FIELD = "grade";

    private static final int MOST_CHARACTERS = 200_000;
    private static final Pattern UNSEEN = Pattern.compile("[\\u200b-\\u200f\\u2060\\ufeff\\u00ad]");
    private static final String KEY = "(?:final[ _])?(?:grade|verdict|decision|judge?ment)";
    private static final Pattern STATED = Pattern.compile("(?im)(^[\\s>*_#`\"'{-]{0,12}|[^\\p{L}])" + KEY
            + "[\"'*_` ]{0,6}[:=][ \\t]*(?=([^\\r\\n]{0,120}))");
    private static final Pattern WORDS = Pattern
            .compile("^[\\s\"'*_`(\\[{$]{0,8}([A-Za-z][A-Za-z]*(?:[ _-][A-Za-z]+)*)");

    private VerdictText() {}

    /** Read the offered word; empty if there is none. */
    static Optional<String> read(String reply, List<String> offered) {
        String text = UNSEEN.matcher(ReasoningText.removed(reply)).replaceAll("");
        if (text.length() > MOST_CHARACTERS) {
            text = text.substring(text.length() - MOST_CHARACTERS);
        }
        Optional<String> field = field(text);
        if (field.isPresent()) {
            return same(field.get(), offered);
        }
        Matcher stated = STATED.matcher(text);
        Optional<String> last = Optional.empty();
        Optional<String> atLineStart = Optional.empty();
        boolean isStated = false;
        boolean hasLine = false;
        while (stated.find()) {
            isStated = true;
            last = offered(stated.group(2), offered);
            if (startsLine(text, stated.start(1)) && stated.group(1).codePoints().noneMatch(Character::isLetter)) {
                hasLine = true;
                atLineStart = last;
            }
        }
        boolean agrees = !hasLine || atLineStart.equals(last);
        return isStated ? last.filter(word -> agrees) : alone(text, offered);
    }

    private static boolean startsLine(String text, int at) {
        return at == 0 || text.charAt(at - 1) == '\n' || text.charAt(at) == '\n';
    }

    /** Return the grade of a reply that is nothing but a JSON object with one. */
    private static Optional<String> field(String text) {
        try {
            JsonNode grade = Json.parse(text.strip()).path(FIELD);
            return grade.isTextual() ? Optional.of(grade.asText()) : Optional.empty();
        } catch (JsonSyntaxException otherwise) {
            return Optional.empty();
        }
    }

    /** Take the words at the start of what was stated: all of them must be the offered word. */
    private static Optional<String> offered(String stated, List<String> offered) {
        Matcher words = WORDS.matcher(stated);
        if (!words.find()) {
            return Optional.empty();
        }
        String rest = stated.substring(words.end());
        return same(words.group(1), offered).filter(word -> offered.stream()
                .noneMatch(other -> !other.equals(word) && names(rest, other)));
    }

    /** Say whether an offered word stands in the rest of a line, in capitals, so that nobody knows which is meant. */
    private static boolean names(String rest, String word) {
        return Pattern.compile("(?<!\\p{L})" + word.replace("_", "[ _-]") + "(?!\\p{L})").matcher(rest).find();
    }

    private static Optional<String> alone(String text, List<String> offered) {
        return same(text.strip().replaceAll("^[\\s\"'*_`(\\[{$]{1,8}|[\\s\"'*_`)\\]}$.!]{1,8}$", ""), offered);
    }

    private static Optional<String> same(String given, List<String> offered) {
        String word = given.strip().replace(' ', '_').replace('-', '_').toUpperCase(Locale.ROOT);
        return offered.stream().filter(word::equals).findFirst();
    }
}
