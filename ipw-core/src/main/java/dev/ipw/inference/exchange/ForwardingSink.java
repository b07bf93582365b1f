package dev.ipw.inference.exchange;

import dev.ipw.inference.ResponseSink;
import java.util.Map;

/** A sink that passes every event on to another one. */
public class ForwardingSink implements ResponseSink {
    private final ResponseSink sink;

    /** Creates a sink before another one. */
    protected ForwardingSink(ResponseSink sink) {
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
    public void head(Map<String, String> fields) {
        sink.head(fields);
    }

    @Override
    public void chunk(ChunkKind kind, String text, long nanos) {
        sink.chunk(kind, text, nanos);
    }

    @Override
    public void ended(long nanos) {
        sink.ended(nanos);
    }
}
