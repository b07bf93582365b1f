package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Statistics;
import java.util.Optional;

/** The columns of memory in use, in MiB. */
final class MemoryColumns extends StructColumns<Optional<Statistics>> {
    static final MemoryColumns INSTANCE = new MemoryColumns();

    private final Column<Optional<Statistics>, Optional<Statistics>> host = optionalStruct("cpu_mb",
            "main memory in use, MiB", StatisticsColumns.INSTANCE, memory -> memory);

    private MemoryColumns() {
        optionalStruct("gpu_mb", "memory of the GPUs in use, MiB; not filled yet", StatisticsColumns.INSTANCE,
                row -> Optional.empty());
    }

    @Override
    public Optional<Statistics> read(TreeReader row) {
        return host.in(row);
    }
}
