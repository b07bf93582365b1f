package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/** The writer of OpenAI's responses, each of one message with one text. */
final class ResponsesWriter implements AnswerWriter {
    private static final String COMPLETED = "completed";
    private static final String INCOMPLETE = "incomplete";
    private static final String IN_PROGRESS = "in_progress";

    private final String id = "resp_" + UUID.randomUUID();
    private final String itemId = "msg_" + UUID.randomUUID();
    private final long created = Instant.now().getEpochSecond();
    private final String model;
    private final ObjectNode echo;
    private int sequence;

    ResponsesWriter(String model, ObjectNode echo) {
        this.model = model;
        this.echo = echo;
    }

    @Override
    public ObjectNode whole(List<Answer> answers) {
        Answer answer = answers.getFirst();
        String status = answer.isCut() ? INCOMPLETE : COMPLETED;
        ObjectNode json = response(status);
        json.withArray("/output").add(item(status).set("content", Json.array().add(part(answer))));
        if (answer.isCut()) {
            json.putObject("incomplete_details").put("reason", "max_output_tokens");
        }
        json.set("usage", usage(answer.usage()));
        return json;
    }

    @Override
    public String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public void begin(EventOutput out, int index, OptionalLong promptTokens) {
        send(out, event("response.created").set("response", response(IN_PROGRESS)));
        send(out, event("response.in_progress").set("response", response(IN_PROGRESS)));
        ObjectNode item = item(IN_PROGRESS);
        item.putArray("content");
        send(out, event("response.output_item.added").put("output_index", 0).set("item", item));
        send(out, ofPart("response.content_part.added").set("part", part("", List.of())));
    }

    @Override
    public void piece(EventOutput out, int index, String text, List<WeighedToken> tokens) {
        ObjectNode event = ofPart("response.output_text.delta").put("delta", text);
        event.set("logprobs", WeighedToken.json(tokens));
        send(out, event);
    }

    @Override
    public void end(EventOutput out, int index, Answer answer) {
        ObjectNode done = ofPart("response.output_text.done").put("text", answer.text());
        done.set("logprobs", WeighedToken.json(answer.tokens()));
        send(out, done);
        send(out, ofPart("response.content_part.done").set("part", part(answer)));
        ObjectNode item = item(answer.isCut() ? INCOMPLETE : COMPLETED);
        item.putArray("content").add(part(answer));
        send(out, event("response.output_item.done").put("output_index", 0).set("item", item));
    }

    @Override
    public void finish(EventOutput out, List<Answer> answers) {
        ObjectNode response = whole(answers);
        send(out, event("response." + response.path("status").asText()).set("response", response));
    }

    @Override
    public void failed(EventOutput out, BadRequest failure) {
        send(out, event("error").put("code", "server_error").put("message", failure.text())
                .put("param", failure.field().orElse(null)));
    }

    private static void send(EventOutput out, ObjectNode event) {
        out.event(event.path("type").asText(), event);
    }

    private ObjectNode event(String type) {
        return Json.object().put("type", type).put("sequence_number", sequence++);
    }

    private ObjectNode ofPart(String type) {
        return event(type).put("item_id", itemId).put("output_index", 0).put("content_index", 0);
    }

    private ObjectNode response(String status) {
        ObjectNode json = Json.object().put("id", id).put("object", "response").put("created_at", created)
                .put("status", status).put("background", false).putNull("error").putNull("incomplete_details")
                .put("model", model).putNull("previous_response_id").put("store", false).put("tool_choice", "none")
                .put("parallel_tool_calls", false).put("truncation", "auto");
        json.setAll(echo.deepCopy());
        json.putArray("tools");
        json.putArray("output");
        json.putObject("text").putObject("format").put("type", "text");
        json.putNull("usage");
        return json;
    }

    private ObjectNode item(String status) {
        return Json.object().put("id", itemId).put("type", "message").put("status", status).put("role", "assistant");
    }

    private static ObjectNode part(Answer answer) {
        return part(answer.text(), answer.tokens());
    }

    private static ObjectNode part(String text, List<WeighedToken> tokens) {
        ObjectNode part = Json.object().put("type", "output_text").put("text", text);
        part.putArray("annotations");
        part.set("logprobs", WeighedToken.json(tokens));
        return part;
    }

    private static ObjectNode usage(TokenUsage usage) {
        ObjectNode json = Json.object();
        usage.input().ifPresent(count -> json.put("input_tokens", count));
        usage.cachedInput()
                .ifPresent(count -> json.putObject("input_tokens_details").put("cached_tokens", count));
        usage.output().ifPresent(count -> json.put("output_tokens", count));
        usage.reasoning()
                .ifPresent(count -> json.putObject("output_tokens_details").put("reasoning_tokens", count));
        usage.total().ifPresent(count -> json.put("total_tokens", count));
        return json;
    }
}
