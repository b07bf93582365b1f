package dev.ipw.benchmarks.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Optional;

/**
 * An answer of a server with an unread body.
 *
 * @param address    the address that answered, after redirects
 * @param connection the open connection
 * @param status     the status code
 * @param clock      the clock of the body's time limit
 */
record WebResponse(URI address, HttpURLConnection connection, int status, Pause clock) implements AutoCloseable {
    Optional<String> header(String name) {
        return Optional.ofNullable(connection.getHeaderField(name)).filter(value -> !value.isBlank());
    }

    InputStream body() throws IOException {
        InputStream body = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream();
        return body == null ? InputStream.nullInputStream() : new PacedInput(body, clock);
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
