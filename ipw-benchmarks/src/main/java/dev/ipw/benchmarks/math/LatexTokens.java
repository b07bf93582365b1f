package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.LatexToken.Kind;
import java.util.List;

/** The tokens of one text with a position, and bounds on the depth of the reader. */
final class LatexTokens {
    /** The maximum depth: one bracket takes the reader several steps down. */
    private static final int MAX_DEPTH = 5 * LatexLexer.MAX_NESTING;

    private final List<LatexToken> tokens;
    private final WorkBudget budget;
    private int at;
    private int depth;

    LatexTokens(List<LatexToken> tokens, WorkBudget budget) {
        this.tokens = tokens;
        this.budget = budget;
    }

    LatexToken peek() {
        return peek(0);
    }

    LatexToken peek(int ahead) {
        return at + ahead < tokens.size() ? tokens.get(at + ahead) : LatexToken.END;
    }

    LatexToken take() {
        budget.take(1);
        LatexToken token = peek();
        at++;
        return token;
    }

    boolean isAtEnd() {
        return at >= tokens.size();
    }

    boolean takeSign(String sign) {
        if (peek().isSign(sign)) {
            take();
            return true;
        }
        return false;
    }

    boolean takeCommand(String name) {
        if (peek().isCommand(name)) {
            take();
            return true;
        }
        return false;
    }

    void expectSign(String sign) {
        if (!takeSign(sign)) {
            throw new UnreadableMathException("'" + sign + "' is missing before '" + peek().text() + "'");
        }
    }

    /** Takes the first digit of a number, and keeps the others; a fraction of two digits is written without braces. */
    String takeDigit() {
        String number = take().text();
        if (number.length() > 1 && number.charAt(0) != '.') {
            at--;
            tokens.set(at, new LatexToken(Kind.NUMBER, number.substring(1)));
        }
        return number.charAt(0) == '.' ? number : number.substring(0, 1);
    }

    /** Takes the raw text in braces, or that of one token. */
    String takeRaw() {
        if (!takeSign("{")) {
            return take().text();
        }
        StringBuilder raw = new StringBuilder();
        int open = 1;
        while (!isAtEnd()) {
            LatexToken token = take();
            open += token.isSign("{") ? 1 : token.isSign("}") ? -1 : 0;
            if (open == 0) {
                return raw.toString();
            }
            raw.append(token.is(Kind.COMMAND) ? "\\" + token.text() + " " : token.text());
        }
        throw new UnreadableMathException("A brace is not closed");
    }

    int position() {
        return at;
    }

    void enter() {
        depth++;
        if (depth > MAX_DEPTH) {
            throw new MathLimitException("is nested too deep");
        }
    }

    void leave() {
        depth--;
    }
}
