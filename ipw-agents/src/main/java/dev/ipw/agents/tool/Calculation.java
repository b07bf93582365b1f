package dev.ipw.agents.tool;

import dev.ipw.agents.ToolException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * A calculator of expressions: exact with whole numbers, decimals and fractions, in double precision with functions.
 * Length, nesting and the size of numbers are bounded, which limits the time of any expression.
 *
 * <pre>
 * sum     = product (("+" | "-") product)*
 * product = sign (("*" | "/" | "//" | "%") sign)*
 * sign    = ("+" | "-") sign | power
 * power   = atom (("^" | "**") sign)?
 * atom    = number | constant | function "(" sum ("," sum)* ")" | "(" sum ")"
 * </pre>
 */
final class Calculation {
    private static final int MAX_CHARACTERS = 2_000;
    private static final int MAX_LEVELS = 100;
    private static final Map<String, Double> CONSTANTS = Map.of("pi", Math.PI, "e", Math.E);
    private static final Map<String, DoubleUnaryOperator> FUNCTIONS = Map.ofEntries(Map.entry("sin", Math::sin),
            Map.entry("cos", Math::cos), Map.entry("tan", Math::tan), Map.entry("asin", Math::asin),
            Map.entry("acos", Math::acos), Map.entry("atan", Math::atan), Map.entry("exp", Math::exp),
            Map.entry("ln", Math::log), Map.entry("log", Math::log), Map.entry("log10", Math::log10),
            Map.entry("log2", number -> Math.log(number) / Math.log(2)));

    private final String text;
    private int at;
    private int level;

    private Calculation(String text) {
        this.text = text;
    }

    /** Calculates an expression. */
    static ExactNumber of(String expression) throws ToolException {
        if (expression.length() > MAX_CHARACTERS) {
            throw new ToolException(
                    "The expression is longer than " + MAX_CHARACTERS + " characters: calculate it in parts");
        }
        Calculation calculation = new Calculation(expression);
        try {
            ExactNumber result = calculation.sum();
            calculation.skipSpace();
            if (calculation.at < expression.length()) {
                throw calculation.unexpected();
            }
            return result;
        } catch (ArithmeticException impossible) {
            throw new ToolException("This cannot be calculated: " + impossible.getMessage(), impossible);
        }
    }

    private ExactNumber sum() throws ToolException {
        if (++level > MAX_LEVELS) {
            throw new ToolException("The expression is nested deeper than " + MAX_LEVELS + " levels");
        }
        ExactNumber left = product();
        while (true) {
            if (takes("+")) {
                left = left.plus(product());
            } else if (takes("-") || takes("\u2212")) {
                left = left.plus(product().negated());
            } else {
                level--;
                return left;
            }
        }
    }

    private ExactNumber product() throws ToolException {
        ExactNumber left = sign();
        while (true) {
            if (isAt("**")) {
                return left;
            } else if (takes("//")) {
                left = left.dividedBy(sign()).floor();
            } else if (takes("*") || takes("\u00d7") || takes("\u00b7")) {
                left = left.times(sign());
            } else if (takes("/") || takes("\u00f7")) {
                left = left.dividedBy(sign());
            } else if (takes("%")) {
                ExactNumber right = sign();
                left = left.plus(left.dividedBy(right).floor().times(right).negated());
            } else {
                return left;
            }
        }
    }

    private ExactNumber sign() throws ToolException {
        if (takes("-") || takes("\u2212")) {
            return nested().negated();
        }
        return takes("+") ? nested() : power();
    }

    private ExactNumber nested() throws ToolException {
        if (++level > MAX_LEVELS) {
            throw new ToolException("The expression is nested deeper than " + MAX_LEVELS + " levels");
        }
        ExactNumber inner = sign();
        level--;
        return inner;
    }

    private ExactNumber power() throws ToolException {
        ExactNumber base = atom();
        return takes("**") || takes("^") ? base.toThe(nested()) : base;
    }

    private ExactNumber atom() throws ToolException {
        skipSpace();
        if (takes("(")) {
            ExactNumber inner = sum();
            expect(")");
            return inner;
        }
        if (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            return number();
        }
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (at == start) {
            throw unexpected();
        }
        return named(text.substring(start, at).toLowerCase(Locale.ROOT).replaceFirst("^(math|np)_", ""));
    }

    private ExactNumber named(String name) throws ToolException {
        if (CONSTANTS.containsKey(name) && !isAt("(")) {
            return ExactNumber.of(CONSTANTS.get(name));
        }
        if (!isAt("(")) {
            throw new ToolException(
                    "'" + name + "' is unknown: there are pi, e and the functions abs, round, floor, ceil,"
                            + " sqrt, min, max, factorial and "
                            + String.join(", ", FUNCTIONS.keySet().stream().sorted().toList()));
        }
        expect("(");
        ExactNumber first = sum();
        if (FUNCTIONS.containsKey(name)) {
            expect(")");
            return ExactNumber.of(FUNCTIONS.get(name).applyAsDouble(first.toDouble()));
        }
        return exact(name, first);
    }

    private ExactNumber exact(String name, ExactNumber first) throws ToolException {
        ExactNumber result = first;
        switch (name) {
            case "abs" -> result = first.isNegative() ? first.negated() : first;
            case "floor" -> result = first.floor();
            case "ceil" -> result = first.negated().floor().negated();
            case "sqrt" -> result = first.root();
            case "factorial" -> result = first.factorial();
            case "round" -> result = first.rounded(takes(",") ? sum().toIndex() : 0);
            case "min", "max" -> {
                while (takes(",")) {
                    ExactNumber next = sum();
                    boolean isLess = next.plus(result.negated()).isNegative();
                    result = isLess == name.equals("min") ? next : result;
                }
            }
            default -> throw new ToolException("There is no function '" + name + "'");
        }
        expect(")");
        return result;
    }

    private ExactNumber number() throws ToolException {
        int start = at;
        while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.' || text.charAt(at) == '_')) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            if (exponent < text.length() && isDigit(text.charAt(exponent))) {
                at = exponent;
                while (at < text.length() && isDigit(text.charAt(at))) {
                    at++;
                }
            }
        }
        String digits = text.substring(start, at).replace("_", "");
        try {
            return ExactNumber.of(new BigDecimal(digits));
        } catch (NumberFormatException broken) {
            throw new ToolException("'" + digits + "' is no number", broken);
        }
    }

    private static boolean isDigit(char one) {
        return one >= '0' && one <= '9';
    }

    private boolean isAt(String sign) {
        skipSpace();
        return text.startsWith(sign, at);
    }

    private boolean takes(String sign) {
        boolean found = isAt(sign) && !(sign.equals("*") && isAt("**"));
        at += found ? sign.length() : 0;
        return found;
    }

    private void expect(String sign) throws ToolException {
        if (!takes(sign)) {
            throw unexpected();
        }
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private ToolException unexpected() {
        return new ToolException(at < text.length()
                ? "'" + text.charAt(at) + "' at position " + (at + 1) + " is not expected. Write an expression such as"
                        + " 2 * (3 + 4) ^ 2 / sqrt(2), without units"
                : "The expression ends too early");
    }
}
