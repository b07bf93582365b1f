package dev.ipw.inference.relay;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.exchange.HttpFailures;
import dev.ipw.inference.relay.PassedBody.ClientLeft;
import dev.ipw.internal.wire.ConnectionSetup;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that passes a response on to the client as it arrives, while a reader reads the answer from the same
 * bytes.
 */
final class ResponsePassing implements ExchangeHandler<Boolean, InferenceException> {
    private static final Logger LOGGER = LoggerFactory.getLogger(ResponsePassing.class);

    private final ClientResponse client;
    private final Optional<ReadCall> call;
    private final boolean leavesOutUsage;
    private final HeldBytes held;
    private volatile OptionalInt status = OptionalInt.empty();
    private volatile Optional<InferenceResponse> answer = Optional.empty();
    private volatile Optional<InferenceException> unreadable = Optional.empty();

    /**
     * The reading of a call.
     *
     * @param reading  reads the answer
     * @param receiver receives its events
     */
    record ReadCall(AnswerReading reading, GuardedReceiver receiver) {}

    /**
     * Creates the handler of one request.
     *
     * @param client         receives the response
     * @param call           the reading of the answer; empty if nobody reads it
     * @param leavesOutUsage whether the client did not request the event with the token counts
     * @param held           counts the bytes of an answer that is read as a whole
     */
    ResponsePassing(ClientResponse client, Optional<ReadCall> call, boolean leavesOutUsage, HeldBytes held) {
        this.client = client;
        this.call = call;
        this.leavesOutUsage = leavesOutUsage;
        this.held = held;
    }

    @Override
    public void connected(ConnectionSetup setup) {
        call.ifPresent(one -> one.reading.connected(setup));
    }

    @Override
    public void sent(long nanos) {
        call.ifPresent(one -> one.reading.sent(nanos));
    }

    @Override
    public void resent(long nanos) {
        call.ifPresent(one -> one.reading.resent(nanos));
    }

    @Override
    public Boolean handle(WireResponse response) throws WireException, InferenceException {
        status = OptionalInt.of(response.status());
        String contentType = response.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        boolean isEvents = contentType.contains("event-stream");
        List<BodyFilter> filters = new ArrayList<>();
        if (leavesOutUsage && isEvents) {
            filters.add(new UsageEventFilter());
        }
        call.ifPresent(one -> {
            one.receiver.responded(response);
            one.receiver.filter(response).ifPresent(filters::add);
        });
        try {
            client.begin(response.status(), response.fields(),
                    call.map(one -> one.receiver.addedHeaders()).orElse(Map.of()), filters.isEmpty());
            boolean isWhole = !isEvents && !contentType.contains("ndjson");
            PassedBody body = new PassedBody(response.body(), client, filters,
                    isWhole ? WireLimits.DEFAULT.maxBodyBytes() : Long.MAX_VALUE,
                    call.filter(one -> isWhole && one.reading instanceof AnswerReading.OfText).map(one -> held));
            if (call.isPresent()) {
                read(call.get(), new WireResponse(response.status(), response.headers(), response.fields(),
                        response.headNanos(), body), body);
            } else {
                passRest(body);
            }
        } catch (IOException gone) {
            throw new ClientLeft(gone);
        } finally {
            held.release();
        }
        return true;
    }

    /**
     * Reads the answer. The client gets all bytes, even if the answer is unreadable; its response breaks off only if
     * the server's does.
     */
    private void read(ReadCall read, WireResponse response, PassedBody body)
            throws WireException, InferenceException, IOException {
        try {
            answer = Optional.of(read.reading.handle(response));
        } catch (WireException broken) {
            // If the transfer was cancelled, its canceller knows the reason better.
            unreadable = body.isTorn() ? Optional.empty() : Optional.of(HttpFailures.failed(broken));
            passRest(body);
            throw broken;
        } catch (InferenceException refused) {
            unreadable = Optional.of(refused);
            passRest(body);
            throw refused;
        } catch (ClientLeft gone) {
            throw gone;
        } catch (RuntimeException | Error defect) { // Nothing may stop the bytes.
            read.receiver.failed(defect);
            unreadable = Optional.of(new InferenceException(FailureKind.CLIENT_ERROR,
                    "The answer was passed on, but could not be read"));
        }
        passRest(body);
    }

    /** Passes the rest of the bytes on. A failure here is not reported: the answer is already known. */
    private void passRest(PassedBody body) throws IOException {
        try {
            if (!body.isTorn()) {
                body.passRest();
                client.end();
            }
        } catch (WireException torn) {
            LOGGER.debug("A server closed its connection behind the end of an answer", torn);
        }
    }

    /** Returns the HTTP status; empty if no response arrived. */
    OptionalInt status() {
        return status;
    }

    /**
     * Returns the reason why the response is not a complete answer, as a client would report it; empty if it is one,
     * or if no response arrived.
     */
    Optional<InferenceException> unreadable() {
        return unreadable;
    }

    /** Returns the complete answer; empty if it did not arrive. */
    Optional<InferenceResponse> answer() {
        return answer;
    }
}
