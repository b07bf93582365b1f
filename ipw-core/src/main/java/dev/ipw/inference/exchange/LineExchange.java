package dev.ipw.inference.exchange;

import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseSink;
import dev.ipw.internal.wire.ByteSource;
import dev.ipw.internal.wire.NdjsonReader;
import dev.ipw.internal.wire.WireException;

/** An exchange whose answer is streamed as one JSON object a line. */
public final class LineExchange extends AnswerExchange {
    private final boolean streamAsked;

    /**
     * Creates the exchange of one request.
     *
     * @param server      the server
     * @param streamAsked whether it requests a stream
     * @param sink        receives the events
     * @param answer      puts the answer together
     */
    public LineExchange(ModelServer server, boolean streamAsked, ResponseSink sink, AnswerReader answer) {
        super(server, sink, answer);
        this.streamAsked = streamAsked;
    }

    /**
     * Returns whether an answer is a stream. Some servers call their lines plain JSON, and a whole answer is a stream
     * of one line.
     */
    @Override
    protected boolean isStream(String contentType) {
        return streamAsked || contentType.contains(streamType());
    }

    @Override
    protected String streamType() {
        return "ndjson";
    }

    @Override
    protected boolean readPieces(ByteSource body) throws WireException, InferenceException {
        NdjsonReader lines = new NdjsonReader(body, NdjsonReader.MAX_LINE_BYTES);
        while (lines.next()) {
            if (take(lines.buffer(), lines.start(), lines.length(), lines.whole(), lines.nanos())) {
                return true;
            }
        }
        return false;
    }
}
