package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;

/** The columns of watts while a query ran, and of its own share of them. */
final class QueryPowerColumns extends Columns<ModelMetrics> {
    private final PowerColumns power = include(new PowerColumns(), ModelMetrics::power);

    QueryPowerColumns() {
        real("request_share_watts", "the query's joules over its service time",
                ModelMetrics::requestShareWatts);
    }

    PowerMetrics read(TreeReader row) {
        return power.read(row);
    }
}
