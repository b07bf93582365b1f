package dev.ipw.agents.reference;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.util.List;
import java.util.function.Supplier;

/** The agents that ask no model: {@code oracle} must solve every task, {@code nop} none. */
public final class ReferenceAgents implements PluginCatalogue {
    @Override
    public Class<AgentProvider> type() {
        return AgentProvider.class;
    }

    @Override
    public List<AgentProvider> plugins() {
        return List.of(
                new Entry("nop", "does nothing, and asks no model: none of its tasks may be right",
                        () -> new NopAgent()),
                new Entry("oracle",
                        "runs the solution that a task comes with, and asks no model: its tasks must all be right",
                        () -> new OracleAgent()));
    }

    private record Entry(String id, String description, Supplier<QueryRunner> maker) implements AgentProvider {
        @Override
        public boolean takesTools() {
            return false;
        }

        @Override
        public QueryRunner create(AgentContext context, Parameters parameters) {
            return maker.get();
        }
    }

    /** An agent that does nothing. */
    private static final class NopAgent implements QueryRunner {
        @Override
        public boolean asksModel() {
            return false;
        }

        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) {
            return session.finish("");
        }
    }
}
