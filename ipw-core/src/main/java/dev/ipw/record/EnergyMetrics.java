package dev.ipw.record;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.internal.HeadlineDevices;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * A query's joules. The headline is the sum over devices that may be added up.
 *
 * @param headline             the query's joules over the headline's scopes, or the reason why there are none
 * @param headlineScope        the headline's scopes in one word: {@code gpu+package+dram}, {@code cpu-estimate}
 * @param devices              each device's part
 * @param gpuTotalJoules       joules of all GPUs from the start of the measurement window to the end of the query
 * @param processorTotalJoules joules of all processor packages, likewise
 * @param breakdown            further parts of the headline's joules: phases, rules, idle share
 */
@API(status = API.Status.EXPERIMENTAL)
public record EnergyMetrics(EnergyReading headline, String headlineScope, List<DeviceEnergy> devices,
        OptionalDouble gpuTotalJoules, OptionalDouble processorTotalJoules, EnergyBreakdown breakdown) {

    /** Copies the devices. */
    public EnergyMetrics {
        Objects.requireNonNull(headline, "headline");
        Objects.requireNonNull(headlineScope, "headlineScope");
        devices = List.copyOf(devices);
        Objects.requireNonNull(breakdown, "breakdown");
    }

    /**
     * Returns whether the processor's part of the headline is only estimated.
     *
     * @return true if no sensor measured the processor
     */
    public boolean isProcessorEstimated() {
        return headlineScope.contains(HeadlineDevices.CPU_ESTIMATE);
    }

    /**
     * Adds up the devices of one scope.
     *
     * @param scope the part of the machine
     * @return joules, or empty if no device of that scope has a figure or one of them lacks it
     */
    public OptionalDouble joules(Scope scope) {
        return devices.stream().map(DeviceEnergy::reading).filter(reading -> reading.scopes().contains(scope))
                .reduce(EnergyReading::plus).map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    /**
     * Adds up the devices of one scope, if all of their joules are known.
     *
     * @param scope the part of the machine
     * @return joules, or empty if no device of that scope has a figure, or that of one of them is not complete
     */
    public OptionalDouble completeJoules(Scope scope) {
        return devices.stream().map(DeviceEnergy::reading).filter(reading -> reading.scopes().contains(scope))
                .reduce(EnergyReading::plus).filter(EnergyReading::isComplete).map(EnergyReading::joules)
                .orElse(OptionalDouble.empty());
    }
}
