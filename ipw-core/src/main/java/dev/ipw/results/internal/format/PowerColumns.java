package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.PowerMetrics;
import dev.ipw.statistics.Statistics;
import java.util.Optional;

/** The columns of the watts of the devices. */
final class PowerColumns extends StructColumns<PowerMetrics> {
    private final Column<PowerMetrics, Optional<Statistics>> gpu = struct("gpu", "all GPUs together",
            RailColumns.INSTANCE, PowerMetrics::gpuWatts);
    private final Column<PowerMetrics, Optional<Statistics>> processor = struct("cpu",
            "all processor packages together", RailColumns.INSTANCE, PowerMetrics::processorWatts);

    PowerColumns() {
        struct("soc", "the whole chip; not filled yet", RailColumns.INSTANCE, row -> Optional.empty());
        struct("ane", "Apple's neural engine; not filled yet", RailColumns.INSTANCE, row -> Optional.empty());
    }

    @Override
    public PowerMetrics read(TreeReader row) {
        return new PowerMetrics(gpu.in(row), processor.in(row));
    }

    /** The columns of the watts of one kind of device. */
    private static final class RailColumns extends StructColumns<Optional<Statistics>> {
        static final RailColumns INSTANCE = new RailColumns();

        private final Column<Optional<Statistics>, Optional<Statistics>> watts = optionalStruct("per_query_watts",
                "watts of the devices while the query ran", StatisticsColumns.INSTANCE, power -> power);

        private RailColumns() {
            optionalStruct("total_watts", "watts since the run began; not filled yet", StatisticsColumns.INSTANCE,
                    row -> Optional.empty());
        }

        @Override
        public Optional<Statistics> read(TreeReader row) {
            return watts.in(row);
        }
    }
}
