package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.QueryPhase;
import java.util.Locale;
import java.util.Optional;

/** The columns of the phases around a query, with their times. */
public final class QueryPhaseColumns extends StructColumns<QueryPhase> {
    public static final QueryPhaseColumns INSTANCE = new QueryPhaseColumns();

    private final Column<QueryPhase, QueryPhase.Kind> kind = word("kind",
            "environment_setup, agent_setup, verification or teardown",
            phase -> phase.kind().name().toLowerCase(Locale.ROOT), Labels.of(QueryPhase.Kind.class));
    private final Column<QueryPhase, Long> start = moment("start_nanos", "when it began, on the run's clock",
            QueryPhase::startNanos);
    private final Column<QueryPhase, Long> end = moment("end_nanos", "when it ended", QueryPhase::endNanos);
    private final Column<QueryPhase, Optional<String>> error = optionalText("error", "the error",
            QueryPhase::error);

    private QueryPhaseColumns() {}

    @Override
    public QueryPhase read(TreeReader row) {
        return new QueryPhase(kind.in(row), start.in(row), end.in(row), error.in(row));
    }
}
