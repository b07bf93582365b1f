package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.ImportedMeasurements;
import dev.ipw.record.PowerMetrics;
import dev.ipw.statistics.Statistics;
import java.util.Optional;

/** The columns of another tool's measurements in a journal; they are those of the run dataset. */
public final class MeasuredColumns extends StructColumns<ImportedMeasurements> {
    public static final MeasuredColumns INSTANCE = new MeasuredColumns();

    private final EnergyColumns energies = new EnergyColumns();
    private final Column<ImportedMeasurements, TreeReader> energy = part(ModelColumns.ENERGY, "joules", energies,
            ImportedMeasurements::energy);
    private final Column<ImportedMeasurements, PhaseFigures> phases = struct(ModelColumns.PHASES,
            "joules of the phases",
            new PhaseColumns(), measured -> PhaseFigures.of(measured.energy().breakdown()));
    private final Column<ImportedMeasurements, PowerMetrics> power = struct(ModelColumns.POWER, "watts",
            new PowerColumns(), ImportedMeasurements::power);
    private final Column<ImportedMeasurements, Optional<Statistics>> memory = struct(ModelColumns.MEMORY,
            "memory in use",
            MemoryColumns.INSTANCE, ImportedMeasurements::hostMemoryMegabytes);
    private final Column<ImportedMeasurements, Optional<Statistics>> temperature = optionalStruct(
            ModelColumns.TEMPERATURE, "degrees Celsius", StatisticsColumns.INSTANCE,
            ImportedMeasurements::temperatureCelsius);
    private final Column<ImportedMeasurements, Optional<GpuInfo>> gpu = optionalStruct(ModelColumns.GPU,
            "the graphics processors", GpuColumns.INSTANCE, ImportedMeasurements::gpu);

    private MeasuredColumns() {}

    @Override
    public ImportedMeasurements read(TreeReader row) {
        return new ImportedMeasurements(energies.read(energy.in(row), phases.in(row)), power.in(row), memory.in(row),
                temperature.in(row), gpu.in(row));
    }
}
