package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.EngineSteps;
import dev.ipw.energy.attribution.internal.work.PromptGroups;
import dev.ipw.energy.attribution.internal.work.ReplayedWork;
import dev.ipw.energy.attribution.internal.work.StepLayout;
import dev.ipw.energy.attribution.internal.work.StepLoads;
import dev.ipw.energy.attribution.internal.work.SteppedWork;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The search for the way in which the engine fills its steps, and for the delay of the device's power: among all
 * layouts and delays those that best explain the device's joules.
 */
final class WorkModel {
    private static final double BY_TIME_MUST_WIN = 0.9;
    static final double ABOUT_AS_GOOD = 1.6;
    private static final double WORTH_REFINING = 2;
    private static final double REPLAYED_ABOVE = 0.04;
    private static final double REPLAY_MUST_WIN = 0.8;
    private static final int SHIFTS = 4;
    private static final int REFINEMENTS = 4;
    private static final long MIN_SHIFT_NANOS = 5_000_000;
    private static final long MAX_SHIFT_NANOS = 60_000_000;

    private final List<RequestActivity> requests;
    private final CounterIntervals intervals;
    private final OptionalDouble idleWatts;
    private final EngineSteps steps;
    private final StepLoads[] loads;
    private final int[] across;
    private final boolean[] isTimeOnly;
    private final Candidate best;
    private final List<Candidate> others;

    /**
     * One explanation of the run.
     *
     * @param layout     the layout of the steps; empty if they are simulated
     * @param shiftNanos the delay between the work and the device's power
     * @param squares    the unexplained rest
     */
    private record Candidate(Optional<StepLayout> layout, long shiftNanos, double squares) {}

    private WorkModel(List<RequestActivity> requests, Episodes episodes, CounterIntervals intervals,
            OptionalDouble idleWatts) {
        this.requests = requests;
        this.intervals = intervals;
        this.idleWatts = idleWatts;
        isTimeOnly = UnknownWork.timeOnly(requests, episodes);
        steps = EngineSteps.of(requests, episodes);
        loads = new StepLoads[]{new StepLoads(steps, requests, false), new StepLoads(steps, requests, true)};
        across = new int[steps.count()];
        for (int step = 0; step < across.length; step++) {
            across[step] = (int) loads[0].passes(step);
        }
        List<Candidate> tried = new ArrayList<>();
        if (steps.isComplete()) {
            tried.addAll(tryAll(StepLayout.all().stream().filter(layout -> !layout.byTime()).toList()));
            double byLength = tried.stream().mapToDouble(Candidate::squares).min().orElseThrow();
            tried.addAll(tryAll(tried.stream().filter(one -> one.squares() <= WORTH_REFINING * byLength)
                    .map(one -> one.layout().orElseThrow().timed()).toList()));
            double least = tried.stream().mapToDouble(Candidate::squares).min().orElseThrow();
            tried.replaceAll(one -> one.squares() <= WORTH_REFINING * least ? refined(one) : one);
        }
        best = chosen(tried);
        others = tried.stream().filter(one -> !one.equals(best) && one.squares() <= ABOUT_AS_GOOD * best.squares())
                .toList();
    }

    /** Chooses the best layout, or a simulation where that explains much more. */
    private Candidate chosen(List<Candidate> tried) {
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

    static WorkModel of(List<RequestActivity> requests, Episodes episodes, CounterIntervals intervals,
            OptionalDouble idleWatts) {
        return new WorkModel(requests, episodes, intervals, idleWatts);
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
        double usual = 0;
        if (steps.count() > 0) {
            double[] nanos = new double[steps.count()];
            for (int step = 0; step < nanos.length; step++) {
                nanos[step] = steps.nanos(step);
            }
            Arrays.sort(nanos);
            usual = nanos[nanos.length / 2];
        }
        return Math.clamp(intervals.edgeNanos() + Math.round(2 * usual), MIN_SHIFT_NANOS, MAX_SHIFT_NANOS);
    }

    private double unexplained(WorkSchedule work, long shift) {
        return WorkRegression.of(work, intervals, idleWatts, shift).unexplained();
    }

    private WorkSchedule work(Optional<StepLayout> layout) {
        if (layout.isEmpty()) {
            return new ReplayedWork(requests, isTimeOnly);
        }
        StepLoads load = loads[layout.get().firstTokenLag() > 0 ? 1 : 0];
        return new SteppedWork(steps, requests,
                PromptGroups.of(steps, requests, load, across, layout.get()), layout.get());
    }

    private WorkRegression fit(Candidate candidate) {
        return WorkRegression.of(work(candidate.layout()), intervals, idleWatts, candidate.shiftNanos()).robust();
    }

    /** Returns the work of the best candidate. */
    WorkSchedule work() {
        return work(best.layout());
    }

    long shiftNanos() {
        return best.shiftNanos();
    }

    /** Fits joules to the work. */
    WorkRegression fit(WorkSchedule work) {
        return WorkRegression.of(work, intervals, idleWatts, best.shiftNanos()).robust();
    }

    /** Returns whether token times show the engine's steps. */
    boolean isStamped() {
        return best.layout().isPresent();
    }

    /** Returns the shares by each of the other layouts that explain the run about as well. */
    List<WorkShares> others(ShareCells cells) {
        List<WorkShares> shares = new ArrayList<>();
        for (Candidate other : others) {
            WorkSchedule work = work(other.layout());
            WorkRegression fit = WorkRegression.of(work, intervals, idleWatts, other.shiftNanos()).robust();
            shares.add(new WorkShares(new WorkPlaces(work, cells, other.shiftNanos()), cells, requests.size(),
                    PieceWeights.same(fit.costs())));
        }
        return shares;
    }
}
