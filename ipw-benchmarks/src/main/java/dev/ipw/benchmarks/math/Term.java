package dev.ipw.benchmarks.math;

import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A coefficient and powers of atoms in a unique form: a prime has an exponent from 0 to below 1, the imaginary unit
 * only the exponent 1. So roots of whole numbers have one form: the root of 12 is 2 times 3 to the 1/2.
 */
record Term(Rational coefficient, SortedMap<Atom, Rational> powers) {
    static Term of(Rational coefficient) {
        return new Term(coefficient, new TreeMap<>());
    }

    static Term of(Atom atom, Rational exponent) {
        return of(Rational.ONE).times(atom, exponent);
    }

    Term times(Term other) {
        Term product = new Term(coefficient.times(other.coefficient), powers);
        for (Map.Entry<Atom, Rational> power : other.powers.entrySet()) {
            product = product.times(power.getKey(), power.getValue());
        }
        return product;
    }

    private Term times(Atom atom, Rational exponent) {
        Rational sum = powers.getOrDefault(atom, Rational.ZERO).plus(exponent);
        SortedMap<Atom, Rational> changed = new TreeMap<>(powers);
        Rational factor = coefficient;
        if (atom.kind() == Atom.Kind.PRIME) {
            Rational whole = sum.floor();
            Rational prime = Rational.of(new BigInteger(atom.name()));
            factor = factor.times(prime.power(whole.toSmallInteger(20_000)));
            sum = sum.minus(whole);
        } else if (atom.kind() == Atom.Kind.IMAGINARY) {
            int quarter = sum.numerator().mod(BigInteger.valueOf(4)).intValueExact();
            factor = quarter >= 2 ? factor.negate() : factor;
            sum = Rational.of(quarter % 2);
        }
        if (sum.isZero()) {
            changed.remove(atom);
        } else {
            changed.put(atom, sum);
        }
        return new Term(factor, changed);
    }

    /** Returns the reciprocal. */
    Term inverse() {
        Term inverse = of(Rational.ONE.dividedBy(coefficient));
        for (Map.Entry<Atom, Rational> power : powers.entrySet()) {
            inverse = inverse.times(power.getKey(), power.getValue().negate());
        }
        return inverse;
    }
}
