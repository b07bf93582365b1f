package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetryWindow;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/** The measurement of a body's repetitions, each of as many calls as the sensor needs. */
final class Repeater {
    /** The maximum width of the bounds, as a fraction of the figure, before a repetition gets more calls. */
    private static final double COARSE = 0.1;
    private static final Duration FIRST_TARGET = Duration.ofMillis(100);
    /** The maximum target duration; enough for a counter with ten steps per second. */
    private static final Duration LONGEST_TARGET = Duration.ofMillis(2500);
    private static final int MAX_CALLS = 1_000_000;

    private final TelemetrySession session;
    private final Function<TelemetryWindow, EnergyReading> choice;
    private final Predicate<Repetition> isFineEnough;
    private final Body body;
    private int calls = 1;

    /**
     * Creates a repeater of a body.
     *
     * @param session      the sampling session
     * @param choice       takes the joules that count out of a window
     * @param isFineEnough checks whether a repetition's bounds are narrow enough for the decision, although they are
     *                     wider than a tenth of the figure
     * @param body         the measured body
     */
    Repeater(TelemetrySession session, Function<TelemetryWindow, EnergyReading> choice,
            Predicate<Repetition> isFineEnough, Body body) {
        this.session = session;
        this.choice = choice;
        this.isFineEnough = isFineEnough;
        this.body = body;
    }

    /** The measured body. */
    @FunctionalInterface
    interface Body {
        /**
         * Calls the body once.
         *
         * @throws Exception if it fails
         */
        void call() throws Exception;
    }

    /**
     * Calls the body several times, and finds out how many calls the sensor needs.
     *
     * @param atLeast the minimum number of calls
     */
    void warmUp(int atLeast) throws Exception {
        for (int call = 0; call < atLeast; call++) {
            body.call();
        }
        Duration target = FIRST_TARGET;
        Repetition tried = measure();
        while (isTooShort(tried) && tried.duration().compareTo(LONGEST_TARGET) < 0 && calls < MAX_CALLS) {
            double factor = (double) target.toNanos() / Math.max(1, tried.duration().toNanos());
            calls = (int) Math.clamp(Math.ceil(calls * factor), calls + 1.0, MAX_CALLS);
            target = target.multipliedBy(2).compareTo(LONGEST_TARGET) < 0 ? target.multipliedBy(2) : LONGEST_TARGET;
            tried = measure();
        }
        if (calls > 1) {
            doubleCalls(tried.duration());
        }
    }

    /** Doubles the calls, since calls become faster while they are repeated. */
    private void doubleCalls(Duration took) {
        if (took.compareTo(LONGEST_TARGET) < 0) {
            calls = Math.min(2 * calls, MAX_CALLS);
        }
    }

    private boolean isTooShort(Repetition tried) {
        boolean isEstimate = tried.reading().provenance() == Provenance.ESTIMATED;
        return Doubt.of(tried.reading()).isPresent()
                || (!isEstimate && tried.width() > COARSE && !isFineEnough.test(tried));
    }

    /**
     * Measures one repetition; if it was too short for the sensor, measures a longer one instead. A repetition with
     * wide bounds counts, and the next has more calls.
     */
    Repetition repeat() throws Exception {
        Repetition repetition = measure();
        while (repetition.reading().flags().contains(EnergyFlag.SHORT)
                && repetition.duration().compareTo(LONGEST_TARGET) < 0 && calls < MAX_CALLS) {
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
        }).window();
        return new Repetition(choice.apply(window), calls, window.duration(), window.processEnergy());
    }
}
