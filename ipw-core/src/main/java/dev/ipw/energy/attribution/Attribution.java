package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.EnergySteps;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.curve.ActivityTimeline;
import dev.ipw.energy.curve.EnergyCurve;
import dev.ipw.energy.curve.LimitWatch;
import dev.ipw.energy.curve.PowerLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Divide what a device used over the requests that it served. */
public final class Attribution {
    private static final int PHASE_AVERAGINGS = 3;

    private final EnergySeries series;
    private final EnergySteps steps;
    private final List<RequestActivity> requests;
    private final List<RequestActivity> byStart;
    private final int[] place;
    private final AttributionRule rule;
    private final PowerLimits limits;
    private final PowerLimits credible;
    private final TimeSpan span;
    private final OptionalDouble lagSeconds;

    private Attribution(EnergySeries series, TimeSpan span, List<RequestActivity> requests, AttributionRule rule,
            PowerLimits limits, OptionalDouble lagSeconds) {
        this.lagSeconds = lagSeconds;
        this.series = series;
        this.requests = requests;
        this.rule = rule;
        this.limits = limits;
        this.span = span;
        steps = series.steps().around(span);
        credible = LimitWatch.credible(steps, limits);
        int[] order = IntStream.range(0, requests.size()).boxed()
                .filter(i -> requests.get(i).uses(series.device().name()))
                .sorted(Comparator.comparingLong(i -> requests.get(i).startNanos())).mapToInt(Integer::intValue)
                .toArray();
        byStart = IntStream.of(order).mapToObj(requests::get).toList();
        place = new int[requests.size()];
        Arrays.fill(place, -1);
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
    }

    /**
     * Divide.
     *
     * @param series   what the device used
     * @param requests the requests of the run, in any order
     * @param rule     by what requests that overlap share
     * @param limits   between which powers the device can be
     * @return who used what
     */
    public static DeviceAttribution of(EnergySeries series, List<RequestActivity> requests, AttributionRule rule,
            PowerLimits limits) {
        return within(new TimeSpan(series.firstNanos().orElse(0), series.lastNanos().orElse(0)), series, requests, rule,
                limits);
    }

    /**
     * Divide part of a series.
     *
     * @param span     which part; requests outside of it get nothing
     * @param series   what the device used
     * @param requests the requests of the run, in any order
     * @param rule     by what requests that overlap share
     * @param limits   between which powers the device can be
     * @return who used what
     */
    public static DeviceAttribution within(TimeSpan span, EnergySeries series, List<RequestActivity> requests,
            AttributionRule rule, PowerLimits limits) {
        return within(span, series, requests, rule, limits, OptionalDouble.empty());
    }

    /**
     * Divide part of a series of which an earlier part was divided.
     *
     * @param span       which part; requests outside of it get nothing
     * @param series     what the device used
     * @param requests   the requests of the part, in any order
     * @param rule       by what requests that overlap share
     * @param limits     between which powers the device can be
     * @param lagSeconds how long its power takes to follow the work; it is looked for if empty
     * @return who used what
     */
    public static DeviceAttribution within(TimeSpan span, EnergySeries series, List<RequestActivity> requests,
            AttributionRule rule, PowerLimits limits, OptionalDouble lagSeconds) {
        return new Attribution(series, span, requests, rule, limits, lagSeconds).divide();
    }

    private DeviceAttribution divide() {
        EnergyReading window = series.window(span.startNanos(), span.endNanos());
        if (!window.isAvailable() || steps.edges() < 2) {
            return without(window.isAvailable()
                    ? EnergyReading.unavailable(series.device().scope(), series.device().source(),
                            "there are not two readings to take a difference of")
                    : window);
        }
        EngineSteps engine = EngineSteps.of(byStart);
        PrefillStarts starts = PrefillStarts.of(byStart, engine);
        engine.addPrefills(byStart, starts);
        long[] ends = {span.startNanos(), span.endNanos()};
        ActivityTimeline timeline = Timelines.of(new Sweep(byStart, works(starts, engine), ends));
        EnergyCurve curve = EnergyCurve.of(steps, timeline, credible, lagSeconds);
        long[] edges = edges(curve, ends);
        List<RequestWork> works = works(starts, engine);
        WeightFit.Result fit = WeightFit.of(new Sweep(byStart, works, edges), curve, works, knownSteps(), edges[0],
                limits.idleWatts());
        boolean reliable = fit.isReliable() && engine.isComplete() && !starts.queueingDominates();
        boolean adopted = rule == AttributionRule.FITTED || (rule == AttributionRule.AUTO && reliable);
        boolean trusted = adopted && reliable && !engine.isUneven();
        AttributionRule used = rule != AttributionRule.AUTO
                ? rule
                : adopted ? AttributionRule.FITTED : AttributionRule.TOKENS;
        WorkWeights weights = adopted ? fit.weights() : WorkWeights.TOKENS;
        List<ShareLedger.Rule> rules = rules(used, weights, fit);
        List<RequestWork> shared = works(starts, engine);
        OptionalInt fittedRule = fit.isKnown() ? OptionalInt.of(rules.size() - 1) : OptionalInt.empty();
        ShareLedger ledger = new ShareLedger(curve, steps, byStart, shared, rules, fittedRule, touched(), ends[0]);
        new Sweep(byStart, shared, edges).tell(ledger);
        return result(window, curve, ledger, rules.size(), used, weights, fit, trusted);
    }

    /** List the rule that is used first, then those whose band is told. */
    private static List<ShareLedger.Rule> rules(AttributionRule used, WorkWeights weights, WeightFit.Result fit) {
        List<ShareLedger.Rule> rules = new ArrayList<>();
        rules.add(used.weigher(weights));
        rules.add(AttributionRule.EQUAL.weigher(weights));
        rules.add(AttributionRule.TOKENS.weigher(WorkWeights.TOKENS));
        if (fit.isKnown()) {
            rules.add(AttributionRule.FITTED.weigher(fit.weights()));
        }
        return rules;
    }

    private DeviceAttribution result(EnergyReading window, EnergyCurve curve, ShareLedger ledger, int rules,
            AttributionRule used, WorkWeights weights, WeightFit.Result fit, boolean trusted) {
        List<RequestEnergy> shares = new ArrayList<>();
        double charged = 0;
        double unclaimed = ledger.otherJoules();
        for (int i = 0; i < requests.size(); i++) {
            RequestEnergy share = share(i, curve, ledger, rules, used, fit.dispersion(), trusted);
            shares.add(share);
            double booked = place[i] >= 0 ? ledger.joules(0, place[i]) : 0;
            charged += share.joules().isPresent() ? booked : 0;
            unclaimed += share.joules().isPresent() ? 0 : booked;
        }
        double joules = charged + ledger.idleJoules() + unclaimed;
        // Told by the same curve as the parts, so that they add up to it.
        EnergyReading total = EnergyReading.of(joules,
                Math.min(joules, curve.lowestBetween(span.startNanos(), span.endNanos())),
                Math.max(joules, curve.highestBetween(span.startNanos(), span.endNanos())), window.provenance(),
                series.device().scope(), series.device().source(), window.flags());
        return new DeviceAttribution(series.device().name(), total, shares, ledger.idleJoules(), unclaimed, used,
                weights, fit.dispersion(), curve.lagSeconds());
    }

    private DeviceAttribution without(EnergyReading none) {
        return new DeviceAttribution(series.device().name(), none,
                requests.stream().map(request -> RequestEnergy.without(request.id(), none)).toList(), 0, 0, rule,
                WorkWeights.TOKENS, Double.POSITIVE_INFINITY, 0);
    }

    private List<RequestWork> works(PrefillStarts starts, EngineSteps engine) {
        List<RequestWork> works = new ArrayList<>(byStart.size());
        for (int i = 0; i < byStart.size(); i++) {
            works.add(new RequestWork(byStart.get(i), starts.nanos(i), engine));
        }
        return works;
    }

    /** Give the moments of the edges, those outside of the span moved to its ends. */
    private long[] edges(EnergyCurve curve, long[] ends) {
        long[] edges = new long[steps.edges()];
        for (int edge = 0; edge < edges.length; edge++) {
            edges[edge] = Math.clamp(curve.edgeNanos(edge), ends[0], ends[1]);
        }
        edges[0] = ends[0];
        edges[edges.length - 1] = ends[1];
        return edges;
    }

    private boolean[] knownSteps() {
        boolean[] known = new boolean[steps.edges() - 1];
        for (int step = 0; step < known.length; step++) {
            known[step] = steps.isMovement(step) && steps.isMovement(step + 1) && !steps.isUnknown(step)
                    && !steps.isGap(step);
        }
        return known;
    }

    /** Mark the steps in which readings are missing and requests begin, have their first token or end. */
    private boolean[] touched() {
        boolean[] touched = new boolean[steps.edges()];
        long[] moments = byStart.stream().flatMapToLong(request -> LongStream.of(request.startNanos(),
                request.firstTokenNanos().orElse(request.startNanos()), request.endNanos())).sorted().toArray();
        for (int step = 0; step + 1 < steps.edges(); step++) {
            if (steps.isGap(step)) {
                int found = Arrays.binarySearch(moments, steps.earliest(step));
                int first = found >= 0 ? found : -found - 1;
                touched[step] = first < moments.length && moments[first] < steps.latest(step + 1);
            }
        }
        return touched;
    }

    private RequestEnergy share(int index, EnergyCurve curve, ShareLedger ledger, int rules, AttributionRule used,
            double dispersion, boolean trusted) {
        RequestActivity request = requests.get(index);
        EnergyReading window = series.window(request.startNanos(), request.endNanos());
        int at = place[index];
        if (!window.isAvailable() || at < 0) {
            return RequestEnergy.without(request.id(), at < 0
                    ? EnergyReading.unavailable(series.device().scope(), series.device().source(),
                            "the request was served by other devices")
                    : window);
        }
        double prefill = ledger.prefillJoules(0, at);
        double decode = ledger.decodeJoules(0, at);
        double joules = prefill + decode;
        if (joules == 0 && ledger.isUnchargedFor(at)) {
            return RequestEnergy.without(request.id(), EnergyReading.unavailable(series.device().scope(),
                    series.device().source(), "readings are missing while the request was served"));
        }
        double lowestRule = joules;
        double highestRule = joules;
        for (int rule = 1; rule < rules && ledger.isShared(at); rule++) {
            lowestRule = Math.min(lowestRule, ledger.joules(rule, at));
            highestRule = Math.max(highestRule, ledger.joules(rule, at));
        }
        ShareRange range = range(request, curve);
        if (ledger.isShared(at)) {
            double doubt = ledger.doubtJoules(at);
            double known = dispersion < Double.POSITIVE_INFINITY ? dispersion : 0;
            ShareRange share = trusted
                    ? ShareRange.fitted(joules, doubt, known)
                    : ShareRange.byRules(joules, doubt, known, lowestRule, highestRule);
            range = share.within(joules, range.upper());
        }
        EnergyReading reading = EnergyReading.of(joules, Math.min(range.lower(), joules),
                Math.max(range.upper(), joules),
                ledger.isShared(at) ? Provenance.ESTIMATED : window.provenance(), series.device().scope(),
                series.device().source(), flags(window, ledger, at));
        OptionalDouble idle = limits.idleWatts().isPresent()
                ? OptionalDouble.of(limits.idleWatts().getAsDouble() * ledger.idleSeconds(at))
                : OptionalDouble.empty();
        // What everybody's weights make of prompts beside answers is too far off to be told.
        boolean split = tellsPhases(request) && !ledger.isUnchargedFor(at)
                && (used == AttributionRule.FITTED || !ledger.isShared(at));
        return new RequestEnergy(request.id(), reading,
                new EnergyBreakdown(OptionalDouble.of(range.sigma()), OptionalDouble.of(lowestRule),
                        OptionalDouble.of(highestRule), split ? OptionalDouble.of(prefill) : OptionalDouble.empty(),
                        split ? OptionalDouble.of(decode) : OptionalDouble.empty(), idle,
                        idle.isPresent() ? OptionalDouble.of(joules - idle.getAsDouble()) : OptionalDouble.empty()));
    }

    /** Say what the device can have used while a request was open in the span. */
    private ShareRange range(RequestActivity request, EnergyCurve curve) {
        long from = Math.clamp(request.startNanos(), span.startNanos(), span.endNanos());
        long to = Math.clamp(request.endNanos(), span.startNanos(), span.endNanos());
        return new ShareRange(curve.lowestBetween(from, to), curve.highestBetween(from, to),
                curve.sigmaBetween(from, to));
    }

    private static Set<EnergyFlag> flags(EnergyReading window, ShareLedger ledger, int at) {
        Set<EnergyFlag> flags = EnumSet.noneOf(EnergyFlag.class);
        flags.addAll(window.flags());
        if (ledger.isShared(at)) {
            flags.add(EnergyFlag.ATTRIBUTED);
        }
        if (ledger.isUnchargedFor(at)) {
            flags.add(EnergyFlag.PARTIAL);
        }
        return flags;
    }

    /** Power that is a mean over a second says nothing of a phase that is hardly longer. */
    private boolean tellsPhases(RequestActivity request) {
        if (request.firstTokenNanos().isEmpty()) {
            return false;
        }
        long shortest = PHASE_AVERAGINGS * series.device().averagingNanos();
        long first = request.firstTokenNanos().getAsLong();
        return first - request.startNanos() >= shortest && request.endNanos() - first >= shortest;
    }
}
