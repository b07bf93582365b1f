package dev.ipw.cli.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A filter that accepts only requests meant for this server. A web page can make a browser send requests to any
 * address, and a name that it owns can lead to this machine (DNS rebinding): the {@code Host} header then has a
 * foreign name, or the {@code Origin} header a foreign page. A numeric address cannot be rebound, so the server's own
 * is always accepted. Ports are not compared: behind a forwarded port a server is called with another one.
 */
public final class RequestGuard extends Filter {
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int MISDIRECTED = 421;
    private static final int MAX_SHOWN = 80;
    private static final Pattern AUTHORITY = Pattern
            .compile("(\\[[0-9a-f:.]{2,45}]|[a-z0-9._-]{1,253})(?::(\\d{1,5}))?");
    private static final Pattern DIGITS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]{2,45}]");

    private final Set<String> names = new TreeSet<>();
    private final InetAddress bound;
    private final Refusal refusal;

    /** The response to a rejected request, in the server's own format. */
    @FunctionalInterface
    public interface Refusal {
        /**
         * Sends the response.
         *
         * @param exchange the request
         * @param status   the status
         * @param message  the error and the remedy
         * @throws IOException if the client has gone
         */
        void answer(HttpExchange exchange, int status, String message) throws IOException;
    }

    /**
     * Creates the guard of a server.
     *
     * @param bound   the address it listens on
     * @param allowed further names by which clients may call it
     * @param refusal answers rejected requests
     */
    RequestGuard(InetAddress bound, List<String> allowed, Refusal refusal) {
        this.bound = bound;
        this.refusal = refusal;
        allowed.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        names.add("localhost");
        if (!bound.isLoopbackAddress()) {
            ownName().ifPresent(names::add);
        }
    }

    private static Optional<String> ownName() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT));
        } catch (UnknownHostException nameless) {
            return Optional.empty();
        }
    }

    @Override
    public String description() {
        return "refuses requests that were meant for another host or come from another web page";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        List<String> origins = exchange.getRequestHeaders().getOrDefault("Origin", List.of());
        if (hosts.size() != 1) {
            refuse(exchange, BAD_REQUEST, "Send exactly one Host header");
        } else if (!isOwn(hosts.getFirst())) {
            refuse(exchange, MISDIRECTED, "This server is not '" + shown(hosts.getFirst())
                    + "'. Call it by its address, or start it with --allow-host and that name");
        } else if (!origins.isEmpty() && !isOwnPage(origins, hosts.getFirst())) {
            refuse(exchange, FORBIDDEN, "Cross-site requests are refused: " + shown(origins.getFirst()));
        } else {
            chain.doFilter(exchange);
        }
    }

    private void refuse(HttpExchange exchange, int status, String message) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Connection", "close");
            refusal.answer(exchange, status, message);
        }
    }

    private static boolean isOwnPage(List<String> origins, String host) {
        return origins.size() == 1 && origins.getFirst().equalsIgnoreCase("http://" + host);
    }

    private boolean isOwn(String authority) {
        Matcher parts = AUTHORITY.matcher(authority.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return false;
        }
        String host = parts.group(1);
        // Behind a forwarded port, an allowed name may come with any port.
        return names.contains(host) || (DIGITS.matcher(host).matches() && isBound(host));
    }

    /**
     * Returns whether a numeric address leads to the address on which the server listens; for a wildcard address,
     * every numeric address does.
     */
    private boolean isBound(String digits) {
        try {
            InetAddress named = InetAddress.getByName(digits);
            return bound.isAnyLocalAddress() || named.equals(bound)
                    || (bound.isLoopbackAddress() && named.isLoopbackAddress());
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }

    private static String shown(String header) {
        String start = header.substring(0, Math.min(header.length(), MAX_SHOWN));
        return start.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
