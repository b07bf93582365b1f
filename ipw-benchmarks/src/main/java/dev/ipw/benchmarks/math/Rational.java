package dev.ipw.benchmarks.math;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A fraction in lowest terms; the denominator is positive. */
record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {
    static final Rational ZERO = of(0);
    static final Rational ONE = of(1);
    static final Rational MINUS_ONE = of(-1);
    private static final int MAX_BITS = 20_000;

    static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    static Rational of(BigInteger value) {
        return of(value, BigInteger.ONE);
    }

    /** Reduces a fraction. */
    static Rational of(BigInteger numerator, BigInteger denominator) {
        if (denominator.signum() == 0) {
            throw new NoExactFormException("a division by zero");
        }
        if (numerator.bitLength() > MAX_BITS || denominator.bitLength() > MAX_BITS) {
            throw new NoExactFormException("a number of more than " + MAX_BITS + " bits");
        }
        BigInteger divisor = numerator.gcd(denominator);
        BigInteger signed = denominator.signum() < 0 ? divisor.negate() : divisor;
        return new Rational(numerator.divide(signed), denominator.divide(signed));
    }

    /** Reads digits with at most one point. */
    static Rational ofDecimal(String text) {
        BigDecimal decimal = new BigDecimal(text);
        return decimal.scale() <= 0
                ? of(decimal.toBigIntegerExact())
                : of(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
    }

    Rational plus(Rational other) {
        return of(numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Rational minus(Rational other) {
        return plus(other.negate());
    }

    Rational times(Rational other) {
        return of(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Rational dividedBy(Rational other) {
        return of(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    Rational power(int exponent) {
        int magnitude = Math.abs(exponent);
        if ((long) Math.max(numerator.bitLength(), denominator.bitLength()) * magnitude > MAX_BITS) {
            throw new NoExactFormException("a power of more than " + MAX_BITS + " bits");
        }
        BigInteger top = numerator.pow(magnitude);
        BigInteger bottom = denominator.pow(magnitude);
        return exponent < 0 ? of(bottom, top) : of(top, bottom);
    }

    boolean isZero() {
        return numerator.signum() == 0;
    }

    boolean isInteger() {
        return denominator.equals(BigInteger.ONE);
    }

    int signum() {
        return numerator.signum();
    }

    Rational floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return of(parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    }

    /** Returns whether it can be written as a decimal that ends. */
    boolean terminates() {
        BigInteger rest = denominator.shiftRight(Math.max(0, denominator.getLowestSetBit()));
        BigInteger five = BigInteger.valueOf(5);
        while (rest.mod(five).signum() == 0) {
            rest = rest.divide(five);
        }
        return rest.equals(BigInteger.ONE);
    }

    double toDouble() {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), MathContext.DECIMAL64).doubleValue();
    }

    /** Returns a small whole number, or throws if it is not one. */
    int toSmallInteger(int most) {
        if (!isInteger() || numerator.abs().compareTo(BigInteger.valueOf(most)) > 0) {
            throw new NoExactFormException("no whole number up to " + most);
        }
        return numerator.intValueExact();
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public String toString() {
        return isInteger() ? numerator.toString() : numerator + "/" + denominator;
    }
}
