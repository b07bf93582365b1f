package dev.ipw.profile.internal;

import dev.ipw.inference.ResponseSink;
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
    final class Call implements ResponseSink, AutoCloseable {
        private final ResponseSink sink;
        private final AtomicBoolean waits = new AtomicBoolean(true);

        private Call(ResponseSink sink) {
            this.sink = sink;
        }

        @Override
        public void retried(long nanos) {
            sink.retried(nanos);
        }

        @Override
        public void connected(ConnectionTimes times) {
            sink.connected(times);
        }

        @Override
        public void sent(long nanos) {
            sink.sent(nanos);
        }

        @Override
        public void firstByte(long nanos) {
            sink.firstByte(nanos);
        }

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            sink.chunk(kind, text, nanos);
            if (kind.carriesTokens()) {
                close();
            }
        }

        @Override
        public void ended(long nanos) {
            sink.ended(nanos);
        }

        @Override
        public void close() {
            if (waits.get() && waits.compareAndSet(true, false)) {
                waiting.decrementAndGet();
            }
        }
    }
}
