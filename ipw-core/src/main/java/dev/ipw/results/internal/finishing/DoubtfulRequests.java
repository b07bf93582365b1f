package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.TimeSpans;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The requests in a part of a device's time of which it is not known whether the device served them. They get bounds and
 * no figure, and so do the requests beside them: a part of what these seem to have used may be theirs.
 */
final class DoubtfulRequests {
    private static final String UNKNOWN = "which of several replicas served the request is not known";
    private static final String BESIDE = "it is not known whether this replica also served other requests at that time";
    private static final String UNREAD = "readings are missing while the request was served";
    // What requests cost is learnt from the others, as if these had used nothing.
    private static final double MAX_PART = 0.05;
    // The power of a device follows its work with a delay, of which little is left after five times its length.
    private static final double TAIL_LAGS = 5;
    private static final double NANOS = 1e9;

    private final TimeSpan span;
    private final DeviceSeries series;
    private final List<RequestActivity> requests;
    private final List<TimeSpan> times;
    private final boolean areMany;

    private DoubtfulRequests(TimeSpan span, DeviceSeries series, List<RequestActivity> requests) {
        this.span = span;
        this.series = series;
        this.requests = requests;
        List<RequestActivity> doubtful = requests.stream().filter(this::isDoubtful).toList();
        times = TimeSpans.merged(doubtful.stream().filter(one -> one.endNanos() > one.startNanos())
                .map(one -> new TimeSpan(one.startNanos(), one.endNanos())).toList());
        areMany = doubtful.size() > MAX_PART * requests.stream().filter(this::uses).count();
    }

    /**
     * Divides a device's joules over the requests that it surely served, and bounds the others.
     *
     * @param span     the part of the device's time
     * @param series   its joules
     * @param requests the requests, in any order
     * @param division divides the joules over requests that it served
     * @return the joules of each request, in the same order
     */
    static DeviceAttribution divide(TimeSpan span, DeviceSeries series, List<RequestActivity> requests,
            Function<List<RequestActivity>, DeviceAttribution> division) {
        List<RequestActivity> sure = requests.stream().filter(request -> !isDoubtful(request, series)).toList();
        DeviceAttribution divided = division.apply(sure);
        return sure.size() == requests.size() ? divided : new DoubtfulRequests(span, series, requests).bound(divided);
    }

    private static boolean isDoubtful(RequestActivity request, DeviceSeries series) {
        return request.isDoubtful(series.device().name());
    }

    private boolean isDoubtful(RequestActivity request) {
        return isDoubtful(request, series);
    }

    private boolean uses(RequestActivity request) {
        return request.uses(series.device().name());
    }

    private DeviceAttribution bound(DeviceAttribution divided) {
        long tail = (long) (TAIL_LAGS * divided.sharing().lagSeconds() * NANOS) + series.device().averagingNanos();
        List<TimeSpan> beside = besides(tail);
        Iterator<RequestEnergy> known = divided.requests().iterator();
        List<RequestEnergy> all = new ArrayList<>();
        double unowned = 0;
        for (RequestActivity request : requests) {
            if (isDoubtful(request)) {
                all.add(bounded(request, UNKNOWN, tail));
                continue;
            }
            RequestEnergy own = known.next();
            boolean isBeside = uses(request) && own.reading().isAvailable() && isBeside(request, own.reading(), beside);
            unowned += isBeside ? own.reading().joules().orElseThrow() : 0;
            all.add(isBeside ? bounded(request, BESIDE, tail) : own);
        }
        double notIdle = Math.min(divided.idleJoules(), onlyDoubtfulJoules());
        return new DeviceAttribution(divided.device(), divided.total(), all, divided.idleJoules() - notIdle,
                divided.otherJoules() + unowned + notIdle, divided.sharing());
    }

    private boolean isBeside(RequestActivity request, EnergyReading reading, List<TimeSpan> beside) {
        int first = TimeSpans.firstEndingAfter(beside, request.startNanos());
        return (first < beside.size() && beside.get(first).startNanos() < request.endNanos())
                || (areMany && reading.flags().contains(EnergyFlag.ATTRIBUTED));
    }

    /** Returns the times whose joules may be of doubtful requests: whole steps of the sensor, and the delay behind them. */
    private List<TimeSpan> besides(long tailNanos) {
        EnergySteps steps = series.steps(span);
        List<TimeSpan> wide = new ArrayList<>();
        int edge = 0;
        for (TimeSpan time : times) {
            while (edge + 1 < steps.edges() && steps.latest(edge + 1) <= time.startNanos()) {
                edge++;
            }
            int from = edge;
            while (from > 0 && !isEdge(steps, from)) {
                from--;
            }
            int to = edge;
            while (to + 1 < steps.edges() && (steps.earliest(to) < time.endNanos() || !isEdge(steps, to))) {
                to++;
            }
            wide.add(steps.edges() == 0
                    ? time
                    : new TimeSpan(Math.min(time.startNanos(), steps.earliest(from)),
                            Math.max(time.endNanos(), steps.latest(to)) + tailNanos));
        }
        return TimeSpans.merged(wide);
    }

    private static boolean isEdge(EnergySteps steps, int edge) {
        return !steps.isCounted() || steps.isMovement(edge);
    }

    /** Bounds the joules of a request by those of the device while it was open, and in the delay behind it. */
    private RequestEnergy bounded(RequestActivity request, String why, long tailNanos) {
        long from = Math.max(request.startNanos(), span.startNanos());
        long to = Math.min(Math.min(request.endNanos(), span.endNanos()) + tailNanos,
                Math.max(request.endNanos(), series.lastNanos().orElse(request.endNanos())));
        EnergyReading open = to > from
                ? series.window(from, to)
                : EnergyReading.of(0, 0, 0, series.device().provenance(), series.device().scope(),
                        series.device().source(), Set.of());
        return new RequestEnergy(request.id(), open.isComplete()
                ? open.boundedOnly(why)
                : EnergyReading.unavailable(series.device().scope(), series.device().source(), UNREAD),
                EnergyBreakdown.NONE);
    }

    /** Sums the joules while only doubtful requests were open: the device may have worked for them. */
    private double onlyDoubtfulJoules() {
        List<TimeSpan> sure = TimeSpans.merged(requests.stream()
                .filter(request -> uses(request) && !isDoubtful(request) && request.endNanos() > request.startNanos())
                .map(request -> new TimeSpan(request.startNanos(), request.endNanos())).toList());
        return times.stream().filter(time -> time.startNanos() < span.endNanos() && span.startNanos() < time.endNanos())
                .map(time -> new TimeSpan(Math.max(time.startNanos(), span.startNanos()),
                        Math.min(time.endNanos(), span.endNanos())))
                .flatMap(time -> TimeSpans.without(time, sure).stream())
                .mapToDouble(time -> series.window(time.startNanos(), time.endNanos()).joules().orElse(0)).sum();
    }
}
