package dev.ipw.agents.tool;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A number that is exact if possible. */
final class ExactNumber {
    private static final int MAX_BITS = 20_000;
    private static final int MAX_FACTORIAL = 2_000;
    private static final int MAX_DIGITS = 15;

    private final BigInteger numerator;
    private final BigInteger denominator;
    private final boolean isExact;
    private final double approximate;

    private ExactNumber(BigInteger numerator, BigInteger denominator) {
        if (denominator.signum() == 0) {
            throw new ArithmeticException("division by zero");
        }
        BigInteger divisor = numerator.gcd(denominator)
                .multiply(BigInteger.valueOf(denominator.signum()));
        BigInteger shared = divisor.signum() == 0 ? BigInteger.ONE : divisor;
        this.numerator = numerator.divide(shared);
        this.denominator = denominator.divide(shared);
        if (this.numerator.bitLength() > MAX_BITS || this.denominator.bitLength() > MAX_BITS) {
            throw new ArithmeticException("a number has more than 6,000 digits");
        }
        isExact = true;
        approximate = 0;
    }

    private ExactNumber(double approximate) {
        if (!Double.isFinite(approximate)) {
            throw new ArithmeticException(
                    Double.isNaN(approximate) ? "the result is no real number" : "the result is too large");
        }
        numerator = BigInteger.ZERO;
        denominator = BigInteger.ONE;
        isExact = false;
        this.approximate = approximate;
    }

    static ExactNumber of(double value) {
        return new ExactNumber(value);
    }

    static ExactNumber of(BigDecimal value) {
        if (Math.abs((long) value.scale()) + value.precision() > MAX_BITS / 4) {
            throw new ArithmeticException("a number has too many digits");
        }
        return value.scale() > 0
                ? new ExactNumber(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
                : new ExactNumber(value.toBigIntegerExact(), BigInteger.ONE);
    }

    double toDouble() {
        return isExact ? ratio() : approximate;
    }

    private double ratio() {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), MathContext.DECIMAL64)
                .doubleValue();
    }

    ExactNumber plus(ExactNumber other) {
        return isExact && other.isExact
                ? new ExactNumber(numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                        denominator.multiply(other.denominator))
                : of(toDouble() + other.toDouble());
    }

    ExactNumber negated() {
        return isExact ? new ExactNumber(numerator.negate(), denominator) : of(-approximate);
    }

    ExactNumber times(ExactNumber other) {
        return isExact && other.isExact
                ? new ExactNumber(numerator.multiply(other.numerator), denominator.multiply(other.denominator))
                : of(toDouble() * other.toDouble());
    }

    ExactNumber dividedBy(ExactNumber other) {
        if (other.toDouble() == 0) {
            throw new ArithmeticException("division by zero");
        }
        return isExact && other.isExact
                ? new ExactNumber(numerator.multiply(other.denominator), denominator.multiply(other.numerator))
                : of(toDouble() / other.toDouble());
    }

    ExactNumber floor() {
        if (!isExact) {
            return of(Math.floor(approximate));
        }
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return new ExactNumber(parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0], BigInteger.ONE);
    }

    ExactNumber toThe(ExactNumber exponent) {
        boolean isWhole = isExact && exponent.isExact && exponent.denominator.equals(BigInteger.ONE)
                && exponent.numerator.bitLength() < Integer.SIZE;
        if (!isWhole) {
            return of(Math.pow(toDouble(), exponent.toDouble()));
        }
        int times = Math.abs(exponent.numerator.intValue());
        long bits = (long) times * Math.max(numerator.bitLength(), denominator.bitLength());
        if (bits > MAX_BITS && !numerator.abs().equals(BigInteger.ONE)) {
            throw new ArithmeticException("the power has more than 6,000 digits");
        }
        if (times > MAX_BITS) {
            return new ExactNumber(times % 2 == 0 ? BigInteger.ONE : numerator, BigInteger.ONE);
        }
        ExactNumber power = new ExactNumber(numerator.pow(times), denominator.pow(times));
        return exponent.numerator.signum() < 0 ? of(BigDecimal.ONE).dividedBy(power) : power;
    }

    ExactNumber root() {
        if (isNegative()) {
            throw new ArithmeticException("the square root of a negative number is not real");
        }
        BigInteger above = numerator.sqrt();
        BigInteger below = denominator.sqrt();
        return isExact && above.multiply(above).equals(numerator) && below.multiply(below).equals(denominator)
                ? new ExactNumber(above, below)
                : of(Math.sqrt(toDouble()));
    }

    ExactNumber factorial() {
        int most = toIndex();
        if (most < 0 || most > MAX_FACTORIAL) {
            throw new ArithmeticException("a factorial is of a whole number from 0 to " + MAX_FACTORIAL);
        }
        BigInteger product = BigInteger.ONE;
        for (int factor = 2; factor <= most; factor++) {
            product = product.multiply(BigInteger.valueOf(factor));
        }
        return new ExactNumber(product, BigInteger.ONE);
    }

    ExactNumber rounded(int digits) {
        if (Math.abs(digits) > MAX_FACTORIAL) {
            throw new ArithmeticException("too many digits to round to");
        }
        ExactNumber scale = new ExactNumber(BigInteger.TEN, BigInteger.ONE)
                .toThe(new ExactNumber(BigInteger.valueOf(digits), BigInteger.ONE));
        ExactNumber exact = isExact ? this : of(BigDecimal.valueOf(approximate));
        ExactNumber half = new ExactNumber(BigInteger.ONE, BigInteger.TWO);
        ExactNumber size = exact.isNegative() ? exact.negated() : exact;
        ExactNumber rounded = size.times(scale).plus(half).floor().dividedBy(scale);
        return exact.isNegative() ? rounded.negated() : rounded;
    }

    int toIndex() {
        if (!isExact || !denominator.equals(BigInteger.ONE) || numerator.bitLength() >= Integer.SIZE) {
            throw new ArithmeticException("a whole number is needed here");
        }
        return numerator.intValue();
    }

    boolean isNegative() {
        return isExact ? numerator.signum() < 0 : approximate < 0;
    }

    /**
     * Formats an exact number with all its digits, or as a fraction and 15 digits if the digits do not end; an
     * inexact number has 15 digits.
     */
    @Override
    public String toString() {
        if (!isExact) {
            return BigDecimal.valueOf(approximate).round(new MathContext(MAX_DIGITS)).stripTrailingZeros()
                    .toPlainString();
        }
        if (denominator.equals(BigInteger.ONE)) {
            return numerator.toString();
        }
        try {
            return new BigDecimal(numerator).divide(new BigDecimal(denominator)).stripTrailingZeros()
                    .toPlainString();
        } catch (ArithmeticException periodic) {
            return numerator + "/" + denominator + " = "
                    + new BigDecimal(numerator)
                            .divide(new BigDecimal(denominator), new MathContext(MAX_DIGITS))
                            .stripTrailingZeros().toPlainString();
        }
    }
}
