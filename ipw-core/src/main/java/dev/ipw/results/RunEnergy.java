package dev.ipw.results;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.EnergySplit;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.OverlapSplitter;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.record.EnergyMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Divide what the devices used during a run over its requests. Times count from the run's anchor. */
final class RunEnergy {
    private final List<EnergySeries> series;
    private final List<EnergySeries> headlineSeries;
    private final List<EnergySplit> splits = new ArrayList<>();
    private final Optional<EnergySplit> headline;
    private final TimeSpan span;
    private final List<TimeSpan> requests;
    private final String whyNone;

    /**
     * Divide.
     *
     * @param series   what was sampled; empty if nothing was
     * @param whyNone  why there are no joules, should there be none
     * @param measured the measured stretch; all requests lie in it
     * @param requests when each request used the machine
     */
    RunEnergy(List<EnergySeries> series, String whyNone, TimeSpan measured, List<TimeSpan> requests) {
        this.series = HeadlineDevices.distinct(series);
        this.headlineSeries = HeadlineDevices.choose(series);
        this.whyNone = whyNone;
        this.span = measured;
        this.requests = requests;
        for (EnergySeries device : this.series) {
            splits.add(OverlapSplitter.split(device, measured, requests));
        }
        headline = headlineSeries.stream().map(device -> splits.get(this.series.indexOf(device)))
                .reduce(EnergySplit::plus);
    }

    /** Name the headline's scopes in one word. */
    String headlineScope() {
        return HeadlineDevices.label(headlineSeries);
    }

    /** Give the joules of one request. */
    EnergyMetrics of(int request) {
        List<DeviceEnergy> devices = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            devices.add(
                    new DeviceEnergy(series.get(device).device().name(), splits.get(device).requests().get(request)));
        }
        return new EnergyMetrics(headline.map(split -> split.requests().get(request)).orElseGet(this::none),
                headlineScope(), devices, sinceBegin(Scope.GPU, request), sinceBegin(Scope.PACKAGE, request));
    }

    private OptionalDouble sinceBegin(Scope scope, int request) {
        return sum(headlineSeries.stream().filter(device -> device.device().scope() == scope).toList(),
                new TimeSpan(span.startNanos(), requests.get(request).endNanos())).joules();
    }

    /** Give the headline's joules over any stretch of the run. */
    EnergyReading headlineOver(TimeSpan stretch) {
        return sum(headlineSeries, stretch);
    }

    /** Give the headline's joules over the measured stretch. */
    EnergyReading headlineTotal() {
        return headline.map(RunEnergy::total).orElseGet(this::none);
    }

    /** A sensor that says nothing of a request does not know all of the stretch that the request lies in. */
    private static EnergyReading total(EnergySplit split) {
        boolean whole = split.requests().stream().allMatch(EnergyReading::isAvailable);
        return whole || !split.total().isAvailable() ? split.total() : split.total().flagged(EnergyFlag.PARTIAL);
    }

    /** Give each device's joules over the measured stretch, and where they went. */
    List<DeviceTotals> totals() {
        List<DeviceTotals> totals = new ArrayList<>();
        for (int device = 0; device < series.size(); device++) {
            EnergySplit split = splits.get(device);
            totals.add(new DeviceTotals(series.get(device).device().name(), total(split),
                    split.requests().stream().filter(EnergyReading::isComplete).count(), ofRequests(split),
                    split.idle().joules(), split.other().joules()));
        }
        return totals;
    }

    private static OptionalDouble ofRequests(EnergySplit split) {
        boolean known = split.requests().isEmpty() || split.requests().stream().anyMatch(EnergyReading::isAvailable);
        return split.total().isAvailable() && known
                ? OptionalDouble.of(split.requests().stream().mapToDouble(one -> one.joules().orElse(0)).sum())
                : OptionalDouble.empty();
    }

    private EnergyReading sum(List<EnergySeries> devices, TimeSpan stretch) {
        return devices.stream().map(device -> device.window(stretch.startNanos(), stretch.endNanos()))
                .reduce(EnergyReading::plus).orElseGet(this::none);
    }

    private EnergyReading none() {
        return EnergyReading.unavailable(Scope.PACKAGE, "no sensor", whyNone);
    }
}
