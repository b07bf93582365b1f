package dev.ipw.benchmarks.math;

/**
 * One token of LaTeX.
 *
 * @param kind its kind
 * @param text the digits, the command without its backslash, the letter, the words, or the sign
 */
record LatexToken(Kind kind, String text) {
    static final LatexToken END = new LatexToken(Kind.END, "");

    /** The kinds of tokens. */
    enum Kind {
        NUMBER, COMMAND, LETTER, WORDS, SIGN, END
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isCommand(String name) {
        return kind == Kind.COMMAND && text.equals(name);
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }
}
