package dev.ipw.meter;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.inference.relay.AnswerReading;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to a request, read from the bytes that a gateway passes on: its tokens as they arrive, the server's counts,
 * and its end are reported to the request. A thread of its own reads; no method waits or throws, and an answer that
 * cannot be read has no counts.
 *
 * <pre>{@code
 * MeteredAnswer answer = MeteredAnswer.read(request, "/v1/chat/completions", 200, "text/event-stream");
 * answer.pass(bytes);                                             // for each piece that is passed on
 * answer.end();                                                   // or breakOff("the client left")
 * }</pre>
 *
 * <p>It reads the APIs of OpenAI, Anthropic, Gemini and Ollama, streamed or whole. Answers at other paths have times and
 * joules, but no counts.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class MeteredAnswer {
    /** Its address is only in messages of failures, which are not kept. */
    private static final ModelServer SERVER = new ModelServer(new ServerAddress(URI.create("http://upstream")),
            Optional.empty(), Map.of(), "", "");
    private static final long MAX_WHOLE_BYTES = 64 << 20;
    private static final int BUFFER_BYTES = 8192;
    private static final Logger LOGGER = LoggerFactory.getLogger(MeteredAnswer.class);

    private final MeteredRequest request;
    private final int status;
    private final PassedBytes passed;
    private volatile @Nullable String problem;

    private MeteredAnswer(MeteredRequest request, int status, boolean isStream) {
        this.request = request;
        this.status = status;
        passed = new PassedBytes(isStream ? Long.MAX_VALUE : MAX_WHOLE_BYTES);
    }

    /**
     * Starts reading an answer.
     *
     * @param request     the request; reported by the answer alone from now on
     * @param path        the path at which the server was asked, for example {@code /v1/chat/completions}
     * @param httpStatus  the server's status
     * @param contentType the type of its body; empty without one
     * @return the answer, to be ended or broken off
     */
    public static MeteredAnswer read(MeteredRequest request, String path, int httpStatus, String contentType) {
        MeteredAnswer answer = new MeteredAnswer(request, httpStatus,
                contentType.toLowerCase(Locale.ROOT).contains("event-stream"));
        Thread.ofVirtual().name("ipw-meter-answer").start(() -> answer.read(path, contentType));
        return answer;
    }

    /**
     * Takes bytes that are passed on now.
     *
     * @param bytes the bytes, which are copied; their position stays. They must not be compressed.
     */
    public void pass(ByteBuffer bytes) {
        passed.pass(bytes);
    }

    /** Takes the end of the answer: all its bytes were passed on. Later calls do nothing. */
    public void end() {
        passed.end();
    }

    /**
     * Takes the end of an answer that was not passed on completely.
     *
     * @param reason why, for example {@code the client left}; it does not count if the answer was complete before
     */
    public void breakOff(String reason) {
        problem = reason;
        passed.end();
    }

    private void read(String path, String contentType) {
        Optional<CallProtocol> protocol = CallProtocol.at(path);
        Optional<AnswerReading> reading = protocol.map(one -> one.reading(SERVER, false, new Text(request), false));
        if (protocol.filter(one -> !one.isAnswered()).isPresent()) {
            request.answersWithoutTokens();
        }
        Optional<String> failure = Optional.empty();
        RequestTokens counted = RequestTokens.UNKNOWN;
        try {
            failure = reading.isEmpty() ? skip() : failure(reading.get(), contentType);
            if (failure.isEmpty() && protocol.filter(CallProtocol::isAnswered).isEmpty()) {
                // Nothing in it shows its end.
                failure = Optional.ofNullable(problem);
            }
            counted = reading.filter(one -> !passed.isOverfull()).map(one -> RequestTokens.of(one.usage()))
                    .orElse(counted);
        } catch (RuntimeException failed) {
            LOGGER.warn("An answer could not be read: its request has no counts of tokens", failed);
        } finally {
            drain();
            request.finish(status, counted, failure, passed.readNanos());
        }
    }

    /** Reads the answer, and returns why it is not complete. */
    private Optional<String> failure(AnswerReading reading, String contentType) {
        try {
            reading.handle(new WireResponse(status, Map.of("content-type", contentType),
                    Map.of("content-type", List.of(contentType)), System.nanoTime(), passed));
            return Optional.empty();
        } catch (InferenceException refused) {
            drain();
            return failure(refused.kind());
        } catch (WireException tooLarge) {
            LOGGER.debug("An answer could not be read: its request has no counts of tokens", tooLarge);
            return skip();
        }
    }

    /** Describes a failure without the server's words, which may repeat a key or a prompt. */
    private Optional<String> failure(FailureKind kind) {
        return switch (kind) {
            case HTTP_STATUS -> Optional.of("the server answered HTTP " + status);
            case SERVER_ERROR -> Optional.of("the server reported an error in its answer");
            case TRUNCATED -> Optional.of(Objects.requireNonNullElse(problem, "the answer broke off"));
            default -> Optional.ofNullable(problem);
        };
    }

    private Optional<String> skip() {
        drain();
        return status >= 200 && status < 300 ? Optional.ofNullable(problem) : failure(FailureKind.HTTP_STATUS);
    }

    private void drain() {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (passed.read(buffer, 0, buffer.length) >= 0) {
            // What follows the end of an answer has no tokens.
        }
    }

    /** Reports pieces of text as they arrive. */
    private record Text(MeteredRequest request) implements ResponseSink {
        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            if (kind.carriesTokens()) {
                request.text(text, nanos);
            }
        }
    }
}
