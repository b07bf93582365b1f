package dev.ipw;

import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers by a rule of the test, one token a character. */
final class FakeClient implements InferenceClient {
    final List<String> prompts = new CopyOnWriteArrayList<>();
    private final Rule rule;
    private final ServingHost host;

    FakeClient(Rule rule) {
        this(rule, ServingHost.LOCAL);
    }

    FakeClient(Rule rule, ServingHost host) {
        this.rule = rule;
        this.host = host;
    }

    @Override
    public ClientInfo describe() {
        return new ClientInfo("fake", "fake:1b", Optional.empty(), host, Map.of());
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        String prompt = request.messages().getLast().content();
        prompts.add(prompt);
        sink.sent(System.nanoTime());
        String answer = rule.answer(prompt);
        for (int index = 0; index < answer.length(); index++) {
            sink.chunk(ChunkKind.ANSWER, answer.substring(index, index + 1), System.nanoTime());
        }
        return InferenceResponse.of(answer, TokenUsage.server(prompt.length(), answer.length()));
    }

    @FunctionalInterface
    interface Rule {
        String answer(String prompt) throws InferenceException, InterruptedException;
    }
}
