package dev.ipw.importing;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.PowerMetrics;
import dev.ipw.results.MeasuredElsewhere;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Read what the Python reference measured of a query's machine. Its joules are the difference of two samples of a counter that
 * its monitor keeps, or adds up from power; which of the two is not kept, so that they count as integrated, and their ends
 * are off by up to a sampling period each.
 */
final class ReferenceEnergy {
    /** How often the reference's monitor samples. */
    private static final double PERIOD_SECONDS = 0.05;
    private static final double LEAST_JOULES = 1e-12;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String SOURCE = "the Python ipw's ";

    private final TreeReader metrics;
    private final double seconds;
    private final List<DeviceEnergy> devices = new ArrayList<>();

    private ReferenceEnergy(TreeReader metrics, double seconds) {
        this.metrics = metrics;
        this.seconds = seconds;
    }

    static MeasuredElsewhere of(TreeReader metrics, Optional<TreeReader> summaryGpu, long totalNanos) {
        Optional<GpuInfo> gpu = metrics.optionalChild("gpu_info").flatMap(ReferenceEnergy::gpu)
                .or(() -> summaryGpu.flatMap(ReferenceEnergy::gpu));
        ReferenceEnergy read = new ReferenceEnergy(metrics, totalNanos / NANOS_PER_SECOND);
        return new MeasuredElsewhere(read.energy(gpu), new PowerMetrics(read.watts("gpu"), read.watts("cpu")),
                metrics.optionalChild("memory_metrics").flatMap(memory -> statistics(memory, "cpu_mb")),
                statistics(metrics, "temperature_metrics"), gpu);
    }

    private EnergyMetrics energy(Optional<GpuInfo> gpu) {
        EnergyReading board = reading("per_query_joules", "gpu", Scope.GPU);
        EnergyReading processor = reading("cpu_per_query_joules", "cpu", Scope.PACKAGE);
        reading("ane_per_query_joules", "ane", Scope.ANE);
        EnergyReading chip = reading("soc_per_query_joules", "soc", Scope.SOC);
        EnergyReading headline = isChip(gpu)
                ? chip
                : board.isAvailable() || !processor.isAvailable() ? board : processor;
        Optional<TreeReader> phases = metrics.optionalChild("phase_metrics");
        return new EnergyMetrics(headline, headline.scopeLabel(), devices, OptionalDouble.empty(),
                OptionalDouble.empty(),
                new EnergyBreakdown(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                        positive(phases, "prefill_energy_j"), positive(phases, "decode_energy_j"),
                        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()));
    }

    /** The reference takes the whole chip where it says so, or where Apple made it. */
    private boolean isChip(Optional<GpuInfo> gpu) {
        Optional<String> basis = energyMetrics().flatMap(one -> one.optionalText("basis"));
        return basis.map("soc"::equals)
                .orElse(gpu.flatMap(GpuInfo::vendor).filter("Apple"::equalsIgnoreCase).isPresent()
                        && real(energyMetrics(), "soc_per_query_joules").isPresent());
    }

    private Optional<TreeReader> energyMetrics() {
        return metrics.optionalChild("energy_metrics");
    }

    private EnergyReading reading(String key, String rail, Scope scope) {
        OptionalDouble joules = real(energyMetrics(), key);
        String source = SOURCE + rail + " energy, last sample less first";
        if (!(joules.orElse(0) > LEAST_JOULES)) {
            return EnergyReading.unavailable(scope, source, joules.isPresent()
                    ? "the query was over before the Python ipw had two samples; measure longer queries"
                    : "the Python ipw measured none here; profile again on a machine with a sensor that ipw doctor names");
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

    /** Read statistics of which all are there; the reference's documentation shows a plain number in one place. */
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
        OptionalLong number = tree.optionalWhole("device_id");
        return ReferenceRun.filled(tree, "name").map(name -> new GpuInfo(name, ReferenceRun.filled(tree, "vendor"),
                number.isPresent() ? OptionalInt.of(Math.toIntExact(number.getAsLong())) : OptionalInt.empty(),
                ReferenceRun.filled(tree, "device_type").orElse("GPU"),
                ReferenceRun.filled(tree, "backend").orElse(RunOrigin.UNKNOWN)));
    }
}
