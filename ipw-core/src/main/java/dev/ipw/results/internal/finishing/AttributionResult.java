package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.WidthReason;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.List;
import java.util.function.Consumer;

/** The attribution of a run's joules, from any log. */
public interface AttributionResult {
    /**
     * Lists the requests.
     *
     * @return the joules of each request on the summed devices together
     */
    List<RequestEnergy> requests();

    /**
     * Lists the devices, including those that contain others or are part of them.
     *
     * @return the attribution of each device's joules
     */
    List<DeviceAttribution> devices();

    /**
     * Lists the devices whose joules are summed.
     *
     * @return the devices that count in the requests' joules and in the total
     */
    List<DeviceAttribution> summed();

    /**
     * Returns the joules of the summed devices.
     *
     * @return their sum, or the reason why there is none
     */
    EnergyReading total();

    /**
     * Lists the warnings.
     *
     * @return sentences
     */
    List<String> warnings();

    /**
     * Writes the result as JSON lines: one per request, and a last one with the totals of the summed devices and of
     * each device.
     *
     * @param line takes each line, without its end
     */
    default void writeJson(Consumer<String> line) {
        requests().forEach(request -> line.accept(tree(request).json()));
        line.accept(TreeBuilder.object().put("total", totals(total(), summed(), devices(), "requests")).json());
    }

    /**
     * Writes totals.
     *
     * @param total   the joules of the summed devices
     * @param summed  the devices whose joules are summed
     * @param devices all devices
     * @param what    the key of the sum of the divided joules, named after the recipients
     * @return device, divided, idle and other joules of the summed devices, and of each device
     */
    static TreeBuilder totals(EnergyReading total, List<DeviceAttribution> summed, List<DeviceAttribution> devices,
            String what) {
        TreeBuilder byDevice = TreeBuilder.object();
        devices.forEach(device -> byDevice.put(device.device(), totals(device.total(), List.of(device), what)
                .put("quality", device.sharing().quality()).put("trust", device.sharing().trust().label())
                .put("width_reason", device.sharing().width().map(WidthReason::label))));
        return totals(total, summed, what).put("devices", byDevice);
    }

    private static TreeBuilder tree(RequestEnergy request) {
        EnergyReading reading = request.reading();
        EnergyBreakdown breakdown = request.breakdown();
        TreeBuilder tree = TreeBuilder.object().put("id", request.id()).put("joules", reading.joules())
                .put("lower", reading.lower()).put("upper", reading.upperBound()).put("sigma", breakdown.sigmaJoules())
                .put("rule_low", breakdown.lowestRule()).put("rule_high", breakdown.highestRule())
                .put("provenance", reading.provenance().name()).put("prefill_joules", breakdown.prefillJoules())
                .put("decode_joules", breakdown.decodeJoules())
                .put("idle_share_joules", breakdown.idleShareJoules()).put("net_joules", breakdown.netJoules())
                .put("flags", reading.flags().stream().sorted().map(Enum::name).toList());
        reading.reason().ifPresent(reason -> tree.put("reason", reason));
        return tree;
    }

    private static TreeBuilder totals(EnergyReading total, List<DeviceAttribution> devices, String what) {
        TreeBuilder tree = TreeBuilder.object().put("device_joules", total.joules())
                .put(what, devices.stream().mapToDouble(DeviceAttribution::requestsJoules).sum())
                .put("idle", devices.stream().mapToDouble(DeviceAttribution::idleJoules).sum())
                .put("other", devices.stream().mapToDouble(DeviceAttribution::otherJoules).sum());
        tree.put("lower", total.lower()).put("upper", total.upperBound())
                .put("flags", total.flags().stream().sorted().map(Enum::name).toList());
        total.reason().ifPresent(reason -> tree.put("reason", reason));
        return tree;
    }
}
