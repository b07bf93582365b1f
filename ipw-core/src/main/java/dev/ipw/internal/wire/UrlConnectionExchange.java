package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Do the blocking part of one exchange, on a thread that can be interrupted. */
final class UrlConnectionExchange<T, X extends Exception> implements Runnable {
    private static final int MOST_DRAINED_BYTES = 64 << 10;

    private final WireRequest request;
    private final WireLimits limits;
    private final ExchangeHandler<T, X> handler;
    private final Supervision supervision;
    private final WireFaults faults;
    private @Nullable HttpURLConnection connection;
    private @Nullable InputStream in;
    private @Nullable T result;
    private @Nullable Throwable failure;

    UrlConnectionExchange(WireRequest request, WireLimits limits, ExchangeHandler<T, X> handler,
            Supervision supervision) {
        this.request = request;
        this.limits = limits;
        this.handler = handler;
        this.supervision = supervision;
        faults = new WireFaults(request, supervision);
    }

    @Override
    public void run() {
        WireBody body = null;
        try {
            connect();
            if (supervision.connected()) {
                send();
                WireResponse response = awaitHead();
                body = (WireBody) response.body();
                result = handler.handle(response);
            }
        } catch (Throwable thrown) {
            failure = thrown;
            body = null;
        }
        supervision.handled();
        putAway(body);
    }

    /** Give what became of it, once the worker has ended or was abandoned. */
    @SuppressWarnings("unchecked") // the handler throws X, unchecked exceptions, and nothing else
    T outcome() throws WireException, X {
        WireFault expired = supervision.expired();
        if (supervision.abandoned() && expired != null) {
            throw faults.expired(expired);
        }
        return switch (failure) {
            case null -> Objects.requireNonNull(result, "The handler returned null");
            case WireException broken -> throw broken;
            case RuntimeException defect -> throw defect;
            case Error error -> throw error;
            default -> throw (X) failure;
        };
    }

    private void connect() throws WireException {
        try {
            HttpURLConnection opened = (HttpURLConnection) request.uri().toURL().openConnection();
            connection = opened;
            opened.setInstanceFollowRedirects(false);
            opened.setUseCaches(false);
            request.headers().forEach(opened::setRequestProperty);
            if (request.body().isPresent()) {
                opened.setRequestMethod("POST");
                opened.setDoOutput(true);
                opened.setFixedLengthStreamingMode(request.body().get().length);
            }
            opened.connect();
        } catch (IOException broken) {
            throw faults.whileConnecting(broken);
        }
    }

    private void send() throws WireException {
        HttpURLConnection open = Objects.requireNonNull(connection);
        if (request.body().isPresent()) {
            try (OutputStream out = open.getOutputStream()) {
                out.write(request.body().get());
            } catch (IOException broken) {
                throw faults.whileSending(broken);
            }
        }
        long nanos = System.nanoTime();
        supervision.sent(nanos);
        handler.sent(nanos);
    }

    private WireResponse awaitHead() throws WireException {
        HttpURLConnection open = Objects.requireNonNull(connection);
        int status;
        long headNanos;
        try {
            // Without a body the request goes out in here, microseconds after the stamp of the send.
            status = open.getResponseCode();
            headNanos = System.nanoTime();
            supervision.read(headNanos);
            in = status >= 400 ? open.getErrorStream() : open.getInputStream();
        } catch (IOException broken) {
            throw faults.whileWaiting(broken);
        }
        if (status < 0) {
            throw faults.of(WireFault.MALFORMED, "the response is not HTTP", null);
        }
        Map<String, String> headers = headers(open);
        String encoding = headers.getOrDefault("content-encoding", "identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            throw faults.of(WireFault.MALFORMED, "the response is compressed (" + encoding
                    + ") although that was not asked for", null);
        }
        InputStream stream = in == null ? InputStream.nullInputStream() : in;
        long declared = in == null ? -1 : open.getContentLengthLong();
        return new WireResponse(status, headers, headNanos,
                new WireBody(stream, supervision, faults, declared, limits.maxBodyBytes()));
    }

    private static Map<String, String> headers(HttpURLConnection open) {
        Map<String, String> headers = new HashMap<>();
        for (Map.Entry<String, List<String>> field : open.getHeaderFields().entrySet()) {
            // The status line has no name.
            if (field.getKey() != null) {
                headers.put(field.getKey().toLowerCase(Locale.ROOT), field.getValue().getLast());
            }
        }
        return headers;
    }

    /** Keep the connection for another exchange if its response can be read to the end, else close it. */
    private void putAway(@Nullable WireBody body) {
        if (body != null) {
            body.drain(MOST_DRAINED_BYTES);
        }
        try {
            if (in != null) {
                in.close();
            } else if (connection != null) {
                connection.disconnect();
            }
        } catch (IOException alreadyBroken) {
            // Nobody waits for this connection any more.
            connection = null;
        }
    }
}
