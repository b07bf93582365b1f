package dev.ipw.analysis.internal;

/**
 * The beginning and the end of a text, or all of a short one.
 *
 * @param begin   its beginning
 * @param leftOut the number of characters omitted after the beginning
 * @param end     its end
 */
record Excerpt(String begin, long leftOut, String end) {
    /** Returns the whole of a text. */
    static Excerpt of(String text) {
        return new Excerpt(text, 0, "");
    }

    /** Returns the number of characters that it holds. */
    int length() {
        return begin.length() + end.length();
    }

    /**
     * Shortens it to a maximum number of characters, half of them from the end: the final answer is usually at the end.
     */
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

    /** Returns a place to cut that does not split a surrogate pair. */
    private static int wholeBefore(String text, int at) {
        return at > 0 && Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
    }

    private static int wholeAfter(String text, int at) {
        return at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }

    /** Returns the text, with the number of omitted characters. */
    String text() {
        return leftOut == 0 ? begin : begin + " [... " + leftOut + " characters left out ...] " + end;
    }
}
