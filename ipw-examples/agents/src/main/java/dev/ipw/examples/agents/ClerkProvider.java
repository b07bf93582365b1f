package dev.ipw.examples.agents;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.langchain4j.LangChain4jRunner;
import dev.ipw.langchain4j.SessionTools;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import java.util.Map;

/** The provider that makes the agent of LangChain4j available to {@code ipw run}: {@code --agent clerk}. */
public final class ClerkProvider implements AgentProvider {
    /** Creates the provider. */
    public ClerkProvider() {}

    @Override
    public String id() {
        return "clerk";
    }

    @Override
    public String description() {
        return "an agent of LangChain4j that looks up a stock";
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        return LangChain4jRunner.of(id(), (question, model, session) -> {
            Clerk clerk = AgenticServices.agentBuilder(Clerk.class).chatModel(model)
                    .tools(SessionTools.of(session, new Warehouse())).build();
            UntypedAgent office = AgenticServices.sequenceBuilder().subAgents(clerk).outputKey("answer").build();
            return (String) office.invoke(Map.of("question", question.problem()));
        });
    }
}
