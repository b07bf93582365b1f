package dev.ipw.internal.io;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The separation of reasoning between think tags, which the server did not remove, from the answer below it. */
public final class ReasoningText {
    private static final Pattern START = Pattern.compile("(?i)<(?:think|thinking|reasoning)>");
    private static final Pattern END = Pattern.compile("(?i)</(?:think|thinking|reasoning)>");

    private ReasoningText() {}

    /**
     * Omits the reasoning: all before the last closing tag, and all after an opening one that is never closed.
     *
     * @param answer a model's answer
     * @return the rest; all of it if it has no tags
     */
    public static String removed(String answer) {
        int start = 0;
        Matcher end = END.matcher(answer);
        while (end.find()) {
            start = end.end();
        }
        Matcher open = START.matcher(answer);
        int stop = open.find(start) ? open.start() : answer.length();
        return answer.substring(start, stop);
    }
}
