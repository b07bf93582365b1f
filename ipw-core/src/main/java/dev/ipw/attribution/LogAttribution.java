package dev.ipw.attribution;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.Attribution;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceAttribution;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.IdlePower;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.RequestEnergy;
import dev.ipw.energy.curve.PowerLimits;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Say who used what in a run of any serving system, from what its meters and its server logged.
 *
 * <pre>{@code
 * LogAttribution result = LogAttribution.of(SampleLog.read(samples), RequestLog.read(requests), AttributionRule.AUTO);
 * result.requests().forEach(request -> System.out.println(request.id() + " " + request.joules()));
 * }</pre>
 *
 * @param requests what each request used of all devices together, in the order of the log
 * @param devices  what each device's joules went to
 * @param warnings what a reader should know
 */
public record LogAttribution(List<RequestEnergy> requests, List<DeviceAttribution> devices,
        List<String> warnings) {
    /** Copy the lists. */
    public LogAttribution {
        requests = List.copyOf(requests);
        devices = List.copyOf(devices);
        warnings = List.copyOf(warnings);
    }

    /**
     * Attribute.
     *
     * @param samples  what the meters logged
     * @param requests what the server logged
     * @param rule     by what requests that overlap share
     * @return who used what
     */
    public static LogAttribution of(SampleLog samples, RequestLog requests, AttributionRule rule) {
        List<RequestActivity> activities = requests.requests();
        Map<String, EnergySeries> series = samples.series();
        List<String> warnings = new ArrayList<>(warnings(samples, requests, series.keySet()));
        List<DeviceAttribution> devices = new ArrayList<>();
        series.forEach((device, joules) -> {
            OptionalDouble idle = samples.idleWatts(device);
            if (idle.isEmpty()) {
                Optional<IdlePower> measured = IdlePower.of(joules,
                        activities.stream().filter(one -> one.uses(device)).toList());
                idle = measured.map(power -> OptionalDouble.of(power.watts())).orElse(idle);
            }
            devices.add(Attribution.of(joules, activities, rule,
                    new PowerLimits(idle, samples.limitWatts(device))));
        });
        List<RequestEnergy> attributed = new ArrayList<>();
        for (int i = 0; i < activities.size(); i++) {
            attributed.add(sum(activities.get(i), devices, i));
        }
        return new LogAttribution(attributed, devices, warnings);
    }

    private static RequestEnergy sum(RequestActivity request, List<DeviceAttribution> devices, int index) {
        List<RequestEnergy> parts = devices.stream().filter(device -> request.uses(device.device()))
                .map(device -> device.requests().get(index)).toList();
        EnergyReading reading = parts.stream().map(RequestEnergy::reading).reduce(EnergyReading::plus)
                .orElseGet(() -> EnergyReading.unavailable(Scope.GPU, "no samples", "none of its devices has samples"));
        return new RequestEnergy(request.id(), reading,
                EnergyBreakdown.sum(parts.stream().map(RequestEnergy::breakdown).toList()));
    }

    private static List<String> warnings(SampleLog samples, RequestLog requests, Set<String> devices) {
        List<String> warnings = new ArrayList<>();
        if (samples.isCutOff()) {
            warnings.add("The last line of the samples was cut off and is left out.");
        }
        if (requests.isCutOff()) {
            warnings.add("The last line of the requests was cut off and is left out.");
        }
        if (requests.strayRequests() > 0) {
            warnings.add(String.format(Locale.ROOT,
                    "In %d of %d requests tokens come, or the prefill starts, before start_ns or after end_ns, by up to"
                            + " %.3g ms. Such times are taken as start_ns or end_ns. If they are far outside, the times"
                            + " are not all of one clock.",
                    requests.strayRequests(), requests.requests().size(), requests.mostStrayNanos() / 1e6));
        }
        Set<String> unknown = requests.requests().stream().flatMap(request -> request.devices().stream())
                .filter(device -> !devices.contains(device)).collect(Collectors.toSet());
        if (!unknown.isEmpty()) {
            warnings.add(
                    "Requests name devices without samples: " + String.join(", ", unknown.stream().sorted().toList())
                            + ". What they used of those is not known.");
        }
        return warnings;
    }

    /**
     * Write it as JSON lines: one a request, and a last one with the totals of all devices.
     *
     * @param line takes each line, without its end
     */
    public void writeJson(Consumer<String> line) {
        requests.forEach(request -> line.accept(tree(request).json()));
        TreeBuilder byDevice = TreeBuilder.object();
        devices.forEach(device -> byDevice.put(device.device(), totals(List.of(device))));
        line.accept(TreeBuilder.object().put("total", totals(devices).put("devices", byDevice)).json());
    }

    private static TreeBuilder tree(RequestEnergy request) {
        EnergyReading reading = request.reading();
        EnergyBreakdown breakdown = request.breakdown();
        TreeBuilder tree = TreeBuilder.object().put("id", request.id()).put("joules", reading.joules())
                .put("lower", reading.lower()).put("upper", reading.upper()).put("sigma", breakdown.sigmaJoules())
                .put("rule_low", breakdown.lowestRule()).put("rule_high", breakdown.highestRule())
                .put("provenance", reading.provenance().name()).put("prefill_joules", breakdown.prefillJoules())
                .put("decode_joules", breakdown.decodeJoules())
                .put("idle_share_joules", breakdown.idleShareJoules()).put("net_joules", breakdown.netJoules())
                .put("flags", reading.flags().stream().sorted().map(Enum::name).toList());
        reading.reason().ifPresent(reason -> tree.put("reason", reason));
        return tree;
    }

    private static TreeBuilder totals(List<DeviceAttribution> devices) {
        return TreeBuilder.object()
                .put("device_joules", devices.stream().mapToDouble(device -> device.total().joules().orElse(0)).sum())
                .put("requests", devices.stream().mapToDouble(DeviceAttribution::requestsJoules).sum())
                .put("idle", devices.stream().mapToDouble(DeviceAttribution::idleJoules).sum())
                .put("other", devices.stream().mapToDouble(DeviceAttribution::otherJoules).sum());
    }
}
