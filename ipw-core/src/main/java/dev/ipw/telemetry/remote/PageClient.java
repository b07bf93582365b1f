package dev.ipw.telemetry.remote;

import dev.ipw.internal.thread.Slack;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireFault;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client that fetches one page of another machine, bounded in time and size. */
final class PageClient {
    static final long MAX_BODY_BYTES = 16L << 20;
    // Less than a session waits for its collectors, so that a hanging exporter is reported as one.
    static final Duration PAGE = Duration.ofSeconds(3);
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration SLACK = Duration.ofNanos(Slack.nanos());

    private final Transport transport = new SocketTransport();
    private final ExporterAddress address;
    private final Map<String, String> headers;
    private final Duration connect;
    private final Duration total;
    private final WireLimits limits;

    /**
     * Creates a client.
     *
     * @param accept      the media types that can be read
     * @param credentials the header fields that show who asks
     */
    PageClient(ExporterAddress address, String accept, Credentials credentials) {
        this(address, accept, credentials, CONNECT, PAGE);
    }

    /**
     * Creates a client.
     *
     * @param connect the time for a connection
     * @param total   the time for a whole answer
     */
    PageClient(ExporterAddress address, String accept, Credentials credentials, Duration connect, Duration total) {
        this.address = address;
        this.connect = connect;
        this.total = total;
        Duration patient = total.plus(SLACK);
        limits = new WireLimits(connect.plus(SLACK), patient, patient, patient, MAX_BODY_BYTES);
        headers = new LinkedHashMap<>(Map.of("Accept", accept, "User-Agent", "ipw"));
        headers.putAll(credentials.headers());
    }

    /**
     * Fetches the page.
     *
     * @param handler reads the response
     * @throws ScrapeException      if there is no answer, or the handler refuses it
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    <T> T fetch(ExchangeHandler<T, ScrapeException> handler) throws ScrapeException, InterruptedException {
        return fetch(address.uri(), handler);
    }

    /**
     * Fetches an address of the same server.
     *
     * @param uri     what to fetch; may hold a long query, which no message shows
     * @param handler reads the response
     * @throws ScrapeException      if there is no answer, or the handler refuses it
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    <T> T fetch(URI uri, ExchangeHandler<T, ScrapeException> handler) throws ScrapeException, InterruptedException {
        try {
            return transport.exchange(WireRequest.get(uri, headers), limits, handler);
        } catch (WireException broken) {
            throw failed(broken.fault());
        }
    }

    private ScrapeException failed(WireFault fault) {
        return switch (fault) {
            case UNREACHABLE -> ScrapeException.unreachable("no answer from " + address
                    + "; start the exporter, or check address and firewall");
            case CONNECT_TIMEOUT -> ScrapeException.unreachable("no connection to " + address + " within "
                    + connect.toSeconds() + " s; check address and firewall");
            case FIRST_BYTE_TIMEOUT, IDLE_TIMEOUT, TOTAL_TIMEOUT -> ScrapeException.unreachable(address
                    + " did not answer within " + total.toSeconds() + " s; the exporter is overloaded or hangs");
            case MALFORMED -> ScrapeException.unusable(address
                    + " does not answer with plain HTTP; check that an exporter listens there");
            case TRUNCATED -> ScrapeException.unusable(address
                    + " closed the connection before the page was complete; check the exporter's log");
            case TOO_LARGE -> ScrapeException.unusable("the page of " + address + " is larger than "
                    + (MAX_BODY_BYTES >> 20) + " MiB; give the address of one machine's exporter");
        };
    }
}
