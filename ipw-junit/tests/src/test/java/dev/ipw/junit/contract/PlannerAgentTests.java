package dev.ipw.junit.contract;

import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Holds a small agent to the contract: it asks for a plan, works, and asks for the answer. */
@Tag("real-time")
class PlannerAgentTests extends AgentContract {
    @Override
    protected QueryRunner agent() {
        return (question, session) -> {
            List<Message> said = new ArrayList<>(session.opening(question));
            ModelCall plan = session.call(new InferenceRequest(said, session.options(question)));
            if (plan.failure().isPresent()) {
                return session.finish();
            }
            try {
                session.tool("work", Optional.empty(), () -> "done");
            } catch (InterruptedException stopped) {
                throw stopped;
            } catch (Exception impossible) {
                throw new IllegalStateException(impossible);
            }
            said.add(Message.assistant(plan.response().text()));
            said.add(Message.user("Plan: done"));
            session.call(new InferenceRequest(said, session.options(question)));
            return session.finish();
        };
    }

    @Override
    protected String reply(String said) {
        return said.contains("Plan:") ? "The answer is 42" : "Plan: look it up";
    }
}
