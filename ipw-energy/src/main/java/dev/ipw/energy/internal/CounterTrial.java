package dev.ipw.energy.internal;

import dev.ipw.energy.SensorState;
import java.util.OptionalDouble;

/**
 * The repeated comparison of an energy counter with the power of the same device, over at most the last half minute. A
 * counter that is known to be wrong on some devices counts once {@value #REPEATS} comparisons in a row agree; until
 * then the power counts. Any other counter counts until the same number of comparisons disagree, and then again after
 * half a minute of agreement. If power is read seldom, or is a mean, its differences from the counter vary: only a
 * difference that this variation cannot explain is a disagreement. Nothing is allocated while they agree.
 */
public final class CounterTrial {
    static final int REPEATS = 3;
    private static final long PIECE_NANOS = 500_000_000L;
    private static final int MAX_PIECES = 60;
    private static final int LAST_PIECES = 6;
    private static final int MIN_TO_DOUBT = 6;
    // A source that rests, or an exporter, reads power too seldom to know the joules between two readings.
    private static final int MIN_PIECE_READINGS = 2;
    private static final double DEVIATIONS = 4;
    private static final double ALIKE = 1e-9;
    private static final double UNLIKE = 0.2;
    private static final double NANOS_PER_SECOND = 1e9;

    private final DeviceSeries counter;
    private final DeviceSeries power;
    private final OptionalDouble limitWatts;
    private final boolean isDoubtful;
    private final boolean isBehind;
    private final double ageSeconds;
    private final double[] counterPieces = new double[MAX_PIECES];
    private final double[] powerPieces = new double[MAX_PIECES];
    private final long[] nanosOfPieces = new long[MAX_PIECES];
    private int pieces;
    private boolean begun;
    private long startNanos;
    private double counterStart;
    private double powerStart;
    private double counterSeen;
    private int unknownSteps;
    private int agreed;
    private int disagreed;
    private boolean isDoubted;
    private int powerReadings;
    private double counterJoules;
    private double powerJoules;
    private double seconds;

    /**
     * Creates the comparison of a counter.
     *
     * @param counter    the recorder of the counter
     * @param power      the recorder that integrates the power of the same device
     * @param limitWatts the maximum power of the device; empty if it is not known
     * @param ageNanos   the maximum time before a power reading over which it may be a mean
     * @param isDoubtful true if the counter counts only after it agreed
     */
    public CounterTrial(EnergyRecorder counter, PowerRecorder power, OptionalDouble limitWatts, long ageNanos,
            boolean isDoubtful) {
        this.counter = counter.series();
        // Power was read after the last look at such a counter.
        isBehind = counter instanceof ShapedCounterRecorder;
        this.power = power.series();
        this.limitWatts = limitWatts;
        this.isDoubtful = isDoubtful;
        ageSeconds = (ageNanos + this.power.device().periodNanos()) / NANOS_PER_SECOND;
        // The later part of a resumed run continues with the result of the earlier one.
        if (isDoubtful && this.counter.sampleCount() == 0) {
            this.counter.doubt(SensorState.UNPROVEN,
                    "the counter has not yet moved for long enough to be compared with the device's power");
        }
    }

    /**
     * Doubts a counter that nothing can confirm.
     *
     * @param counter the recorder of the counter
     */
    public static void withoutPower(EnergyRecorder counter) {
        counter.series().doubt(SensorState.INCONSISTENT,
                "the counter is known to be wrong on some devices, and there is "
                        + "no reading of the device's power to compare it with");
    }

    /** Compares both after each reading of both. */
    public void compare() {
        double counted = counter.totalJoules();
        if (counted == counterSeen || counter.lastNanos().isEmpty() || power.lastNanos().isEmpty()) {
            return;
        }
        counterSeen = counted;
        long nanos = counter.lastNanos().getAsLong();
        int unknown = counter.unknownSteps() + power.unknownSteps();
        double powered = isBehind ? power.joulesUpTo(nanos).orElse(0) : power.totalJoules();
        boolean isKnown = begun && unknown == unknownSteps;
        if (isKnown && nanos - startNanos < PIECE_NANOS) {
            return;
        }
        if (isKnown && power.sampleCount() - powerReadings >= MIN_PIECE_READINGS) {
            add(counted - counterStart, powered - powerStart, nanos - startNanos);
            judge();
        } else if (!isKnown) {
            pieces = 0;
        }
        begun = true;
        unknownSteps = unknown;
        startNanos = nanos;
        counterStart = counted;
        powerStart = powered;
        powerReadings = power.sampleCount();
    }

    private void add(double byCounter, double byPower, long nanos) {
        int place = pieces % MAX_PIECES;
        counterPieces[place] = byCounter;
        powerPieces[place] = byPower;
        nanosOfPieces[place] = nanos;
        pieces++;
    }

    /**
     * Compares the last pieces, which quickly show a counter that stops, and all kept pieces, which show small
     * differences.
     */
    private void judge() {
        boolean agrees = judge(LAST_PIECES) && judge(MAX_PIECES);
        agreed = agrees ? agreed + 1 : 0;
        disagreed = agrees ? 0 : disagreed + 1;
        if (agreed == (isDoubted && !isDoubtful ? MAX_PIECES : REPEATS)) {
            CounterAgreement.AGREE.applyTo(counter, power, "");
            isDoubted = false;
        } else if (disagreed >= REPEATS && (isDoubtful || pieces >= MIN_TO_DOUBT)) {
            CounterAgreement found = !isDoubtful && isPowerStuck()
                    ? CounterAgreement.POWER_WRONG
                    : CounterAgreement.of(counter.device(), limitWatts, counterJoules, powerJoules, seconds,
                            ageSeconds);
            found.applyTo(counter, power, CounterAgreement.words(counterJoules, powerJoules, seconds));
            isDoubted = true;
            // It may be right again from here onward.
            pieces = 0;
            disagreed = 0;
        }
    }

    /** Returns whether the power is the same in all pieces although the counter is not. */
    private boolean isPowerStuck() {
        double leastPower = Double.POSITIVE_INFINITY;
        double mostPower = 0;
        double leastCounter = Double.POSITIVE_INFINITY;
        double mostCounter = 0;
        for (int piece = Math.max(0, pieces - MAX_PIECES); piece < pieces; piece++) {
            double nanos = nanosOfPieces[piece % MAX_PIECES];
            double byPower = powerPieces[piece % MAX_PIECES] / nanos;
            double byCounter = counterPieces[piece % MAX_PIECES] / nanos;
            leastPower = Math.min(leastPower, byPower);
            mostPower = Math.max(mostPower, byPower);
            leastCounter = Math.min(leastCounter, byCounter);
            mostCounter = Math.max(mostCounter, byCounter);
        }
        return mostPower - leastPower <= ALIKE * mostPower && mostCounter - leastCounter > UNLIKE * mostCounter;
    }

    private boolean judge(int last) {
        counterJoules = 0;
        powerJoules = 0;
        long nanos = 0;
        for (int piece = Math.max(0, pieces - last); piece < pieces; piece++) {
            counterJoules += counterPieces[piece % MAX_PIECES];
            powerJoules += powerPieces[piece % MAX_PIECES];
            nanos += nanosOfPieces[piece % MAX_PIECES];
        }
        seconds = nanos / NANOS_PER_SECOND;
        return isChance(last) || CounterAgreement.of(counter.device(), limitWatts, counterJoules, powerJoules, seconds,
                ageSeconds) == CounterAgreement.AGREE;
    }

    /** Returns whether the differences of the pieces vary so much that their sum may be chance. */
    private boolean isChance(int last) {
        int count = Math.min(pieces, last);
        double mean = (counterJoules - powerJoules) / count;
        double squares = 0;
        for (int piece = pieces - count; piece < pieces; piece++) {
            double difference = counterPieces[piece % MAX_PIECES] - powerPieces[piece % MAX_PIECES] - mean;
            squares += difference * difference;
        }
        return !isDoubtful && mean * mean * count <= DEVIATIONS * DEVIATIONS * squares / Math.max(1, count - 1);
    }
}
