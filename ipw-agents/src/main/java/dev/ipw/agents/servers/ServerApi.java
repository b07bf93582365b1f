package dev.ipw.agents.servers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The requests to a server of this machine, without proxies, bounded in bytes and time. */
final class ServerApi {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final long MAX_BYTES = 4L << 20;
    private static final int SHOWN = 300;

    private final Transport transport = new SocketTransport(host -> new InetAddress[]{ServerPorts.address()});
    private final int port;
    private final Optional<String> key;

    /**
     * Creates the requests to a server.
     *
     * @param port its port
     * @param key  the key that it requires
     */
    ServerApi(int port, Optional<String> key) {
        this.port = port;
        this.key = key;
        key.ifPresent(SecretRedactor::learn);
    }

    /**
     * An answer.
     *
     * @param status its HTTP status
     * @param body   its body, empty if that is not a JSON object
     * @param text   the beginning of it for a message
     */
    record Answer(int status, Optional<JsonNode> body, String text) {
        boolean isFine() {
            return status == 200 && body.isPresent();
        }

        /** Describes the error. */
        String words() {
            return "status " + status + (text.isBlank() ? "" : ", " + text);
        }
    }

    Answer get(String path, Duration longest) throws WireException, InterruptedException {
        return ask(WireRequest.get(address(path), headers()), longest);
    }

    Answer post(String path, JsonNode body, Duration longest) throws WireException, InterruptedException {
        Map<String, String> headers = headers();
        headers.put("Content-Type", "application/json");
        return ask(WireRequest.post(address(path), headers, Json.writeBytes(body)), longest);
    }

    private URI address(String path) {
        return URI.create("http://" + ServerPorts.HOST + ":" + port + path);
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        headers.put("User-Agent", "ipw-java");
        key.ifPresent(secret -> headers.put("Authorization", "Bearer " + secret));
        return headers;
    }

    private Answer ask(WireRequest request, Duration longest) throws WireException, InterruptedException {
        Duration connect = CONNECT.compareTo(longest) < 0 ? CONNECT : longest;
        return transport.exchange(request, new WireLimits(connect, longest, longest, longest, MAX_BYTES),
                ServerApi::read);
    }

    private static Answer read(WireResponse response) throws WireException {
        byte[] body = response.readAll();
        String text = Redaction.excerpt(new String(body, StandardCharsets.UTF_8), SHOWN);
        try {
            return new Answer(response.status(), Optional.of(Json.parseTolerant(body)).filter(JsonNode::isObject),
                    text);
        } catch (JsonSyntaxException notJson) {
            return new Answer(response.status(), Optional.empty(), Excerpt.of(text, SHOWN));
        }
    }
}
