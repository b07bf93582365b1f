package dev.ipw.langchain4j;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QuerySession;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The model of a run for use from LangChain4j code: each request is a call of the query, with its times, tokens and
 * joules. For one query; any of its threads may use it.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class SessionChatModel implements ChatModel {
    private final QuerySession session;
    private final GenerationOptions options;
    private volatile boolean hasFailed;

    private SessionChatModel(QuerySession session, GenerationOptions options) {
        this.session = session;
        this.options = options;
    }

    /**
     * Creates the model of a session.
     *
     * @param session makes the calls
     * @param options the defaults where a request sets nothing else, as {@link QuerySession#options} returns them
     * @return the model
     */
    public static SessionChatModel of(QuerySession session, GenerationOptions options) {
        return new SessionChatModel(Objects.requireNonNull(session, "session"),
                Objects.requireNonNull(options, "options"));
    }

    /**
     * Calls the model.
     *
     * @param request the request; a model name and unsupported features are rejected
     * @return the answer
     * @throws FailedCallException if the call failed, or the query was cancelled; the thread is interrupted then
     */
    @Override
    public ChatResponse doChat(ChatRequest request) {
        ModelCall call;
        try {
            call = session.call(SessionRequest.of(request, options));
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new FailedCallException("The query was cancelled", Optional.empty(), cancelled);
        }
        hasFailed = call.failure().isPresent();
        call.failure().ifPresent(failure -> {
            throw new FailedCallException(failure.message(), Optional.of(failure), null);
        });
        return SessionAnswer.of(call.response());
    }

    /** Returns whether the last call failed. */
    boolean hasFailed() {
        return hasFailed;
    }
}
