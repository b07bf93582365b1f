package dev.ipw.engine.analysis;

/**
 * Hold the begin and the end of a text, all of it if it is short.
 *
 * @param begin   its begin
 * @param leftOut how many characters are omitted behind that
 * @param end     its end
 */
record Excerpt(String begin, long leftOut, String end) {
    /** Holds all of a text. */
    static Excerpt of(String text) {
        return new Excerpt(text, 0, "");
    }

    /** Counts the characters that it holds. */
    int length() {
        return begin.length() + end.length();
    }

    /** Leaves so many characters at most, half of them of the end: there an answer tells what it comes to. */
    Excerpt within(int most) {
        if (length() <= most) {
            return this;
        }
        String last = leftOut == 0 ? begin : end;
        int half = most / 2;
        String first = begin.substring(0, wholeBefore(begin, Math.min(half, begin.length())));
        String rest = last.substring(wholeAfter(last, Math.max(0, last.length() - half)));
        return new Excerpt(first, leftOut + length() - first.length() - rest.length(), rest);
    }

    /** A character of two halves is not cut in two. */
    private static int wholeBefore(String text, int at) {
        return at > 0 && Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
    }

    private static int wholeAfter(String text, int at) {
        return at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }

    /** Writes it, with how much is omitted. */
    String text() {
        return leftOut == 0 ? begin : begin + " [... " + leftOut + " characters left out ...] " + end;
    }
}
