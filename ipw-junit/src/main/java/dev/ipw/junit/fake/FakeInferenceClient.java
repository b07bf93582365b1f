package dev.ipw.junit.fake;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * A client that answers requests by a function of their prompt, one word at a time and without a delay. A word counts
 * as a token. Thread-safe.
 *
 * <pre>{@code
 * Profiler.builder().client(FakeInferenceClient.answering(prompt -> "4")).dataset("starter")
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class FakeInferenceClient implements InferenceClient {
    private static final ClientInfo INFO = ClientInfo.inProcess("fake", "fake-model");

    private final UnaryOperator<String> answers;

    private FakeInferenceClient(UnaryOperator<String> answers) {
        this.answers = Objects.requireNonNull(answers, "answers");
    }

    /**
     * Creates a client that answers every request.
     *
     * @param answers makes the answer from the last message's text
     * @return the client
     */
    public static FakeInferenceClient answering(UnaryOperator<String> answers) {
        return new FakeInferenceClient(answers);
    }

    /**
     * Creates a client that rejects every request, as an overloaded server does.
     *
     * @return the client
     */
    public static InferenceClient refusing() {
        return new InferenceClient() {
            @Override
            public ClientInfo describe() {
                return INFO;
            }

            @Override
            public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InferenceException {
                sink.sent(System.nanoTime());
                throw new InferenceException(FailureKind.HTTP_STATUS, "the fake model refuses every request");
            }
        };
    }

    @Override
    public ClientInfo describe() {
        return INFO;
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before the fake model answered");
        }
        sink.sent(System.nanoTime());
        Message last = request.messages().getLast();
        String answer = answers.apply(last.text());
        String[] words = answer.split("(?<=\\s)(?=\\S)");
        sink.firstByte(System.nanoTime());
        for (String word : words) {
            sink.chunk(ChunkKind.ANSWER, word, System.nanoTime());
        }
        sink.ended(System.nanoTime());
        long asked = request.messages().stream().mapToLong(message -> words(message.text())).sum();
        return InferenceResponse.of(answer, TokenUsage.server(Math.max(1, asked), words.length));
    }

    private static long words(String text) {
        return text.split("\\s+").length;
    }
}
