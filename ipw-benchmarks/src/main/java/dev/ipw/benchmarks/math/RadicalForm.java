package dev.ipw.benchmarks.math;

import java.math.BigInteger;
import java.util.Optional;

/** Roots of fractions, computed from the prime factors of the whole numbers. */
record RadicalForm(WorkBudget budget) {
    private static final int MAX_BITS = 256;
    private static final int LARGEST_TRIAL = 20_000;
    private static final int MAX_EXPONENT = 200;

    /**
     * Takes a root. The odd root of a negative number is the real one, the square root of a negative one has the
     * imaginary unit.
     *
     * @return the root; empty if it has no exact form
     */
    Optional<Polynomial> of(Rational base, Rational exponent) {
        boolean large = exponent.numerator().abs().compareTo(BigInteger.valueOf(MAX_EXPONENT)) > 0
                || exponent.denominator().compareTo(BigInteger.valueOf(MAX_EXPONENT)) > 0;
        if (base.isZero() || large) {
            return Optional.empty();
        }
        Optional<Term> sign = base.signum() > 0 ? Optional.of(Term.of(Rational.ONE)) : sign(exponent);
        Optional<Term> top = root(base.numerator().abs(), exponent);
        Optional<Term> bottom = root(base.denominator(), exponent.negate());
        return sign.isPresent() && top.isPresent() && bottom.isPresent()
                ? Optional.of(Polynomial.of(sign.get().times(top.get()).times(bottom.get())))
                : Optional.empty();
    }

    private static Optional<Term> sign(Rational exponent) {
        if (exponent.denominator().testBit(0)) {
            return Optional.of(Term.of(exponent.numerator().testBit(0) ? Rational.MINUS_ONE : Rational.ONE));
        }
        return exponent.denominator().equals(BigInteger.TWO)
                ? Optional.of(Term.of(Atom.I, Rational.of(exponent.numerator())))
                : Optional.empty();
    }

    private Optional<Term> root(BigInteger whole, Rational exponent) {
        if (whole.bitLength() > MAX_BITS) {
            return Optional.empty();
        }
        Term term = Term.of(Rational.ONE);
        BigInteger rest = whole;
        for (long trial = 2; trial <= LARGEST_TRIAL
                && trial * trial <= rest.min(BigInteger.valueOf(1L << 40)).longValue(); trial += trial == 2 ? 1 : 2) {
            budget.take(1);
            BigInteger divisor = BigInteger.valueOf(trial);
            while (rest.mod(divisor).signum() == 0) {
                rest = rest.divide(divisor);
                term = term.times(prime(divisor, exponent));
            }
        }
        if (rest.equals(BigInteger.ONE)) {
            return Optional.of(term);
        }
        BigInteger squareRoot = rest.sqrt();
        boolean square = squareRoot.multiply(squareRoot).equals(rest);
        BigInteger last = square ? squareRoot : rest;
        if (!last.isProbablePrime(40)) {
            return Optional.empty();
        }
        return Optional.of(term.times(prime(last, square ? exponent.plus(exponent) : exponent)));
    }

    private static Term prime(BigInteger prime, Rational exponent) {
        return Term.of(new Atom(Atom.Kind.PRIME, prime.toString()), exponent);
    }
}
