package dev.ipw.examples.embedded;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Ask the model in this process. Requests run on the threads that call, so several at once share the processors. */
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
        Sampling sampling = sampling(request.options());
        String question = lastUserMessage(request);
        sink.sent(System.nanoTime());
        Generation generation = generator.generate(question, sampling, character -> {
            long nanos = System.nanoTime();
            sink.firstByte(nanos);
            sink.chunk(ChunkKind.ANSWER, String.valueOf(character), nanos);
        }, () -> Thread.currentThread().isInterrupted());
        if (generation.finishReason() == FinishReason.CANCELLED) {
            Thread.interrupted();
            throw new InterruptedException("the embedded model was cancelled");
        }
        return new InferenceResponse(generation.text(), Optional.empty(), usage(generation),
                Optional.of(generation.finishReason().name().toLowerCase(Locale.ROOT)), ServerTimings.UNKNOWN,
                OptionalDouble.of((double) generator.config().floatingPointOperations(generation.inputTokens(),
                        generation.outputTokens())));
    }

    /** Each character is a token and a chunk; the newline that ends an answer is generated and does not come. */
    private static TokenUsage usage(Generation generation) {
        long came = generation.text().length();
        TokenUsage usage = TokenUsage.server(generation.inputTokens(), generation.outputTokens());
        return came == 0 ? usage.withStreamed(0) : usage.withStreamed(came, 1);
    }

    private static Sampling sampling(GenerationOptions options) throws InferenceException {
        try {
            return new Sampling(options.temperature().orElse(0), options.seed().orElse(0),
                    options.maxTokens().orElse(GenerationOptions.DEFAULT_MAX_TOKENS));
        } catch (IllegalArgumentException wrong) {
            throw new InferenceException(FailureKind.CLIENT_ERROR, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private static String lastUserMessage(InferenceRequest request) throws InferenceException {
        return request.messages().reversed().stream().filter(message -> message.role() == Message.Role.USER).findFirst()
                .map(Message::text).orElseThrow(() -> new InferenceException(FailureKind.CLIENT_ERROR,
                        "The conversation has no message of the user"));
    }
}
