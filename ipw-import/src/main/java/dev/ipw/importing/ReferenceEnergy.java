package dev.ipw.importing;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.error.Setting;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.ImportedMeasurements;
import dev.ipw.record.PowerMetrics;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A reader of the measurements of the Python reference for a query's machine. Its joules are the difference of two
 * samples of a counter that its monitor reads, or integrates from power. The kind is not kept, so the joules count as
 * integrated, and their ends have an error of up to a sampling period each.
 */
final class ReferenceEnergy {
    /** The sampling period of the reference's monitor. */
    private static final double PERIOD_SECONDS = 0.05;
    private static final double MIN_JOULES = 1e-12;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String CHIP = "soc";
    private static final String SOURCE = "the Python ipw's ";

    private final TreeReader metrics;
    private final double seconds;
    private final List<DeviceEnergy> devices = new ArrayList<>();

    private ReferenceEnergy(TreeReader metrics, double seconds) {
        this.metrics = metrics;
        this.seconds = seconds;
    }

    /**
     * Chooses the scope of the headline joules of a whole run, so that all of its queries have the same scope: the
     * scope in the rows, or else the whole chip for Apple's, or else the graphics processor.
     *
     * @param rows       the measurements of each query
     * @param summaryGpu the graphics processor that the summary names
     */
    static Scope headline(Stream<TreeReader> rows, Optional<TreeReader> summaryGpu) {
        Optional<GpuInfo> gpu = summaryGpu.flatMap(ReferenceEnergy::gpu);
        for (Iterator<TreeReader> each = rows.iterator(); each.hasNext();) {
            TreeReader metrics = each.next();
            Optional<String> basis = metrics.optionalChild("energy_metrics").flatMap(one -> one.optionalText("basis"));
            if (basis.isPresent()) {
                return basis.get().equals(CHIP) ? Scope.SOC : Scope.GPU;
            }
            gpu = gpu.or(() -> metrics.optionalChild("gpu_info").flatMap(ReferenceEnergy::gpu));
        }
        return gpu.flatMap(GpuInfo::vendor).filter("Apple"::equalsIgnoreCase).isPresent() ? Scope.SOC : Scope.GPU;
    }

    /** Returns the key of the figure with the joules of a headline. */
    static String key(Scope headline) {
        return headline == Scope.SOC ? "soc_per_query_joules" : "per_query_joules";
    }

    static ImportedMeasurements of(TreeReader metrics, Scope headline, Optional<TreeReader> summaryGpu,
            long totalNanos) {
        Optional<GpuInfo> gpu = metrics.optionalChild("gpu_info").flatMap(ReferenceEnergy::gpu)
                .or(() -> summaryGpu.flatMap(ReferenceEnergy::gpu));
        ReferenceEnergy read = new ReferenceEnergy(metrics, totalNanos / NANOS_PER_SECOND);
        return new ImportedMeasurements(read.energy(headline), new PowerMetrics(read.watts("gpu"), read.watts("cpu")),
                metrics.optionalChild("memory_metrics").flatMap(memory -> statistics(memory, "cpu_mb")),
                statistics(metrics, "temperature_metrics"), gpu);
    }

    private EnergyMetrics energy(Scope scope) {
        EnergyReading board = reading(key(Scope.GPU), "gpu", Scope.GPU);
        reading("cpu_per_query_joules", "cpu", Scope.PACKAGE);
        reading("ane_per_query_joules", "ane", Scope.ANE);
        EnergyReading chip = reading(key(Scope.SOC), CHIP, Scope.SOC);
        EnergyReading headline = scope == Scope.SOC ? chip : board;
        Optional<TreeReader> phases = metrics.optionalChild("phase_metrics");
        return new EnergyMetrics(headline, headline.scopeLabel(), devices, OptionalDouble.empty(),
                OptionalDouble.empty(),
                new EnergyBreakdown(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                        positive(phases, "prefill_energy_j"), positive(phases, "decode_energy_j"),
                        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()));
    }

    private Optional<TreeReader> energyMetrics() {
        return metrics.optionalChild("energy_metrics");
    }

    private EnergyReading reading(String key, String rail, Scope scope) {
        OptionalDouble joules = real(energyMetrics(), key);
        String source = SOURCE + rail + " energy, last sample less first";
        if (!(joules.orElse(0) > MIN_JOULES)) {
            return EnergyReading.unavailable(scope, source, joules.isPresent()
                    ? "the query ended before the Python ipw had two samples; measure longer queries"
                    : "the Python ipw measured none here; profile again on a machine with a sensor that "
                            + Setting.PROBE + " names");
        }
        double used = joules.getAsDouble();
        double watts = Math.max(watts(rail).map(Statistics::maximum).orElse(0.0), seconds > 0 ? used / seconds : 0);
        double margin = 2 * PERIOD_SECONDS * watts;
        EnergyReading reading = EnergyReading.of(used, Math.max(0, used - margin), used + margin,
                Provenance.INTEGRATED, scope, source, Set.of(EnergyFlag.LATE));
        devices.add(new DeviceEnergy(rail, reading));
        return reading;
    }

    private Optional<Statistics> watts(String rail) {
        return metrics.optionalChild("power_metrics").flatMap(power -> power.optionalChild(rail))
                .flatMap(one -> statistics(one, "per_query_watts"));
    }

    /** Reads complete statistics; the reference's documentation shows a plain number in one place. */
    private static Optional<Statistics> statistics(TreeReader parent, String key) {
        if (!(parent.asMap().get(key) instanceof Map<?, ?>)) {
            return Optional.empty();
        }
        TreeReader tree = parent.child(key);
        OptionalDouble average = tree.optionalReal("avg");
        OptionalDouble maximum = tree.optionalReal("max");
        OptionalDouble median = tree.optionalReal("median");
        OptionalDouble minimum = tree.optionalReal("min");
        return average.isPresent() && maximum.isPresent() && median.isPresent() && minimum.isPresent()
                ? Optional.of(new Statistics(average.getAsDouble(), maximum.getAsDouble(), median.getAsDouble(),
                        minimum.getAsDouble()))
                : Optional.empty();
    }

    private static OptionalDouble positive(Optional<TreeReader> tree, String key) {
        OptionalDouble value = real(tree, key);
        return value.orElse(-1) >= 0 ? value : OptionalDouble.empty();
    }

    private static OptionalDouble real(Optional<TreeReader> tree, String key) {
        OptionalDouble value = tree.map(one -> one.optionalReal(key)).orElse(OptionalDouble.empty());
        return value.isPresent() && Double.isFinite(value.getAsDouble()) ? value : OptionalDouble.empty();
    }

    private static Optional<GpuInfo> gpu(TreeReader tree) {
        return ReferenceRun.filled(tree, "name").map(name -> new GpuInfo(name, ReferenceRun.filled(tree, "vendor"),
                tree.optionalInt("device_id"), ReferenceRun.filled(tree, "device_type").orElse("GPU"),
                ReferenceRun.filled(tree, "backend").orElse(RunOrigin.UNKNOWN)));
    }
}
