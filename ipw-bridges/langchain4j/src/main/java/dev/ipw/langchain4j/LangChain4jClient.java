package dev.ipw.langchain4j;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServingHost;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A client that calls a model of LangChain4j in a profile run. The times of an answer are those at which LangChain4j
 * passes its pieces on; that of the send is taken right before the call of LangChain4j. Without streaming, an answer
 * is one chunk.
 *
 * <pre>{@code
 * Profiler.builder().client(LangChain4jClient.of(model, "llama3", ServingHost.LOCAL)).dataset("starter")
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class LangChain4jClient implements InferenceClient {
    private static final String ID = "langchain4j";

    /** One request, with its events reported to the sink. */
    @FunctionalInterface
    private interface Exchange {
        ChatResponse ask(ChatRequest request, ResponseSink sink) throws InferenceException, InterruptedException;
    }

    private final ClientInfo info;
    private final Exchange exchange;

    private LangChain4jClient(String modelName, ServingHost servingHost, String type, Exchange exchange) {
        info = new ClientInfo(ID, modelName, Optional.empty(), servingHost, Map.of("langchain4j_model", type));
        this.exchange = exchange;
    }

    /**
     * Creates a client of a model that returns whole answers.
     *
     * @param model       the model; the caller owns it
     * @param modelName   its name in the record of a run
     * @param servingHost the host where it runs: energy read here is that of this machine
     * @return the client
     */
    public static LangChain4jClient of(ChatModel model, String modelName, ServingHost servingHost) {
        Objects.requireNonNull(model, "model");
        return new LangChain4jClient(modelName, servingHost, model.getClass().getName(),
                (request, sink) -> model.chat(request));
    }

    /**
     * Creates a client of a model that streams, so that a run has the times of tokens.
     *
     * @param model       the model; the caller owns it
     * @param modelName   its name in the record of a run
     * @param servingHost the host where it runs: energy read here is that of this machine
     * @return the client
     */
    public static LangChain4jClient of(StreamingChatModel model, String modelName, ServingHost servingHost) {
        Objects.requireNonNull(model, "model");
        return new LangChain4jClient(modelName, servingHost, model.getClass().getName(), (request, sink) -> {
            StreamedAnswer answer = new StreamedAnswer(sink);
            model.chat(request, answer);
            return answer.await();
        });
    }

    @Override
    public ClientInfo describe() {
        return info;
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before the model was asked");
        }
        ChatRequest asked = RequestTranslation.of(request);
        StreamGuard guarded = new StreamGuard(sink);
        guarded.sent(System.nanoTime());
        try {
            ChatResponse answer = exchange.ask(asked, guarded);
            InferenceResponse response = ResponseTranslation.of(answer);
            reportWhole(response, guarded);
            guarded.ended(System.nanoTime());
            return response;
        } catch (RuntimeException failed) {
            throw Failures.of(failed);
        } finally {
            guarded.stop();
        }
    }

    /** Reports an answer that came without chunks. */
    private static void reportWhole(InferenceResponse response, StreamGuard sink) throws InferenceException {
        long now = System.nanoTime();
        sink.firstByte(now);
        if (!sink.hasChunks()) {
            response.reasoning().ifPresent(thought -> sink.chunk(ChunkKind.REASONING, thought, now));
            if (!response.text().isEmpty()) {
                sink.chunk(ChunkKind.ANSWER, response.text(), now);
            }
            response.toolCalls().forEach(call -> sink.chunk(ChunkKind.TOOL_CALL, call.arguments(), now));
        }
        boolean isEmpty = response.text().isEmpty() && response.toolCalls().isEmpty()
                && response.reasoning().isEmpty();
        if (isEmpty && response.finishReason().isEmpty()) {
            throw new InferenceException(FailureKind.MALFORMED,
                    "The answer holds neither text nor a tool call, nor why it ended");
        }
    }
}
