package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.Sweep;
import dev.ipw.energy.attribution.internal.activity.Timelines;
import dev.ipw.energy.attribution.internal.work.ReplayedWork;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.curve.ActivityTimeline;
import dev.ipw.energy.internal.curve.EnergyCurve;
import dev.ipw.energy.internal.curve.LimitWatch;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The division of a device's joules over the requests that it served. */
public final class Attribution {
    private static final double ROUNDING = 1e-12;

    private final DeviceSeries series;
    private final EnergySteps steps;
    private final List<RequestActivity> requests;
    private final List<RequestActivity> byStart;
    private final int[] place;
    private final AttributionRule rule;
    private final PowerLimits limits;
    private final PowerLimits credible;
    private final TimeSpan span;
    private final OptionalDouble lagSeconds;
    private final List<TimeSpan> otherWork;
    private final Optional<WorkHistory> history;
    private OptionalDouble startJoules = OptionalDouble.empty();
    private OptionalDouble endJoules = OptionalDouble.empty();

    private Attribution(DeviceSeries series, TimeSpan span, List<RequestActivity> requests, AttributionRule rule,
            PowerLimits limits, OptionalDouble lagSeconds, List<TimeSpan> otherWork, Optional<WorkHistory> history) {
        this.otherWork = otherWork;
        this.history = history;
        this.lagSeconds = lagSeconds;
        this.series = series;
        this.requests = requests;
        this.rule = rule;
        this.limits = limits;
        this.span = span;
        EnergySteps whole = history.isPresent() ? series.steps(span) : series.steps();
        steps = whole.around(span);
        credible = LimitWatch.credible(steps, limits).seenIn(whole);
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
     * Divides the joules of a series over requests.
     *
     * @param series   the joules of the device
     * @param requests the requests of the run, in any order
     * @param rule     the rule by which overlapping requests share
     * @param limits   the minimum and the maximum power of the device
     * @return the attribution
     */
    public static DeviceAttribution of(DeviceSeries series, List<RequestActivity> requests, AttributionRule rule,
            PowerLimits limits) {
        return within(new TimeSpan(series.firstNanos().orElse(0), series.lastNanos().orElse(0)), series, requests, rule,
                limits);
    }

    /**
     * Divides part of a series.
     *
     * @param span     the part; requests outside of it get nothing
     * @param series   the joules of the device
     * @param requests the requests of the run, in any order
     * @param rule     the rule by which overlapping requests share
     * @param limits   the minimum and the maximum power of the device
     * @return the attribution
     */
    public static DeviceAttribution within(TimeSpan span, DeviceSeries series, List<RequestActivity> requests,
            AttributionRule rule, PowerLimits limits) {
        return within(span, series, requests, rule, limits, OptionalDouble.empty(), List.of());
    }

    /**
     * Divides part of a series whose earlier part was divided before.
     *
     * @param span       the part; requests outside of it get nothing
     * @param series     the joules of the device
     * @param requests   the requests of the part, in any order
     * @param rule       the rule by which overlapping requests share
     * @param limits     the minimum and the maximum power of the device
     * @param lagSeconds the delay between the work and its power; searched for if empty
     * @param otherWork  the times of other work than requests, for example of tools, in any order: joules that it used
     *                   while no request was open do not show the cost of requests
     * @return the attribution
     */
    public static DeviceAttribution within(TimeSpan span, DeviceSeries series, List<RequestActivity> requests,
            AttributionRule rule, PowerLimits limits, OptionalDouble lagSeconds, List<TimeSpan> otherWork) {
        return new Attribution(series, span, requests, rule, limits, lagSeconds, otherWork, Optional.empty()).divide();
    }

    /**
     * The division of part of a series, and its curve at both ends, so that consecutive parts can be made to join.
     *
     * @param device      the division of the device's joules
     * @param startJoules joules from the beginning of the series to the start; empty if there is no figure
     * @param endJoules   joules from the beginning of the series to the end; empty if there is no figure
     */
    public record Part(DeviceAttribution device, OptionalDouble startJoules, OptionalDouble endJoules) {}

    /**
     * Divides part of a series so that it joins the part before it.
     *
     * @param span       the part; requests outside of it get nothing
     * @param series     the joules of the device
     * @param requests   the requests of the part, in any order
     * @param rule       the rule by which overlapping requests share
     * @param limits     the minimum and the maximum power of the device
     * @param lagSeconds the delay between the work and its power; searched for if empty
     * @return the attribution, and its ends
     */
    public static Part part(TimeSpan span, DeviceSeries series, List<RequestActivity> requests, AttributionRule rule,
            PowerLimits limits, OptionalDouble lagSeconds) {
        return part(new Attribution(series, span, requests, rule, limits, lagSeconds, List.of(), Optional.empty()));
    }

    /**
     * Divides a block of a stream so that it joins the block before it, by costs that are learned from earlier blocks
     * too. Requests may begin before the block and end after it; they get joules of the block alone.
     *
     * @param span     the block
     * @param series   the joules of the device
     * @param requests the requests of the block and of some time around it, in any order
     * @param limits   the minimum and the maximum power of the device
     * @param history  the earlier blocks; this one is added
     * @return the attribution, and its ends
     */
    public static Part block(TimeSpan span, DeviceSeries series, List<RequestActivity> requests, PowerLimits limits,
            WorkHistory history) {
        return part(new Attribution(series, span, requests, AttributionRule.AUTO, limits, OptionalDouble.empty(),
                List.of(), Optional.of(history)));
    }

    private static Part part(Attribution part) {
        return new Part(part.divide(), part.startJoules, part.endJoules);
    }

    private DeviceAttribution divide() {
        EnergyReading window = series.window(span.startNanos(), span.endNanos());
        if (!window.isAvailable() || steps.edges() < 2) {
            return without(window.isAvailable()
                    ? EnergyReading.unavailable(series.device().scope(), series.device().source(),
                            "there are not two readings to take a difference of")
                    : window);
        }
        ActivityTimeline timeline = Timelines.of(new Sweep(byStart, new long[]{span.startNanos(), span.endNanos()}));
        EnergyCurve curve = EnergyCurve.of(steps, timeline, credible, lagSeconds);
        startJoules = OptionalDouble.of(curve.joulesAt(span.startNanos()));
        endJoules = OptionalDouble.of(curve.joulesAt(span.endNanos()));
        CounterIntervals intervals = new CounterIntervals(steps, curve, span, byStart, otherWork);
        Episodes episodes = new Episodes(byStart);
        ShareCells cells = new ShareCells(episodes, intervals, curve, span);
        Optional<FittedWork> learned = history
                .map(past -> past.add(byStart, episodes, intervals, span, limits.idleWatts()));
        SharedJoules shared = SharedJoules.of(byStart, cells, intervals, rule,
                () -> learned.orElseGet(
                        () -> new WorkModel(new LaidWork(byStart, episodes, ReplayedWork.MAX_PARTS), intervals,
                                limits.idleWatts(), Optional.empty()).fitted()));
        return result(window, curve, cells, shared, intervals, learned);
    }

    private DeviceAttribution result(EnergyReading window, EnergyCurve curve, ShareCells cells, SharedJoules shared,
            CounterIntervals intervals, Optional<FittedWork> learned) {
        RequestReadings readings = new RequestReadings(series, span, curve, cells, shared, intervals, limits, learned);
        List<RequestEnergy> shares = new ArrayList<>();
        double charged = 0;
        double booked = 0;
        for (int i = 0; i < requests.size(); i++) {
            RequestEnergy share = place[i] < 0
                    ? RequestEnergy.without(requests.get(i).id(),
                            EnergyReading.unavailable(series.device().scope(), series.device().source(),
                                    "the request was served by other devices"))
                    : readings.of(byStart.get(place[i]), place[i]);
            shares.add(share);
            charged += share.joules().orElse(0);
            booked += place[i] < 0 ? 0 : readings.bookedJoules(place[i], requests.get(i));
        }
        double unclaimed = Math.max(0, cells.openJoules() - booked) + Math.max(0, booked - charged);
        unclaimed = unclaimed > ROUNDING * cells.openJoules() ? unclaimed : 0;
        double joules = charged + cells.idleJoules() + unclaimed;
        // Computed from the same curve as the parts, so that they add up to it.
        EnergyReading total = EnergyReading.of(joules,
                Math.min(joules, curve.lowestBetween(span.startNanos(), span.endNanos())),
                Math.max(joules, curve.highestBetween(span.startNanos(), span.endNanos())), window.provenance(),
                series.device().scope(), series.device().source(), window.flags());
        return new DeviceAttribution(series.device().name(), total, shares, cells.idleJoules(), unclaimed,
                shared.sharing(cells, curve.lagSeconds()));
    }

    private DeviceAttribution without(EnergyReading none) {
        return new DeviceAttribution(series.device().name(), none,
                requests.stream().map(request -> RequestEnergy.without(request.id(), none)).toList(), 0, 0,
                new DeviceSharing(rule, WorkWeights.TOKENS, OptionalDouble.empty(), ShareTrust.UNTRUSTED,
                        Optional.empty(), Optional.empty(), 0));
    }
}
