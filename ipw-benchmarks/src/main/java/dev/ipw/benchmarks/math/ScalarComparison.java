package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.Comparison.Way;
import dev.ipw.benchmarks.math.MathNode.Symbol;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A comparison of two expressions by value: exactly where both have an exact form, else at points that are the same in
 * every run.
 *
 * @param decimalPlaces the number of places to which a decimal must be right; empty for all
 */
record ScalarComparison(WorkBudget budget, OptionalInt decimalPlaces) {
    private static final int MIN_POINTS = 6;
    private static final int POINTS_WANTED = 8;
    private static final int MAX_POINTS = 40;
    private static final int DIGITS_OF_LONG_DECIMAL = 10;
    private static final double MAX_RELATIVE_DIFFERENCE = 1e-9;
    private static final double NEXT_TO_ZERO = 1e-12;
    /** The size from which a value has too few digits to show a difference of one. */
    private static final double TOO_LARGE_TO_COMPARE = 1e9;
    private static final long SEED = 20_261_124;

    Comparison of(MathNode one, MathNode other) {
        if (one.equals(other)) {
            return Comparison.equal(Way.EXACT);
        }
        Comparison comparison = byValue(one, other);
        boolean mayRound = decimalPlaces.isPresent() && (one.has(ScalarComparison::isDecimal)
                || other.has(ScalarComparison::isDecimal));
        return !comparison.isEqual() && mayRound && isSameRounded(one, other, decimalPlaces.orElseThrow())
                ? Comparison.equal(Way.ROUNDED)
                : comparison;
    }

    private Comparison byValue(MathNode one, MathNode other) {
        try {
            Quotient left = new ExactForm(budget).of(one);
            Quotient right = new ExactForm(budget).of(other);
            if (left.minus(right, budget).isZero()) {
                return Comparison.equal(Way.EXACT);
            }
            boolean known = !left.has(Atom.Kind.OPAQUE) && !right.has(Atom.Kind.OPAQUE);
            if (known && !isLongDecimal(one, right) && !isLongDecimal(other, left)) {
                return Comparison.different(Way.EXACT);
            }
        } catch (NoExactFormException noExactForm) {
            return numeric(one, other);
        }
        return numeric(one, other);
    }

    /** Returns whether a decimal of many digits may be an approximation of a value that no decimal has. */
    private static boolean isLongDecimal(MathNode decimal, Quotient other) {
        boolean isLong = decimal.has(node -> node instanceof MathNode.Literal number
                && number.significantDigits() >= DIGITS_OF_LONG_DECIMAL);
        return isLong && other.constant().filter(Rational::terminates).isEmpty();
    }

    private static boolean isDecimal(MathNode node) {
        return node instanceof MathNode.Literal number && number.significantDigits() > 0;
    }

    private Comparison numeric(MathNode one, MathNode other) {
        SortedSet<String> symbols = new TreeSet<>();
        collect(one, symbols);
        collect(other, symbols);
        Random random = new Random(SEED);
        int wanted = symbols.isEmpty() ? 1 : POINTS_WANTED;
        int defined = 0;
        for (int point = 0; point < (symbols.isEmpty() ? 1 : MAX_POINTS) && defined < wanted; point++) {
            NumericForm form = new NumericForm(point(symbols, point, random), budget);
            ComplexNumber left = form.of(one);
            ComplexNumber right = form.of(other);
            if (left.isDefined() != right.isDefined() || (left.isDefined() && !isClose(left, right))) {
                return Comparison.different(Way.NUMERIC);
            }
            defined += left.isDefined() && left.size() < TOO_LARGE_TO_COMPARE ? 1 : 0;
        }
        return new Comparison(defined >= Math.min(wanted, MIN_POINTS), Way.NUMERIC);
    }

    private void collect(MathNode node, SortedSet<String> symbols) {
        budget.take(1);
        if (node instanceof Symbol symbol) {
            symbols.add(symbol.name());
        }
        node.children().forEach(child -> collect(child, symbols));
    }

    /**
     * Draws a point. Most points are positive, where roots and logarithms are defined; at every third one letter is
     * negative. Every other point is close to zero, where high powers are small.
     */
    private static Map<String, Double> point(SortedSet<String> symbols, int number, Random random) {
        int negative = number % 3 == 2 && !symbols.isEmpty() ? number / 3 % symbols.size() : -1;
        Map<String, Double> point = new HashMap<>();
        int index = 0;
        for (String symbol : symbols) {
            double size = (0.2 + 2.5 * random.nextDouble()) * (number % 2 == 0 ? 1 : 0.1);
            point.put(symbol, index == negative ? -size : size);
            index++;
        }
        return point;
    }

    private static boolean isClose(ComplexNumber one, ComplexNumber other) {
        double largest = Math.max(one.size(), other.size());
        return one.minus(other).size() <= MAX_RELATIVE_DIFFERENCE * largest || largest < NEXT_TO_ZERO;
    }

    private boolean isSameRounded(MathNode one, MathNode other, int places) {
        NumericForm form = new NumericForm(Map.of(), budget);
        ComplexNumber left = form.of(one);
        ComplexNumber right = form.of(other);
        return left.isDefined() && right.isDefined()
                && left.minus(right).size() < 0.5000001 * Math.pow(10, -places);
    }
}
