package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.results.internal.format.ExportedValue.Place;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** The columns of the joules of a query, or of one call of it. */
final class EnergyColumns extends Columns<EnergyMetrics> {
    private static final String PACKAGE = Scope.PACKAGE.label();

    private final ReferenceEnergyColumns reference = include(new ReferenceEnergyColumns(), Function.identity());
    private final Column<EnergyMetrics, OptionalDouble> joules = headline("headline_joules",
            "joules over the headline's scopes", EnergyReading::joules);
    private final Column<EnergyMetrics, OptionalDouble> lower = exported("energy_lower_joules",
            headline("headline_lower", "lower bound", EnergyReading::lower));
    private final Column<EnergyMetrics, OptionalDouble> upper = exported("energy_upper_joules",
            headline("headline_upper", "upper bound of all joules; absent if a part is missing",
                    EnergyReading::upperBound));
    private final Column<EnergyMetrics, OptionalDouble> sigma = breakdown("headline_sigma",
            "standard deviation, without the sensor's own",
            EnergyBreakdown::sigmaJoules);
    private final Column<EnergyMetrics, String> scope = exported("energy_scope", text("headline_scope",
            "the headline's scopes: gpu+package+dram, cpu-estimate", EnergyMetrics::headlineScope));
    private final Column<EnergyMetrics, Provenance> provenance = exported("energy_provenance",
            word("headline_provenance",
                    "MEASURED, INTEGRATED, ESTIMATED, UNAVAILABLE",
                    energy -> energy.headline().provenance().name(), Labels.of(Provenance.class)));
    private final Column<EnergyMetrics, String> source = exported("energy_source",
            text("headline_source", "the sensors", energy -> energy.headline().source()));
    private final Column<EnergyMetrics, Optional<String>> reason = exported("energy_reason",
            optionalText("headline_reason", "why there are no joules",
                    energy -> energy.headline().reason()));
    private final Column<EnergyMetrics, OptionalDouble> ruleLow = breakdown("rule_low",
            "the least that a defensible rule charges",
            EnergyBreakdown::lowestRule);
    private final Column<EnergyMetrics, OptionalDouble> ruleHigh = breakdown("rule_high", "the most",
            EnergyBreakdown::highestRule);
    private final Column<EnergyMetrics, OptionalDouble> idleShare = exported("energy_idle_share_joules",
            breakdown("idle_share_joules",
                    "share of idle power", EnergyBreakdown::idleShareJoules));
    private final Column<EnergyMetrics, OptionalDouble> net = exported("energy_net_joules",
            breakdown("net_joules", "joules without it", EnergyBreakdown::netJoules));
    private final Column<EnergyMetrics, OptionalDouble> netSigma = breakdown("net_sigma", "their standard deviation",
            EnergyBreakdown::netSigmaJoules);
    private final Column<EnergyMetrics, List<String>> flags = exported("energy_flags",
            texts("flags", "flags of the joules",
                    energy -> JoulesColumns.names(energy.headline())));
    private final Column<EnergyMetrics, List<DeviceEnergy>> devices = structs("devices", "the joules of each device",
            new DeviceEnergyColumns(), EnergyMetrics::devices);

    private final LastResult<String, Set<Scope>> scopesOf = new LastResult<>(label -> JoulesColumns
            .scopes(label.replace(HeadlineDevices.CPU_ESTIMATE, PACKAGE).replace(HeadlineDevices.NONE, PACKAGE)));
    private final LastResult<List<String>, Set<EnergyFlag>> flagsOf = new LastResult<>(JoulesColumns::flags);

    EnergyColumns() {
        exportedOnly("package_joules", Place.FIGURE, energy -> orNull(energy.joules(Scope.PACKAGE)));
        exportedOnly("dram_joules", Place.FIGURE, energy -> orNull(energy.joules(Scope.DRAM)));
    }

    private Column<EnergyMetrics, OptionalDouble> headline(String name, String meaning,
            Function<EnergyReading, OptionalDouble> part) {
        return real(name, meaning, energy -> part.apply(energy.headline()));
    }

    private Column<EnergyMetrics, OptionalDouble> breakdown(String name, String meaning,
            Function<EnergyBreakdown, OptionalDouble> part) {
        return real(name, meaning, energy -> part.apply(energy.breakdown()));
    }

    /** Reads the joules, unless the row has none. */
    Optional<EnergyMetrics> readIfAny(TreeReader row, PhaseFigures phases) {
        return row.has(scope.name()) ? Optional.of(row.as(known -> read(known, phases))) : Optional.empty();
    }

    /** Reads the joules; those of the phases are columns of their own. */
    EnergyMetrics read(TreeReader row, PhaseFigures phases) {
        return new EnergyMetrics(headline(row), scope.in(row), devices.in(row), reference.gpuTotal(row),
                reference.processorTotal(row),
                new EnergyBreakdown(sigma.in(row), ruleLow.in(row), ruleHigh.in(row), phases.prefillJoules(),
                        phases.decodeJoules(), idleShare.in(row), net.in(row), netSigma.in(row)));
    }

    /** Reads the joules over the headline's scopes. */
    EnergyReading headline(TreeReader row) {
        return new EnergyReading(joules.in(row), lower.in(row), JoulesColumns.upper(upper.in(row), joules.in(row)),
                provenance.in(row),
                scopesOf.apply(scope.in(row)), source.in(row), flagsOf.apply(flags.in(row)), reason.in(row));
    }

    /** The columns of joules that the Python reference has. */
    private static final class ReferenceEnergyColumns extends Columns<EnergyMetrics> {
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
}
