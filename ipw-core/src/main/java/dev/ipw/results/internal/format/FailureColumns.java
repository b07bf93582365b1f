package dev.ipw.results.internal.format;

import dev.ipw.inference.FailureKind;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.RequestFailure;

/** The columns of the failure of a query, or of one call of it. */
public final class FailureColumns extends StructColumns<RequestFailure> {
    public static final FailureColumns INSTANCE = new FailureColumns();

    private final Column<RequestFailure, FailureKind> kind = exported("failure_kind",
            word("kind", "kind of failure", failure -> failure.kind().label(), Labels.of(FailureKind.class)));
    private final Column<RequestFailure, String> message = exported("failure_message",
            text("message", "the server's message, or the expectation", RequestFailure::message));

    private FailureColumns() {}

    @Override
    public RequestFailure read(TreeReader row) {
        return new RequestFailure(kind.in(row), message.in(row));
    }
}
