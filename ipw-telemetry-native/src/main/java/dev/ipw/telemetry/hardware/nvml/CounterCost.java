package dev.ipw.telemetry.hardware.nvml;

import java.time.Duration;
import java.util.Locale;

/**
 * The time between two looks at a GPU's energy counter, and the reason.
 *
 * @param period       the time between two looks
 * @param readingNanos the duration of a reading of the counter
 */
record CounterCost(Duration period, long readingNanos) {
    // A look takes two or three readings: together about a three-hundredth of the time, and somewhat more of a processor.
    private static final int READINGS_IN_A_PERIOD = 800;
    private static final int MIN_TIMES_POWER = 5;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /** Returns whether the counter takes so much longer than power that it is read less often. */
    static boolean isSlow(long counterNanos, long powerNanos) {
        return counterNanos > NvmlOpening.LONG_READING.toNanos() && counterNanos > MIN_TIMES_POWER * powerNanos;
    }

    /** Chooses the period by the duration of a reading. */
    static CounterCost of(long readingNanos) {
        Duration period = Duration.ofNanos(READINGS_IN_A_PERIOD * readingNanos);
        return new CounterCost(
                period.compareTo(SHORTEST) < 0 ? SHORTEST : period.compareTo(LONGEST) > 0 ? LONGEST : period,
                readingNanos);
    }

    String words() {
        return String.format(Locale.ROOT,
                "energy counter each %.1f s, divided by instant power between (a reading of the "
                        + "counter takes %.1f ms)",
                period.toNanos() / 1e9, readingNanos / 1e6);
    }
}
