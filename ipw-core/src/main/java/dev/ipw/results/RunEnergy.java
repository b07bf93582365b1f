package dev.ipw.results;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.EnergySteps;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.Attribution;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceAttribution;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.RequestEnergy;
import dev.ipw.energy.curve.BentSteps;
import dev.ipw.energy.curve.LimitWatch;
import dev.ipw.record.EnergyMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Divide what the devices used during a run over its requests, one stretch of time after the other. Times count from the
 * run's anchor. The totals are whole once the last stretch is divided.
 */
final class RunEnergy {
    private static final int FEWEST_REQUESTS_OF_A_STEADY_STATE = 10;
    private static final int FEWEST_STEPS_OF_A_STEADY_STATE = 10;
    // Series that are thinned more or less may differ by a little.
    private static final double LEAST_OF_WHAT_WAS = 0.98;

    private final List<EnergySeries> series;
    private final List<EnergySeries> headlineSeries;
    private final List<DeviceTally> tallies = new ArrayList<>();
    private final List<UncountedTime> uncounted = new ArrayList<>();
    private final List<List<EnergyFinding>> findings = new ArrayList<>();
    private final List<TimeSpan> measured;
    private final DevicePowers powers;
    private final AttributionRule rule;
    private final String whyNone;

    /**
     * Prepare to divide.
     *
     * @param series   what was sampled; empty if nothing was
     * @param watch    tells what else is known of a device's joules
     * @param whyNone  why there are no joules, should there be none
     * @param measured the measured stretches, in order; all requests lie in them
     * @param powers   what is known of the devices' power
     * @param rule     by what requests that overlap share
     */
    RunEnergy(List<EnergySeries> series, Function<EnergySeries, List<EnergyFinding>> watch, String whyNone,
            List<TimeSpan> measured, DevicePowers powers, AttributionRule rule) {
        this.series = HeadlineDevices.distinct(series);
        this.headlineSeries = HeadlineDevices.choose(series);
        this.whyNone = whyNone;
        this.measured = List.copyOf(measured);
        this.powers = powers;
        this.rule = rule;
        for (EnergySeries device : this.series) {
            EnergySteps steps = device.steps();
            uncounted.add(new UncountedTime(steps, this.measured, powers.limits(device)));
            tallies.add(new DeviceTally(device.device(), uncounted.getLast()));
            List<EnergyFinding> found = new ArrayList<>(watch.apply(device));
            found.addAll(LimitWatch.find(steps, powers.limits(device),
                    powers.baseline(device).map(IdleBaseline::spreadWatts).orElse(0.0)));
            found.removeIf(finding -> measured.stream()
                    .noneMatch(span -> finding.overlaps(span.startNanos(), span.endNanos())));
            findings.add(found);
        }
    }

    /**
     * Divide a stretch.
     *
     * @param stretch  part of a measured stretch
     * @param requests those that were served in it, also if they began before it or ended after it
     * @return of each device what each request used in the stretch
     */
    List<List<RequestEnergy>> divide(TimeSpan stretch, List<RequestActivity> requests) {
        List<List<RequestEnergy>> parts = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            List<EnergyFinding> found = findings.get(device).stream()
                    .filter(finding -> finding.overlaps(stretch.startNanos(), stretch.endNanos())).toList();
            DeviceAttribution divided = Attribution
                    .within(stretch, series.get(device), requests, rule, powers.limits(series.get(device)),
                            tallies.get(device).lagSeconds())
                    .flagged(found, requests);
            tallies.get(device).addStretch(divided);
            parts.add(divided.requests());
        }
        return parts;
    }

    /**
     * Put together what a request used.
     *
     * @param request the request
     * @param devices what it used of each device, over all stretches
     * @return its joules
     */
    EnergyMetrics of(RequestActivity request, List<RequestEnergy> devices) {
        List<DeviceEnergy> each = new ArrayList<>();
        for (int device = 0; device < devices.size(); device++) {
            EnergyReading reading = brief(request, device, devices.get(device).reading());
            tallies.get(device).addRequest(reading);
            each.add(new DeviceEnergy(series.get(device).device().name(), reading));
        }
        List<RequestEnergy> parts = headlineSeries.stream().map(device -> {
            int index = series.indexOf(device);
            return new RequestEnergy(request.id(), each.get(index).reading(),
                    breakdown(device, devices.get(index).breakdown()));
        }).toList();
        RequestEnergy sum = parts.isEmpty()
                ? new RequestEnergy(request.id(), none(), EnergyBreakdown.NONE)
                : RequestEnergy.sum(request.id(), parts);
        return new EnergyMetrics(sum.reading(), headlineScope(), each, sinceBegin(Scope.GPU, request),
                sinceBegin(Scope.PACKAGE, request), sum.breakdown());
    }

    /** Flag joules that read low because the request was brief; shares of requests that overlapped are fitted to the whole. */
    private EnergyReading brief(RequestActivity request, int device, EnergyReading reading) {
        boolean isBrief = reading.isAvailable() && !reading.flags().contains(EnergyFlag.ATTRIBUTED)
                && series.get(device).isBrief(request.startNanos(), request.endNanos());
        if (isBrief) {
            tallies.get(device).addBrief();
        }
        return isBrief ? reading.flagged(EnergyFlag.SHORT) : reading;
    }

    private EnergyBreakdown breakdown(EnergySeries device, EnergyBreakdown plain) {
        return powers.baseline(device).map(idle -> plain.withIdleSpread(idle.watts(), idle.spreadWatts()))
                .orElse(plain);
    }

    /** List what a reader should know of the devices' joules. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        findings.forEach(found -> warnings.addAll(EnergyFinding.messages(found)));
        tallies.forEach(device -> device.missing().ifPresent(warnings::add));
        tallies.forEach(device -> device.mixedRules().ifPresent(warnings::add));
        tallies.forEach(device -> device.untrusted().ifPresent(warnings::add));
        tallies.forEach(device -> device.briefRequests().ifPresent(warnings::add));
        return warnings;
    }

    /**
     * Say who used what of each device, those outside the headline too.
     *
     * @param requests of each device what each request used
     */
    List<DeviceAttribution> devices(List<List<RequestEnergy>> requests) {
        List<DeviceAttribution> devices = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            devices.add(tallies.get(device).attribution(requests.get(device)));
        }
        return devices;
    }

    /** Leave only the devices that the headline adds up. */
    List<DeviceAttribution> headlineOf(List<DeviceAttribution> devices) {
        return headlineSeries.stream().map(device -> devices.get(series.indexOf(device))).toList();
    }

    int deviceCount() {
        return series.size();
    }

    /** Name the headline's scopes in one word. */
    String headlineScope() {
        return HeadlineDevices.label(headlineSeries);
    }

    private DeviceTally tally(EnergySeries device) {
        return tallies.get(series.indexOf(device));
    }

    /** Add up what was used from the begin of the measured time to the end of a request, without what lies between. */
    private OptionalDouble sinceBegin(Scope scope, RequestActivity request) {
        List<EnergySeries> devices = headlineSeries.stream().filter(device -> device.device().scope() == scope)
                .toList();
        return measured.stream()
                .filter(span -> span.startNanos() <= request.endNanos()).map(span -> sum(devices,
                        new TimeSpan(span.startNanos(), Math.min(span.endNanos(), request.endNanos()))))
                .reduce(EnergyReading::plus).map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    /** Give the headline's joules over any stretch of the run. */
    EnergyReading headlineOver(TimeSpan stretch) {
        return headlineSeries.stream()
                .map(device -> BentSteps.window(device, stretch.startNanos(), stretch.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    /** Give the headline's joules over the measured stretches. */
    EnergyReading headlineTotal() {
        return headlineSeries.stream().map(device -> tally(device).total()).reduce(EnergyReading::plus)
                .orElseGet(this::none);
    }

    /** Give the headline's joules over the measured stretches with what was not read filled in; none if a device has none. */
    Optional<GrossEnergy> gross() {
        return headlineSeries.stream().map(this::gross)
                .reduce((one, other) -> one.flatMap(known -> other.map(known::plus))).flatMap(sum -> sum);
    }

    private Optional<GrossEnergy> gross(EnergySeries device) {
        return FilledTotal.of(device, uncounted.get(series.indexOf(device)), tally(device).known(), measured);
    }

    /** Give each device's joules over the measured stretch, and where they went. */
    List<DeviceTotals> totals() {
        return series.stream().map(this::totals).toList();
    }

    /** Name the devices whose joules over the measured stretches were known, or known whole, and are not any more. */
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
                || now.get().upper().orElseThrow() < LEAST_OF_WHAT_WAS * known.total().lower().orElseThrow();
    }

    /** Give how much of the headline's joules over the measured stretch would have been used anyway. */
    Optional<NetEnergy> net() {
        return NetEnergy.sum(headlineSeries.stream().map(this::net).toList());
    }

    private Optional<NetEnergy> net(EnergySeries device) {
        return NetEnergy.of(tally(device).total(), powers.baseline(device), measured.stream()
                .mapToLong(span -> device.coveredNanos(span.startNanos(), span.endNanos())).sum());
    }

    /** Say of which of the headline's devices the idle power changed. */
    List<String> drifts() {
        return powers.drifts(headlineSeries);
    }

    /**
     * Give what a token costs while the load is steady.
     *
     * @param steady       when it was
     * @param requests     how many requests there are
     * @param failed       how many of them did not come to a whole answer
     * @param outputTokens the tokens of the others in that time
     * @return none if there are too few requests, or steps of a counter, or too many failed
     */
    Optional<SteadyState> steadyState(TimeSpan steady, long requests, long failed, double outputTokens) {
        List<TimeSpan> spans = measured.stream()
                .filter(span -> span.startNanos() < steady.endNanos() && steady.startNanos() < span.endNanos())
                .map(span -> new TimeSpan(Math.max(span.startNanos(), steady.startNanos()),
                        Math.min(span.endNanos(), steady.endNanos())))
                .toList();
        if (requests < FEWEST_REQUESTS_OF_A_STEADY_STATE || failed * 10 > requests
                || !spans.stream().allMatch(this::holdsSteps)) {
            return Optional.empty();
        }
        return spans.stream().map(this::headlineOver).reduce(EnergyReading::plus)
                .filter(energy -> energy.isComplete() && outputTokens > 0)
                .map(energy -> new SteadyState(steady.startNanos(), steady.endNanos(), energy, outputTokens));
    }

    private boolean holdsSteps(TimeSpan stretch) {
        return headlineSeries.stream()
                .allMatch(device -> device.steps().within(stretch) >= FEWEST_STEPS_OF_A_STEADY_STATE);
    }

    private DeviceTotals totals(EnergySeries device) {
        return tally(device).totals(net(device), powers.baseline(device));
    }

    private EnergyReading sum(List<EnergySeries> devices, TimeSpan stretch) {
        return devices.stream().map(device -> device.window(stretch.startNanos(), stretch.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    private EnergyReading none() {
        return EnergyReading.unavailable(Scope.PACKAGE, "no sensor", whyNone);
    }
}
