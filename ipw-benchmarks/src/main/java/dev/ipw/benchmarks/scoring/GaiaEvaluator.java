package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.Excerpt;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The evaluator that compares an answer with the right one by GAIA's rules. The text behind the last
 * {@code FINAL ANSWER} is compared, on its line or the next; without the marker, the last line that is not blank.
 *
 * <ol>
 * <li>If the right answer is a number, the answer must be that number after dollar and percent signs and commas are
 * removed.</li>
 * <li>If it has a comma or a semicolon, both are lists with the same number of elements. Each element must be equal as
 * a number, or as text in small letters without white space. Punctuation inside an element counts.</li>
 * <li>Else both are text in small letters without white space and punctuation.</li>
 * </ol>
 */
final class GaiaEvaluator implements TextScorer {
    private static final Pattern MARKER = Pattern
            .compile("(?m)(?i:final[ _]answer)[*_` \\t]{0,6}(?::|(?i:is)\\b:?|$)|FINAL[ _]ANSWER");
    private static final Pattern NUMBER = Pattern
            .compile("\\s*[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,5})?\\s*");
    private static final Pattern SEPARATOR = Pattern.compile("[,;]");
    private static final Pattern WHITE_SPACE = Pattern.compile("(?U)\\s+");
    private static final Pattern EMPHASIS = Pattern.compile("^[*_`\\s]{1,8}|[*_`\\s]{1,8}$");
    private static final int EXCERPT_CHARACTERS = 300;

    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        String text = BoundedPattern.end(answer);
        Optional<String> marked = marked(text);
        String given = marked.orElseGet(() -> lastLine(text));
        String target = question.answer();
        Kind kind = Kind.of(target);
        boolean isRight = switch (kind) {
            case NUMBER -> sameNumber(target, given);
            case LIST -> sameList(target, given);
            case TEXT -> plainText(target).equals(plainText(given));
        };
        return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT,
                Optional.of(Excerpt.of(given, EXCERPT_CHARACTERS)),
                (isRight ? "Equals the right answer as " : "Differs from the right answer as ") + kind.label(),
                Map.of("compared_as", kind.label(), "marker", marked.isPresent() ? "found" : "missing"));
    }

    private static Optional<String> marked(String text) {
        Matcher matcher = MARKER.matcher(text);
        Optional<String> last = Optional.empty();
        while (matcher.find()) {
            last = text.substring(matcher.end()).lines().map(GaiaEvaluator::unstyled)
                    .filter(line -> !line.isEmpty()).findFirst();
        }
        return last;
    }

    private static String lastLine(String text) {
        return text.lines().map(GaiaEvaluator::unstyled).filter(line -> !line.isEmpty())
                .reduce("", (earlier, later) -> later);
    }

    private static String unstyled(String line) {
        return EMPHASIS.matcher(line).replaceAll("");
    }

    private static OptionalDouble number(String text) {
        return NUMBER.matcher(text).matches()
                ? OptionalDouble.of(Double.parseDouble(text.strip()))
                : OptionalDouble.empty();
    }

    private static boolean sameNumber(String target, String given) {
        OptionalDouble value = number(given.replace("$", "").replace("%", "").replace(",", ""));
        return value.isPresent() && value.getAsDouble() == number(target).orElseThrow();
    }

    private static boolean sameList(String target, String given) {
        List<String> wanted = List.of(SEPARATOR.split(target, -1));
        List<String> elements = List.of(SEPARATOR.split(given, -1));
        if (wanted.size() != elements.size()) {
            return false;
        }
        for (int index = 0; index < wanted.size(); index++) {
            String one = wanted.get(index);
            String other = elements.get(index);
            boolean same = number(one).isPresent()
                    ? sameNumber(one, other)
                    : withoutSpace(one).equals(withoutSpace(other));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static String withoutSpace(String text) {
        return CaseFolding.fold(WHITE_SPACE.matcher(text).replaceAll(""));
    }

    private static String plainText(String text) {
        return Punctuation.asciiRemoved(withoutSpace(text));
    }

    private enum Kind {
        NUMBER, LIST, TEXT;

        static Kind of(String target) {
            if (number(target).isPresent()) {
                return NUMBER;
            }
            return SEPARATOR.matcher(target).find() ? LIST : TEXT;
        }

        String label() {
            return CaseFolding.fold(name());
        }
    }
}
