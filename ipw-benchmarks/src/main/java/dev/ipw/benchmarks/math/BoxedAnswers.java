package dev.ipw.benchmarks.math;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A finder of the content of the boxes of an answer. */
final class BoxedAnswers {
    private static final Pattern BOX = Pattern.compile("\\\\f?box(?:ed)?\\s{0,3}\\{");
    private static final Pattern JOIN = Pattern
            .compile("(?:[\\s,;$&.]|\\\\[,;:!()\\[\\] ]|\\\\q?quad|\\\\text\\{\\s{0,3}(?:and|or)\\s{0,3}\\}"
                    + "|and|or){0,20}");
    private static final int MAX_BETWEEN = 60;

    private BoxedAnswers() {}

    /**
     * Returns the content of the last box; boxes right before it, with only commas or words such as "and" between,
     * belong to it.
     */
    static Optional<String> last(String answer) {
        List<int[]> boxes = boxes(answer);
        if (boxes.isEmpty()) {
            return Optional.empty();
        }
        int first = boxes.size() - 1;
        while (first > 0 && isJoin(answer, boxes.get(first - 1)[1] + 1, boxes.get(first)[0])) {
            first--;
        }
        List<String> contents = new ArrayList<>();
        for (int[] box : boxes.subList(first, boxes.size())) {
            String content = content(answer, box);
            if (!contents.contains(content)) {
                contents.add(content);
            }
        }
        return Optional.of(String.join(", ", contents)).filter(text -> !text.isBlank());
    }

    /** Returns the end of the last box; 0 if there is none. */
    static int end(String answer) {
        List<int[]> boxes = boxes(answer);
        return boxes.isEmpty() ? 0 : boxes.getLast()[1] + 1;
    }

    private static boolean isJoin(String answer, int from, int to) {
        return to - from <= MAX_BETWEEN && JOIN.matcher(answer.substring(from, to)).matches();
    }

    private static String content(String answer, int[] box) {
        return answer.substring(answer.indexOf('{', box[0]) + 1, box[1]).strip();
    }

    /** Finds the outer boxes, each with the place of its beginning and that of its closing brace. */
    private static List<int[]> boxes(String answer) {
        List<int[]> boxes = new ArrayList<>();
        Matcher box = BOX.matcher(answer);
        int from = 0;
        while (box.find(from)) {
            int close = close(answer, box.end());
            if (close < 0) {
                from = box.end();
            } else {
                boxes.add(new int[]{box.start(), close});
                from = close;
            }
        }
        return boxes;
    }

    /** Finds the closing brace. A brace that is not closed within the length of an expression is not a box. */
    private static int close(String answer, int from) {
        int open = 1;
        int end = Math.min(answer.length(), from + LatexLexer.MAX_CHARACTERS + 1);
        for (int index = from; index < end; index++) {
            char letter = answer.charAt(index);
            if (letter == '\\') {
                index++;
            } else if (letter == '{') {
                open++;
            } else if (letter == '}' && --open == 0) {
                return index;
            }
        }
        return -1;
    }
}
