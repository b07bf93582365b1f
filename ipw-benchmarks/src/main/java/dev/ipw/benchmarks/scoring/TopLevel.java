package dev.ipw.benchmarks.scoring;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A finder of the commas and brackets of a text outside of quotes and inner brackets. */
final class TopLevel {
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    private TopLevel() {}

    /**
     * Splits a text at its top-level commas. A comma may follow the last part.
     *
     * @throws CallSyntaxException if its brackets or quotes do not close
     */
    static List<String> parts(String text) throws CallSyntaxException {
        List<String> parts = new ArrayList<>();
        Deque<Character> open = new ArrayDeque<>();
        int start = 0;
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == ',' && open.isEmpty()) {
                parts.add(text.substring(start, at));
                start = at + 1;
            } else {
                at = past(text, at, open);
            }
        }
        if (!open.isEmpty()) {
            throw new CallSyntaxException("A bracket is not closed");
        }
        if (!text.substring(start).isBlank()) {
            parts.add(text.substring(start));
        }
        return parts;
    }

    /**
     * Finds the bracket that closes another.
     *
     * @throws CallSyntaxException if none does
     */
    static int close(String text, int opening) throws CallSyntaxException {
        Deque<Character> open = new ArrayDeque<>();
        for (int at = opening; at < text.length(); at++) {
            at = past(text, at, open);
            if (open.isEmpty()) {
                return at;
            }
        }
        throw new CallSyntaxException("A bracket is not closed");
    }

    /** Takes one character, or a whole quoted text; returns the place of its last character. */
    private static int past(String text, int at, Deque<Character> open) throws CallSyntaxException {
        char next = text.charAt(at);
        if (next == '"' || next == '\'') {
            return endOfQuote(text, at);
        }
        if (OPENING.indexOf(next) >= 0) {
            open.push(CLOSING.charAt(OPENING.indexOf(next)));
        } else if (CLOSING.indexOf(next) >= 0 && (open.isEmpty() || open.pop() != next)) {
            throw new CallSyntaxException("The bracket " + next + " closes none");
        }
        return at;
    }

    private static int endOfQuote(String text, int start) throws CallSyntaxException {
        for (int at = start + 1; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == text.charAt(start)) {
                return at;
            }
        }
        throw new CallSyntaxException("A quoted text is not closed");
    }
}
