package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The stream of an answer. Its head is sent with the first event, so that an earlier failure is answered with a
 * status.
 */
final class EventOutput implements AutoCloseable {
    private static final int OK = 200;

    private final HttpExchange exchange;
    private final String type;
    private @Nullable OutputStream body;

    EventOutput(HttpExchange exchange, String type) {
        this.exchange = exchange;
        this.type = type;
    }

    boolean isStarted() {
        return body != null;
    }

    /** Sends a server-sent event with a name. */
    void event(String name, JsonNode data) {
        send("event: " + name + "\ndata: " + Json.write(data) + "\n\n");
    }

    /** Sends a server-sent event without a name. */
    void data(String data) {
        send("data: " + data + "\n\n");
    }

    /** Sends a line of JSON. */
    void line(JsonNode json) {
        send(Json.write(json) + "\n");
    }

    private void send(String text) {
        try {
            OutputStream open = body;
            if (open == null) {
                exchange.getResponseHeaders().set("Content-Type", type);
                exchange.sendResponseHeaders(OK, 0);
                open = exchange.getResponseBody();
                body = open;
            }
            open.write(text.getBytes(StandardCharsets.UTF_8));
            open.flush();
        } catch (IOException goneAway) {
            throw new UncheckedIOException(goneAway);
        }
    }

    @Override
    public void close() throws IOException {
        if (body != null) {
            body.close();
        }
    }
}
