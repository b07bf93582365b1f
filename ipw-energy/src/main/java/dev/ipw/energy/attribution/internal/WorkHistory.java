package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.PastWork;
import dev.ipw.energy.attribution.internal.work.PromptTimes;
import dev.ipw.energy.attribution.internal.work.StepLayout;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The costs of a device's work, learned from the last minutes of a stream whose blocks are divided one after the other.
 * It keeps the work and the joules of these minutes without the requests that caused them. The way in which the engine
 * fills its steps is searched for anew now and then.
 */
public final class WorkHistory {
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final int MIN_INTERVALS = 60;
    // A block of a thousand streams is divided in a tenth of its time.
    private static final long MAX_REPLAYED_PARTS = 300_000;
    private static final double SEARCH_AFTER_SHARE = 0.5;
    private static final double SEARCH_AFTER_SECONDS = 60;
    private static final int MAX_LAYOUTS = 4;
    private static final double MAX_DISAGREEMENT = 1.5;
    private static final WorkModel.Found UNKNOWN = new WorkModel.Found(Optional.of(new StepLayout(1, false, false)),
            Optional.empty(), 0, WorkDivision.NO_COSTS);

    private final Supplier<KeptRequests> kept;
    private PastWork past = new PastWork();
    private @Nullable CounterIntervals intervals;
    private List<WorkModel.Found> found = List.of(UNKNOWN);
    private OptionalLong pastUntilNanos = OptionalLong.empty();
    private double openSeconds;
    private double searchedSeconds;
    private double nanosPerTokenBefore;
    private @Nullable FittedWork last;

    /**
     * The requests of a longer time up to the end of the block that is divided.
     *
     * @param fromNanos the start of that time
     * @param requests  the requests that the device served, in the order of their starts
     */
    public record KeptRequests(long fromNanos, List<RequestActivity> requests) {
        /** Copies the list. */
        public KeptRequests {
            requests = List.copyOf(requests);
        }
    }

    /**
     * Creates an empty history.
     *
     * @param kept lists the requests of a longer time, to search for the layout of steps
     */
    public WorkHistory(Supplier<KeptRequests> kept) {
        this.kept = kept;
    }

    /** Returns whether steps are simulated, which takes the requests of the longer time. */
    public boolean isSimulated() {
        return found.getFirst().layout().isEmpty();
    }

    /** Counts the intervals of the counter that are kept. */
    public int keptIntervals() {
        CounterIntervals all = intervals;
        return all == null ? 0 : all.count();
    }

    /** Returns the costs by which the last block was divided; empty while they are not known. */
    public Optional<KnownCosts> costs() {
        FittedWork fitted = last;
        return fitted == null || fitted.laws().isEmpty()
                ? Optional.empty()
                : Optional.of(KnownCosts.of(past, fitted.regression().costs()));
    }

    /**
     * Adds a block, and fits the costs anew.
     *
     * @param requests the requests of the block, in the order of their starts
     * @param block    the joules of the block
     * @param span     the block
     */
    FittedWork add(List<RequestActivity> requests, Episodes episodes, CounterIntervals block, TimeSpan span,
            OptionalDouble idleWatts) {
        CounterIntervals before = intervals;
        CounterIntervals all = before == null ? block : before.with(block, span.endNanos() - KEPT_NANOS);
        intervals = all;
        openSeconds += block.openSeconds();
        boolean isSearched = isSearchDue(all) && search(all, span, idleWatts);
        WorkModel.Found best = found.getFirst();
        LaidWork laid = new LaidWork(requests, episodes, MAX_REPLAYED_PARTS);
        WorkSchedule work = laid.by(best.layout(), best.times());
        if (!isSearched) {
            past = past.with(work, pastUntilNanos.orElse(span.startNanos()), span.endNanos(),
                    span.endNanos() - KEPT_NANOS);
        }
        pastUntilNanos = OptionalLong.of(span.endNanos());
        CounterIntervals fittedTo = intervals.within(Long.MIN_VALUE, completeUntil(work, span) + best.shiftNanos());
        WorkRegression regression = WorkRegression.of(past, fittedTo, idleWatts, best.shiftNanos()).robust();
        Optional<LawFits> laws = FittedWork.isKnown(regression)
                ? Optional.of(new LawFits(past, fittedTo, idleWatts, best.shiftNanos()).of(work))
                : Optional.empty();
        FittedWork fitted = new FittedWork(work, best.shiftNanos(), regression, laws,
                best.layout().isPresent() && laid.isComplete(), isVague(), fittedTo.openSeconds(),
                cells -> others(laid, cells));
        last = fitted;
        return fitted;
    }

    private boolean isSearchDue(CounterIntervals all) {
        int fitted = 0;
        for (int i = 0; i < all.count(); i++) {
            fitted += all.isFitted(i) && all.idleSeconds(i) < UnexplainedJoules.BUSY * all.seconds(i) ? 1 : 0;
        }
        return fitted >= MIN_INTERVALS && openSeconds - searchedSeconds >= Math.min(SEARCH_AFTER_SECONDS,
                SEARCH_AFTER_SHARE * searchedSeconds);
    }

    /** Searches for the layout of steps, and replaces the past work by that layout's. */
    private boolean search(CounterIntervals all, TimeSpan span, OptionalDouble idleWatts) {
        KeptRequests longer = kept.get();
        if (longer.requests().isEmpty()) {
            return false;
        }
        LaidWork laid = new LaidWork(longer.requests(), new Episodes(longer.requests()),
                MAX_REPLAYED_PARTS);
        CounterIntervals within = all.within(longer.fromNanos(), span.endNanos());
        Optional<StepLayout> held = searchedSeconds > 0 ? found.getFirst().layout() : Optional.empty();
        WorkModel model = new WorkModel(laid, within, idleWatts, held);
        nanosPerTokenBefore = found.getFirst().times().map(PromptTimes::nanosPerToken).orElse(0.0);
        found = model.found().stream().limit(MAX_LAYOUTS).toList();
        searchedSeconds = openSeconds;
        if (!found.getFirst().layout().equals(held)) {
            // Work by another layout lies elsewhere.
            past = new PastWork();
            intervals = within;
        }
        past = past.with(model.work(), longer.fromNanos(), span.endNanos(), span.endNanos() - KEPT_NANOS);
        return true;
    }

    /**
     * Returns whether little shows what steps cost without prompts, because prompts are processed all the time: the
     * duration of a prompt token then depends on the layout, or differs from that of the search before.
     */
    private boolean isVague() {
        double[] nanosPerToken = found.stream().flatMap(one -> one.times().stream())
                .mapToDouble(PromptTimes::nanosPerToken).toArray();
        double[] sorted = DoubleStream.concat(Arrays.stream(nanosPerToken), DoubleStream.of(nanosPerTokenBefore))
                .sorted().toArray();
        return found.getFirst().times().filter(PromptTimes::isExtrapolated).isPresent()
                && sorted[sorted.length - 1] > MAX_DISAGREEMENT * sorted[0];
    }

    /** Returns the moment up to which all work is known; pieces that the end of the block cuts come with the next. */
    private static long completeUntil(WorkSchedule work, TimeSpan span) {
        long until = span.endNanos();
        for (int piece = 0; piece < work.pieces(); piece++) {
            if (work.beginNanos(piece) < span.endNanos() && work.endNanos(piece) > span.endNanos()) {
                until = Math.min(until, work.beginNanos(piece));
            }
        }
        return until;
    }

    private List<WorkShares> others(LaidWork laid, ShareCells cells) {
        return found.stream().skip(1).map(other -> new WorkShares(new WorkPlaces(laid.by(other.layout(), other.times()),
                cells, other.shiftNanos()), cells, laid.requests(), PieceWeights.same(other.costs()))).toList();
    }
}
