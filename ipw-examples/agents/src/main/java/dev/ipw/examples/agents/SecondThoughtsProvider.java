package dev.ipw.examples.agents;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.util.ArrayList;
import java.util.List;

/**
 * The provider of a custom agent without a framework: it answers, and then checks its answer.
 * {@code --agent second-thoughts}.
 */
public final class SecondThoughtsProvider implements AgentProvider {
    private static final String CHECK = "Check your answer. Then reply with the right answer alone.";

    /** Creates the provider. */
    public SecondThoughtsProvider() {}

    @Override
    public String id() {
        return "second-thoughts";
    }

    @Override
    public String description() {
        return "answers, and then checks its answer";
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        return SecondThoughtsProvider::answer;
    }

    private static QueryOutcome answer(DatasetRecord question, QuerySession session) throws InterruptedException {
        List<Message> messages = new ArrayList<>(session.opening(question));
        ModelCall first = session.call(new InferenceRequest(messages, session.options(question)));
        if (first.failure().isPresent()) {
            return session.finish();
        }
        messages.add(Message.assistant(first.response().text()));
        messages.add(Message.user(CHECK));
        session.call(new InferenceRequest(messages, session.options(question)));
        return session.finish();
    }
}
