package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The writer of the records of Ollama's chat and generate.
 *
 * @param model   the model's name, as requested
 * @param chat    true for chat, false for generate
 * @param weighed true to write the probabilities of tokens
 */
record OllamaWriter(String model, boolean chat, boolean weighed) implements AnswerWriter {
    @Override
    public ObjectNode whole(List<Answer> answers) {
        Answer answer = answers.getFirst();
        return done(content(answer.text(), answer.tokens()), answer);
    }

    @Override
    public String streamType() {
        return "application/x-ndjson";
    }

    @Override
    public void begin(EventOutput out, int index, OptionalLong promptTokens) {
        // The first record is the first piece.
    }

    @Override
    public void piece(EventOutput out, int index, String text, List<WeighedToken> tokens) {
        out.line(content(text, tokens).put("done", false));
    }

    @Override
    public void end(EventOutput out, int index, Answer answer) {
        out.line(done(content("", List.of()), answer));
    }

    @Override
    public void finish(EventOutput out, List<Answer> answers) {
        // The last record is the end.
    }

    @Override
    public void failed(EventOutput out, BadRequest failure) {
        out.line(ErrorForm.OLLAMA.body(failure));
    }

    private ObjectNode content(String text, List<WeighedToken> tokens) {
        ObjectNode json = Json.object().put("model", model).put("created_at", Instant.now().toString());
        if (chat) {
            json.putObject("message").put("role", "assistant").put("content", text);
        } else {
            json.put("response", text);
        }
        if (weighed && !tokens.isEmpty()) {
            json.set("logprobs", WeighedToken.json(tokens));
        }
        return json;
    }

    private static ObjectNode done(ObjectNode json, Answer answer) {
        json.put("done", true).put("done_reason", answer.isCut() ? "length" : "stop")
                .put("total_duration", answer.promptNanos() + answer.answerNanos())
                .put("prompt_eval_duration", answer.promptNanos()).put("eval_duration", answer.answerNanos());
        answer.usage().input().ifPresent(count -> json.put("prompt_eval_count", count));
        answer.usage().output().ifPresent(count -> json.put("eval_count", count));
        return json;
    }
}
