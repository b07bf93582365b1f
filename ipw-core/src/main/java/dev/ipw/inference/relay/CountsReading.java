package dev.ipw.inference.relay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.wire.ByteSource;
import dev.ipw.internal.wire.ConnectionSetup;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** The reading of a response that has token counts and no text, such as one with embeddings. Nothing else is kept. */
final class CountsReading implements AnswerReading {
    private static final Set<String> HOLDERS = Set.of("usage", "usageMetadata");
    private static final Set<String> COUNTS = Set.of("prompt_tokens", "prompt_eval_count", "promptTokenCount");

    private final ResponseSink sink;
    private TokenUsage usage = TokenUsage.absent();

    CountsReading(ResponseSink sink) {
        this.sink = sink;
    }

    @Override
    public void connected(ConnectionSetup setup) {
        sink.connected(new ResponseSink.ConnectionTimes(setup.lookupNanos(), setup.connectNanos(), setup.tlsNanos()));
    }

    @Override
    public void sent(long nanos) {
        sink.sent(nanos);
    }

    @Override
    public void resent(long nanos) {
        sink.retried(nanos);
    }

    @Override
    public InferenceResponse handle(WireResponse response) throws WireException, InferenceException {
        sink.firstByte(response.headNanos());
        if (response.status() < 200 || response.status() > 299) {
            throw InferenceException.ofStatus(response.status(), "The server answered HTTP " + response.status());
        }
        BodyStream body = new BodyStream(response.body());
        try (JsonParser json = Json.tokens(body)) {
            read(json);
        } catch (IOException unreadable) {
            if (body.torn.isPresent()) {
                throw body.torn.get();
            }
            throw new InferenceException(FailureKind.MALFORMED, "The server's answer is not JSON");
        }
        sink.ended(response.body().readNanos());
        return new InferenceResponse("", Optional.empty(), usage, Optional.empty(), ServerTimings.UNKNOWN,
                OptionalDouble.empty(), Optional.empty(), List.of());
    }

    private void read(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (HOLDERS.contains(name) && value == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String count = json.currentName();
                    take(json, count, json.nextToken());
                }
            } else {
                take(json, name, value);
            }
        }
    }

    private void take(JsonParser json, String name, JsonToken value) throws IOException {
        if (COUNTS.contains(name) && value == JsonToken.VALUE_NUMBER_INT) {
            long count = json.getValueAsLong(-1);
            if (count >= 0 && count <= TokenUsage.MAX_TOKENS) {
                usage = new TokenUsage(OptionalLong.of(count), OptionalLong.of(0), OptionalLong.of(count),
                        OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.SERVER);
            }
        } else {
            json.skipChildren();
        }
    }

    @Override
    public TokenUsage usage() {
        return usage;
    }

    /** The bytes of a response as a stream; an exchange that breaks is kept as it was. */
    private static final class BodyStream extends InputStream {
        private final ByteSource body;
        private Optional<WireException> torn = Optional.empty();

        BodyStream(ByteSource body) {
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return body.read(buffer, offset, length);
            } catch (WireException broken) {
                torn = Optional.of(broken);
                throw new IOException(broken);
            }
        }
    }
}
