package dev.ipw.results.internal.finishing;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.internal.Attribution;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.BetweenCalls;
import dev.ipw.energy.attribution.internal.activity.OpenQuery;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.DeviceWarnings;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.curve.BentSteps;
import dev.ipw.energy.internal.curve.LimitWatch;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.DeviceTotals.IdleBaseline;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.run.RunTotals.SteadyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The division of the devices' joules during a run over its requests, one window after the other. Times count from the
 * run's anchor. The totals are complete after the last window.
 */
final class RunEnergy {
    private static final int MIN_STEADY_STATE_REQUESTS = 10;
    private static final int MIN_STEADY_STATE_STEPS = 10;
    // Series with different thinning may differ by a little.
    private static final double MIN_KEPT_SHARE = 0.98;
    private static final double NANOS = 1e9;
    private static final String UNUSED = "The GPU was 0 % busy all the time, so the model ran elsewhere: the figures are of the processor, "
            + "without the GPU's idle power";
    private static final String UNUSED_AND_COUNTED = "The GPU was 0 % busy all the time, so the model ran elsewhere. Nothing measures "
            + "there: the figures are the GPU's idle power. Choose a collector that reads the processor, or 'estimate'";

    /** The reason why a shard of a run on one server has no joules of its own. */
    static final String UNDIVIDED = "UNDIVIDED: other shards ask the same server, so joules are known after the merge of"
            + " all shards";

    private final List<DeviceSeries> series;
    private final List<DeviceSeries> headlineSeries;
    private final List<DeviceTally> tallies = new ArrayList<>();
    private final List<UncountedTime> uncounted = new ArrayList<>();
    private final List<List<EnergyFinding>> findings = new ArrayList<>();
    private final List<TimeSpan> measured;
    private final DevicePowers powers;
    private final AttributionRule rule;
    private final Map<Scope, Integer> present;
    private final String whyNone;
    private final boolean areGpusUnused;
    private final boolean isUndivided;
    private final Optional<String> undivided;
    private final long skewNanos;
    private boolean isBesideTools;

    /**
     * Creates the division.
     *
     * @param series        the sampled series; empty without samples
     * @param areGpusUnused whether nothing ran on graphics processors: then the headline is that of the other devices
     * @param present       the number of devices of each scope, with or without a series
     * @param watch         returns further findings about a device's joules
     * @param whyNone       the reason for missing joules
     * @param measured      the measurement windows, in order; all requests lie in them
     * @param powers        the known powers of the devices
     * @param rule          the rule of sharing between requests that overlap
     */
    RunEnergy(List<DeviceSeries> series, boolean areGpusUnused, Map<Scope, Integer> present,
            Function<DeviceSeries, List<EnergyFinding>> watch,
            String whyNone,
            List<TimeSpan> measured, DevicePowers powers, AttributionRule rule) {
        this(series, areGpusUnused, present, watch, whyNone, measured, powers, rule, false, 0,
                headline -> Optional.empty());
    }

    /**
     * Creates the division of a shard, or of a run whose shards had clocks of their own.
     *
     * @param isUndivided whether other shards used the devices too, so that only their totals are known
     * @param skewNanos   the maximum error of the time of a request or a reading
     * @param undivided   returns why requests have no joules of their own, from the headline's series
     */
    RunEnergy(List<DeviceSeries> series, boolean areGpusUnused, Map<Scope, Integer> present,
            Function<DeviceSeries, List<EnergyFinding>> watch, String whyNone, List<TimeSpan> measured,
            DevicePowers powers, AttributionRule rule, boolean isUndivided, long skewNanos,
            Function<List<DeviceSeries>, Optional<String>> undivided) {
        HeadlineDevices.Selection selection = select(series, measured);
        this.series = selection.distinct();
        List<DeviceSeries> others = areGpusUnused
                ? select(series.stream().filter(one -> !isGpu(one)).toList(), measured).headline()
                : List.of();
        this.isUndivided = isUndivided;
        headlineSeries = isUndivided
                ? List.of()
                : others.stream().anyMatch(one -> one.state().isUsable()) ? others : selection.headline();
        this.undivided = isUndivided ? Optional.of(UNDIVIDED) : undivided.apply(headlineSeries);
        this.skewNanos = skewNanos;
        this.areGpusUnused = areGpusUnused && selection.headline().stream().anyMatch(RunEnergy::isGpu);
        this.present = Map.copyOf(present);
        this.whyNone = isUndivided ? UNDIVIDED : whyNone;
        this.measured = List.copyOf(measured);
        this.powers = powers;
        this.rule = rule;
        for (DeviceSeries device : this.series) {
            EnergySteps steps = device.steps();
            uncounted.add(new UncountedTime(steps, this.measured, powers.limits(device)));
            tallies.add(new DeviceTally(device.device(), uncounted.getLast(),
                    this.measured.size() * skewJoules(uncounted.getLast())));
            List<EnergyFinding> found = new ArrayList<>(watch.apply(device));
            found.addAll(LimitWatch.find(steps, powers.plausible(device),
                    powers.baseline(device).map(IdleBaseline::spreadWatts).orElse(0.0)));
            found.removeIf(finding -> measured.stream()
                    .noneMatch(span -> finding.overlaps(span.startNanos(), span.endNanos())));
            findings.add(found);
        }
    }

    /** Returns the maximum joules of a device in the time by which both edges of a span may be wrong. */
    private double skewJoules(UncountedTime device) {
        return 2 * skewNanos / NANOS * device.mostWatts();
    }

    private static HeadlineDevices.Selection select(List<DeviceSeries> series, List<TimeSpan> measured) {
        return measured.isEmpty()
                ? HeadlineDevices.selectNow(series)
                : HeadlineDevices.selectAt(series, measured.getLast().endNanos());
    }

    private static boolean isGpu(DeviceSeries series) {
        return series.device().scope() == Scope.GPU;
    }

    /**
     * Divides a window.
     *
     * @param window   part of a measurement window
     * @param requests those that were served in it, including those that began before it or ended after it
     * @param queries  the queries with several calls that were open in it
     * @return for each device the joules of each request in the window
     */
    List<List<RequestEnergy>> divide(TimeSpan window, List<RequestActivity> requests, List<OpenQuery> queries) {
        ActiveTimes served = ActiveTimes.of(requests);
        isBesideTools |= queries.stream()
                .flatMap(query -> Stream.concat(query.tools().stream(), query.phases().stream()))
                .anyMatch(tool -> served.startsBefore(tool.endNanos()) > served.endsBefore(tool.startNanos() + 1));
        List<TimeSpan> work = queries.stream().flatMap(OpenQuery::work).toList();
        List<List<RequestEnergy>> parts = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            List<EnergyFinding> found = findings.get(device).stream()
                    .filter(finding -> finding.overlaps(window.startNanos(), window.endNanos())).toList();
            DeviceAttribution divided = Attribution
                    .within(window, series.get(device), requests, rule, powers.limits(series.get(device)),
                            tallies.get(device).lagSeconds(), work)
                    .flagged(found, requests);
            tallies.get(device).addWindow(divided);
            parts.add(divided.requests());
        }
        return parts;
    }

    /**
     * Divides the joules of a window while no call was in flight over the open queries. The window itself must be
     * divided first.
     *
     * @param window   the window
     * @param requests the calls that were served in it
     * @param queries  the queries with several calls that were open in it
     * @return for each device the joules of each query beside its calls
     */
    List<List<BetweenCalls>> divideBetweenCalls(TimeSpan window, List<RequestActivity> requests,
            List<OpenQuery> queries) {
        List<List<BetweenCalls>> devices = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            List<BetweenCalls> divided = queries.isEmpty()
                    ? List.of()
                    : BetweenCalls.divide(window, series.get(device), requests, queries,
                            tallies.get(device).lastIdleJoules());
            divided.forEach(tallies.get(device)::addBetweenCalls);
            devices.add(divided);
        }
        return devices;
    }

    /** Adds the joules of a call that belongs to no query. */
    void abandon(List<RequestEnergy> devices) {
        for (int device = 0; device < devices.size(); device++) {
            tallies.get(device).addAbandoned(devices.get(device).reading());
        }
    }

    /**
     * Combines the joules of a query's calls and those between them.
     *
     * @param query the query
     * @param calls for each of its calls the joules of each device, over all windows; at least one call
     * @param gaps  its joules beside its calls; empty for a plain question
     * @return its joules
     */
    EnergyMetrics of(RequestActivity query, List<List<RequestEnergy>> calls, Optional<QueryGaps> gaps) {
        List<RequestEnergy> devices = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            int one = device;
            if (calls.isEmpty() && gaps.map(QueryGaps::hasNoTool).orElse(true)) {
                devices.add(new RequestEnergy(query.id(), noCall(series.get(device)), EnergyBreakdown.NONE));
                continue;
            }
            List<RequestEnergy> parts = new ArrayList<>(calls.stream().map(call -> call.get(one)).toList());
            gaps.ifPresent(known -> known.readings(one).forEach(reading -> parts
                    .add(new RequestEnergy(query.id(), reading, EnergyBreakdown.NONE))));
            devices.add(switch (parts.size()) {
                case 0 -> new RequestEnergy(query.id(), noCall(series.get(device)), EnergyBreakdown.NONE);
                case 1 -> parts.getFirst();
                default -> RequestEnergy.sum(query.id(), parts);
            });
        }
        return of(query, devices);
    }

    private static EnergyReading noCall(DeviceSeries device) {
        return EnergyReading.unavailable(device.device().scope(), device.device().name(),
                "the query made no call and used no tool");
    }

    /**
     * Combines the joules of a query and counts it.
     *
     * @param query   the query
     * @param devices its joules of each device, over all windows
     * @return its joules
     */
    EnergyMetrics of(RequestActivity query, List<RequestEnergy> devices) {
        List<EnergyReading> readings = new ArrayList<>();
        for (int device = 0; device < devices.size(); device++) {
            EnergyReading reading = ofRequest(device, devices.get(device).reading());
            if (isBrief(query, device, reading)) {
                tallies.get(device).addBrief();
                reading = reading.flagged(EnergyFlag.SHORT);
            }
            tallies.get(device).addRequest(reading);
            readings.add(reading);
        }
        return metrics(query, devices, readings);
    }

    /**
     * Combines the joules of one call of a query with several; it is counted with its query.
     *
     * @param call    the call
     * @param devices its joules of each device, over all windows
     * @return its joules
     */
    EnergyMetrics ofCall(RequestActivity call, List<RequestEnergy> devices) {
        return metrics(call, devices, IntStream.range(0, devices.size())
                .mapToObj(device -> ofRequest(device, devices.get(device).reading())).toList());
    }

    /** Returns a request's joules as far as they are known, with bounds that allow for the error of its times. */
    private EnergyReading ofRequest(int device, EnergyReading reading) {
        if (undivided.isPresent()) {
            return EnergyReading.unavailable(series.get(device).device().scope(), series.get(device).device().source(),
                    undivided.get());
        }
        return DeviceTally.widened(reading, skewJoules(uncounted.get(device)));
    }

    private EnergyMetrics metrics(RequestActivity request, List<RequestEnergy> devices, List<EnergyReading> readings) {
        List<DeviceEnergy> each = new ArrayList<>();
        List<RequestEnergy> parts = new ArrayList<>();
        for (int device = 0; device < devices.size(); device++) {
            DeviceSeries one = series.get(device);
            if (!request.uses(one.device().name())) {
                continue;
            }
            EnergyReading reading = readings.get(device);
            each.add(new DeviceEnergy(one.device().name(), reading));
            if (headlineSeries.contains(one)) {
                parts.add(new RequestEnergy(request.id(), reading,
                        undivided.isPresent()
                                ? EnergyBreakdown.NONE
                                : breakdown(one, devices.get(device).breakdown())));
            }
        }
        RequestEnergy sum = parts.isEmpty()
                ? new RequestEnergy(request.id(), none(), EnergyBreakdown.NONE)
                : RequestEnergy.sum(request.id(), parts);
        return new EnergyMetrics(sum.reading(), HeadlineDevices.label(headlineSeries, Map.of()), each,
                sinceBegin(Scope.GPU, request),
                sinceBegin(Scope.PACKAGE, request), sum.breakdown());
    }

    /** Adds the devices' names to readings, one of each device. */
    List<DeviceEnergy> named(List<EnergyReading> readings) {
        List<DeviceEnergy> named = new ArrayList<>();
        for (int device = 0; device < readings.size(); device++) {
            named.add(new DeviceEnergy(series.get(device).device().name(), ofRequest(device, readings.get(device))));
        }
        return named;
    }

    /** Sums readings of each device over the headline's devices. */
    EnergyReading headlineOf(List<EnergyReading> devices) {
        return headlineSeries.stream().mapToInt(series::indexOf)
                .mapToObj(device -> ofRequest(device, devices.get(device))).reduce(EnergyReading::plus)
                .orElseGet(this::none);
    }

    /**
     * Returns whether joules read low because the request was brief; shares of requests that overlapped are fitted to
     * the whole instead.
     */
    private boolean isBrief(RequestActivity request, int device, EnergyReading reading) {
        return reading.isAvailable() && !reading.flags().contains(EnergyFlag.ATTRIBUTED)
                && series.get(device).isBrief(request.startNanos(), request.endNanos());
    }

    private EnergyBreakdown breakdown(DeviceSeries device, EnergyBreakdown plain) {
        EnergyBreakdown known = skewNanos > 0 ? plain.withoutPhases() : plain;
        return powers.baseline(device).map(idle -> known.withIdleSpread(idle.watts(), idle.spreadWatts()))
                .orElse(known);
    }

    /** Returns whether only the devices' totals are given. */
    boolean isUndivided() {
        return isUndivided;
    }

    /** Lists warnings about the devices' joules. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (areGpusUnused && !isUndivided) {
            warnings.add(headlineSeries.stream().anyMatch(RunEnergy::isGpu) ? UNUSED_AND_COUNTED : UNUSED);
        }
        if (!isUndivided) {
            undivided.ifPresent(why -> warnings.add("Requests have no joules of their own: " + why + '.'));
        }
        DeviceWarnings each = new DeviceWarnings();
        series.forEach(device -> warn(each, device, EnergyFinding.messages(findings.get(series.indexOf(device)))));
        if (!isUndivided) {
            series.forEach(device -> warn(each, device, tally(device).missing().stream().toList()));
            series.forEach(device -> warn(each, device, tally(device).mixedRules().stream().toList()));
        }
        headlineSeries
                .forEach(device -> warn(each, device, tally(device).untrusted(isBesideTools).stream().toList()));
        headlineSeries.forEach(device -> warn(each, device, tally(device).briefRequests().stream().toList()));
        warnings.addAll(each.sentences());
        return warnings;
    }

    private static void warn(DeviceWarnings all, DeviceSeries device, List<String> sentences) {
        all.add(device.device().name(), List.of(device.device().source()), sentences);
    }

    /**
     * Returns the attribution of each device, those outside the headline included.
     *
     * @param requests for each device the joules of each request
     */
    List<DeviceAttribution> devices(List<List<RequestEnergy>> requests) {
        List<DeviceAttribution> devices = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            devices.add(tallies.get(device).attribution(requests.get(device)));
        }
        return devices;
    }

    /** Returns only the devices that the headline sums. */
    List<DeviceAttribution> headlineDevices(List<DeviceAttribution> devices) {
        return headlineSeries.stream().map(device -> devices.get(series.indexOf(device))).toList();
    }

    /** Returns the devices that the headline sums. */
    List<DeviceSeries> headlineSeries() {
        return headlineSeries;
    }

    int deviceCount() {
        return series.size();
    }

    /** Returns the headline's scopes in one word, with the number of included devices if some are not. */
    String headlineScope() {
        return HeadlineDevices.label(headlineSeries, present);
    }

    private DeviceTally tally(DeviceSeries device) {
        return tallies.get(series.indexOf(device));
    }

    /**
     * Sums the joules from the beginning of the measured time to the end of a request, without those between the
     * windows.
     */
    private OptionalDouble sinceBegin(Scope scope, RequestActivity request) {
        List<DeviceSeries> devices = headlineSeries.stream().filter(device -> device.device().scope() == scope)
                .toList();
        return measured.stream()
                .filter(span -> span.startNanos() <= request.endNanos()).map(span -> sum(devices,
                        new TimeSpan(span.startNanos(), Math.min(span.endNanos(), request.endNanos()))))
                .reduce(EnergyReading::plus).map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    /** Returns the headline's joules over any window of the run. */
    EnergyReading headlineOver(TimeSpan window) {
        return headlineSeries.stream()
                .map(device -> BentSteps.window(device, window.startNanos(), window.endNanos(), powers.limits(device)))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    /** Returns the headline's joules over the measurement windows. */
    EnergyReading headlineTotal() {
        return headlineSeries.stream().map(device -> tally(device).total()).reduce(EnergyReading::plus)
                .orElseGet(this::none);
    }

    /**
     * Returns the headline's joules over the measurement windows with unread time filled in; empty if a device has no
     * such joules.
     */
    Optional<GrossEnergy> gross() {
        return headlineSeries.stream().map(this::gross)
                .reduce((one, other) -> one.flatMap(known -> other.map(known::plus))).flatMap(sum -> sum)
                .map(sum -> sum.phaseSeconds() == 0 && skewNanos == 0
                        && headlineSeries.stream().allMatch(this::isRefined)
                                ? sum.inBlocks(MeasuredBlocks.of(measured, span -> sum(headlineSeries, span)))
                                : sum);
    }

    /** Returns whether a device was read often enough to show the variation of its power over the measured time. */
    private boolean isRefined(DeviceSeries device) {
        EnergySteps steps = device.steps();
        return measured.stream().mapToInt(steps::within).sum() >= MeasuredBlocks.MIN_STEPS;
    }

    private Optional<GrossEnergy> gross(DeviceSeries device) {
        return FilledTotal.of(device, uncounted.get(series.indexOf(device)), tally(device).known(), measured)
                .map(tally(device)::withoutPhases)
                .map(gross -> gross.limitedTo(powers.limits(device).limitWatts()));
    }

    /** Returns each device's joules over the measurement window, and their use. */
    List<DeviceTotals> totals() {
        return series.stream().map(this::totals).toList();
    }

    /**
     * Returns the devices whose joules over the measurement windows were known, or completely known, and no longer are.
     */
    List<String> lost(List<DeviceTotals> kept) {
        return kept.stream().filter(known -> known.total().isAvailable() && isLost(known)).map(DeviceTotals::device)
                .toList();
    }

    private boolean isLost(DeviceTotals known) {
        Optional<EnergyReading> now = series.stream()
                .filter(device -> device.device().name().equals(known.device()))
                .flatMap(device -> measured.stream().map(span -> device.window(span.startNanos(), span.endNanos())))
                .reduce(EnergyReading::plus).filter(EnergyReading::isAvailable);
        return now.isEmpty() || (known.total().isComplete() && !now.get().isComplete())
                || now.get().upper().orElseThrow() < MIN_KEPT_SHARE * known.total().lower().orElseThrow();
    }

    /** Returns the part of the headline's joules over the measurement window that the idle machine would have used. */
    Optional<NetEnergy> net() {
        return NetEnergy.sum(headlineSeries.stream().map(this::net).toList());
    }

    private Optional<NetEnergy> net(DeviceSeries device) {
        return NetEnergy.of(tally(device).total(), powers.baseline(device), measured.stream()
                .mapToLong(span -> device.coveredNanos(span.startNanos(), span.endNanos())).sum());
    }

    /** Returns warnings about the idle power of the headline's devices. */
    List<String> idleWarnings() {
        return powers.warnings(headlineSeries);
    }

    /**
     * Returns the joules of a token while the load is steady.
     *
     * @param steady       its span
     * @param requests     the number of requests
     * @param failed       the number of requests without a whole answer
     * @param outputTokens the tokens of the others in that time
     * @return the steady state; empty if there are too few requests or steps of a counter, or too many failures
     */
    Optional<SteadyState> steadyState(TimeSpan steady, long requests, long failed, double outputTokens) {
        List<TimeSpan> spans = measured.stream()
                .filter(span -> span.startNanos() < steady.endNanos() && steady.startNanos() < span.endNanos())
                .map(span -> new TimeSpan(Math.max(span.startNanos(), steady.startNanos()),
                        Math.min(span.endNanos(), steady.endNanos())))
                .toList();
        if (skewNanos > 0 || requests < MIN_STEADY_STATE_REQUESTS || failed * 10 > requests
                || !spans.stream().allMatch(this::holdsSteps)) {
            return Optional.empty();
        }
        return spans.stream().map(this::headlineOver).reduce(EnergyReading::plus)
                .filter(energy -> energy.isComplete() && outputTokens > 0)
                .map(energy -> new SteadyState(steady.startNanos(), steady.endNanos(), energy, outputTokens));
    }

    private boolean holdsSteps(TimeSpan window) {
        return headlineSeries.stream()
                .allMatch(device -> device.steps().within(window) >= MIN_STEADY_STATE_STEPS);
    }

    private DeviceTotals totals(DeviceSeries device) {
        DeviceTotals divided = tally(device).totals(net(device), powers.baseline(device));
        return undivided.isPresent() ? DeviceTotals.undivided(divided.device(), divided.total()) : divided;
    }

    private EnergyReading sum(List<DeviceSeries> devices, TimeSpan window) {
        return devices.stream().map(device -> device.window(window.startNanos(), window.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    private EnergyReading none() {
        return EnergyReading.unavailable(Scope.PACKAGE, "no sensor", whyNone);
    }
}
