package dev.ipw.importing.log;

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
import dev.ipw.energy.attribution.internal.activity.IdlePower;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.ConsistencyWatch;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.StuckPower;
import dev.ipw.energy.internal.curve.LimitWatch;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.results.internal.finishing.AttributionResult;
import dev.ipw.results.internal.finishing.UncountedTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The attribution of the joules of a run of any serving system, from the logs of its meters and its server.
 *
 * <pre>{@code
 * LogAttribution result = LogAttribution.of(SampleLog.read(samples), RequestLog.read(requests), AttributionRule.AUTO);
 * result.requests().forEach(request -> System.out.println(request.id() + " " + request.joules()));
 * }</pre>
 *
 * @param requests the use of all devices together by each request, in the order of the log
 * @param devices  the division of each device's joules
 * @param warnings warnings for a reader
 */
public record LogAttribution(List<RequestEnergy> requests, List<DeviceAttribution> devices,
        List<String> warnings) implements AttributionResult {
    // The maximum averaging time. A log does not record whether its power is a mean; that of graphics boards is one
    // over a second at most.
    private static final long LONGEST_AVERAGING_NANOS = 1_000_000_000L;
    private static final double POWER_AT_AN_EDGE = 0.5;
    private static final long A_DAY_NANOS = 86_400_000_000_000L;

    /** Copies the lists. */
    public LogAttribution {
        requests = List.copyOf(requests);
        devices = List.copyOf(devices);
        warnings = List.copyOf(warnings);
    }

    /**
     * Attributes joules to requests.
     *
     * @param samples  the log of the meters
     * @param requests the log of the server
     * @param rule     the rule by which overlapping requests share
     * @return the attribution
     */
    public static LogAttribution of(SampleLog samples, RequestLog requests, AttributionRule rule) {
        List<String> warnings = new ArrayList<>(warnings(samples));
        warnings.addAll(warnings(samples, requests));
        return of(samples, requests.requests(), rule, warnings);
    }

    /**
     * Attributes joules to work of any kind.
     *
     * @param samples    the log of the meters
     * @param activities the work
     * @param rule       the rule by which overlapping work shares
     * @return the attribution
     */
    public static LogAttribution of(SampleLog samples, List<RequestActivity> activities, AttributionRule rule) {
        return of(samples, activities, rule, warnings(samples));
    }

    private static LogAttribution of(SampleLog samples, List<RequestActivity> activities, AttributionRule rule,
            List<String> known) {
        Map<String, DeviceSeries> series = samples.series();
        List<String> warnings = new ArrayList<>(known);
        List<DeviceAttribution> devices = new ArrayList<>();
        series.forEach((device, joules) -> {
            OptionalDouble idle = samples.idleWatts(device);
            OptionalDouble leastIdle = idle;
            double idleSpread = 0;
            if (idle.isEmpty()) {
                Optional<IdlePower> measured = IdlePower.of(joules,
                        activities.stream().filter(one -> one.uses(device)).toList());
                idle = measured.map(power -> OptionalDouble.of(power.watts())).orElse(idle);
                // Other work than the requests is not in the log, and may not run all the time.
                leastIdle = measured.map(power -> OptionalDouble.of(power.leastWatts())).orElse(idle);
                idleSpread = measured.map(IdlePower::spreadWatts).orElse(0.0);
            }
            PowerLimits limits = new PowerLimits(idle, samples.limitWatts(device));
            List<EnergyFinding> findings = new ArrayList<>(disagreements(samples, device, joules));
            findings.addAll(LimitWatch.find(joules.steps(),
                    new PowerLimits(leastIdle, samples.limitWatts(device)), idleSpread));
            doubt(samples, device, joules).ifPresent(findings::add);
            StuckPower.find(joules, times(activities, device)).ifPresent(findings::add);
            warnings.addAll(EnergyFinding.messages(findings));
            DeviceAttribution divided = Attribution.of(joules, activities, rule, limits).flagged(findings, activities);
            if (divided.total().isAvailable()) {
                samples.contradiction(device).ifPresent(warnings::add);
            }
            UncountedTime uncounted = new UncountedTime(joules.steps(), List.of(span(joules)), limits);
            EnergyReading total = uncounted.flag(divided.total());
            uncounted.warning(total).filter(why -> total.flags().contains(EnergyFlag.PARTIAL))
                    .ifPresent(warnings::add);
            DeviceAttribution bounded = divided.withTotal(withEdges(joules.steps(), uncounted.bound(total)));
            // The doubtful lines were reported before.
            devices.add(samples.isUnconfirmed(device) ? inDoubt(bounded) : bounded);
        });
        devices.forEach(device -> {
            if (device.total().isAvailable()) {
                device.untrusted().ifPresent(warnings::add);
            }
        });
        devices.forEach(device -> device.total().reason().ifPresent(reason -> warnings.add("Nothing is known of what "
                + device.device() + " used: " + reason
                + ". Requests that it served have no joules; name them in their devices, or leave it out of the "
                + "samples.")));
        List<RequestEnergy> attributed = new ArrayList<>();
        for (int i = 0; i < activities.size(); i++) {
            attributed.add(sum(activities.get(i), devices, i));
        }
        return new LogAttribution(attributed, devices, warnings);
    }

    private static List<TimeSpan> times(List<RequestActivity> activities, String device) {
        return activities.stream().filter(one -> one.uses(device))
                .map(one -> new TimeSpan(one.startNanos(), one.endNanos()))
                .sorted(Comparator.comparingLong(TimeSpan::startNanos)).toList();
    }

    private static TimeSpan span(DeviceSeries series) {
        return new TimeSpan(series.firstNanos().orElseThrow(), series.lastNanos().orElseThrow());
    }

    /**
     * Widens the bounds for the ends of the log: the first step of a counter may have begun before it, and the use
     * after the last step is not in it; power may have changed within half a step of its first and its last reading.
     */
    private static EnergyReading withEdges(EnergySteps steps, EnergyReading total) {
        int last = steps.edges() - 1;
        while (last > 1 && steps.isCounted() && !steps.isMovement(last)) {
            last--;
        }
        if (!total.isAvailable() || last < 1) {
            return total;
        }
        double share = steps.isCounted() ? 1 : POWER_AT_AN_EDGE;
        double first = share * (steps.joules(1) - steps.joules(0));
        double end = share * (steps.joules(last) - steps.joules(last - 1));
        double lower = total.lower().orElseThrow();
        return new EnergyReading(total.joules(), OptionalDouble.of(Math.max(0, lower - first)),
                OptionalDouble.of(total.upper().orElseThrow() + end), total.provenance(), total.scopes(),
                total.source(), total.flags(), total.reason());
    }

    private static DeviceAttribution inDoubt(DeviceAttribution divided) {
        return divided.total().isAvailable()
                ? divided.withTotal(divided.total().flagged(EnergyFlag.INCONSISTENT))
                : divided;
    }

    private static Optional<EnergyFinding> doubt(SampleLog samples, String device, DeviceSeries series) {
        return samples.isDoubtful(device)
                ? Optional.of(new EnergyFinding(EnergyFlag.INCONSISTENT,
                        span(series),
                        "More than one in twenty readings of " + device + " contradict the others, so all of "
                                + "them are doubtful. Log each device under a name of its own, by one meter."))
                : Optional.empty();
    }

    private static Optional<String> outside(SampleLog samples, RequestLog requests) {
        long first = samples.series().values().stream().mapToLong(one -> one.firstNanos().orElseThrow()).min()
                .orElseThrow();
        long last = samples.series().values().stream().mapToLong(one -> one.lastNanos().orElseThrow()).max()
                .orElseThrow();
        long outside = requests.requests().stream()
                .filter(request -> request.endNanos() < first || request.startNanos() > last).count();
        return outside == 0
                ? Optional.empty()
                : Optional.of(outside + " of " + requests.requests().size() + " requests were served before the first "
                        + "sample, at " + first + " ns, or after the last, at " + last
                        + " ns. Both logs must be on one "
                        + "clock.");
    }

    private static List<EnergyFinding> disagreements(SampleLog samples, String device, DeviceSeries counter) {
        return counter.firstNanos().isEmpty()
                ? List.of()
                : samples.power(device).map(power -> ConsistencyWatch.compare(counter, power,
                        samples.averagingNanos(device).orElse(LONGEST_AVERAGING_NANOS),
                        span(counter)))
                        .orElse(List.of());
    }

    private static RequestEnergy sum(RequestActivity request, List<DeviceAttribution> devices, int index) {
        List<RequestEnergy> parts = devices.stream().filter(device -> request.uses(device.device()))
                .map(device -> device.requests().get(index)).toList();
        return parts.isEmpty()
                ? new RequestEnergy(request.id(),
                        EnergyReading.unavailable(Scope.GPU, "no samples", "none of its devices has samples"),
                        EnergyBreakdown.NONE)
                : RequestEnergy.sum(request.id(), parts);
    }

    private static List<String> warnings(SampleLog samples) {
        List<String> warnings = new ArrayList<>();
        if (samples.isCutOff()) {
            warnings.add("The last line of the samples was cut off and is left out.");
        }
        warnings.addAll(samples.faults());
        if (!samples.withoutSamples().isEmpty()) {
            warnings.add("There are no two samples of " + String.join(", ", samples.withoutSamples())
                    + ". What was used there is not in the figures.");
        }
        if (!samples.withoutAveraging().isEmpty()) {
            String device = samples.withoutAveraging().getFirst();
            warnings.add("The power of " + String.join(", ", samples.withoutAveraging()) + " is taken for a mean over "
                    + "the last second, as that of many graphics boards is, since it never jumps. Say how long with a line {\"device\":\""
                    + device + "\",\"averaging_ms\":1000} in the samples; 0 for power of an instant.");
        }
        samples.series().keySet().stream().sorted().forEach(device -> {
            if (samples.longestPauseNanos(device) > A_DAY_NANOS) {
                warnings.add(String.format(Locale.ROOT,
                        "Two samples of %s that follow each other lie %.1f days apart. All times must be on one clock.",
                        device, (double) samples.longestPauseNanos(device) / A_DAY_NANOS));
            }
            samples.counterEndNanos(device).ifPresent(end -> warnings.add("The last energy_mj of " + device + " is at "
                    + end + " ns, though power_mw continues. The joules after that are not in the figures; leave "
                    + "energy_mj out of the samples to use the power of all of them."));
        });
        return warnings;
    }

    private static List<String> warnings(SampleLog samples, RequestLog requests) {
        List<String> warnings = new ArrayList<>();
        if (requests.isCutOff()) {
            warnings.add("The last line of the requests was cut off and is left out.");
        }
        if (requests.requests().isEmpty()) {
            warnings.add("There are no requests, so that all joules are idle.");
        }
        outside(samples, requests).ifPresent(warnings::add);
        if (requests.strayRequests() > 0) {
            warnings.add(String.format(Locale.ROOT,
                    "In %d of %d requests tokens come, or the prefill starts, before start_ns or after end_ns, by up to"
                            + " %.3g ms. Such times are taken as start_ns or end_ns. If they are far outside, the times"
                            + " are not all of one clock.",
                    requests.strayRequests(), requests.requests().size(), requests.mostStrayNanos() / 1e6));
        }
        Set<String> devices = samples.series().keySet();
        Set<String> unknown = requests.requests().stream().flatMap(request -> request.devices().stream())
                .filter(device -> !devices.contains(device)).collect(Collectors.toSet());
        if (!unknown.isEmpty()) {
            warnings.add(
                    "Requests name devices without samples: " + String.join(", ", unknown.stream().sorted().toList())
                            + ". What they used of those is not known.");
        }
        return warnings;
    }

    @Override
    public List<DeviceAttribution> summed() {
        return devices;
    }

    /** Adds up the devices that have a figure: PARTIAL if one has none, which the warnings report. */
    @Override
    public EnergyReading total() {
        boolean isPartial = devices.stream().anyMatch(device -> !device.total().isAvailable());
        return devices.stream().map(DeviceAttribution::total).filter(EnergyReading::isAvailable)
                .reduce(EnergyReading::plus)
                .map(sum -> isPartial ? sum.flagged(EnergyFlag.PARTIAL) : sum)
                .or(() -> devices.stream().map(DeviceAttribution::total).findFirst())
                .orElseGet(() -> EnergyReading.unavailable(Scope.GPU, "no samples", "no device has samples"));
    }
}
