package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.ReasoningText;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The evaluator of short answers by equality. An answer is right if it equals the record's answer, or one listed in its
 * metadata under {@code accepted}, after both are normalised: Unicode NFKC, lower case, white space collapsed,
 * surrounding punctuation and quotes and a leading article (the, a, an) removed. Accents and inner punctuation count.
 *
 * <p>The compared text is the first of these that the answer has:
 * <ol>
 * <li>the content of the last mark ({@code \boxed{...}}, "the answer is ...", "Answer: ..."): all of it, or its first
 * sentence;</li>
 * <li>the whole answer;</li>
 * <li>its last line: all of it, or its first sentence;</li>
 * <li>the only passage in bold;</li>
 * <li>the first line, if all others are sentences of four words or more that retract nothing;</li>
 * <li>in the first sentence of the first or last line, the text before an explanation: before a final parenthesis, or
 * before a comma or dash and a lower-case word; "yes" and "no" before any comma or dash;</li>
 * <li>in the last line, if it denies nothing and names no alternative, the text after "is", "are", "was", "were", "be",
 * "called", "it's", "that's", "in" or "on", or the text before its only "is the".</li>
 * </ol>
 */
final class ExactEvaluator implements RuleEvaluator {
    private static final Pattern BOLD = Pattern.compile("\\*\\*([^*\\n]{1,200})\\*\\*");
    private static final Pattern STATEMENT = Pattern
            .compile("(?i)(?<!\\p{L})(?:is|are|was|were|be|called|(?:it|that|he|she)'s)\\s{1,3}(?=\\S)");
    private static final Pattern PLACE = Pattern.compile("(?i)(?<!\\p{L})(?:in|on)\\s{1,3}(?=\\S)");
    private static final Pattern SUBJECT = Pattern
            .compile(
                    "(?i)([^,;:]{1,100}?)\\s{1,2}(?:is|are|was|were)\\s{1,2}the\\s(?!wrong|incorrect|opposite|second|third)[^,;:]{1,150}");
    private static final Pattern EXPLAINED = Pattern
            .compile(
                    "(?s)(.{1,100}?)(?:\\s{1,2}\\((?!(?i:or|and|but|maybe|perhaps|possibly)(?!\\p{L}))[^()]{1,200}\\)[.!]?"
                            + "|(?:,|\\s{0,2}[—–]|\\s-)\\s{1,2}(?!(?:or|nor|and|but|not|no|maybe|perhaps|possibly|if|unless|except|wait|actually)"
                            + "(?!\\p{L}))\\p{Ll}.*)");
    private static final Pattern POLAR = Pattern
            .compile("(?is)(yes|no)(?:,|\\s{0,2}[—–]|\\s-)\\s{0,2}+(?!(?:wait|actually|sorry|no|yes|or)(?!\\p{L})).*");
    private static final Pattern TAKEN_BACK = Pattern
            .compile("(?i)(?<!\\p{L})(?:wait|actually|sorry|correction|mistake|wrong|but|however|or|not)(?!\\p{L})");
    private static final Pattern LONG_SENTENCE = Pattern.compile("\\S{1,60}(?:\\s{1,3}\\S{1,60}){3}.*");
    private static final Pattern UNSURE = Pattern
            .compile(
                    "(?i)n't(?!\\p{L})|(?<!\\p{L})(?:not|cannot|never|no|nor|or|either|if|whether|unclear|unsure|unlikely)(?!\\p{L})");
    private static final Pattern REFUSAL = Pattern
            .compile("(?i)\\s{0,9}(?:sorry,? ?(?:but )?)?(?:i (?:really )?(?:do not|don't|cannot|can't"
                    + "|am not|could not|couldn't)|i'm (?:not|unable|sorry)|i am (?:unable|sorry)|unknown|n/a|no answer)(?!\\p{L}).{0,400}");
    private static final String KEPT_AT_THE_START = "%+-−$€£¥#";
    private static final String KEPT_AT_THE_END = "%+#";
    private static final Pattern ARTICLE = Pattern.compile("^(?:the|an|a)\\s{1,3}(?=\\S)");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    @Override
    public Evaluation judge(DatasetRecord question, String answer) {
        Set<String> accepted = accepted(question);
        if (accepted.isEmpty()) {
            return Evaluation.unscored("The record has no answer to compare with");
        }
        String text = ReasoningText.removed(answer);
        if (text.isBlank()) {
            return Evaluation.notAttempted("The answer is empty");
        }
        List<String> candidates = candidates(text);
        for (String candidate : candidates) {
            if (accepted.contains(normalise(candidate))) {
                return new Evaluation(Verdict.CORRECT, Optional.of(candidate), "Equals an accepted answer", Map.of());
            }
        }
        if (REFUSAL.matcher(text.replace('’', '\'').strip()).matches()) {
            return Evaluation.notAttempted("The model declines to answer");
        }
        return new Evaluation(Verdict.INCORRECT, candidates.stream().findFirst(), "Equals no accepted answer",
                Map.of());
    }

    private static Set<String> accepted(DatasetRecord question) {
        List<String> written = new ArrayList<>(List.of(question.answer()));
        if (question.metadata().get("accepted") instanceof List<?> further) {
            further.forEach(one -> written.add(one.toString()));
        }
        Set<String> normalised = new LinkedHashSet<>();
        written.stream().map(ExactEvaluator::normalise).filter(one -> !one.isEmpty()).forEach(normalised::add);
        return normalised;
    }

    private static List<String> candidates(String text) {
        String plain = AnswerText.plain(text);
        List<AnswerMarks.Mark> marks = AnswerMarks.find(plain);
        if (!marks.isEmpty()) {
            String marked = marks.getFirst().content();
            return List.of(marked, AnswerText.sentences(marked).getFirst());
        }
        List<String> lines = AnswerText.lines(plain);
        if (lines.isEmpty()) {
            return List.of();
        }
        String last = lines.getLast();
        String sentence = AnswerText.sentences(last).getFirst();
        List<String> candidates = new ArrayList<>(List.of(String.join(" ", lines), last, sentence));
        onlyBold(text).ifPresent(candidates::add);
        String first = lines.getFirst();
        if (lines.size() > 1 && lines.stream().skip(1).allMatch(
                line -> LONG_SENTENCE.matcher(line).matches() && !TAKEN_BACK.matcher(line).find())) {
            candidates.add(first);
            explained(AnswerText.sentences(first).getFirst()).ifPresent(candidates::add);
        }
        explained(sentence).ifPresent(candidates::add);
        if (!UNSURE.matcher(sentence).find()) {
            behind(STATEMENT, sentence).ifPresent(candidates::add);
            behind(PLACE, sentence).ifPresent(candidates::add);
            subject(sentence).ifPresent(candidates::add);
            explained(sentence).flatMap(head -> behind(STATEMENT, head)).ifPresent(candidates::add);
        }
        return candidates;
    }

    private static Optional<String> onlyBold(String text) {
        List<String> passages = BOLD.matcher(text).results().limit(2).map(passage -> passage.group(1)).toList();
        return passages.size() == 1 ? Optional.of(passages.getFirst()) : Optional.empty();
    }

    private static Optional<String> explained(String sentence) {
        return Stream.of(POLAR, EXPLAINED).map(pattern -> pattern.matcher(sentence)).filter(Matcher::matches)
                .map(matcher -> matcher.group(1)).findFirst();
    }

    private static Optional<String> behind(Pattern word, String sentence) {
        int end = word.matcher(sentence).results().mapToInt(MatchResult::end).reduce(-1, (first, second) -> second);
        return end < 0 ? Optional.empty() : Optional.of(sentence.substring(end));
    }

    private static Optional<String> subject(String sentence) {
        Matcher matcher = SUBJECT.matcher(sentence);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Returns the form of an answer in which equal answers are equal text. */
    static String normalise(String answer) {
        String unified = Normalizer.normalize(AnswerText.plain(answer), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        String spaced = SPACE.matcher(unified).replaceAll(" ");
        return ARTICLE.matcher(withoutEdges(spaced)).replaceFirst("");
    }

    private static String withoutEdges(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isEdge(text.charAt(start), KEPT_AT_THE_START)) {
            start++;
        }
        while (end > start && isEdge(text.charAt(end - 1), KEPT_AT_THE_END)) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isEdge(char character, String kept) {
        boolean partOfAWord = Character.isLetterOrDigit(character) || Character.isSurrogate(character)
                || Character.getType(character) == Character.NON_SPACING_MARK;
        return !partOfAWord && kept.indexOf(character) < 0;
    }
}
