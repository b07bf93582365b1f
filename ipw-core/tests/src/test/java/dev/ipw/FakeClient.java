package dev.ipw;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

/** Answers by a rule of the test, one token a character. */
class FakeClient implements InferenceClient {
    final List<String> prompts = new CopyOnWriteArrayList<>();
    final List<List<Message>> conversations = new CopyOnWriteArrayList<>();
    final List<GenerationOptions> options = new CopyOnWriteArrayList<>();
    private final Rule rule;
    private final ServingHost host;
    private final ToLongFunction<String> inputTokens;

    FakeClient(Rule rule) {
        this(rule, ServingHost.LOCAL);
    }

    FakeClient(Rule rule, ServingHost host) {
        this(rule, host, String::length);
    }

    /** Count the tokens of a prompt by another rule. */
    FakeClient(Rule rule, ToLongFunction<String> inputTokens) {
        this(rule, ServingHost.LOCAL, inputTokens);
    }

    private FakeClient(Rule rule, ServingHost host, ToLongFunction<String> inputTokens) {
        this.rule = rule;
        this.host = host;
        this.inputTokens = inputTokens;
    }

    @Override
    public Map<String, String> fixedLengthFields() {
        return Map.of("ignore_eos", "true");
    }

    @Override
    public ClientInfo describe() {
        return new ClientInfo("fake", "fake:1b", Optional.empty(), host, Map.of());
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        String prompt = request.messages().getLast().text();
        prompts.add(prompt);
        conversations.add(request.messages());
        options.add(request.options());
        sink.sent(System.nanoTime());
        String answer = rule.answer(prompt);
        for (int index = 0; index < answer.length(); index++) {
            sink.chunk(ChunkKind.ANSWER, answer.substring(index, index + 1), System.nanoTime());
        }
        return InferenceResponse.of(answer, TokenUsage.server(inputTokens.applyAsLong(prompt), answer.length()));
    }

    @FunctionalInterface
    interface Rule {
        String answer(String prompt) throws InferenceException, InterruptedException;
    }
}
