package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.PromptTimes;
import dev.ipw.energy.attribution.internal.work.StepLayout;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The search for the way in which the engine fills its steps, and for the delay of the device's power: among all
 * layouts and delays those that best explain the device's joules.
 */
final class WorkModel {
    private static final double BY_TIME_MUST_WIN = 0.9;
    private static final double HELD_MUST_LOSE = 0.8;
    static final double ABOUT_AS_GOOD = 1.6;
    private static final double WORTH_REFINING = 2;
    private static final double REPLAYED_ABOVE = 0.04;
    private static final double REPLAY_MUST_WIN = 0.8;
    private static final int SHIFTS = 4;
    private static final int REFINEMENTS = 4;
    private static final long MIN_SHIFT_NANOS = 5_000_000;
    private static final long MAX_SHIFT_NANOS = 60_000_000;

    private final LaidWork laid;
    private final CounterIntervals intervals;
    private final OptionalDouble idleWatts;
    private final List<Candidate> tried = new ArrayList<>();
    private final Candidate best;

    /**
     * One explanation of the run.
     *
     * @param layout     the layout of the steps; empty if they are simulated
     * @param shiftNanos the delay between the work and the device's power
     * @param squares    the unexplained rest
     */
    private record Candidate(Optional<StepLayout> layout, long shiftNanos, double squares) {}

    /**
     * Searches.
     *
     * @param held the layout that stays unless another one explains much more; empty if any is as good
     */
    WorkModel(LaidWork laid, CounterIntervals intervals, OptionalDouble idleWatts, Optional<StepLayout> held) {
        this.laid = laid;
        this.intervals = intervals;
        this.idleWatts = idleWatts;
        if (laid.isComplete()) {
            tried.addAll(tryAll(StepLayout.all().stream().filter(layout -> !layout.byTime()).toList()));
            double byLength = tried.stream().mapToDouble(Candidate::squares).min().orElseThrow();
            tried.addAll(tryAll(tried.stream().filter(one -> one.squares() <= WORTH_REFINING * byLength)
                    .map(one -> one.layout().orElseThrow().timed()).toList()));
            double least = tried.stream().mapToDouble(Candidate::squares).min().orElseThrow();
            tried.replaceAll(one -> one.squares() <= WORTH_REFINING * least ? refined(one) : one);
        }
        Candidate least = chosen();
        best = tried.stream().filter(one -> held.isPresent() && one.layout().equals(held)
                && least.squares() > HELD_MUST_LOSE * one.squares()).findFirst().orElse(least);
    }

    /** Chooses the best layout, or a simulation where that explains much more. */
    private Candidate chosen() {
        Optional<Candidate> stepped = tried.stream().min(Comparator.comparingDouble(WorkModel::rank));
        double quality = stepped.map(one -> fit(one).quality().orElse(0)).orElse(Double.POSITIVE_INFINITY);
        if (stepped.isPresent() && quality <= REPLAYED_ABOVE) {
            return stepped.get();
        }
        Candidate replay = refined(tried(Optional.empty()));
        return stepped.isEmpty()
                || fit(replay).quality().orElse(Double.POSITIVE_INFINITY) < REPLAY_MUST_WIN * quality
                        ? replay
                        : stepped.get();
    }

    private static double rank(Candidate stepped) {
        return stepped.layout().orElseThrow().byTime() ? stepped.squares() / BY_TIME_MUST_WIN : stepped.squares();
    }

    /** Tries layouts independently of each other. */
    private List<Candidate> tryAll(List<StepLayout> layouts) {
        return layouts.parallelStream().map(layout -> tried(Optional.of(layout))).toList();
    }

    /** Tries a layout at several delays. */
    private Candidate tried(Optional<StepLayout> layout) {
        WorkSchedule work = work(layout);
        long most = mostShift();
        Candidate least = new Candidate(layout, 0, unexplained(work, 0));
        for (int i = -SHIFTS; i <= SHIFTS; i++) {
            least = i == 0 ? least : better(work, least, i * most / SHIFTS);
        }
        return least;
    }

    /** Looks for a better delay close to the one that was found. */
    private Candidate refined(Candidate found) {
        WorkSchedule work = work(found.layout());
        Candidate least = found;
        long width = mostShift() / SHIFTS / 2;
        for (int round = 0; round < REFINEMENTS; round++) {
            long middle = least.shiftNanos();
            least = better(work, better(work, least, middle - width), middle + width);
            width /= 2;
        }
        return least;
    }

    private Candidate better(WorkSchedule work, Candidate than, long shift) {
        double squares = unexplained(work, shift);
        return squares < than.squares() ? new Candidate(than.layout(), shift, squares) : than;
    }

    private long mostShift() {
        return Math.clamp(intervals.edgeNanos() + Math.round(2 * laid.usualStepNanos()), MIN_SHIFT_NANOS,
                MAX_SHIFT_NANOS);
    }

    private double unexplained(WorkSchedule work, long shift) {
        return WorkRegression.of(work, intervals, idleWatts, shift).unexplained();
    }

    private WorkSchedule work(Optional<StepLayout> layout) {
        return laid.by(layout, Optional.empty());
    }

    private WorkRegression fit(Candidate candidate) {
        return WorkRegression.of(work(candidate.layout()), intervals, idleWatts, candidate.shiftNanos()).robust();
    }

    /** Returns the work by the best layout, with the costs that it shows. */
    FittedWork fitted() {
        WorkSchedule work = work(best.layout());
        WorkRegression regression = WorkRegression.of(work, intervals, idleWatts, best.shiftNanos()).robust();
        Optional<LawFits> laws = FittedWork.isKnown(regression)
                ? Optional.of(new LawFits(work, intervals, idleWatts, best.shiftNanos()))
                : Optional.empty();
        return new FittedWork(work, best.shiftNanos(), regression, laws, best.layout().isPresent(), false,
                intervals.openSeconds(), cells -> others().stream().map(other -> new WorkShares(
                        new WorkPlaces(work(other.layout()), cells, other.shiftNanos()), cells, laid.requests(),
                        PieceWeights.same(fit(other).costs()))).toList());
    }

    private List<Candidate> others() {
        return tried.stream().filter(one -> !one.equals(best) && one.squares() <= ABOUT_AS_GOOD * best.squares())
                .toList();
    }

    /**
     * A way in which the engine fills its steps, to be applied to a later part of the run.
     *
     * @param layout     the layout of the steps; empty if they are simulated
     * @param times      the durations of steps and prompts; empty if the steps are simulated
     * @param shiftNanos the delay between the work and the device's power
     * @param costs      the fitted costs
     */
    record Found(Optional<StepLayout> layout, Optional<PromptTimes> times, long shiftNanos, double[] costs) {}

    /** Returns the best way, followed by the others that explain the run about as well. */
    List<Found> found() {
        return Stream.concat(Stream.of(best), others().stream()).map(one -> new Found(one.layout(),
                one.layout().map(laid::times), one.shiftNanos(), fit(one).costs())).toList();
    }

    /** Returns the work by the best layout. */
    WorkSchedule work() {
        return work(best.layout());
    }
}
