package dev.ipw.internal.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.OptionalDouble;

/** Exact arithmetic with dollars. */
public final class Money {
    private static final int MILLION_DIGITS = 6;
    private static final MathContext MEASURED_DIGITS = new MathContext(12);
    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    private Money() {}

    /** Returns an amount in its shortest form, so that equal amounts are equal objects. */
    public static BigDecimal shortest(BigDecimal amount) {
        return amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
    }

    /** Prices tokens by a price per million. */
    public static BigDecimal perMillion(long tokens, BigDecimal price) {
        return shortest(price.multiply(BigDecimal.valueOf(tokens)).movePointLeft(MILLION_DIGITS));
    }

    /** Rounds a measured amount to the digits that a double keeps in a file. */
    public static BigDecimal measured(BigDecimal amount) {
        return shortest(amount.round(MEASURED_DIGITS));
    }

    /** Prices seconds by a price per hour. */
    public static BigDecimal hours(BigDecimal perHour, double seconds) {
        return shortest(perHour.multiply(BigDecimal.valueOf(seconds)).divide(SECONDS_PER_HOUR, MEASURED_DIGITS));
    }

    /**
     * Returns an amount as a number for a file or a screen.
     *
     * @param amount US dollars, if they are known
     * @return the nearest double, if they are known
     */
    public static OptionalDouble real(Optional<BigDecimal> amount) {
        return amount.map(known -> OptionalDouble.of(known.doubleValue())).orElse(OptionalDouble.empty());
    }
}
