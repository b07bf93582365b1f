package dev.ipw.results;

import dev.ipw.energy.DeviceEnergy;
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
import dev.ipw.energy.attribution.IdlePower;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.RequestEnergy;
import dev.ipw.energy.curve.BentSteps;
import dev.ipw.energy.curve.PowerLimits;
import dev.ipw.record.EnergyMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Divide what the devices used during a run over its requests. Times count from the run's anchor. */
final class RunEnergy {
    private final List<EnergySeries> series;
    private final List<EnergySeries> headlineSeries;
    private final List<DeviceAttribution> attributions = new ArrayList<>();
    private final TimeSpan span;
    private final List<RequestActivity> requests;
    private final String whyNone;

    /**
     * Divide.
     *
     * @param series   what was sampled; empty if nothing was
     * @param whyNone  why there are no joules, should there be none
     * @param measured the measured stretch; all requests lie in it
     * @param requests when each request used the machine, and for what
     */
    RunEnergy(List<EnergySeries> series, String whyNone, TimeSpan measured, List<RequestActivity> requests) {
        this.series = HeadlineDevices.distinct(series);
        this.headlineSeries = HeadlineDevices.choose(series);
        this.whyNone = whyNone;
        this.span = measured;
        this.requests = requests;
        for (EnergySeries device : this.series) {
            OptionalDouble idle = IdlePower.within(measured, device, requests)
                    .map(power -> OptionalDouble.of(power.watts())).orElse(OptionalDouble.empty());
            attributions.add(Attribution.within(measured, device, requests, AttributionRule.AUTO,
                    new PowerLimits(idle, OptionalDouble.empty())));
        }
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
        List<RequestEnergy> parts = headline().map(device -> device.requests().get(request)).toList();
        return new EnergyMetrics(
                parts.stream().map(RequestEnergy::reading).reduce(EnergyReading::plus).orElseGet(this::none),
                headlineScope(), devices, sinceBegin(Scope.GPU, request), sinceBegin(Scope.PACKAGE, request),
                EnergyBreakdown.sum(parts.stream().map(RequestEnergy::breakdown).toList()));
    }

    private Stream<DeviceAttribution> headline() {
        return headlineSeries.stream().map(device -> attributions.get(series.indexOf(device)));
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
        return headline().map(RunEnergy::total).reduce(EnergyReading::plus).orElseGet(this::none);
    }

    /** A sensor that says nothing of a request does not know all of the stretch that the request lies in. */
    private static EnergyReading total(DeviceAttribution device) {
        boolean whole = device.requests().stream().allMatch(request -> request.reading().isAvailable());
        return whole || !device.total().isAvailable() ? device.total() : device.total().flagged(EnergyFlag.PARTIAL);
    }

    /** Give each device's joules over the measured stretch, and where they went. */
    List<DeviceTotals> totals() {
        return attributions.stream().map(RunEnergy::totals).toList();
    }

    private static DeviceTotals totals(DeviceAttribution device) {
        boolean known = device.total().isAvailable();
        boolean ofRequests = device.requests().isEmpty()
                || device.requests().stream().anyMatch(request -> request.reading().isAvailable());
        return new DeviceTotals(device.device(), total(device),
                device.requests().stream().filter(request -> request.reading().isComplete()).count(),
                onlyIf(known && ofRequests, device.requestsJoules()), onlyIf(known, device.idleJoules()),
                onlyIf(known, device.otherJoules()));
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
