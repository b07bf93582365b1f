package dev.ipw.junit;

import dev.ipw.energy.Provenance;
import dev.ipw.statistics.Estimate;
import dev.ipw.telemetry.MeasuredAction;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.Watch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.opentest4j.TestAbortedException;

/**
 * The comparison of the energy of two ways to do the same thing, measured in turn so that drift affects both equally.
 *
 * <pre>{@code
 * EnergyComparison comparison = EnergyComparison.interleaved(telemetry,
 *         () -> sort.quick(data), () -> sort.merge(data), 30);
 * assertThat(comparison).secondUsesLess();
 * }</pre>
 *
 * <p>Joules refer to one call. Means and difference have intervals of 99 percent that include chance and the bounds
 * of the readings, and are valid after every repetition: repetitions end once the difference is known to be on one
 * side of zero.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyComparison {
    private static final double CONFIDENCE = 0.99;
    private static final int MIN = 2;

    private final List<Pair> pairs;
    private final Provenance provenance;
    private final String source;

    private EnergyComparison(List<Pair> pairs) {
        this.pairs = List.copyOf(pairs);
        provenance = pairs.stream().flatMap(Pair::readings).map(reading -> reading.reading().provenance())
                .reduce(Provenance.MEASURED, Provenance::weaker);
        source = pairs.getFirst().first().reading().source();
    }

    /**
     * Measures two actions in turn, in the order first, second, second, first and so on, each after three unmeasured
     * calls. An action that is too short for the sensor is called several times in each repetition.
     *
     * @param session     the sampling session; all joules that it measures without double counting are compared
     * @param first       one way
     * @param second      the other way
     * @param repetitions the maximum number of each, at least 2
     * @return the result
     * @throws TestAbortedException if nothing measures, or the readings show nothing; the message has the reason
     * @throws Exception            if an action throws it
     */
    @SuppressWarnings("try")
    public static EnergyComparison interleaved(TelemetrySession session, MeasuredAction<?> first,
            MeasuredAction<?> second, int repetitions) throws Exception {
        if (repetitions < MIN) {
            throw new IllegalArgumentException("A comparison needs at least 2 repetitions, not " + repetitions);
        }
        Repeater one = new Repeater(session, TelemetryWindow::energy, tried -> false, first::act);
        Repeater other = new Repeater(session, TelemetryWindow::energy, tried -> false, second::act);
        List<Pair> pairs = new ArrayList<>();
        try (Watch watched = session.watch()) {
            one.warmUp(MIN);
            other.warmUp(MIN);
            for (int turn = 0; turn < repetitions && !isDecided(pairs); turn++) {
                pairs.add(turn % 2 == 0 ? Pair.inOrder(one, other) : Pair.inOrder(other, one).swapped());
            }
        }
        return new EnergyComparison(pairs);
    }

    private static boolean isDecided(List<Pair> pairs) {
        return difference(pairs, 1).isDecided(0);
    }

    /**
     * Returns the energy of one call of the first.
     *
     * @return joules with their interval
     */
    public Estimate first() {
        return mean(pairs.stream().map(Pair::first).toList());
    }

    /**
     * Returns the energy of one call of the second.
     *
     * @return joules with their interval
     */
    public Estimate second() {
        return mean(pairs.stream().map(Pair::second).toList());
    }

    /**
     * Returns the difference between the second and the first.
     *
     * @return second - first in joules with its interval; with infinite bounds before there are enough repetitions
     */
    public Estimate difference() {
        return difference(pairs, 1).estimate();
    }

    /**
     * Returns the outcome of the comparison.
     *
     * @return the second compared with the first
     */
    public Outcome outcome() {
        RepeatedMean difference = difference(pairs, 1);
        return difference.isAbove(0) ? Outcome.HIGHER : difference.isBelow(0) ? Outcome.LOWER : Outcome.NOT_SHOWN;
    }

    /**
     * Returns the number of measured repetitions of each.
     *
     * @return at least 2
     */
    public int repetitions() {
        return pairs.size();
    }

    /**
     * Returns the provenance of the joules.
     *
     * @return the weakest provenance of all readings
     */
    public Provenance provenance() {
        return provenance;
    }

    /** Returns the mean of the second minus a multiple of the first. */
    RepeatedMean excessOver(double factor) {
        return difference(pairs, factor);
    }

    private static RepeatedMean difference(List<Pair> pairs, double factor) {
        RepeatedMean mean = new RepeatedMean(CONFIDENCE);
        pairs.forEach(pair -> mean.add(pair.second().joules() - factor * pair.first().joules(),
                pair.second().lower() - factor * pair.first().upper(),
                pair.second().upper() - factor * pair.first().lower()));
        return mean;
    }

    private static Estimate mean(List<Repetition> repetitions) {
        RepeatedMean mean = new RepeatedMean(CONFIDENCE);
        repetitions.forEach(one -> mean.add(one.joules(), one.lower(), one.upper()));
        return mean.estimateAboveZero();
    }

    /** Formats the conclusion for a person. */
    @Override
    public String toString() {
        String conclusion = switch (outcome()) {
            case HIGHER -> "the second uses more";
            case LOWER -> "the second uses less";
            case NOT_SHOWN -> "no difference is shown";
        };
        return conclusion + ": " + JouleText.of(second()) + " and " + JouleText.of(first()) + ", difference "
                + JouleText.of(difference()) + " at 99 % over " + repetitions() + " repetitions of each, " + provenance
                + " (" + source + ")";
    }

    /** The outcome of a comparison. */
    public enum Outcome {
        /** The second is sure to use more. */
        HIGHER,
        /** The second is sure to use less. */
        LOWER,
        /** No difference is shown. */
        NOT_SHOWN
    }

    private record Pair(Repetition first, Repetition second) {
        static Pair inOrder(Repeater one, Repeater other) throws Exception {
            return new Pair(usable(one.repeat()), usable(other.repeat()));
        }

        Pair swapped() {
            return new Pair(second, first);
        }

        Stream<Repetition> readings() {
            return Stream.of(first, second);
        }

        private static Repetition usable(Repetition repetition) {
            Optional<String> doubt = Doubt.of(repetition.reading());
            if (doubt.isPresent()) {
                throw new TestAbortedException("INCONCLUSIVE: " + doubt.get());
            }
            return repetition;
        }
    }
}
