package dev.ipw.examples.embedded;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.GenerationSink;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenProbability;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolChoice;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A client of the model in this process. Requests run on the calling threads, so simultaneous requests share the
 * processors.
 */
final class EmbeddedClient implements InferenceClient {
    private final ModelSize size;
    private final Generator generator;

    EmbeddedClient(ModelSize size) {
        this.size = size;
        generator = Generator.load(size);
    }

    @Override
    public ClientInfo describe() {
        TransformerConfig config = generator.config();
        return new ClientInfo(EmbeddedClientProvider.ID, size.id(), Optional.empty(), ServingHost.LOCAL,
                Map.of("weights", Long.toString(config.weights()), "layers", Integer.toString(config.layers()), "width",
                        Integer.toString(config.width())));
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        refuseWhatIsBeyondText(request);
        Sampling sampling = sampling(request.options());
        List<String> conversation = request.messages().stream().map(Message::text).toList();
        sink.sent(System.nanoTime());
        Generation generation = generator.generate(conversation, sampling, new Reporter(sink, generator.tokenizer()),
                () -> Thread.currentThread().isInterrupted());
        if (sink instanceof GenerationSink details) {
            generation.stopText().ifPresent(details::stoppedAt);
        }
        if (generation.finishReason() == FinishReason.CANCELLED) {
            Thread.interrupted();
            throw new InterruptedException("the embedded model was cancelled");
        }
        return new InferenceResponse(generation.text(), Optional.empty(), usage(generation),
                Optional.of(generation.finishReason().name().toLowerCase(Locale.ROOT)), ServerTimings.UNKNOWN,
                OptionalDouble.of((double) generator.config().floatingPointOperations(generation.inputTokens(),
                        generation.outputTokens())));
    }

    /**
     * Counts tokens. Each character is a token and a chunk; the newline that ends an answer is generated but not passed
     * on.
     */
    private static TokenUsage usage(Generation generation) {
        long came = generation.text().length();
        TokenUsage usage = TokenUsage.server(generation.inputTokens(), generation.outputTokens());
        return came == 0 ? usage.withStreamed(0) : usage.withStreamed(came, 1);
    }

    private static Sampling sampling(GenerationOptions options) throws InferenceException {
        try {
            return new Sampling(options.temperature().orElse(0), options.topP().orElse(1),
                    options.seed().orElseGet(() -> ThreadLocalRandom.current().nextLong()),
                    options.maxTokens().orElse(GenerationOptions.DEFAULT_MAX_TOKENS), new StopTexts(options.stop()));
        } catch (IllegalArgumentException wrong) {
            throw new InferenceException(FailureKind.CLIENT_ERROR, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private static void refuseWhatIsBeyondText(InferenceRequest request) throws InferenceException {
        boolean isOffered = !request.tools().isEmpty() && request.toolChoice().mode() != ToolChoice.Mode.NONE;
        if (isOffered || request.messages().stream().anyMatch(message -> message.role() == Message.Role.TOOL)) {
            throw refused("tools");
        }
        if (request.responseFormat().isPresent()) {
            throw refused("a response format");
        }
        if (!request.options().body().isEmpty()) {
            throw refused("the fields " + String.join(", ", new TreeSet<>(request.options().body().keySet())));
        }
        if (request.messages().stream().flatMap(message -> message.parts().stream())
                .anyMatch(ContentPart.Image.class::isInstance)) {
            throw refused("images");
        }
        if (request.messages().stream().noneMatch(message -> message.role() == Message.Role.USER)) {
            throw new InferenceException(FailureKind.CLIENT_ERROR, "The conversation has no message of the user");
        }
    }

    private static InferenceException refused(String feature) {
        return new InferenceException(FailureKind.CLIENT_ERROR,
                "The embedded model reads and writes text alone: it takes no " + feature + "; ask another model");
    }

    /** A listener that passes each character on as a chunk, with the further facts that a sink requests. */
    private record Reporter(ResponseSink sink, CharacterTokenizer tokenizer) implements TokenListener {
        @Override
        public void prompted(int tokens) {
            if (sink instanceof GenerationSink details) {
                details.prompted(tokens);
            }
        }

        @Override
        public void generated(char character, float[] logits) {
            long nanos = System.nanoTime();
            sink.firstByte(nanos);
            if (sink instanceof GenerationSink details && details.wantsTokens()) {
                TokenProbabilities probabilities = TokenProbabilities.of(logits, 1);
                List<TokenProbability> likeliest = Arrays.stream(probabilities.likeliest())
                        .mapToObj(token -> new TokenProbability(String.valueOf(tokenizer.decode(token)),
                                probabilities.logarithm(token)))
                        .toList();
                String text = String.valueOf(character);
                details.token(likeliest.stream().filter(token -> token.text().equals(text)).findFirst().orElseThrow(),
                        likeliest);
            }
            sink.chunk(ChunkKind.ANSWER, String.valueOf(character), nanos);
        }
    }
}
