package dev.ipw.results.internal.format;

import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.EnergyMetrics;
import java.util.OptionalDouble;

/** The columns of joules that the Python reference has. */
final class ReferenceEnergyColumns extends Columns<EnergyMetrics> {
    private final Column<EnergyMetrics, OptionalDouble> gpuTotal;
    private final Column<EnergyMetrics, OptionalDouble> processorTotal;

    ReferenceEnergyColumns() {
        exported("gpu_joules", ofScope("per_query_joules", "joules of the GPUs", Scope.GPU));
        gpuTotal = real("total_joules", "joules of the GPUs since the run began", EnergyMetrics::gpuTotalJoules);
        // The reference's CPU columns have no provenance: estimates do not go there.
        real("cpu_per_query_joules", "joules of the processor packages, if measured",
                energy -> ifMeasured(energy, energy.joules(Scope.PACKAGE)));
        processorTotal = real("cpu_total_joules", "joules of the processor packages since the run began",
                energy -> ifMeasured(energy, energy.processorTotalJoules()));
        ofScope("ane_per_query_joules", "joules of Apple's neural engine", Scope.ANE);
        real("ane_total_joules", "not filled yet", row -> OptionalDouble.empty());
        ofScope("soc_per_query_joules", "joules of the whole chip", Scope.SOC);
        real("soc_total_joules", "not filled yet", row -> OptionalDouble.empty());
        text("basis", "the headline's scopes, under the reference's name", EnergyMetrics::headlineScope);
    }

    private Column<EnergyMetrics, OptionalDouble> ofScope(String name, String meaning, Scope of) {
        return real(name, meaning, energy -> energy.joules(of));
    }

    private static OptionalDouble ifMeasured(EnergyMetrics energy, OptionalDouble processor) {
        return energy.isProcessorEstimated() ? OptionalDouble.empty() : processor;
    }

    OptionalDouble gpuTotal(TreeReader row) {
        return gpuTotal.in(row);
    }

    OptionalDouble processorTotal(TreeReader row) {
        return processorTotal.in(row);
    }
}
