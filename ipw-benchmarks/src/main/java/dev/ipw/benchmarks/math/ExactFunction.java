package dev.ipw.benchmarks.math;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** The functions that have fractions as values of fractions. */
record ExactFunction(WorkBudget budget) {
    private static final int LARGEST_FACTORIAL = 500;

    /** Evaluates a function; empty if its value is not known to be a fraction. */
    Optional<Rational> of(String function, List<Optional<Rational>> arguments) {
        if (arguments.isEmpty() || arguments.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        Rational first = arguments.getFirst().orElseThrow();
        return switch (function) {
            case "abs" -> Optional.of(first.signum() < 0 ? first.negate() : first);
            case "floor" -> Optional.of(first.floor());
            case "ceil" -> Optional.of(first.negate().floor().negate());
            case "factorial" -> factorial(first);
            case "binom" -> binomial(first, arguments.getLast().orElseThrow());
            default -> Optional.empty();
        };
    }

    private Optional<Rational> factorial(Rational argument) {
        if (!isSmallCount(argument)) {
            return Optional.empty();
        }
        return Optional.of(Rational.of(product(1, argument.toSmallInteger(LARGEST_FACTORIAL))));
    }

    private Optional<Rational> binomial(Rational all, Rational chosen) {
        if (!isSmallCount(all) || !isSmallCount(chosen)) {
            return Optional.empty();
        }
        int most = all.toSmallInteger(LARGEST_FACTORIAL);
        int part = chosen.toSmallInteger(LARGEST_FACTORIAL);
        return Optional.of(part > most
                ? Rational.ZERO
                : Rational.of(product(most - part + 1, most), product(1, part)));
    }

    private static boolean isSmallCount(Rational value) {
        return value.isInteger() && value.signum() >= 0 && value.compareTo(Rational.of(LARGEST_FACTORIAL)) <= 0;
    }

    private BigInteger product(int from, int to) {
        BigInteger product = BigInteger.ONE;
        for (int factor = from; factor <= to; factor++) {
            budget.take(4);
            product = product.multiply(BigInteger.valueOf(factor));
        }
        return product;
    }
}
