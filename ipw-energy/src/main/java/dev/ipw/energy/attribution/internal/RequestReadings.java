package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.PhaseJoules.Part;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.EnergyCurve;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The joules of each request: its share if it overlapped others, else the joules of the device in that time. */
final class RequestReadings {
    private static final int PHASE_AVERAGINGS = 3;

    private final DeviceSeries series;
    private final TimeSpan span;
    private final EnergyCurve curve;
    private final ShareCells cells;
    private final SharedJoules shared;
    private final CounterIntervals intervals;
    private final PowerLimits limits;
    private final Optional<FittedWork> learned;
    private @Nullable OfDevice last;

    /**
     * Creates the readings.
     *
     * @param learned the work of a block of a stream, whose requests get joules of the block alone; empty for a whole
     *                run
     */
    RequestReadings(DeviceSeries series, TimeSpan span, EnergyCurve curve, ShareCells cells, SharedJoules shared,
            CounterIntervals intervals, PowerLimits limits,
            Optional<FittedWork> learned) {
        this.series = series;
        this.span = span;
        this.curve = curve;
        this.cells = cells;
        this.shared = shared;
        this.intervals = intervals;
        this.limits = limits;
        this.learned = learned;
    }

    /** Returns the joules charged to a request, whether or not it has a figure. */
    double bookedJoules(int index, RequestActivity request) {
        return phases(index, request).joules();
    }

    /** The joules before a request's first token, and those after it. */
    private record Phases(double promptJoules, double answerJoules) {
        double joules() {
            return promptJoules + answerJoules;
        }
    }

    private Phases phases(int index, RequestActivity request) {
        if (cells.isShared(index)) {
            return new Phases(shared.promptJoules(index), shared.answerJoules(index));
        }
        double prompt = 0;
        double answer = 0;
        int episode = cells.episodeOf(index);
        long first = request.firstTokenNanos().orElse(request.endNanos());
        for (int cell = cells.firstCell(episode); cell < cells.firstCell(episode + 1); cell++) {
            long from = cells.startNanos(cell);
            long to = cells.endNanos(cell);
            double before = first >= to
                    ? cells.joules(cell)
                    : first <= from ? 0 : Math.min(cells.joules(cell), joulesBetween(from, first));
            prompt += before;
            answer += cells.joules(cell) - before;
        }
        return new Phases(prompt, answer);
    }

    private double joulesBetween(long from, long to) {
        return Math.max(0, curve.joulesAt(to) - curve.joulesAt(from));
    }

    RequestEnergy of(RequestActivity request, int index) {
        long from = learned.isPresent() ? within(request.startNanos()) : request.startNanos();
        long to = learned.isPresent() ? within(request.endNanos()) : request.endNanos();
        OfDevice device = ofDevice(from, to);
        EnergyReading window = device.window;
        if (!window.isAvailable()) {
            return RequestEnergy.without(request.id(), window);
        }
        boolean isPartial = intervals.isUnknownWithin(from, to);
        Phases phases = phases(index, request);
        double joules = phases.joules();
        if (joules == 0 && (isPartial || window.flags().contains(EnergyFlag.PARTIAL))) {
            return RequestEnergy.without(request.id(), EnergyReading.unavailable(series.device().scope(),
                    series.device().source(), "readings are missing while the request was served"));
        }
        ShareRange range = range(request, index, joules, device);
        boolean isShared = cells.isShared(index);
        EnergyReading reading = EnergyReading.of(joules, Math.min(range.lower(), joules),
                Math.max(range.upper(), joules), isShared ? Provenance.ESTIMATED : window.provenance(),
                series.device().scope(), series.device().source(), flags(window, isShared, isPartial));
        Optional<PhaseJoules> bounded = isPartial ? Optional.empty() : bounded(request, index, phases, reading);
        boolean split = bounded.filter(PhaseJoules::isNarrow).isPresent() && canSeparatePhases(request, index);
        return new RequestEnergy(request.id(), reading, breakdown(request, index, phases, range.sigma(), split),
                fixedJoules(request, index, joules), bounded);
    }

    /** Returns the joules of the device in a time; the requests before a block all have the same one. */
    private OfDevice ofDevice(long from, long to) {
        OfDevice known = last;
        if (known == null || known.from != from || known.to != to) {
            long first = within(from);
            long end = within(to);
            known = new OfDevice(from, to, series.window(from, to), joulesBetween(first, end),
                    new ShareRange(curve.lowestBetween(first, end), curve.highestBetween(first, end),
                            curve.sigmaBetween(first, end)));
            last = known;
        }
        return known;
    }

    /** The device's reading of a time, and its joules with their bounds in the part of that time within the span. */
    private record OfDevice(long from, long to, EnergyReading window, double joules, ShareRange range) {
        double below() {
            return Math.max(0, joules - range.lower());
        }

        double above() {
            return Math.max(0, range.upper() - joules);
        }
    }

    private long within(long nanos) {
        return Math.clamp(nanos, span.startNanos(), span.endNanos());
    }

    /** Returns a request's part of the joules that steps use whatever is in them, if their cost is known. */
    private OptionalDouble fixedJoules(RequestActivity request, int index, double joules) {
        FittedWork fitted = learned.filter(known -> known.laws().isPresent()).orElse(null);
        if (fitted == null || shared.isUnknown(request, index)) {
            return OptionalDouble.empty();
        }
        WorkSchedule work = fitted.work();
        double cost = fitted.regression().costs()[Work.STEPS];
        double[] sum = {0};
        work.forEachPart(index, new double[Work.PARTS], (piece, isPrompt, part) -> {
            long begin = work.beginNanos(piece) + fitted.shiftNanos();
            long end = work.endNanos(piece) + fitted.shiftNanos();
            double inside = end > begin
                    ? (double) (within(end) - within(begin)) / (end - begin)
                    : within(begin) == begin ? 1 : 0;
            sum[0] += inside * cost * part[Work.STEPS];
        });
        return OptionalDouble.of(Math.min(sum[0], joules));
    }

    private EnergyBreakdown breakdown(RequestActivity request, int index, Phases phases, double sigma, boolean split) {
        boolean isShared = cells.isShared(index);
        double joules = phases.joules();
        OptionalDouble idle = idleJoules(request, index);
        return new EnergyBreakdown(OptionalDouble.of(sigma),
                OptionalDouble.of(isShared ? shared.lowestRule(index) : joules),
                OptionalDouble.of(isShared ? shared.highestRule(index) : joules),
                split ? OptionalDouble.of(phases.promptJoules) : OptionalDouble.empty(),
                split ? OptionalDouble.of(phases.answerJoules) : OptionalDouble.empty(), idle,
                idle.isPresent() ? OptionalDouble.of(joules - idle.getAsDouble()) : OptionalDouble.empty());
    }

    private OptionalDouble idleJoules(RequestActivity request, int index) {
        double seconds = cells.isShared(index) ? shared.fairSeconds(index) : loneSeconds(request);
        return limits.idleWatts().isPresent()
                ? OptionalDouble.of(limits.idleWatts().getAsDouble() * seconds)
                : OptionalDouble.empty();
    }

    private double loneSeconds(RequestActivity request) {
        long from = Math.max(span.startNanos(), request.prefillStartNanos().orElse(request.startNanos()));
        return Math.max(0, Math.min(span.endNanos(), request.endNanos()) - from) / 1e9;
    }

    /** Returns the bounds of a request's joules: at most those of the device while it was open in the span. */
    private ShareRange range(RequestActivity request, int index, double joules, OfDevice device) {
        if (!cells.isShared(index)) {
            return device.range;
        }
        ShareRange range = shared.range(index);
        boolean isCoarse = shared.isGuess(index) && device.window.flags().contains(EnergyFlag.SHORT);
        return (isCoarse ? range.extended(device.below(), device.above()) : range)
                .withGaps(shared.gaps().chargedJoules(index), shared.gaps().joules(request))
                .within(joules, device.range.upper());
    }

    private static Set<EnergyFlag> flags(EnergyReading window, boolean isShared, boolean isPartial) {
        Set<EnergyFlag> flags = EnumSet.noneOf(EnergyFlag.class);
        flags.addAll(window.flags());
        if (isShared) {
            flags.add(EnergyFlag.ATTRIBUTED);
        }
        if (isPartial) {
            flags.add(EnergyFlag.PARTIAL);
        }
        return flags;
    }

    /** Returns whether a block holds only a request's prompt, or only its answer. */
    private boolean isOnePhase(RequestActivity request) {
        return request.firstTokenNanos().isPresent()
                ? request.firstTokenNanos().getAsLong() <= span.startNanos()
                        || request.firstTokenNanos().getAsLong() >= span.endNanos()
                : request.goesOn();
    }

    /** Returns the joules of a request's phases with their bounds; empty if nothing bounds them. */
    private Optional<PhaseJoules> bounded(RequestActivity request, int index, Phases phases, EnergyReading reading) {
        double lower = reading.lower().orElseThrow();
        double upper = reading.upper().orElseThrow();
        if (learned.isPresent() && !shared.isUnknown(request, index) && isOnePhase(request)) {
            Part all = new Part(phases.joules(), lower, upper);
            return Optional.of(isPrompt(request) ? new PhaseJoules(all, Part.NONE) : new PhaseJoules(Part.NONE, all));
        }
        if (request.firstTokenNanos().isEmpty()) {
            return Optional.empty();
        }
        long from = within(request.startNanos());
        long first = within(request.firstTokenNanos().getAsLong());
        long to = within(request.endNanos());
        if (!cells.isShared(index)) {
            return Optional.of(new PhaseJoules(
                    new Part(phases.promptJoules, curve.lowestBetween(from, first), curve.highestBetween(from, first)),
                    new Part(phases.answerJoules, curve.lowestBetween(first, to), curve.highestBetween(first, to))));
        }
        return shared.promptRange(index)
                .map(range -> range.withGaps(shared.gaps().chargedJoules(index), shared.gaps().joules(request))
                        .within(phases.promptJoules, upper))
                .map(range -> new PhaseJoules(new Part(phases.promptJoules, range.lower(), range.upper()),
                        new Part(phases.answerJoules, lower - range.upper(), upper - range.lower())));
    }

    private boolean isPrompt(RequestActivity request) {
        return request.firstTokenNanos().isEmpty() || request.firstTokenNanos().getAsLong() >= span.endNanos();
    }

    /** Power that is a mean over a second does not describe a phase that is hardly longer. */
    private boolean canSeparatePhases(RequestActivity request, int index) {
        if (learned.isPresent() && !shared.isUnknown(request, index) && isOnePhase(request)) {
            return true;
        }
        if (request.firstTokenNanos().isEmpty() || (cells.isShared(index) && !shared.canSeparatePhases(index))) {
            return false;
        }
        long shortest = PHASE_AVERAGINGS * series.device().averagingNanos();
        long first = request.firstTokenNanos().getAsLong();
        return first - request.startNanos() >= shortest && request.endNanos() - first >= shortest;
    }
}
