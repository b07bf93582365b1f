package dev.ipw.results;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.Attribution;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceAttribution;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.RequestEnergy;
import dev.ipw.energy.attribution.SteadyLoad;
import dev.ipw.energy.curve.BentSteps;
import dev.ipw.energy.curve.LimitWatch;
import dev.ipw.energy.curve.PowerLimits;
import dev.ipw.record.EnergyMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** Divide what the devices used during a run over its requests. Times count from the run's anchor. */
final class RunEnergy {
    private static final int FEWEST_REQUESTS_OF_A_STEADY_STATE = 10;
    private static final int FEWEST_STEPS_OF_A_STEADY_STATE = 10;

    private final List<EnergySeries> series;
    private final List<EnergySeries> headlineSeries;
    private final List<DeviceAttribution> attributions = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final TimeSpan span;
    private final List<RequestActivity> requests;
    private final DevicePowers powers;
    private final String whyNone;

    /**
     * Divide.
     *
     * @param series   what was sampled; empty if nothing was
     * @param watch    tells what else is known of a device's joules
     * @param whyNone  why there are no joules, should there be none
     * @param measured the measured stretch; all requests lie in it
     * @param requests when each request used the machine, and for what
     * @param powers   what is known of the devices' power
     * @param rule     by what requests that overlap share
     */
    RunEnergy(List<EnergySeries> series, Function<EnergySeries, List<EnergyFinding>> watch, String whyNone,
            TimeSpan measured, List<RequestActivity> requests, DevicePowers powers, AttributionRule rule) {
        this.series = HeadlineDevices.distinct(series);
        this.headlineSeries = HeadlineDevices.choose(series);
        this.whyNone = whyNone;
        this.span = measured;
        this.requests = requests;
        this.powers = powers;
        for (EnergySeries device : this.series) {
            PowerLimits limits = powers.limits(device);
            List<EnergyFinding> findings = new ArrayList<>(watch.apply(device));
            findings.addAll(LimitWatch.find(device.steps(), limits,
                    powers.baseline(device).map(IdleBaseline::spreadWatts).orElse(0.0)));
            findings.removeIf(finding -> !finding.overlaps(measured.startNanos(), measured.endNanos()));
            warnings.addAll(EnergyFinding.messages(findings));
            DeviceAttribution divided = Attribution.within(measured, device, requests, rule, limits);
            attributions.add(divided.withTotal(total(divided)).flagged(findings, requests));
        }
    }

    /** List what a reader should know of the devices' joules. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Say who used what of each device, those outside the headline too. */
    List<DeviceAttribution> devices() {
        return List.copyOf(attributions);
    }

    /** Say who used what of the devices that the headline adds up. */
    List<DeviceAttribution> headlineDevices() {
        return headline().toList();
    }

    /** Name the headline's scopes in one word. */
    String headlineScope() {
        return HeadlineDevices.label(headlineSeries);
    }

    /** Give the joules of one request. */
    EnergyMetrics of(int request) {
        List<DeviceEnergy> devices = new ArrayList<>();
        for (DeviceAttribution device : attributions) {
            devices.add(new DeviceEnergy(device.device(), device.requests().get(request).reading()));
        }
        String id = requests.get(request).id();
        List<RequestEnergy> parts = headlineSeries.stream().map(device -> new RequestEnergy(id,
                attribution(device).requests().get(request).reading(), breakdown(device, request))).toList();
        RequestEnergy sum = parts.isEmpty()
                ? new RequestEnergy(id, none(), EnergyBreakdown.NONE)
                : RequestEnergy.sum(id, parts);
        return new EnergyMetrics(sum.reading(), headlineScope(), devices, sinceBegin(Scope.GPU, request),
                sinceBegin(Scope.PACKAGE, request), sum.breakdown());
    }

    private EnergyBreakdown breakdown(EnergySeries device, int request) {
        EnergyBreakdown plain = attribution(device).requests().get(request).breakdown();
        return powers.baseline(device).map(idle -> plain.withIdleSpread(idle.watts(), idle.spreadWatts()))
                .orElse(plain);
    }

    private Stream<DeviceAttribution> headline() {
        return headlineSeries.stream().map(this::attribution);
    }

    private DeviceAttribution attribution(EnergySeries device) {
        return attributions.get(series.indexOf(device));
    }

    private OptionalDouble sinceBegin(Scope scope, int request) {
        return sum(headlineSeries.stream().filter(device -> device.device().scope() == scope).toList(),
                new TimeSpan(span.startNanos(), requests.get(request).endNanos())).joules();
    }

    /** Give the headline's joules over any stretch of the run. */
    EnergyReading headlineOver(TimeSpan stretch) {
        return headlineSeries.stream()
                .map(device -> BentSteps.window(device, stretch.startNanos(), stretch.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    /** Give the headline's joules over the measured stretch. */
    EnergyReading headlineTotal() {
        return headline().map(DeviceAttribution::total).reduce(EnergyReading::plus).orElseGet(this::none);
    }

    /** A sensor that says nothing of a request does not know all of the stretch that the request lies in. */
    private static EnergyReading total(DeviceAttribution device) {
        boolean whole = device.requests().stream().allMatch(request -> request.reading().isAvailable());
        return whole || !device.total().isAvailable() ? device.total() : device.total().flagged(EnergyFlag.PARTIAL);
    }

    /** Give each device's joules over the measured stretch, and where they went. */
    List<DeviceTotals> totals() {
        return series.stream().map(this::totals).toList();
    }

    /** Give how much of the headline's joules over the measured stretch would have been used anyway. */
    Optional<NetEnergy> net() {
        return NetEnergy.sum(headlineSeries.stream().map(this::net).toList());
    }

    private Optional<NetEnergy> net(EnergySeries device) {
        return NetEnergy.of(attribution(device).total(), powers.baseline(device),
                device.coveredNanos(span.startNanos(), span.endNanos()));
    }

    /** Say of which of the headline's devices the idle power changed. */
    List<String> drifts() {
        return powers.drifts(headlineSeries);
    }

    /**
     * Give what a token costs while the load is steady.
     *
     * @param answered those of the requests that came to a whole answer, each with a count of its tokens
     * @return none if there are too few requests, or steps of a counter, or too many failed
     */
    Optional<SteadyState> steadyState(List<RequestActivity> answered) {
        int failed = requests.size() - answered.size();
        if (requests.size() < FEWEST_REQUESTS_OF_A_STEADY_STATE || failed * 10 > requests.size()) {
            return Optional.empty();
        }
        return SteadyLoad.of(requests).filter(this::holdsSteps).flatMap(stretch -> {
            EnergyReading energy = headlineOver(stretch);
            double tokens = SteadyLoad.outputTokens(stretch, answered);
            return energy.isComplete() && tokens > 0
                    ? Optional.of(new SteadyState(stretch.startNanos(), stretch.endNanos(), energy, tokens))
                    : Optional.empty();
        });
    }

    private boolean holdsSteps(TimeSpan stretch) {
        return headlineSeries.stream()
                .allMatch(device -> device.steps().within(stretch) >= FEWEST_STEPS_OF_A_STEADY_STATE);
    }

    private DeviceTotals totals(EnergySeries one) {
        DeviceAttribution device = attribution(one);
        boolean known = device.total().isAvailable();
        boolean ofRequests = device.requests().isEmpty()
                || device.requests().stream().anyMatch(request -> request.reading().isAvailable());
        return new DeviceTotals(device.device(), device.total(),
                device.requests().stream().filter(request -> request.reading().isComplete()).count(),
                onlyIf(known && ofRequests, device.requestsJoules()), onlyIf(known, device.idleJoules()),
                onlyIf(known, device.otherJoules()), net(one), powers.baseline(one),
                known ? Optional.of(DeviceSharing.of(device)) : Optional.empty());
    }

    private static OptionalDouble onlyIf(boolean known, double joules) {
        return known ? OptionalDouble.of(joules) : OptionalDouble.empty();
    }

    private EnergyReading sum(List<EnergySeries> devices, TimeSpan stretch) {
        return devices.stream().map(device -> device.window(stretch.startNanos(), stretch.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    private EnergyReading none() {
        return EnergyReading.unavailable(Scope.PACKAGE, "no sensor", whyNone);
    }
}
