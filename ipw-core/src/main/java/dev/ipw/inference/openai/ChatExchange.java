package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SseReader;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Read the response to one chat completion request, streamed or whole, whichever the server sends. */
final class ChatExchange implements ExchangeHandler<InferenceResponse, InferenceException> {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
    private static final String ERROR_EVENT = "error";
    private static final int MOST_ERROR_CHARACTERS = 2048;
    private static final int MOST_EXCERPT_CHARACTERS = 200;

    private final OpenAiServer server;
    private final boolean streamAsked;
    private final ResponseSink sink;
    private final ChatAnswer answer;

    ChatExchange(OpenAiServer server, boolean streamAsked, ResponseSink sink) {
        this.server = server;
        this.streamAsked = streamAsked;
        this.sink = sink;
        answer = new ChatAnswer(sink);
    }

    @Override
    public void sent(long nanos) {
        sink.sent(nanos);
    }

    @Override
    public InferenceResponse handle(WireResponse response) throws WireException, InferenceException {
        sink.firstByte(response.headNanos());
        if (response.status() < 200 || response.status() > 299) {
            byte[] told = errorBody(response);
            String said = Excerpt.of(told, told.length, MOST_ERROR_CHARACTERS);
            throw failure(FailureKind.HTTP_STATUS, server.refusal(response) + (said.isEmpty() ? "" : ": " + said));
        }
        String contentType = response.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (contentType.contains("html")) {
            byte[] body = response.readUpTo(MOST_ERROR_CHARACTERS);
            throw failure(FailureKind.MALFORMED, "The server sent a web page (" + contentType
                    + ") and not a completion; check the base URL: " + excerpt(body, body.length));
        }
        boolean stream = contentType.contains("event-stream") || (streamAsked && !contentType.contains("json"));
        if (stream) {
            readStream(response, contentType);
        } else {
            readWhole(response);
        }
        return answer.response();
    }

    private static byte[] errorBody(WireResponse response) {
        try {
            return response.readUpTo(MOST_ERROR_CHARACTERS * 2);
        } catch (WireException broken) {
            // The status tells more than that its explanation was cut.
            return new byte[0];
        }
    }

    private void readStream(WireResponse response, String contentType) throws WireException, InferenceException {
        SseReader events = new SseReader(response.body(), SseReader.MAX_LINE_BYTES, SseReader.MAX_EVENT_BYTES);
        boolean done = false;
        boolean anyEvent = false;
        try {
            for (SseReader.Item item = events.next(); item != SseReader.Item.END; item = events.next()) {
                if (item == SseReader.Item.EVENT && events.type().equals(ERROR_EVENT)) {
                    throw serverError(events.dataText());
                }
                if (item == SseReader.Item.COMMENT || events.dataLength() == 0) {
                    sink.chunk(ChunkKind.PING, "", events.nanos());
                    continue;
                }
                anyEvent = true;
                if (events.dataIs(DONE)) {
                    done = true;
                    break;
                }
                answer.chunk(parse(events.data(), events.dataLength(), events.whole()), events.nanos());
            }
        } catch (WireException broken) {
            // After the end marker the answer is whole, however the connection ends.
            if (!answer.finished()) {
                throw broken;
            }
        }
        requireWholeStream(done, anyEvent, contentType);
        sink.ended(done ? events.nanos() : response.body().readNanos());
    }

    private void requireWholeStream(boolean done, boolean anyEvent, String contentType) throws InferenceException {
        if (!anyEvent && !contentType.contains("event-stream")) {
            throw failure(FailureKind.MALFORMED, "The server sent no events, but "
                    + (contentType.isEmpty() ? "a body without Content-Type" : contentType)
                    + "; if it cannot stream, set stream=false");
        }
        if (!done && !answer.finished()) {
            throw failure(FailureKind.TRUNCATED,
                    "The stream ended without finish_reason and [DONE]; the answer is cut short");
        }
        if (!answer.started()) {
            throw failure(FailureKind.MALFORMED,
                    "The stream ended without an answer: no event had a choice with a delta or text");
        }
    }

    private void readWhole(WireResponse response) throws WireException, InferenceException {
        byte[] body = response.readAll();
        JsonNode completion = parse(body, body.length, true);
        answer.completion(completion, response.body().readNanos());
        sink.ended(response.body().readNanos());
        if (!answer.started()) {
            throw failure(FailureKind.MALFORMED,
                    "The response has no choices with a message or text: " + excerpt(body, body.length));
        }
    }

    private JsonNode parse(byte[] json, int length, boolean whole) throws InferenceException {
        JsonNode node;
        try {
            node = Json.parse(json, 0, length);
        } catch (JsonSyntaxException notJson) {
            if (!whole) {
                throw failure(FailureKind.TRUNCATED, "The stream ended inside an event: " + excerpt(json, length));
            }
            throw failure(FailureKind.MALFORMED, "The server sent text that is " + notJson.getMessage() + ": "
                    + excerpt(json, length));
        }
        if (!node.isObject()) {
            throw failure(FailureKind.MALFORMED, "The server sent JSON that is not an object: "
                    + excerpt(json, length));
        }
        if (node.hasNonNull("error") || node.path("object").asText("").equals("error")) {
            JsonNode error = node.hasNonNull("error") ? node.path("error") : node;
            String told = error.isTextual() ? error.textValue() : Json.write(error);
            throw serverError(told);
        }
        return node;
    }

    private InferenceException serverError(String told) {
        return failure(FailureKind.SERVER_ERROR, "The server reported an error in its answer: "
                + (told.isBlank() ? "no reason given" : Excerpt.of(told, MOST_ERROR_CHARACTERS)));
    }

    private static String excerpt(byte[] bytes, int length) {
        return Excerpt.of(bytes, length, MOST_EXCERPT_CHARACTERS);
    }

    private InferenceException failure(FailureKind kind, String message) {
        return new InferenceException(kind, server.redact(message));
    }
}
