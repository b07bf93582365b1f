package dev.ipw.benchmarks.math;

import java.util.Optional;

/** One polynomial over another: the exact form of an expression. */
record Quotient(Polynomial top, Polynomial bottom) {
    private static final Polynomial ONE = Polynomial.of(Rational.ONE);

    static Quotient of(Polynomial top) {
        return new Quotient(top, ONE);
    }

    static Quotient of(Rational value) {
        return of(Polynomial.of(value));
    }

    Quotient plus(Quotient other, WorkBudget budget) {
        if (isWhole() && other.isWhole()) {
            return of(top.plus(other.top, budget));
        }
        return new Quotient(top.times(other.bottom, budget).plus(other.top.times(bottom, budget), budget),
                bottom.times(other.bottom, budget));
    }

    Quotient minus(Quotient other, WorkBudget budget) {
        return plus(other.times(of(Rational.MINUS_ONE), budget), budget);
    }

    Quotient times(Quotient other, WorkBudget budget) {
        return new Quotient(top.times(other.top, budget), bottom.times(other.bottom, budget));
    }

    /** Returns the reciprocal. */
    Quotient inverse(WorkBudget budget) {
        if (top.isZero()) {
            throw new NoExactFormException("a division by zero");
        }
        Optional<Term> single = top.single();
        return single.isPresent()
                ? of(bottom.times(Polynomial.of(single.get().inverse()), budget))
                : new Quotient(bottom, top);
    }

    Quotient power(int exponent, WorkBudget budget) {
        Quotient base = exponent < 0 ? inverse(budget) : this;
        Quotient product = of(Rational.ONE);
        for (int left = Math.abs(exponent); left > 0; left >>= 1) {
            product = (left & 1) == 1 ? product.times(base, budget) : product;
            base = left > 1 ? base.times(base, budget) : base;
        }
        return product;
    }

    private boolean isWhole() {
        return bottom.constant().filter(Rational.ONE::equals).isPresent();
    }

    boolean isZero() {
        return top.isZero();
    }

    /** Returns the value if it is a fraction. */
    Optional<Rational> constant() {
        return isWhole() ? top.constant() : Optional.empty();
    }

    boolean has(Atom.Kind kind) {
        return top.has(kind) || bottom.has(kind);
    }

    /** Writes the quotient: equal texts are equal values. */
    String key() {
        return isWhole() ? top.toString() : top + "/" + bottom;
    }
}
