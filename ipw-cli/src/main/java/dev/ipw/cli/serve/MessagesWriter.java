package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The writer of Anthropic's messages, each of one block of text.
 *
 * @param id    the message's id
 * @param model the model's name
 */
record MessagesWriter(String id, String model) implements AnswerWriter {
    MessagesWriter(String model) {
        this("msg_" + UUID.randomUUID(), model);
    }

    @Override
    public ObjectNode whole(List<Answer> answers) {
        Answer answer = answers.getFirst();
        ObjectNode json = message();
        json.withArray("/content").addObject().put("type", "text").put("text", answer.text());
        stop(json, answer);
        ObjectNode usage = json.putObject("usage");
        answer.usage().input().ifPresent(count -> usage.put("input_tokens", count));
        answer.usage().output().ifPresent(count -> usage.put("output_tokens", count));
        return json;
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public void begin(EventOutput out, int index, OptionalLong promptTokens) {
        ObjectNode message = message();
        ObjectNode usage = message.putObject("usage");
        promptTokens.ifPresent(count -> usage.put("input_tokens", count));
        usage.put("output_tokens", 0);
        send(out, event("message_start").set("message", message));
        ObjectNode block = event("content_block_start").put("index", 0);
        block.putObject("content_block").put("type", "text").put("text", "");
        send(out, block);
    }

    @Override
    public void piece(EventOutput out, int index, String text, List<WeighedToken> tokens) {
        ObjectNode event = event("content_block_delta").put("index", 0);
        event.putObject("delta").put("type", "text_delta").put("text", text);
        send(out, event);
    }

    @Override
    public void end(EventOutput out, int index, Answer answer) {
        send(out, event("content_block_stop").put("index", 0));
        ObjectNode event = event("message_delta");
        stop(event.putObject("delta"), answer);
        ObjectNode usage = event.putObject("usage");
        answer.usage().input().ifPresent(count -> usage.put("input_tokens", count));
        answer.usage().output().ifPresent(count -> usage.put("output_tokens", count));
        send(out, event);
    }

    @Override
    public void finish(EventOutput out, List<Answer> answers) {
        send(out, event("message_stop"));
    }

    @Override
    public void failed(EventOutput out, BadRequest failure) {
        send(out, ErrorForm.ANTHROPIC.body(failure));
    }

    private static void send(EventOutput out, ObjectNode event) {
        out.event(event.path("type").asText(), event);
    }

    private static ObjectNode event(String type) {
        return Json.object().put("type", type);
    }

    private ObjectNode message() {
        ObjectNode json = Json.object().put("id", id).put("type", "message").put("role", "assistant")
                .put("model", model).putNull("stop_reason").putNull("stop_sequence");
        json.putArray("content");
        return json;
    }

    private static void stop(ObjectNode json, Answer answer) {
        boolean isStopped = answer.stopText().isPresent()
                || answer.response().finishReason().filter("stop_sequence"::equals).isPresent();
        String reason = isStopped ? "stop_sequence" : answer.isCut() ? "max_tokens" : "end_turn";
        json.put("stop_reason", reason).put("stop_sequence", answer.stopText().orElse(null));
    }
}
