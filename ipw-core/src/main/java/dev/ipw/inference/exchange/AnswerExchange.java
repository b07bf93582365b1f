package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.wire.ByteSource;
import dev.ipw.internal.wire.ConnectionSetup;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The exchange of one request, whose response is read streamed or whole, whichever the server sends. */
public abstract class AnswerExchange implements ExchangeHandler<InferenceResponse, InferenceException> {
    private static final int MAX_ERROR_CHARACTERS = 2048;
    private static final int MAX_ERROR_BYTES = 2 * MAX_ERROR_CHARACTERS;
    private static final int MAX_EXCERPT_CHARACTERS = 200;
    /** The size of the text from which an excerpt is cut: more than the part in which secrets are removed. */
    private static final int MAX_READ_BYTES = 32 << 10;

    private final ModelServer server;
    private final ResponseSink sink;
    private final AnswerReader answer;
    private boolean begun;
    private int refusedStatus;
    private String refusal = "";
    private Optional<Duration> retryAfter = Optional.empty();
    private boolean anyPiece;
    private long pieceNanos;

    /**
     * Creates the exchange of one request.
     *
     * @param server the server
     * @param sink   receives the events
     * @param answer puts the answer together
     */
    protected AnswerExchange(ModelServer server, ResponseSink sink, AnswerReader answer) {
        this.server = server;
        this.sink = sink;
        this.answer = answer;
    }

    /**
     * Returns whether an answer is a stream.
     *
     * @param contentType the server's name of the type, in lower case; empty without one
     * @return true if the body is a stream of pieces
     */
    protected abstract boolean isStream(String contentType);

    /**
     * Returns the name of a stream's type.
     *
     * @return a part of its name
     */
    protected abstract String streamType();

    /**
     * Reads a stream and {@linkplain #take takes} its pieces.
     *
     * @param body the stream
     * @return true if a piece ended the answer
     * @throws WireException      if the stream breaks
     * @throws InferenceException if a piece cannot be read, or reports an error
     */
    protected abstract boolean readPieces(ByteSource body) throws WireException, InferenceException;

    @Override
    public final void connected(ConnectionSetup setup) {
        sink.connected(new ConnectionTimes(setup.lookupNanos(), setup.connectNanos(), setup.tlsNanos()));
    }

    @Override
    public final void sent(long nanos) {
        sink.sent(nanos);
    }

    @Override
    public final void resent(long nanos) {
        sink.retried(nanos);
    }

    @Override
    public final InferenceResponse handle(WireResponse response) throws WireException, InferenceException {
        begun = true;
        sink.firstByte(response.headNanos());
        sink.head(response.headers());
        if (response.status() < 200 || response.status() > 299) {
            refusedStatus = response.status();
            retryAfter = RetryAfter.of(response.headers(), Instant.now());
            byte[] bytes = errorBody(response);
            String excerpt = server.excerpt(new String(bytes, StandardCharsets.UTF_8),
                    bytes.length == MAX_ERROR_BYTES, MAX_ERROR_CHARACTERS);
            refusal = excerpt;
            throw InferenceException.ofStatus(refusedStatus,
                    server.redact(server.refusal(response) + (excerpt.isEmpty() ? "" : ": " + excerpt)));
        }
        String contentType = response.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (contentType.contains("html")) {
            byte[] body = response.readUpTo(MAX_ERROR_BYTES);
            throw failure(FailureKind.MALFORMED, "The server sent a web page ("
                    + server.excerpt(contentType, MAX_EXCERPT_CHARACTERS)
                    + ") and not a completion; check the base URL: " + excerpt(body, 0, body.length));
        }
        answer.head(response.headers());
        if (isStream(contentType)) {
            readStream(response.body(), contentType);
        } else {
            readWhole(response);
        }
        return answer.response();
    }

    /** Reads the server's explanation, or the part that arrives: the status is more important than the cut. */
    private static byte[] errorBody(WireResponse response) {
        byte[] bytes = new byte[MAX_ERROR_BYTES];
        int length = 0;
        try {
            for (int count = 0; count >= 0 && length < bytes.length; length += Math.max(0, count)) {
                count = response.body().read(bytes, length, bytes.length - length);
            }
        } catch (WireException cut) {
            return Arrays.copyOf(bytes, length);
        }
        return Arrays.copyOf(bytes, length);
    }

    /** Returns whether a response began to arrive. */
    final boolean hasBegun() {
        return begun;
    }

    /** Returns the status with which the server refused; 0 if it did not. */
    final int refusedStatus() {
        return refusedStatus;
    }

    /** Returns the start of the server's explanation of a refusal; empty without one. */
    final String refusal() {
        return refusal;
    }

    /** Returns the wait that the server asks for. */
    final Optional<Duration> retryAfter() {
        return retryAfter;
    }

    private void readStream(ByteSource body, String contentType) throws WireException, InferenceException {
        boolean done = false;
        try {
            done = readPieces(body);
        } catch (WireException broken) {
            // After the end marker the answer is complete, however the connection ends.
            if (!answer.finished()) {
                throw broken;
            }
        }
        requireWholeStream(done, contentType);
        sink.ended(done ? pieceNanos : body.readNanos());
    }

    private void requireWholeStream(boolean done, String contentType) throws InferenceException {
        if (!anyPiece && !contentType.contains(streamType())) {
            throw failure(FailureKind.MALFORMED, "The server sent no events, but "
                    + (contentType.isEmpty()
                            ? "a body without Content-Type"
                            : server.excerpt(contentType, MAX_EXCERPT_CHARACTERS))
                    + "; if it cannot stream, set stream=false");
        }
        if (!done && !answer.finished()) {
            throw failure(FailureKind.TRUNCATED,
                    "The stream ended without " + answer.endMark() + "; the answer is cut short");
        }
        if (!answer.started()) {
            throw failure(FailureKind.MALFORMED, "The stream ended without an answer: " + answer.lackOfStream());
        }
    }

    private void readWhole(WireResponse response) throws WireException, InferenceException {
        byte[] body = response.readAll();
        answer.whole(parse(body, 0, body.length, true), response.body().readNanos());
        sink.ended(response.body().readNanos());
        if (!answer.started()) {
            throw failure(FailureKind.MALFORMED,
                    "The response has " + answer.lackOfWhole() + ": " + excerpt(body, 0, body.length));
        }
    }

    /**
     * Takes a piece of a stream.
     *
     * @param bytes  the buffer that contains it
     * @param offset its offset
     * @param length its length in bytes
     * @param whole  false if the stream ended within it
     * @param nanos  its arrival
     * @return true if it ends the answer
     * @throws InferenceException if it cannot be read, or reports an error
     */
    protected final boolean take(byte[] bytes, int offset, int length, boolean whole, long nanos)
            throws InferenceException {
        noteMark(nanos);
        return answer.piece(parse(bytes, offset, length, whole), nanos);
    }

    /**
     * Records a piece without content that belongs to the stream.
     *
     * @param nanos its arrival
     */
    protected final void noteMark(long nanos) {
        anyPiece = true;
        pieceNanos = nanos;
    }

    private JsonNode parse(byte[] json, int offset, int length, boolean whole) throws InferenceException {
        JsonNode node;
        try {
            node = Json.parseTolerant(json, offset, length);
        } catch (JsonSyntaxException notJson) {
            if (!whole) {
                throw failure(FailureKind.TRUNCATED,
                        "The stream ended inside an event: " + excerpt(json, offset, length));
            }
            throw failure(FailureKind.MALFORMED, "The server sent text that is " + notJson.getMessage() + ": "
                    + excerpt(json, offset, length));
        }
        if (!node.isObject()) {
            throw failure(FailureKind.MALFORMED, "The server sent JSON that is not an object: "
                    + excerpt(json, offset, length));
        }
        if (node.hasNonNull("error") || node.path("object").asText("").equals("error")) {
            JsonNode error = node.hasNonNull("error") ? node.path("error") : node;
            throw serverError(error.isTextual() ? error.textValue() : Json.write(error));
        }
        Optional<String> failure = answer.failure(node);
        if (failure.isPresent()) {
            throw serverError(failure.get());
        }
        return node;
    }

    /**
     * Returns the failure for an error that the server reports in an answer that began successfully.
     *
     * @param reason the server's words
     * @return the failure
     */
    protected final InferenceException serverError(String reason) {
        return failure(FailureKind.SERVER_ERROR, "The server reported an error in its answer: "
                + (reason.isBlank() ? "no reason given" : server.excerpt(reason, MAX_ERROR_CHARACTERS)));
    }

    private String excerpt(byte[] bytes, int offset, int length) {
        int read = Math.min(length, MAX_READ_BYTES);
        return server.excerpt(new String(bytes, offset, read, StandardCharsets.UTF_8), length >= MAX_ERROR_BYTES,
                MAX_EXCERPT_CHARACTERS);
    }

    private InferenceException failure(FailureKind kind, String message) {
        return new InferenceException(kind, server.redact(message));
    }
}
