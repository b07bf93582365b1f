package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The writer of OpenAI's chat completions.
 *
 * @param id           the completion's id, the same in all its chunks
 * @param created      seconds since 1970-01-01 UTC
 * @param model        the model's name
 * @param weighed      true to write the probabilities of tokens
 * @param includeUsage true to send token counts at the end of a stream
 * @param running      counts the tokens so far, which each chunk then reports; empty if no chunk does
 */
record ChatWriter(String id, long created, String model, boolean weighed, boolean includeUsage,
        Optional<RunningUsage> running)
        implements
            AnswerWriter {

    ChatWriter(String model, boolean weighed, boolean includeUsage, boolean isCountedAlong) {
        this("chatcmpl-" + UUID.randomUUID(), Instant.now().getEpochSecond(), model, weighed, includeUsage,
                isCountedAlong ? Optional.of(new RunningUsage()) : Optional.empty());
    }

    @Override
    public ObjectNode whole(List<Answer> answers) {
        ObjectNode json = head("chat.completion");
        ArrayNode choices = json.putArray("choices");
        for (Answer answer : answers) {
            ObjectNode choice = choice(choices, choices.size(), reason(answer), answer.tokens());
            choice.putObject("message").put("role", "assistant").put("content", answer.text()).putNull("refusal");
        }
        json.set("usage", usage(answers));
        return json;
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    /** The first chunk carries no token. */
    @Override
    public void begin(EventOutput out, int index, OptionalLong promptTokens) {
        ObjectNode json = head("chat.completion.chunk");
        choice(json.putArray("choices"), index, null, List.of()).putObject("delta").put("role", "assistant")
                .put("content", "");
        running.ifPresent(usage -> usage.prompted(promptTokens));
        sendCounted(out, json);
    }

    @Override
    public void piece(EventOutput out, int index, String text, List<WeighedToken> tokens) {
        ObjectNode json = head("chat.completion.chunk");
        choice(json.putArray("choices"), index, null, tokens).putObject("delta").put("content", text);
        running.ifPresent(usage -> usage.generated(tokens.size()));
        sendCounted(out, json);
    }

    @Override
    public void end(EventOutput out, int index, Answer answer) {
        ObjectNode json = head("chat.completion.chunk");
        choice(json.putArray("choices"), index, reason(answer), List.of()).putObject("delta");
        sendCounted(out, json);
    }

    @Override
    public void finish(EventOutput out, List<Answer> answers) {
        if (includeUsage) {
            ObjectNode json = head("chat.completion.chunk");
            json.putArray("choices");
            json.set("usage", usage(answers));
            send(out, json);
        }
        out.data("[DONE]");
    }

    @Override
    public void failed(EventOutput out, BadRequest failure) {
        send(out, ErrorForm.OPENAI.body(failure));
    }

    private void sendCounted(EventOutput out, ObjectNode json) {
        running.ifPresent(usage -> json.set("usage", usage.json()));
        send(out, json);
    }

    private static void send(EventOutput out, ObjectNode json) {
        out.data(Json.write(json));
    }

    private ObjectNode head(String object) {
        return Json.object().put("id", id).put("object", object).put("created", created).put("model", model);
    }

    private ObjectNode choice(ArrayNode choices, int index, @Nullable String reason, List<WeighedToken> tokens) {
        ObjectNode choice = choices.addObject().put("index", index).put("finish_reason", reason).putNull("logprobs");
        if (weighed && !tokens.isEmpty()) {
            choice.putObject("logprobs").putNull("refusal").set("content", WeighedToken.json(tokens));
        }
        return choice;
    }

    private static String reason(Answer answer) {
        return answer.isCut() ? "length" : "stop";
    }

    /** Returns the token counts; the prompt counts once, regardless of the number of answers. */
    private static ObjectNode usage(List<Answer> answers) {
        OptionalLong input = answers.getFirst().usage().input();
        OptionalLong output = answers.stream().map(Answer::usage).reduce(TokenUsage::plus)
                .map(TokenUsage::output).orElse(OptionalLong.empty());
        return usage(input, output);
    }

    /** Returns the counts as far as they are known. */
    static ObjectNode usage(OptionalLong input, OptionalLong output) {
        ObjectNode json = Json.object();
        input.ifPresent(count -> json.put("prompt_tokens", count));
        output.ifPresent(count -> json.put("completion_tokens", count));
        if (input.isPresent() && output.isPresent()) {
            json.put("total_tokens", input.getAsLong() + output.getAsLong());
        }
        return json;
    }

    /** The token counts of a stream so far, which each of its chunks reports. */
    static final class RunningUsage {
        private OptionalLong promptTokens = OptionalLong.empty();
        private long completionTokens;

        /** Sets the tokens of the prompt, if they are known. */
        void prompted(OptionalLong count) {
            promptTokens = count;
        }

        /** Adds tokens of an answer. */
        void generated(int count) {
            completionTokens += count;
        }

        ObjectNode json() {
            return ChatWriter.usage(promptTokens, OptionalLong.of(completionTokens));
        }
    }
}
