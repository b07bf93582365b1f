package dev.ipw.internal.wire;

import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeSet;

/** The form of a request in HTTP/1.1. */
final class RequestHead {
    private static final String LINE_END = "\r\n";

    private RequestHead() {}

    /** Returns the bytes of a request, head and body, for a connection with or without a proxy. */
    static byte[] bytes(WireRequest request, Route route, Proxy proxy) {
        byte[] body = request.body().orElse(new byte[0]);
        StringBuilder text = new StringBuilder(512);
        boolean absolute = proxy.type() == Proxy.Type.HTTP && !route.tls();
        text.append(request.method()).append(' ');
        text.append(absolute ? "http://" + route.hostField() : "").append(target(request.uri()));
        text.append(" HTTP/1.1").append(LINE_END);
        field(text, "Host", route.hostField());
        if (absolute) {
            login(text, proxy);
        }
        TreeSet<String> given = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            given.add(header.getKey());
            field(text, header.getKey(), header.getValue());
        }
        // A compressed stream would arrive in blocks, and no longer as the server generates it.
        if (!given.contains("Accept-Encoding")) {
            field(text, "Accept-Encoding", "identity");
        }
        if (request.body().isPresent()) {
            field(text, "Content-Length", String.valueOf(body.length));
        }
        byte[] head = text.append(LINE_END).toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] bytes = new byte[head.length + body.length];
        System.arraycopy(head, 0, bytes, 0, head.length);
        System.arraycopy(body, 0, bytes, head.length, body.length);
        return bytes;
    }

    /** Returns the bytes that request a tunnel from a proxy. */
    static byte[] tunnel(Route route, Proxy proxy) {
        StringBuilder text = new StringBuilder(128);
        text.append("CONNECT ").append(route.authority()).append(" HTTP/1.1").append(LINE_END);
        field(text, "Host", route.authority());
        login(text, proxy);
        return text.append(LINE_END).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void login(StringBuilder text, Proxy proxy) {
        LoginProxy.authorization(proxy).ifPresent(value -> field(text, "Proxy-Authorization", value));
    }

    private static String target(URI uri) {
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath();
        String query = ascii.getRawQuery();
        return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    private static void field(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append(LINE_END);
    }
}
