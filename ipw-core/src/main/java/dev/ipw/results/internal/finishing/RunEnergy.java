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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
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

    private final List<DeviceSeries> series;
    private final List<DeviceSeries> headlineSeries;
    private final List<DeviceTally> tallies = new ArrayList<>();
    private final List<UncountedTime> uncounted = new ArrayList<>();
    private final List<List<EnergyFinding>> findings = new ArrayList<>();
    private final RunTimes times;
    private final DevicePowers powers;
    private final AttributionRule rule;
    private final Map<Scope, Integer> present;
    private final String whyNone;
    private final boolean areGpusUnused;
    private final Optional<String> undivided;
    // Of each device, for the window that was divided last.
    private final List<List<IdlePart>> idle = new ArrayList<>();
    private boolean isBesideTools;

    /**
     * Creates the division.
     *
     * @param series        the sampled series; empty without samples
     * @param areGpusUnused whether nothing ran on graphics processors: then the headline is that of the other devices
     * @param present       the number of devices of each scope, with or without a series
     * @param watch         returns further findings about a device's joules
     * @param whyNone       the reason for missing joules
     * @param times         the measured times
     * @param powers        the known powers of the devices
     * @param rule          the rule of sharing between requests that overlap
     */
    RunEnergy(List<DeviceSeries> series, boolean areGpusUnused, Map<Scope, Integer> present,
            Function<DeviceSeries, List<EnergyFinding>> watch, String whyNone, RunTimes times, DevicePowers powers,
            AttributionRule rule) {
        this.times = times;
        List<DeviceSeries> serving = series.stream().filter(one -> !times.of(one.device()).isEmpty()).toList();
        HeadlineDevices.Selection selection = select(serving);
        this.series = selection.distinct();
        List<DeviceSeries> others = areGpusUnused
                ? select(serving.stream().filter(one -> !isGpu(one)).toList()).headline()
                : List.of();
        headlineSeries = times.isPartOfServer()
                ? List.of()
                : others.stream().anyMatch(one -> one.state().isUsable()) ? others : selection.headline();
        undivided = times.undivided(headlineSeries);
        this.areGpusUnused = areGpusUnused && selection.headline().stream().anyMatch(RunEnergy::isGpu);
        this.present = Map.copyOf(present);
        this.whyNone = times.isPartOfServer() ? RunTimes.UNDIVIDED : whyNone;
        this.powers = powers;
        this.rule = rule;
        for (DeviceSeries device : this.series) {
            EnergySteps steps = device.steps();
            List<TimeSpan> measured = times.of(device.device());
            uncounted.add(new UncountedTime(steps, measured, powers.limits(device)));
            tallies.add(new DeviceTally(device.device(), uncounted.getLast(),
                    measured.size() * skewJoules(device, uncounted.getLast())));
            idle.add(List.of());
            List<EnergyFinding> found = new ArrayList<>(watch.apply(device));
            found.addAll(LimitWatch.find(steps, powers.plausible(device),
                    powers.baseline(device).map(IdleBaseline::spreadWatts).orElse(0.0)));
            found.removeIf(finding -> measured.stream()
                    .noneMatch(span -> finding.overlaps(span.startNanos(), span.endNanos())));
            findings.add(found);
        }
    }

    /** Returns the maximum joules of a device in the time by which both edges of a span may be wrong. */
    private double skewJoules(DeviceSeries device, UncountedTime powers) {
        return 2 * times.skewNanos(device.device()) / NANOS * powers.mostWatts();
    }

    private double skewJoules(int device) {
        return skewJoules(series.get(device), uncounted.get(device));
    }

    /** Selects by the state of each sensor at the end of the time in which its device served. */
    private HeadlineDevices.Selection select(List<DeviceSeries> series) {
        return times.measured().isEmpty()
                ? HeadlineDevices.selectNow(series)
                : HeadlineDevices.selectAt(series, one -> times.of(one.device()).getLast().endNanos());
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
            idle.set(device, new ArrayList<>());
            parts.add(times.of(series.get(device).device()).equals(times.measured())
                    ? divide(window, device, requests, work)
                    : divide(partsOf(window, device), device, requests, work));
        }
        return parts;
    }

    private List<RequestEnergy> divide(TimeSpan span, int device, List<RequestActivity> requests, List<TimeSpan> work) {
        List<EnergyFinding> found = findings.get(device).stream()
                .filter(finding -> finding.overlaps(span.startNanos(), span.endNanos())).toList();
        DeviceAttribution divided = DoubtfulRequests
                .divide(span, series.get(device), requests,
                        served -> Attribution.within(span, series.get(device), served, rule,
                                powers.limits(series.get(device)), tallies.get(device).lagSeconds(), work))
                .flagged(found, requests);
        tallies.get(device).addWindow(divided);
        idle.get(device).add(new IdlePart(span, divided.idleJoules()));
        return divided.requests();
    }

    /** Divides the parts of a window in which a device served over the requests that it served in them. */
    private List<RequestEnergy> divide(List<TimeSpan> spans, int device, List<RequestActivity> requests,
            List<TimeSpan> work) {
        EnergyReading none = EnergyReading.unavailable(series.get(device).device().scope(),
                series.get(device).device().source(), "the request was served by other devices");
        List<RequestEnergy> all = new ArrayList<>(requests.stream()
                .map(request -> new RequestEnergy(request.id(), none, EnergyBreakdown.NONE)).toList());
        boolean[] isDivided = new boolean[requests.size()];
        for (TimeSpan span : spans) {
            int[] own = IntStream.range(0, requests.size())
                    .filter(request -> requests.get(request).uses(series.get(device).device().name())
                            && requests.get(request).startNanos() <= span.endNanos()
                            && requests.get(request).endNanos() >= span.startNanos())
                    .toArray();
            List<RequestEnergy> divided = divide(span, device, IntStream.of(own).mapToObj(requests::get).toList(),
                    work);
            IntStream.range(0, own.length).forEach(place -> all.set(own[place],
                    isDivided[own[place]]
                            ? all.get(own[place]).followedBy(divided.get(place))
                            : divided.get(place)));
            IntStream.of(own).forEach(request -> isDivided[request] = true);
        }
        return all;
    }

    /** Returns the parts of a window in which a device served. */
    private List<TimeSpan> partsOf(TimeSpan window, int device) {
        return times.of(series.get(device).device()).stream()
                .filter(span -> span.startNanos() < window.endNanos() && window.startNanos() < span.endNanos())
                .map(span -> new TimeSpan(Math.max(span.startNanos(), window.startNanos()),
                        Math.min(span.endNanos(), window.endNanos())))
                .toList();
    }

    /**
     * Divides the joules of the window that was divided last, while no call was in flight, over the open queries.
     *
     * @param requests the calls that were served in it
     * @param queries  the queries with several calls that were open in it
     * @param uses     returns whether a device served a query, from their names
     * @return for each device the joules of each query beside its calls
     */
    List<List<BetweenCalls>> divideBetweenCalls(List<RequestActivity> requests, List<OpenQuery> queries,
            BiPredicate<String, String> uses) {
        return IntStream.range(0, series.size())
                .mapToObj(device -> queries.isEmpty()
                        ? List.<BetweenCalls>of()
                        : divideBetweenCalls(device, requests, queries, uses))
                .toList();
    }

    private List<BetweenCalls> divideBetweenCalls(int device, List<RequestActivity> requests, List<OpenQuery> queries,
            BiPredicate<String, String> uses) {
        DeviceSeries one = series.get(device);
        String name = one.device().name();
        EnergyReading none = EnergyReading.unavailable(one.device().scope(), one.device().source(),
                "the query was served by other devices");
        List<BetweenCalls> all = new ArrayList<>(
                queries.stream().map(query -> BetweenCalls.none(query, none)).toList());
        int[] own = IntStream.range(0, queries.size()).filter(query -> uses.test(queries.get(query).id(), name))
                .toArray();
        boolean[] isDivided = new boolean[queries.size()];
        for (IdlePart part : idle.get(device)) {
            List<BetweenCalls> divided = BetweenCalls.divide(part.span, one,
                    requests.stream().filter(request -> request.uses(name)).toList(),
                    IntStream.of(own).mapToObj(queries::get).toList(), part.joules);
            divided.forEach(tallies.get(device)::addBetweenCalls);
            for (int place = 0; place < own.length; place++) {
                // A query of a device is open only while the device serves, in one of its parts of a window.
                if (!isDivided[own[place]] || queries.get(own[place]).overlaps(part.span)) {
                    all.set(own[place], divided.get(place));
                    isDivided[own[place]] = true;
                }
            }
        }
        return all;
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
     * @param calls its calls with the joules of each device, over all windows
     * @param gaps  its joules beside its calls; empty for a plain question
     * @return its joules
     */
    EnergyMetrics of(RequestActivity query, List<CallShares.Share> calls, Optional<QueryGaps> gaps) {
        List<RequestEnergy> devices = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            int one = device;
            if (calls.isEmpty() && gaps.map(QueryGaps::hasNoTool).orElse(true)) {
                devices.add(new RequestEnergy(query.id(), noCall(series.get(device)), EnergyBreakdown.NONE));
                continue;
            }
            List<RequestEnergy> parts = new ArrayList<>(calls.stream()
                    .filter(call -> gaps.isEmpty() || call.activity().uses(series.get(one).device().name()))
                    .map(call -> call.devices().get(one)).toList());
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
            if (!query.uses(series.get(device).device().name())) {
                readings.add(reading);
                continue;
            }
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
        return DeviceTally.widened(reading, skewJoules(device));
    }

    private EnergyMetrics metrics(RequestActivity request, List<RequestEnergy> devices, List<EnergyReading> readings) {
        List<DeviceEnergy> each = new ArrayList<>();
        Map<String, RequestEnergy> parts = new LinkedHashMap<>();
        for (int device = 0; device < devices.size(); device++) {
            DeviceSeries one = series.get(device);
            if (!request.uses(one.device().name())) {
                continue;
            }
            EnergyReading reading = readings.get(device);
            each.add(new DeviceEnergy(one.device().name(), reading));
            if (headlineSeries.contains(one)) {
                parts.put(one.device().name(), new RequestEnergy(request.id(), reading,
                        undivided.isPresent()
                                ? EnergyBreakdown.NONE
                                : breakdown(one, devices.get(device).breakdown())));
            }
        }
        RequestEnergy sum = parts.isEmpty()
                ? new RequestEnergy(request.id(), headlineSeries.isEmpty() ? none() : unmeasured(),
                        EnergyBreakdown.NONE)
                : RequestEnergy.sum(request.id(), ofOneReplica(request, parts));
        return new EnergyMetrics(sum.reading(), HeadlineDevices.label(headlineSeries, Map.of()), each,
                sinceBegin(Scope.GPU, request),
                sinceBegin(Scope.PACKAGE, request), sum.breakdown());
    }

    /**
     * Leaves out all replicas but the one with the highest bound, where one of several served a request and it is not known
     * which.
     */
    private static List<RequestEnergy> ofOneReplica(RequestActivity request, Map<String, RequestEnergy> parts) {
        List<RequestEnergy> sums = request.replicas().stream()
                .map(names -> parts.keySet().stream().filter(names::contains).map(parts::get).toList())
                .filter(own -> !own.isEmpty()).map(own -> RequestEnergy.sum(request.id(), own)).toList();
        if (sums.isEmpty() || sums.stream().anyMatch(sum -> sum.reading().upperBound().isEmpty())) {
            return List.copyOf(parts.values());
        }
        List<RequestEnergy> all = new ArrayList<>();
        parts.forEach((device, part) -> {
            if (!request.isDoubtful(device)) {
                all.add(part);
            }
        });
        all.add(sums.stream().max(Comparator.comparingDouble(sum -> sum.reading().upperBound().orElseThrow()))
                .orElseThrow());
        return all;
    }

    /**
     * Adds the devices' names to readings, one of each device.
     *
     * @param query the query, which only some devices may have served
     */
    List<DeviceEnergy> named(RequestActivity query, List<EnergyReading> readings) {
        return IntStream.range(0, readings.size()).filter(device -> query.uses(series.get(device).device().name()))
                .mapToObj(device -> new DeviceEnergy(series.get(device).device().name(),
                        ofRequest(device, readings.get(device))))
                .toList();
    }

    /** Sums readings of each device over the headline's devices that served a query. */
    EnergyReading headlineOf(RequestActivity query, List<EnergyReading> devices) {
        return headlineSeries.stream().filter(device -> query.uses(device.device().name())).mapToInt(series::indexOf)
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
        EnergyBreakdown known = times.skewNanos(device.device()) > 0 ? plain.withoutPhases() : plain;
        return powers.baseline(device).map(idle -> known.withIdleSpread(idle.watts(), idle.spreadWatts()))
                .orElse(known);
    }

    /** Returns whether only the devices' totals are given. */
    boolean isUndivided() {
        return times.isPartOfServer();
    }

    /** Lists warnings about the devices' joules. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (areGpusUnused && !isUndivided()) {
            warnings.add(headlineSeries.stream().anyMatch(RunEnergy::isGpu) ? UNUSED_AND_COUNTED : UNUSED);
        }
        if (!isUndivided()) {
            undivided.ifPresent(why -> warnings.add("Requests have no joules of their own: " + why + '.'));
        }
        DeviceWarnings each = new DeviceWarnings();
        series.forEach(device -> warn(each, device, EnergyFinding.messages(findings.get(series.indexOf(device)))));
        if (!isUndivided()) {
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

    /** Returns the names of all devices that count. */
    Set<String> deviceNames() {
        return series.stream().map(device -> device.device().name()).collect(Collectors.toSet());
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
     * Sums the joules from the beginning of the measured time to the end of a request, of the devices that served it and
     * without those between the windows.
     */
    private OptionalDouble sinceBegin(Scope scope, RequestActivity request) {
        return headlineSeries.stream()
                .filter(device -> device.device().scope() == scope && request.uses(device.device().name()))
                .flatMap(device -> times.of(device.device()).stream()
                        .filter(span -> span.startNanos() <= request.endNanos())
                        .map(span -> device.window(span.startNanos(),
                                Math.min(span.endNanos(), request.endNanos()))))
                .reduce(EnergyReading::plus).map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    /** Returns the headline's joules over any window of the run. */
    EnergyReading headlineOver(TimeSpan window) {
        return headlineOver(device -> List.of(window));
    }

    /** Returns the headline's joules over windows of each device. */
    EnergyReading headlineOver(Function<DeviceSeries, List<TimeSpan>> windows) {
        return headlineSeries.stream()
                .flatMap(device -> windows.apply(device).stream()
                        .map(span -> BentSteps.window(device, span.startNanos(), span.endNanos(),
                                powers.limits(device))))
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
                .map(sum -> sum.phaseSeconds() == 0 && isOfOneTime()
                        && headlineSeries.stream().allMatch(this::isRefined)
                                ? sum.inBlocks(MeasuredBlocks.of(times.measured(), this::ofHeadline))
                                : sum);
    }

    /** Returns whether the headline's devices served all the time, on the clock of the requests. */
    private boolean isOfOneTime() {
        return times.areOfAll(headlineSeries)
                && headlineSeries.stream().allMatch(device -> times.skewNanos(device.device()) == 0);
    }

    /** Returns whether a device was read often enough to show the variation of its power over the measured time. */
    private boolean isRefined(DeviceSeries device) {
        EnergySteps steps = device.steps();
        return times.measured().stream().mapToInt(steps::within).sum() >= MeasuredBlocks.MIN_STEPS;
    }

    private Optional<GrossEnergy> gross(DeviceSeries device) {
        return FilledTotal
                .of(device, uncounted.get(series.indexOf(device)), tally(device).known(), times.of(device.device()))
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
                .flatMap(device -> times.of(device.device()).stream()
                        .map(span -> device.window(span.startNanos(), span.endNanos())))
                .reduce(EnergyReading::plus).filter(EnergyReading::isAvailable);
        return now.isEmpty() || (known.total().isComplete() && !now.get().isComplete())
                || now.get().upper().orElseThrow() < MIN_KEPT_SHARE * known.total().lower().orElseThrow();
    }

    /** Returns the part of the headline's joules over the measurement window that the idle machine would have used. */
    Optional<NetEnergy> net() {
        return NetEnergy.sum(headlineSeries.stream().map(this::net).toList());
    }

    private Optional<NetEnergy> net(DeviceSeries device) {
        return NetEnergy.of(tally(device).total(), powers.baseline(device), times.of(device.device()).stream()
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
        List<TimeSpan> spans = times.measured().stream()
                .filter(span -> span.startNanos() < steady.endNanos() && steady.startNanos() < span.endNanos())
                .map(span -> new TimeSpan(Math.max(span.startNanos(), steady.startNanos()),
                        Math.min(span.endNanos(), steady.endNanos())))
                .toList();
        if (!isOfOneTime() || requests < MIN_STEADY_STATE_REQUESTS || failed * 10 > requests
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

    private EnergyReading ofHeadline(TimeSpan window) {
        return headlineSeries.stream().map(device -> device.window(window.startNanos(), window.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    private EnergyReading unmeasured() {
        return EnergyReading.unavailable(headlineSeries.getFirst().device().scope(), "no sensor",
                "no device that served it was measured");
    }

    private EnergyReading none() {
        return EnergyReading.unavailable(Scope.PACKAGE, "no sensor", whyNone);
    }

    /** The joules of a device in a part of a window while no call was in flight. */
    private record IdlePart(TimeSpan span, double joules) {}
}
