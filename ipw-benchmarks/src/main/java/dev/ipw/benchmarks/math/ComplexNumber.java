package dev.ipw.benchmarks.math;

/** A complex number in floating point. */
record ComplexNumber(double real, double imaginary) {
    static final ComplexNumber ZERO = new ComplexNumber(0, 0);
    static final ComplexNumber ONE = new ComplexNumber(1, 0);
    static final ComplexNumber I = new ComplexNumber(0, 1);
    static final ComplexNumber UNDEFINED = new ComplexNumber(Double.NaN, Double.NaN);

    static ComplexNumber of(double real) {
        return new ComplexNumber(real, 0);
    }

    ComplexNumber plus(ComplexNumber other) {
        return new ComplexNumber(real + other.real, imaginary + other.imaginary);
    }

    ComplexNumber minus(ComplexNumber other) {
        return new ComplexNumber(real - other.real, imaginary - other.imaginary);
    }

    ComplexNumber times(ComplexNumber other) {
        return new ComplexNumber(real * other.real - imaginary * other.imaginary,
                real * other.imaginary + imaginary * other.real);
    }

    ComplexNumber dividedBy(ComplexNumber other) {
        double square = other.real * other.real + other.imaginary * other.imaginary;
        if (square == 0) {
            return UNDEFINED;
        }
        return new ComplexNumber((real * other.real + imaginary * other.imaginary) / square,
                (imaginary * other.real - real * other.imaginary) / square);
    }

    ComplexNumber exponential() {
        double size = Math.exp(real);
        return imaginary == 0
                ? of(size)
                : new ComplexNumber(size * Math.cos(imaginary), size * Math.sin(imaginary));
    }

    ComplexNumber logarithm() {
        double size = size();
        return size == 0 ? UNDEFINED : new ComplexNumber(Math.log(size), Math.atan2(imaginary, real));
    }

    ComplexNumber power(ComplexNumber exponent) {
        if (size() == 0) {
            return exponent.real > 0 ? ZERO : UNDEFINED;
        }
        return isReal() && exponent.isReal() && real > 0
                ? of(Math.pow(real, exponent.real))
                : logarithm().times(exponent).exponential();
    }

    double size() {
        return Math.hypot(real, imaginary);
    }

    boolean isReal() {
        return imaginary == 0;
    }

    boolean isDefined() {
        return Double.isFinite(real) && Double.isFinite(imaginary);
    }
}
