package dev.ipw.report.axis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The labelled places of an axis. */
public final class AxisTicks {
    private static final int DIGITS = 3;

    private AxisTicks() {}

    /** Returns 1, 2 or 5 times a power of ten that is at least some length. */
    public static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-9))));
        double times = least / power;
        return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    }

    /** Returns the labelled values within a range: at most so many on a linear axis, powers of ten on a logarithmic one. */
    public static double[] of(AxisRange range, int most) {
        if (!range.logarithmic()) {
            double step = step((range.to() - range.from()) / most);
            return LongStream.rangeClosed((long) Math.ceil(range.from() / step - 1e-9),
                    (long) Math.floor(range.to() / step + 1e-9)).mapToDouble(tick -> tick * step).toArray();
        }
        return IntStream.rangeClosed((int) Math.floor(Math.log10(range.from())),
                (int) Math.ceil(Math.log10(range.to())))
                .mapToDouble(exponent -> Math.pow(10, exponent)).flatMap(power -> DoubleStream.of(power, 3 * power))
                .filter(tick -> tick >= range.from() && tick <= range.to()).toArray();
    }

    /** Formats a value for a label, in three digits. */
    public static String text(double value) {
        return new BigDecimal(value).round(new MathContext(DIGITS, RoundingMode.HALF_UP)).stripTrailingZeros()
                .toPlainString();
    }
}
