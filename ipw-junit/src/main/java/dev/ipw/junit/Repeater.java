package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetryWindow;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/** Measure repetitions of a body, each of as many calls as the sensor needs to see them. */
final class Repeater {
    /** How far bounds may lie apart, as a share of the figure, before a repetition gets more calls. */
    private static final double COARSE = 0.1;
    private static final Duration FIRST_TARGET = Duration.ofMillis(100);
    /** Enough for a counter that moves ten times a second. */
    private static final Duration LONGEST_TARGET = Duration.ofMillis(2500);
    private static final int MOST_CALLS = 1_000_000;

    private final TelemetrySession session;
    private final Function<TelemetryWindow, EnergyReading> choice;
    private final Predicate<Repetition> isFineEnough;
    private final Body body;
    private int calls = 1;

    /**
     * Measure a body.
     *
     * @param session      samples
     * @param choice       takes the joules that count out of a window
     * @param isFineEnough says of a repetition whether its bounds are close enough for what is to be decided, though they lie
     *                     further apart than a tenth of the figure
     * @param body         what is measured
     */
    Repeater(TelemetrySession session, Function<TelemetryWindow, EnergyReading> choice,
            Predicate<Repetition> isFineEnough, Body body) {
        this.session = session;
        this.choice = choice;
        this.isFineEnough = isFineEnough;
        this.body = body;
    }

    /** What is measured. */
    @FunctionalInterface
    interface Body {
        /**
         * Do it once.
         *
         * @throws Exception if it fails
         */
        void call() throws Exception;
    }

    /**
     * Call the body some times, and find out how many calls the sensor needs.
     *
     * @param atLeast how often to call it
     */
    void warmUp(int atLeast) throws Exception {
        for (int call = 0; call < atLeast; call++) {
            body.call();
        }
        Duration target = FIRST_TARGET;
        Repetition tried = measure();
        while (isTooShort(tried) && tried.duration().compareTo(LONGEST_TARGET) < 0 && calls < MOST_CALLS) {
            double factor = (double) target.toNanos() / Math.max(1, tried.duration().toNanos());
            calls = (int) Math.clamp(Math.ceil(calls * factor), calls + 1.0, MOST_CALLS);
            target = target.multipliedBy(2).compareTo(LONGEST_TARGET) < 0 ? target.multipliedBy(2) : LONGEST_TARGET;
            tried = measure();
        }
        if (calls > 1) {
            doubleCalls(tried.duration());
        }
    }

    /** Leave room for calls that become faster while they are repeated. */
    private void doubleCalls(Duration took) {
        if (took.compareTo(LONGEST_TARGET) < 0) {
            calls = Math.min(2 * calls, MOST_CALLS);
        }
    }

    private boolean isTooShort(Repetition tried) {
        boolean isEstimate = tried.reading().provenance() == Provenance.ESTIMATED;
        return Doubt.of(tried.reading()).isPresent()
                || (!isEstimate && tried.width() > COARSE && !isFineEnough.test(tried));
    }

    /**
     * Measure one repetition; if it was too short for the sensor, one of more calls in its place. One that is only coarse counts,
     * and the next has more calls.
     */
    Repetition repeat() throws Exception {
        Repetition repetition = measure();
        while (repetition.reading().flags().contains(EnergyFlag.SHORT)
                && repetition.duration().compareTo(LONGEST_TARGET) < 0 && calls < MOST_CALLS) {
            doubleCalls(repetition.duration());
            repetition = measure();
        }
        if (isTooShort(repetition)) {
            doubleCalls(repetition.duration());
        }
        return repetition;
    }

    private Repetition measure() throws Exception {
        TelemetryWindow window = session.measure(() -> {
            for (int call = 0; call < calls; call++) {
                body.call();
            }
        });
        return new Repetition(choice.apply(window), calls, window.duration(), window.processEnergy());
    }
}
