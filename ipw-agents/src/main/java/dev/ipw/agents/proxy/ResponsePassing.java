package dev.ipw.agents.proxy;

import dev.ipw.agents.proxy.PassedBody.ProgramLeft;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.exchange.AnswerExchange;
import dev.ipw.inference.exchange.HttpFailures;
import dev.ipw.internal.wire.ConnectionSetup;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that passes a response on to the program as it arrives, while a reader reads the answer from the same
 * bytes.
 */
final class ResponsePassing implements ExchangeHandler<Boolean, InferenceException> {
    private static final Logger LOGGER = LoggerFactory.getLogger(ResponsePassing.class);

    private final ProgramResponse program;
    private final Optional<AnswerExchange> reader;
    private final boolean leavesOutUsage;
    private volatile Optional<InferenceResponse> answer = Optional.empty();
    private volatile Optional<InferenceException> unreadable = Optional.empty();

    /**
     * Creates the handler of one request.
     *
     * @param program        receives the response
     * @param reader         reads the answer; empty for a request that does not call a model
     * @param leavesOutUsage whether the program did not request the event with the token counts
     */
    ResponsePassing(ProgramResponse program, Optional<AnswerExchange> reader, boolean leavesOutUsage) {
        this.program = program;
        this.reader = reader;
        this.leavesOutUsage = leavesOutUsage;
    }

    @Override
    public void connected(ConnectionSetup setup) {
        reader.ifPresent(one -> one.connected(setup));
    }

    @Override
    public void sent(long nanos) {
        reader.ifPresent(one -> one.sent(nanos));
    }

    @Override
    public void resent(long nanos) {
        reader.ifPresent(one -> one.resent(nanos));
    }

    @Override
    public Boolean handle(WireResponse response) throws WireException, InferenceException {
        boolean isStream = response.header("content-type").orElse("").toLowerCase(Locale.ROOT)
                .contains("event-stream");
        Optional<UsageEventFilter> filter = leavesOutUsage && isStream
                ? Optional.of(new UsageEventFilter())
                : Optional.empty();
        try {
            program.begin(response.status(), response.headers(), filter.isEmpty());
            PassedBody body = new PassedBody(response.body(), program, filter);
            if (reader.isPresent()) {
                read(reader.get(), new WireResponse(response.status(), response.headers(), response.headNanos(), body),
                        body);
            } else {
                passRest(body);
            }
        } catch (IOException gone) {
            throw new ProgramLeft(gone);
        }
        return true;
    }

    /**
     * Reads the answer. The program gets all bytes, even if the answer is unreadable; its response breaks off only if
     * the server's does.
     */
    private void read(AnswerExchange exchange, WireResponse response, PassedBody body)
            throws WireException, InferenceException, IOException {
        try {
            answer = Optional.of(exchange.handle(response));
        } catch (WireException broken) {
            // If the transfer was cancelled, its canceller knows the reason better.
            unreadable = body.isTorn() ? Optional.empty() : Optional.of(HttpFailures.failed(broken));
            passRest(body);
            throw broken;
        } catch (InferenceException refused) {
            unreadable = Optional.of(refused);
            passRest(body);
            throw refused;
        }
        passRest(body);
    }

    /** Passes the rest of the bytes on. A failure here is not reported: the answer is already known. */
    private void passRest(PassedBody body) throws IOException {
        try {
            if (!body.isTorn()) {
                body.passRest();
                program.end();
            }
        } catch (WireException torn) {
            LOGGER.debug("A server closed its connection behind the end of an answer", torn);
        }
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
