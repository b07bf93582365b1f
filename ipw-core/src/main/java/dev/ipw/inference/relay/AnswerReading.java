package dev.ipw.inference.relay;

import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerExchange;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.internal.wire.ConnectionSetup;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;

/** The reading of an answer while it passes. */
public interface AnswerReading extends ExchangeHandler<InferenceResponse, InferenceException> {
    /**
     * Returns the token counts that the server reported so far.
     *
     * @return the counts
     */
    TokenUsage usage();

    /**
     * The reading of an answer of tokens.
     *
     * @param exchange reads it
     * @param answer   puts it together
     */
    record OfText(AnswerExchange exchange, AnswerReader answer) implements AnswerReading {
        @Override
        public void connected(ConnectionSetup setup) {
            exchange.connected(setup);
        }

        @Override
        public void sent(long nanos) {
            exchange.sent(nanos);
        }

        @Override
        public void resent(long nanos) {
            exchange.resent(nanos);
        }

        @Override
        public InferenceResponse handle(WireResponse response) throws WireException, InferenceException {
            return exchange.handle(response);
        }

        @Override
        public TokenUsage usage() {
            return answer.usage();
        }
    }
}
