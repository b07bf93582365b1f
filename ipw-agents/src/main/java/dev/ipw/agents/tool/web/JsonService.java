package dev.ipw.agents.tool.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.agents.ToolException;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A service that answers in JSON, bounded in bytes and time. Neither its key nor its messages about the key are
 * shown.
 */
public final class JsonService {
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int MAX_OUTPUT_BYTES = 4096;
    private static final int MAX_OUTPUT_CHARACTERS = 300;
    private static final long MAX_BODY_BYTES = 64L << 20;

    private final Transport transport = new SocketTransport();
    private final String name;
    private final ServerAddress address;
    private final Optional<ApiKey> key;
    private final String keyAdvice;
    private final Duration timeout;

    /**
     * Creates the access to a service.
     *
     * @param name      its name in messages
     * @param address   its address
     * @param key       is sent as a bearer token
     * @param keyAdvice the remedy if the key is rejected
     * @param timeout   the time limit of one answer
     */
    public JsonService(String name, ServerAddress address, Optional<ApiKey> key, String keyAdvice, Duration timeout) {
        this.name = name;
        this.address = address;
        this.key = key;
        this.keyAdvice = keyAdvice;
        this.timeout = timeout;
    }

    /**
     * Sends a GET request.
     *
     * @param path begins with a slash, its query encoded
     * @return the answer
     * @throws ToolException        if there is no answer
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public JsonNode get(String path) throws ToolException, InterruptedException {
        return ask(WireRequest.get(address.resolve(path), headers()));
    }

    /**
     * Sends a POST request.
     *
     * @param path begins with a slash
     * @param body the body
     * @return the answer
     * @throws ToolException        if there is no answer
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public JsonNode post(String path, JsonNode body) throws ToolException, InterruptedException {
        Map<String, String> headers = headers();
        headers.put("Content-Type", "application/json");
        return ask(WireRequest.post(address.resolve(path), headers, Json.writeBytes(body)));
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        headers.put("User-Agent", "ipw-java");
        key.ifPresent(one -> headers.put("Authorization", one.bearer()));
        return headers;
    }

    private JsonNode ask(WireRequest request) throws ToolException, InterruptedException {
        ExchangeHandler<JsonNode, ToolException> handler = this::read;
        try {
            return transport.exchange(request, new WireLimits(timeout, timeout, timeout, timeout, MAX_BODY_BYTES),
                    handler);
        } catch (WireException failed) {
            throw new ToolException(name + " gave no answer: " + hidden(String.valueOf(failed.getMessage())), failed);
        }
    }

    private JsonNode read(WireResponse response) throws WireException, ToolException {
        if (response.status() != OK) {
            throw refused(response);
        }
        try {
            JsonNode answer = Json.parse(response.readAll());
            if (!answer.isObject()) {
                throw new ToolException(name + " answered with JSON that is no object");
            }
            return answer;
        } catch (JsonSyntaxException broken) {
            throw new ToolException(name + " did not answer in JSON: " + broken.getMessage(), broken);
        }
    }

    private ToolException refused(WireResponse response) throws WireException {
        String said = hidden(new String(response.readUpTo(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8));
        String status = name + " answered with status " + response.status();
        String advice = switch (response.status()) {
            case UNAUTHORIZED, FORBIDDEN -> ": it refuses this request; " + keyAdvice;
            case TOO_MANY_REQUESTS -> ": it is asked too often" + response.header("retry-after")
                    .filter(wait -> wait.matches("\\d{1,6}")).map(wait -> "; wait " + wait + " s").orElse("; wait");
            default -> response.status() >= FIRST_SERVER_ERROR ? ": it failed; try again, or go on without it" : "";
        };
        return new ToolException(status + advice + (said.isBlank()
                ? ""
                : ". It says: "
                        + Excerpt.of(said, MAX_OUTPUT_CHARACTERS)));
    }

    private String hidden(String text) {
        return Redaction.text(key.map(one -> one.redact(text)).orElse(text));
    }
}
