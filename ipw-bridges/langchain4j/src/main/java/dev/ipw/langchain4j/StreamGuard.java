package dev.ipw.langchain4j;

import dev.ipw.inference.ResponseSink;

/**
 * A sink that passes events on one at a time, and none after the request has ended: a cancelled stream may continue
 * for a while.
 */
final class StreamGuard implements ResponseSink {
    private final ResponseSink sink;
    private boolean hasFirstByte;
    private boolean hasChunks;
    private boolean stopped;

    StreamGuard(ResponseSink sink) {
        this.sink = sink;
    }

    @Override
    public synchronized void sent(long nanos) {
        sink.sent(nanos);
    }

    @Override
    public synchronized void firstByte(long nanos) {
        if (!stopped && !hasFirstByte) {
            hasFirstByte = true;
            sink.firstByte(nanos);
        }
    }

    @Override
    public synchronized void chunk(ChunkKind kind, String text, long nanos) {
        if (!stopped) {
            firstByte(nanos);
            hasChunks = true;
            sink.chunk(kind, text, nanos);
        }
    }

    @Override
    public synchronized void ended(long nanos) {
        if (!stopped) {
            sink.ended(nanos);
        }
    }

    synchronized boolean hasChunks() {
        return hasChunks;
    }

    synchronized void stop() {
        stopped = true;
    }
}
