package dev.ipw.telemetry.remote;

import dev.ipw.internal.thread.Slack;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireFault;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** A client that fetches one exporter's page, bounded in time and size. */
final class Scraper {
    static final long MAX_BODY_BYTES = 16L << 20;
    private static final Duration CONNECT = Duration.ofSeconds(2);
    // Less than a session waits for its collectors, so that a hanging exporter is reported as one.
    private static final Duration TOTAL = Duration.ofSeconds(3);
    private static final Duration SLACK = Duration.ofNanos(Slack.nanos());
    private static final int OK = 200;
    private static final String ACCEPT = "text/plain;version=0.0.4, application/openmetrics-text;version=1.0.0;q=0.5";

    private final Transport transport = new SocketTransport();
    private final ExporterAddress address;
    private final WireRequest request;
    private final WireLimits limits = new WireLimits(CONNECT.plus(SLACK), TOTAL.plus(SLACK), TOTAL.plus(SLACK),
            TOTAL.plus(SLACK), MAX_BODY_BYTES);

    Scraper(ExporterAddress address) {
        this.address = address;
        request = WireRequest.get(address.uri(), Map.of("Accept", ACCEPT, "User-Agent", "ipw"));
    }

    /**
     * Fetches the page.
     *
     * @param wanted returns whether the lines of a metric are kept
     * @return the lines that are kept
     * @throws ScrapeException      if there is no such page
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    Exposition scrape(Predicate<String> wanted) throws ScrapeException, InterruptedException {
        ExchangeHandler<Exposition, ScrapeException> handler = response -> read(response, wanted);
        try {
            return transport.exchange(request, limits, handler);
        } catch (WireException broken) {
            throw failed(broken.fault());
        }
    }

    private Exposition read(WireResponse response, Predicate<String> wanted) throws WireException, ScrapeException {
        if (response.status() != OK) {
            throw ScrapeException.unusable(address + " answers with status " + response.status()
                    + "; look at it in a browser, and give the address that shows the metrics");
        }
        String type = response.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (type.startsWith("text/html")) {
            throw ScrapeException.unusable(address + " is a web page, not metrics; most exporters serve them "
                    + "under /metrics");
        }
        if (type.startsWith("application/vnd.google.protobuf")) {
            throw ScrapeException.unusable(address + " answers in the protobuf format, which is not read; make it"
                    + " answer in text");
        }
        return ExpositionParser.parse(response.readAll(), type.startsWith("application/openmetrics-text"), wanted);
    }

    private ScrapeException failed(WireFault fault) {
        return switch (fault) {
            case UNREACHABLE -> ScrapeException.unreachable("no answer from " + address
                    + "; start the exporter, or check address and firewall");
            case CONNECT_TIMEOUT -> ScrapeException.unreachable("no connection to " + address + " within "
                    + CONNECT.toSeconds() + " s; check address and firewall");
            case FIRST_BYTE_TIMEOUT, IDLE_TIMEOUT, TOTAL_TIMEOUT -> ScrapeException.unreachable(address
                    + " did not answer within " + TOTAL.toSeconds() + " s; the exporter is overloaded or hangs");
            case MALFORMED -> ScrapeException.unusable(address
                    + " does not answer with plain HTTP; check that an exporter listens there");
            case TRUNCATED -> ScrapeException.unusable(address
                    + " closed the connection before the page was complete; check the exporter's log");
            case TOO_LARGE -> ScrapeException.unusable("the page of " + address + " is larger than "
                    + (MAX_BODY_BYTES >> 20) + " MiB; give the address of one machine's exporter");
        };
    }
}
