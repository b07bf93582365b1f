package dev.ipw.inference.exchange;

import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.internal.wire.ByteSource;
import dev.ipw.internal.wire.SseReader;
import dev.ipw.internal.wire.WireException;
import java.nio.charset.StandardCharsets;

/** An exchange whose answer is streamed as server-sent events. */
public final class EventExchange extends AnswerExchange {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
    private static final String ERROR_EVENT = "error";

    private final boolean streamAsked;
    private final ResponseSink sink;

    /**
     * Creates the exchange of one request.
     *
     * @param server      the server
     * @param streamAsked whether it requests a stream
     * @param sink        receives the events
     * @param answer      puts the answer together
     */
    public EventExchange(ModelServer server, boolean streamAsked, ResponseSink sink, AnswerReader answer) {
        super(server, sink, answer);
        this.streamAsked = streamAsked;
        this.sink = sink;
    }

    @Override
    protected boolean isStream(String contentType) {
        return contentType.contains(streamType()) || (streamAsked && !contentType.contains("json"));
    }

    @Override
    protected String streamType() {
        return "event-stream";
    }

    @Override
    protected boolean readPieces(ByteSource body) throws WireException, InferenceException {
        SseReader events = new SseReader(body, SseReader.MAX_LINE_BYTES, SseReader.MAX_EVENT_BYTES);
        for (SseReader.Item item = events.next(); item != SseReader.Item.END; item = events.next()) {
            if (item == SseReader.Item.EVENT && events.type().equals(ERROR_EVENT)) {
                throw serverError(events.dataText());
            }
            if (item == SseReader.Item.COMMENT || events.dataLength() == 0) {
                sink.chunk(ChunkKind.PING, "", events.nanos());
            } else if (events.dataIs(DONE)) {
                noteMark(events.nanos());
                return true;
            } else if (take(events.data(), 0, events.dataLength(), events.whole(), events.nanos())) {
                return true;
            }
        }
        return false;
    }
}
