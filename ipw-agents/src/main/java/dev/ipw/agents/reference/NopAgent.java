package dev.ipw.agents.reference;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;

/** An agent that does nothing. */
final class NopAgent implements QueryRunner {
    @Override
    public boolean asksModel() {
        return false;
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) {
        return session.finish("");
    }
}
