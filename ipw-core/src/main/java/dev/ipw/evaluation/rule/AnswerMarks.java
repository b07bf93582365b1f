package dev.ipw.evaluation.rule;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The marks of a final answer: {@code \boxed{...}}, "the answer is ...", "Answer: ...", "####...". The content of a box
 * is its inside; the content of a phrase is the rest of its line, or the next line if nothing follows, with "not"
 * before it if the model does not adopt it ("I would not choose", "some say").
 */
final class AnswerMarks {
    static final String VERB = "(?:(?:would|should|must|will|has to|seems to|appears to|can only)\\s{1,3}be"
            + "|(?:is|was|are)(?:n't)?|equals)(?![\\p{L}\\p{N}])";

    private static final Pattern BOX = Pattern.compile("\\\\f?box(?:ed)?\\s{0,2}\\{");
    private static final Pattern PHRASE = Pattern.compile("(?i)(?<![\\p{L}/])ans(?:wer)?(?!\\p{L})"
            + "(?:\\s{1,3}(?:to|for|of|here|choice|option|letter)(?!\\p{L})[^\\n.:?!]{0,80}?)?[\\s\"'>\\])]{0,4}(?:"
            + VERB
            + "|'s(?!\\p{L})|[=:→>]|[-–—]{1,2}(?=\\s))|(?m:^)#{4}"
            + "|(?:答案|答え|정답)\\s{0,2}(?:应该|应|就|选)?\\s{0,2}(?:是|为|為|は|은|는|[=:])");
    private static final Pattern LEAD = Pattern
            .compile("(?i)[\\s:=>\"']{0,8}(?:(?:therefore|thus|simply|indeed|actually|"
                    + "definitely|most likely|likely|probably|perhaps|maybe|clearly|hence)(?!\\p{L})[\\s:,]{0,4})?");
    /** The words by which a phrase is not the model's own answer: a denial, another's opinion, or a first thought. */
    private static final Pattern DISOWNED = Pattern
            .compile(
                    "(?i)(?:(?<!\\p{L})(?:not|never|cannot)|n't|(?<!\\p{L})(?:some|others?|many|most|people|students|they|someone)"
                            + "(?:\\s{1,2}(?:people|students|might|may|would|could|will|often|also|mistakenly|wrongly|think|believe|say|assume|that)){1,4}"
                            + "|(?:first|initially|originally)\\s{1,2}(?:i\\s{1,2})?(?:thought|assumed|believed|guessed|said|thought that))"
                            + "\\s{1,2}(?:the\\s{1,2})?(?:(?:correct|right|best)\\s{1,2})?$");
    private static final int CONTEXT = 60;
    private static final int MAX_CONTENT = 2_000;
    private static final int MAX_MARKS = 50;

    private AnswerMarks() {}

    /**
     * One mark.
     *
     * @param start   its position
     * @param content its content, stripped and not empty
     */
    record Mark(int start, String content) {}

    /** Returns the last marks, at most 50, from the last one back. */
    static List<Mark> find(String text) {
        return lastFirst(boxes(text), phrases(text, PHRASE));
    }

    /** Returns the last marks, including a phrase of the caller's, at most 50, from the last one back. */
    static List<Mark> find(String text, Pattern phrase) {
        return lastFirst(find(text), phrases(text, phrase));
    }

    private static List<Mark> lastFirst(Collection<Mark> some, Collection<Mark> others) {
        return Stream.concat(some.stream(), others.stream()).sorted(Comparator.comparingInt(Mark::start).reversed())
                .limit(MAX_MARKS).toList();
    }

    private static Deque<Mark> phrases(String text, Pattern phrase) {
        Deque<Mark> marks = new ArrayDeque<>();
        Matcher matcher = phrase.matcher(text);
        while (matcher.find()) {
            String content = following(text, matcher.end());
            if (!content.isEmpty()) {
                boolean denied = matcher.group().endsWith("n't") || DISOWNED
                        .matcher(text.substring(Math.max(0, matcher.start() - CONTEXT), matcher.start())).find();
                keep(marks, new Mark(matcher.start(), denied ? "not " + content : content));
            }
        }
        return marks;
    }

    private static void keep(Deque<Mark> marks, Mark mark) {
        marks.addLast(mark);
        if (marks.size() > MAX_MARKS) {
            marks.removeFirst();
        }
    }

    private static String following(String text, int from) {
        Matcher lead = LEAD.matcher(text).region(from, text.length());
        int start = lead.lookingAt() ? lead.end() : from;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int end = text.indexOf('\n', start);
        end = end < 0 ? text.length() : end;
        return text.substring(start, Math.min(end, start + MAX_CONTENT)).strip();
    }

    private static Deque<Mark> boxes(String text) {
        Deque<Mark> marks = new ArrayDeque<>();
        Matcher matcher = BOX.matcher(text);
        while (matcher.find()) {
            int depth = 1;
            int end = matcher.end();
            int most = Math.min(text.length(), matcher.end() + MAX_CONTENT);
            for (; end < most && depth > 0; end++) {
                depth += text.charAt(end) == '{' ? 1 : text.charAt(end) == '}' ? -1 : 0;
            }
            String content = text.substring(matcher.end(), depth == 0 ? end - 1 : end).strip();
            if (depth == 0 && !content.isEmpty()) {
                keep(marks, new Mark(matcher.start(), content));
            }
        }
        return marks;
    }
}
