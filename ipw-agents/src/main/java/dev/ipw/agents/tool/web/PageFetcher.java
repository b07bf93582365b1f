package dev.ipw.agents.tool.web;

import dev.ipw.agents.ToolException;
import dev.ipw.internal.wire.AddressLookup;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A fetcher of web pages, bounded in bytes, redirects and time. It sends no cookie, key or other secret. */
final class PageFetcher {
    private static final int MAX_REDIRECTS = 5;
    private static final int OK = 200;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Map<String, String> HEADERS = Map.of("User-Agent", "ipw-java",
            "Accept", "text/html, application/xhtml+xml, text/*;q=0.9, application/pdf;q=0.8, */*;q=0.5",
            "Accept-Encoding", "identity");

    private final Transport transport;
    private final Duration timeout;
    private final int mostBytes;

    /**
     * Creates a fetcher.
     *
     * @param lookup    finds the allowed addresses
     * @param timeout   the time limit of one page, including its redirects
     * @param mostBytes the maximum size
     */
    PageFetcher(AddressLookup lookup, Duration timeout, int mostBytes) {
        transport = new SocketTransport(lookup);
        this.timeout = timeout;
        this.mostBytes = mostBytes;
    }

    /**
     * Fetches a page.
     *
     * @param typed the address from the model
     * @return the page, with its last address
     * @throws ToolException if it cannot be fetched
     */
    Page fetch(String typed) throws ToolException, InterruptedException {
        URI address = PageAddress.of(typed);
        long deadline = System.nanoTime() + timeout.toNanos();
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            Step step = ask(address, Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
            if (step.page().isPresent()) {
                return step.page().get();
            }
            address = PageAddress.from(address, step.redirect().orElseThrow(() -> new ToolException(
                    "The server sent a redirect that names no address")));
        }
        throw new ToolException("The server redirected more than " + MAX_REDIRECTS + " times, last to "
                + address.getScheme() + "://" + address.getRawAuthority());
    }

    private Step ask(URI address, Duration left) throws ToolException, InterruptedException {
        WireRequest request = WireRequest.get(URI.create(address.toASCIIString()), HEADERS);
        ExchangeHandler<Step, ToolException> handler = response -> read(address, response);
        try {
            return transport.exchange(request, new WireLimits(left, left, left, left, mostBytes), handler);
        } catch (WireException failed) {
            throw new ToolException(switch (failed.fault()) {
                case TOO_LARGE -> "What lies there is larger than " + mostBytes + " bytes, the most that is fetched";
                case CONNECT_TIMEOUT, FIRST_BYTE_TIMEOUT, IDLE_TIMEOUT, TOTAL_TIMEOUT ->
                    "The page did not come within " + timeout.toSeconds() + " s";
                case UNREACHABLE, MALFORMED, TRUNCATED -> "The page could not be fetched: " + failed.getMessage();
            }, failed);
        }
    }

    private static Step read(URI address, WireResponse response) throws WireException, ToolException {
        if (REDIRECTS.contains(response.status())) {
            return new Step(Optional.empty(), response.header("location"));
        }
        if (response.status() != OK) {
            throw new ToolException("The server answered with status " + response.status() + " for " + address);
        }
        return new Step(Optional.of(new Page(address, response.header("content-type"), response.readAll())),
                Optional.empty());
    }

    /**
     * A fetched page.
     *
     * @param address the last address, after all redirects
     * @param type    the content type from the server
     * @param body    the bytes
     */
    record Page(URI address, Optional<String> type, byte[] body) {}

    private record Step(Optional<Page> page, Optional<String> redirect) {}
}
