package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Statistics;
import java.util.Optional;

/** The columns of the watts of one kind of device. */
final class RailColumns extends StructColumns<Optional<Statistics>> {
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
