package dev.ipw.examples.benchmarks.wire;

import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.SseReader;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** A client that reads like the SDK's clients, including events: supervised exchanges of virtual threads. */
final class SocketTransportClient implements StreamClient {
    private static final Integer READ = 1;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** The time limits, which are long because two cores need time for 2,048 handshakes at once. */
    private static final WireLimits LIMITS = new WireLimits(PATIENCE, PATIENCE, PATIENCE, PATIENCE, Long.MAX_VALUE);

    @Override
    public void read(URI uri, int streams, LagRecorder recorder) throws Exception {
        SocketTransport transport = new SocketTransport();
        WireRequest request = WireRequest.get(uri, Map.of());
        StreamClient.each(streams, () -> {
            GoldenEvent.Finder finder = new GoldenEvent.Finder(recorder);
            ExchangeHandler<Integer, WireException> handler = response -> {
                SseReader events = new SseReader(response.body(), SseReader.MAX_LINE_BYTES,
                        SseReader.MAX_EVENT_BYTES);
                while (events.next() != SseReader.Item.END) {
                    finder.feed(events.data(), 0, events.dataLength(), events.nanos());
                }
                return READ;
            };
            return transport.exchange(request, LIMITS, handler);
        });
    }
}
