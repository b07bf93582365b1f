package dev.ipw.attribution;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.DeviceAttribution;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.RequestEnergy;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hold what a request used of all the devices that served it.
 *
 * @param id              the request
 * @param reading         its joules with their bounds
 * @param sigmaJoules     their standard deviation, without that of the sensors themselves
 * @param lowestRule      the least that any of the defensible rules would charge it with
 * @param highestRule     the most
 * @param prefillJoules   what it used before its first token
 * @param decodeJoules    what it used from its first token on
 * @param idleShareJoules its part of what the devices would have used anyway
 * @param netJoules       what it used beyond that
 */
public record AttributedRequest(String id, EnergyReading reading, OptionalDouble sigmaJoules, OptionalDouble lowestRule,
        OptionalDouble highestRule, OptionalDouble prefillJoules, OptionalDouble decodeJoules,
        OptionalDouble idleShareJoules, OptionalDouble netJoules) {

    static AttributedRequest sum(RequestActivity request, List<DeviceAttribution> devices, int index) {
        List<RequestEnergy> parts = new ArrayList<>();
        for (DeviceAttribution device : devices) {
            if (request.uses(device.device())) {
                parts.add(device.requests().get(index));
            }
        }
        EnergyReading reading = parts.stream().map(RequestEnergy::reading).reduce(EnergyReading::plus)
                .orElseGet(() -> EnergyReading.unavailable(dev.ipw.energy.Scope.GPU, "no samples",
                        "none of its devices has samples"));
        OptionalDouble sigma = sum(parts, part -> squared(part.sigmaJoules()));
        return new AttributedRequest(request.id(), reading,
                sigma.isPresent() ? OptionalDouble.of(Math.sqrt(sigma.getAsDouble())) : sigma,
                sum(parts, RequestEnergy::lowestRule), sum(parts, RequestEnergy::highestRule),
                sum(parts, RequestEnergy::prefillJoules), sum(parts, RequestEnergy::decodeJoules),
                sum(parts, RequestEnergy::idleShareJoules), sum(parts, RequestEnergy::netJoules));
    }

    private static OptionalDouble squared(OptionalDouble value) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * value.getAsDouble()) : value;
    }

    /** Add up; a sum of which a part is absent is absent. */
    private static OptionalDouble sum(List<RequestEnergy> parts, Function<RequestEnergy, OptionalDouble> figure) {
        double sum = 0;
        for (RequestEnergy part : parts) {
            OptionalDouble value = figure.apply(part);
            if (value.isEmpty()) {
                return value;
            }
            sum += value.getAsDouble();
        }
        return parts.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    /**
     * Give the joules.
     *
     * @return joules; empty if there is no figure
     */
    public OptionalDouble joules() {
        return reading.joules();
    }

    /**
     * Write it as an object.
     *
     * @return the figures by their names in a JSON line
     */
    public Map<String, @Nullable Object> toTree() {
        Optional<String> reason = reading.reason();
        TreeBuilder tree = TreeBuilder.object().put("id", id).put("joules", reading.joules())
                .put("lower", reading.lower()).put("upper", reading.upper()).put("sigma", sigmaJoules)
                .put("rule_low", lowestRule).put("rule_high", highestRule)
                .put("provenance", reading.provenance().name()).put("prefill_joules", prefillJoules)
                .put("decode_joules", decodeJoules).put("idle_share_joules", idleShareJoules)
                .put("net_joules", netJoules)
                .put("flags", reading.flags().stream().map(Enum::name).sorted().toList());
        return reason.isPresent() ? tree.put("reason", reason.get()).build() : tree.build();
    }
}
