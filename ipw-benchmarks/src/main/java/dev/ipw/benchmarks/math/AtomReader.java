package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.LatexToken.Kind;
import dev.ipw.benchmarks.math.MathNode.Based;
import dev.ipw.benchmarks.math.MathNode.Call;
import dev.ipw.benchmarks.math.MathNode.Constant;
import dev.ipw.benchmarks.math.MathNode.Group;
import dev.ipw.benchmarks.math.MathNode.Power;
import dev.ipw.benchmarks.math.MathNode.Symbol;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/** A reader of atoms: numbers, letters, fractions, roots and the content of brackets. */
final class AtomReader {
    private static final Set<String> OPERATORS = Set.of("times", "div", "pm", "mp", "cup", "cap", "setminus", "le",
            "ge", "ne", "in",
            "approx", "circ", "rangle", "rceil", "rfloor", "vert");
    private static final Set<String> OPENING = Set.of("(", "[", "{", "\\{");
    private static final Set<String> APPROXIMATELY = Set.of("about", "approximately", "exactly");
    private static final int LARGEST_BASE = 36;

    private final LatexTokens tokens;
    private final ExpressionReader expressions;
    private final GroupReader groups;
    private int bars;

    AtomReader(LatexTokens tokens, ExpressionReader expressions, GroupReader groups) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.groups = groups;
    }

    /** Returns whether a factor can begin with the next token. */
    boolean isStart() {
        LatexToken token = tokens.peek();
        return switch (token.kind()) {
            case NUMBER, LETTER -> true;
            case COMMAND -> !OPERATORS.contains(token.text()) && !token.text().startsWith("end:");
            case SIGN -> OPENING.contains(token.text()) || (token.text().equals("|") && bars == 0);
            case WORDS, END -> false;
        };
    }

    MathNode atom() {
        LatexToken token = tokens.peek();
        return switch (token.kind()) {
            case NUMBER -> number(tokens.take().text());
            case LETTER -> letter(tokens.take().text());
            case COMMAND -> command();
            case SIGN -> sign();
            case WORDS -> words();
            case END -> throw new UnreadableMathException("A number is missing at the end");
        };
    }

    /** Reads the argument of a command or a power: the content of braces, or one digit, letter or command. */
    MathNode argument() {
        LatexToken token = tokens.peek();
        if (token.is(Kind.COMMAND) || token.is(Kind.LETTER) || token.isSign("{") || token.isSign("(")) {
            tokens.enter();
            MathNode argument = token.is(Kind.COMMAND) && LatexNames.FUNCTIONS.containsKey(token.text())
                    ? expressions.factor()
                    : atom();
            tokens.leave();
            return argument;
        }
        if (token.is(Kind.NUMBER)) {
            return number(tokens.take().text());
        }
        throw new UnreadableMathException("An argument is missing before '" + token.text() + "'");
    }

    private MathNode words() {
        if (APPROXIMATELY.contains(tokens.peek().text()) && tokens.position() == 0) {
            tokens.take();
            return expressions.factor();
        }
        return expressions.words();
    }

    private MathNode number(String digits) {
        if (tokens.peek().isSign("_")) {
            tokens.take();
            return based(digits, tokens.takeRaw());
        }
        Rational value = Rational.ofDecimal(digits);
        String significant = digits.replace(".", "").replaceFirst("^0+", "");
        return new MathNode.Literal(value, digits.contains(".") ? significant.length() : 0);
    }

    private static MathNode based(String digits, String base) {
        try {
            int radix = Integer.parseInt(base);
            if (radix >= 2 && radix <= LARGEST_BASE) {
                return new Based(Rational.of(new BigInteger(digits, radix)), radix);
            }
        } catch (NumberFormatException notOfThisBase) {
            throw new UnreadableMathException("'" + digits + "' is no number of the base '" + base + "'");
        }
        throw new UnreadableMathException("'" + base + "' is no base");
    }

    private MathNode letter(String letter) {
        StringBuilder name = new StringBuilder(letter);
        while (tokens.peek().isSign("'") || tokens.peek().isSign("_")) {
            name.append(tokens.take().isSign("_") ? "_" + tokens.takeRaw() : "'");
        }
        if (isAppliedToNumber()) {
            return new Call(LatexNames.UNKNOWN_FUNCTION + name, List.of(atom()));
        }
        return switch (name.toString()) {
            case "e" -> Constant.E;
            case "i" -> Constant.I;
            default -> new Symbol(name.toString());
        };
    }

    /** Returns whether a letter precedes a number in brackets. It is a function then, or I(0) would be zero. */
    private boolean isAppliedToNumber() {
        int number = tokens.peek(1).isSign("-") ? 2 : 1;
        return tokens.peek().isSign("(") && tokens.peek(number).is(Kind.NUMBER) && tokens.peek(number + 1).isSign(")");
    }

    private MathNode command() {
        String name = tokens.take().text();
        return switch (name) {
            case "frac" -> MathNode.quotient(oneDigit(), oneDigit());
            case "binom" -> new Call("binom", List.of(oneDigit(), oneDigit()));
            case "sqrt" -> root();
            case "pi" -> Constant.PI;
            case "infty" -> Constant.INFINITY;
            case "emptyset" -> new Group(MathNode.Kind.SET, "", List.of());
            case "lfloor" -> enclosed("floor", "rfloor");
            case "lceil" -> enclosed("ceil", "rceil");
            case "vert" -> absolute();
            case "langle" -> groups.bracketed("(");
            case "boxed", "fbox" -> argument();
            default -> named(name);
        };
    }

    private MathNode named(String name) {
        if (name.startsWith("begin:")) {
            return groups.matrix(name.substring("begin:".length()));
        }
        if (LatexNames.UNREADABLE.contains(name) || OPERATORS.contains(name) || name.startsWith("end:")) {
            throw new UnreadableMathException("The command '\\" + name + "' cannot be read");
        }
        return letter("\\" + name);
    }

    /** Reads one argument of a fraction. Without braces a fraction takes one digit each: frac12 is a half. */
    private MathNode oneDigit() {
        return tokens.peek().is(Kind.NUMBER) ? number(tokens.takeDigit()) : argument();
    }

    private MathNode root() {
        MathNode degree = MathNode.Literal.of(2);
        if (tokens.takeSign("[")) {
            degree = expressions.sum();
            tokens.expectSign("]");
        }
        MathNode radicand = argument();
        return new Power(radicand, MathNode.quotient(MathNode.Literal.ONE, degree));
    }

    private MathNode enclosed(String function, String closing) {
        MathNode inner = expressions.sum();
        if (!tokens.takeCommand(closing)) {
            throw new UnreadableMathException("'\\" + closing + "' is missing");
        }
        return new Call(function, List.of(inner));
    }

    private MathNode absolute() {
        bars++;
        MathNode inner = expressions.sum();
        bars--;
        if (!tokens.takeSign("|") && !tokens.takeCommand("vert")) {
            throw new UnreadableMathException("A bar is not closed");
        }
        return new Call("abs", List.of(inner));
    }

    private MathNode sign() {
        LatexToken token = tokens.take();
        return switch (token.text()) {
            case "(", "[", "{", "\\{" -> {
                int outer = bars;
                bars = 0;
                MathNode group = groups.bracketed(token.text());
                bars = outer;
                yield group;
            }
            case "|" -> absolute();
            default -> throw new UnreadableMathException("'" + token.text() + "' cannot be read here");
        };
    }
}
