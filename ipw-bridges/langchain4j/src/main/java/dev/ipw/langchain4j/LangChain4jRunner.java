package dev.ipw.langchain4j;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.internal.io.FailureText;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import dev.langchain4j.model.chat.ChatModel;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A runner that lets any agent of LangChain4j answer the questions of a run. Its calls go to the run's model, and
 * each is recorded with its tokens and joules; so is each tool wrapped by {@link SessionTools}.
 *
 * <pre>{@code
 * LangChain4jRunner.of("helper", (question, model, session) -> AiServices.builder(Helper.class).chatModel(model)
 *         .tools(SessionTools.of(session, new Search())).build().answer(question.problem()))
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class LangChain4jRunner implements QueryRunner {
    /** An agent of LangChain4j that answers a question. */
    @FunctionalInterface
    public interface Agent {
        /**
         * Answers a question.
         *
         * @param question the question
         * @param model    the run's model; every call of it belongs to the query
         * @param session  the query, for recording tools
         * @return the answer; null for the text of the last call
         */
        @Nullable
        String answer(DatasetRecord question, ChatModel model, QuerySession session);
    }

    private final String name;
    private final Agent agent;

    private LangChain4jRunner(String name, Agent agent) {
        this.name = name;
        this.agent = agent;
    }

    /**
     * Creates a runner of an agent.
     *
     * @param name  its name in the record of a run
     * @param agent answers one question; called from many threads at once
     * @return the runner
     */
    public static LangChain4jRunner of(String name, Agent agent) {
        return new LangChain4jRunner(Objects.requireNonNull(name, "name"), Objects.requireNonNull(agent, "agent"));
    }

    /** Answers a question. An exception of the agent is the query's failure, with the calls and tools so far. */
    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        SessionChatModel model = SessionChatModel.of(session, session.options(question));
        String answer;
        try {
            answer = agent.answer(question, model, session);
        } catch (RuntimeException failed) {
            // LangChain4j wraps an interrupt.
            if (Thread.interrupted()) {
                InterruptedException cancelled = new InterruptedException("cancelled while the agent worked");
                cancelled.initCause(failed);
                throw cancelled;
            }
            return model.hasFailed()
                    ? session.finish()
                    : session.fail(new RequestFailure(FailureKind.CLIENT_ERROR,
                            "The agent failed: " + FailureText.of(failed)));
        }
        return answer == null ? session.finish() : session.finish(answer);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("agent", name, "agent_framework", "langchain4j");
    }
}
