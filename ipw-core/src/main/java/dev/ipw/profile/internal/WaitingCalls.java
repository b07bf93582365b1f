package dev.ipw.profile.internal;

import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.exchange.ForwardingSink;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of calls of a model without a token yet. */
final class WaitingCalls {
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean hasAsked;

    /** Returns the current number; empty before the first call. */
    OptionalInt count() {
        return hasAsked ? OptionalInt.of(waiting.get()) : OptionalInt.empty();
    }

    /** Counts a call until its first token, or its end. */
    Call begin(ResponseSink sink) {
        hasAsked = true;
        waiting.incrementAndGet();
        return new Call(sink);
    }

    /** A call, which passes its response on. */
    final class Call extends ForwardingSink implements AutoCloseable {
        private final AtomicBoolean waits = new AtomicBoolean(true);

        private Call(ResponseSink sink) {
            super(sink);
        }

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            super.chunk(kind, text, nanos);
            if (kind.carriesTokens()) {
                close();
            }
        }

        @Override
        public void close() {
            if (waits.get() && waits.compareAndSet(true, false)) {
                waiting.decrementAndGet();
            }
        }
    }
}
