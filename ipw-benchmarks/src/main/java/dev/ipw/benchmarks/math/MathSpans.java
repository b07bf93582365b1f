package dev.ipw.benchmarks.math;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A finder of mathematics between dollar signs, round or square brackets with backslashes. Inside one dollar sign or
 * round brackets it stays on its line.
 */
final class MathSpans {
    private static final List<Mark> MARKS = List.of(new Mark("$$", "$$", true), new Mark("\\[", "\\]", true),
            new Mark("\\(", "\\)", false), new Mark("$", "$", false));
    private static final int MAX_BETWEEN = 20;

    private final String text;
    private final int[] nextClosing = new int[MARKS.size()];

    private MathSpans(String text) {
        this.text = text;
    }

    /**
     * Mathematics in a text.
     *
     * @param start   the start of its opening mark
     * @param end     the end of its closing mark
     * @param content the text between the marks, stripped
     */
    record Span(int start, int end, String content) {}

    private record Mark(String opening, String closing, boolean overLines) {}

    /** Lists the mathematics of a text in its order. */
    static List<Span> of(String text) {
        MathSpans spans = new MathSpans(text);
        List<Span> found = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            Optional<Span> span = spans.at(at);
            span.ifPresent(found::add);
            boolean isEscape = text.charAt(at) == '\\';
            at = span.map(Span::end).orElse(at + (isEscape ? 2 : 1));
        }
        return found;
    }

    /** Returns the last mathematics; mathematics before it, joined by a comma or "and", belongs to it. */
    static Optional<String> last(String text) {
        Optional<String> joined = Optional.empty();
        int end = -1;
        for (Span span : of(text)) {
            boolean joins = end >= 0 && isJoin(text.substring(end, Math.min(span.start(), end + MAX_BETWEEN + 1)));
            joined = Optional.of(joins ? joined.orElse("") + ", " + span.content() : span.content());
            end = span.end();
        }
        return joined;
    }

    private static boolean isJoin(String between) {
        String word = between.replace(",", " ").strip();
        return between.length() <= MAX_BETWEEN && !between.isBlank()
                && (word.isEmpty() || word.equals("and") || word.equals("or"));
    }

    private Optional<Span> at(int start) {
        for (int index = 0; index < MARKS.size(); index++) {
            Mark mark = MARKS.get(index);
            if (text.startsWith(mark.opening(), start)) {
                int from = start + mark.opening().length();
                int close = closing(index, from);
                String content = close < 0 || close - from > LatexLexer.MAX_CHARACTERS
                        ? ""
                        : text.substring(from,
                                close);
                if (!content.isBlank() && (mark.overLines() || content.indexOf('\n') < 0)) {
                    return Optional.of(new Span(start, close + mark.closing().length(), content.strip()));
                }
            }
        }
        return Optional.empty();
    }

    /** Finds the next closing mark; each is looked for only once, so that the time is proportional to the text. */
    private int closing(int index, int from) {
        if (nextClosing[index] >= 0 && nextClosing[index] < Math.max(1, from)) {
            String mark = MARKS.get(index).closing();
            int close = text.indexOf(mark, from);
            while (close > 0 && mark.charAt(0) == '$' && text.charAt(close - 1) == '\\') {
                close = text.indexOf(mark, close + 1);
            }
            nextClosing[index] = close;
        }
        return nextClosing[index];
    }
}
