package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One model that gives verdicts.
 *
 * @param client         the client of the model
 * @param info           the description of the model
 * @param settings       the settings of its requests
 * @param cache          its earlier replies; empty to ask always
 * @param refusesFormats whether its server was found to refuse a JSON schema
 * @param codes          the source of each request's code
 */
record Judge(InferenceClient client, ClientInfo info, JudgeSettings settings, Optional<JudgementCache> cache,
        AtomicBoolean refusesFormats, Supplier<String> codes) {
    private static final int MAX_ASKS = 3;
    private static final String CUT_OFF = "length";
    /** The status codes of servers that do not support a schema. */
    private static final Set<Integer> REFUSALS = Set.of(400, 422, 501);

    /**
     * Asks until the reply has a verdict, three times at most: the first time for thoughts and a verdict, later for the
     * verdict only.
     *
     * @param prompt the prompt
     * @param form   the form of the verdict
     * @param round  the name of the repeat and epoch, which distinguishes their requests
     */
    <T> Judgement<T> ask(JudgePrompt prompt, ReplyForm<T> form, String round) throws InterruptedException {
        String key = JudgementCache.key(info, settings, prompt, round);
        Optional<T> known = cache.flatMap(store -> store.read(key))
                .flatMap(reply -> form.read(reply.text(), reply.code()));
        if (known.isPresent()) {
            return new Judgement<>(info.model(), known, true, EvaluationUsage.NONE, "");
        }
        List<Message> earlier = new ArrayList<>();
        EvaluationUsage usage = EvaluationUsage.NONE;
        String problem = "";
        for (int asks = 0; asks < MAX_ASKS; asks++) {
            String code = codes.get();
            boolean isFirst = earlier.isEmpty();
            Message asked = Message.user(isFirst ? prompt.text() + form.request(code) : form.again(code));
            List<Message> messages = Stream.concat(earlier.stream(), Stream.of(asked)).toList();
            InferenceResponse response;
            try {
                response = infer(new InferenceRequest(messages, options()), isFirst ? form.format() : Optional.empty());
            } catch (InferenceException failed) {
                return new Judgement<>(info.model(), Optional.empty(), false,
                        usage.plus(EvaluationUsage.ofCall(TokenUsage.absent())),
                        "the judge " + info.model() + " cannot be asked: " + failed.getMessage());
            }
            usage = usage.plus(EvaluationUsage.ofCall(response.usage()));
            boolean isCut = response.finishReason().filter(CUT_OFF::equals).isPresent();
            Optional<T> read = isCut ? Optional.empty() : form.read(response.text(), code);
            if (read.isPresent()) {
                cache.ifPresent(store -> store.keep(key, info.model(), prompt.rubric(),
                        new JudgementCache.CachedReply(code, response.text())));
                return new Judgement<>(info.model(), read, false, usage, "");
            }
            problem = isCut
                    ? "its reply was cut off at " + settings.maxTokens() + " tokens"
                    : "its reply held no verdict in the form that was asked for, or several that differ";
            if (!isCut) {
                earlier.add(asked);
                earlier.add(Message.assistant(response.text().isBlank() ? "(nothing)" : response.text()));
            }
        }
        return new Judgement<>(info.model(), Optional.empty(), false, usage,
                "the judge " + info.model() + " was asked " + MAX_ASKS + " times: " + problem);
    }

    /** Asks for JSON once; after a refusal the server is asked for text. */
    private InferenceResponse infer(InferenceRequest request, Optional<ResponseFormat> format)
            throws InferenceException, InterruptedException {
        if (format.isPresent() && !refusesFormats.get()) {
            try {
                return client.infer(request.withResponseFormat(format.get()), ResponseSink.NONE);
            } catch (InferenceException failed) {
                if (failed.kind() != FailureKind.CLIENT_ERROR
                        && !REFUSALS.contains(failed.httpStatus().orElse(0))) {
                    throw failed;
                }
                refusesFormats.set(true);
            }
        }
        return client.infer(request, ResponseSink.NONE);
    }

    private GenerationOptions options() {
        GenerationOptions options = GenerationOptions.NONE.withMaxTokens(settings.maxTokens());
        return settings.temperature().isPresent()
                ? options.withTemperature(settings.temperature().getAsDouble())
                : options;
    }
}
