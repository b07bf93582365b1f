package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.thread.Slack;
import dev.ipw.internal.thread.ThreadEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of web servers: it follows redirects without sending the token to another host, and repeats requests that
 * failed temporarily. A read that gets nothing for a minute counts as torn, and so does a body that comes too slowly.
 * An interrupt ends a request at once.
 */
final class WebClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(60);
    private static final int MAX_REDIRECTS = 5;
    private static final int MAX_TRIES = 5;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SERVER_ERROR = 500;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MAX_OUTPUT_BYTES = 4096;
    private static final int MAX_OUTPUT = 200;
    private static final long LONGEST_END_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Optional<String> token;
    private final URI tokenFor;
    private final Pause pause;
    private final Consumer<String> progress;

    /** Makes a client that sends a token to one server only. */
    WebClient(Optional<String> token, URI tokenFor, Pause pause, Consumer<String> progress) {
        this.token = token;
        this.tokenFor = tokenFor;
        this.pause = pause;
        this.progress = progress;
    }

    /** A request with the complete handling of its answer. */
    @FunctionalInterface
    interface Request<T> {
        T ask() throws IOException;
    }

    /**
     * Makes a request, and repeats it if it fails temporarily.
     *
     * @throws RefusedException      if the server refuses it permanently
     * @throws InputException        if it fails at each try
     * @throws CancellationException if the thread is interrupted
     */
    <T> T retried(String action, Request<T> request) throws RefusedException {
        for (int tries = 1;; tries++) {
            try {
                return asked(action, request);
            } catch (RefusedException refused) {
                throw refused;
            } catch (IOException failed) {
                Duration wait = failed instanceof BusyException busy && busy.wanted().isPresent()
                        ? busy.wanted().get()
                        : Duration.ofSeconds(1L << (tries - 1));
                if (tries == MAX_TRIES || wait.compareTo(LONGEST_WAIT) > 0) {
                    throw new InputException("Cannot " + action + ": " + reason(failed) + " (tried " + tries
                            + (tries == 1 ? " time" : " times")
                            + "). Check the network and try again; what came is kept",
                            failed);
                }
                progress.accept("Waiting " + wait.toSeconds() + " s to " + action + " again: " + reason(failed));
                await(wait, action);
            }
        }
    }

    /** Makes a request on a thread of its own, because an interrupt closes the sockets of virtual threads only. */
    private static <T> T asked(String action, Request<T> request) throws IOException {
        FutureTask<T> answer = new FutureTask<>(request::ask);
        Thread asking = Thread.ofVirtual().name("ipw-web-request").start(answer);
        try {
            return answer.get();
        } catch (InterruptedException stopped) {
            asking.interrupt();
            ThreadEnd.comesBy(asking, System.nanoTime() + LONGEST_END_NANOS + Slack.nanos());
            throw stopped(action);
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case IOException unanswered -> throw unanswered;
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(failed);
            }
        }
    }

    private void await(Duration wait, String action) {
        try {
            pause.forNanos(wait.toNanos());
        } catch (InterruptedException stopped) {
            throw stopped(action);
        }
    }

    private static CancellationException stopped(String action) {
        Thread.currentThread().interrupt();
        return new CancellationException("It was about to " + action + "; what came is kept");
    }

    private static String reason(IOException failed) {
        return FailureText.of(failed);
    }

    /**
     * Requests an address once, through its redirects.
     *
     * @throws RefusedException if the server refuses it
     * @throws BusyException    if it cannot answer now
     */
    WebResponse open(URI address, Map<String, String> headers) throws IOException {
        URI next = address;
        for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
            WebResponse response = ask(next, headers);
            if (!REDIRECTS.contains(response.status())) {
                return checked(response);
            }
            String location = response.header("Location").orElseThrow(() -> new IOException(
                    address.getHost() + " sent a redirect that names no address"));
            response.close();
            next = followed(next, location);
        }
        throw new IOException(address.getHost() + " redirected more than " + MAX_REDIRECTS + " times");
    }

    private static URI followed(URI from, String location) throws IOException {
        try {
            URI to = from.resolve(location);
            boolean downgraded = "https".equalsIgnoreCase(from.getScheme())
                    && !"https".equalsIgnoreCase(to.getScheme());
            if (!isOfWeb(to) || downgraded) {
                throw new IOException(from.getHost() + " redirected to what is no safe web address");
            }
            return to;
        } catch (IllegalArgumentException noAddress) {
            throw new IOException(from.getHost() + " redirected to what is no web address", noAddress);
        }
    }

    private WebResponse ask(URI address, Map<String, String> headers) throws IOException {
        if (!isOfWeb(address)) {
            throw new InputException("'" + Excerpt.of(address.toString(), MAX_OUTPUT)
                    + "' is no address of a web server. Give one that begins with http:// or https://");
        }
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
        connection.setReadTimeout((int) IDLE_TIMEOUT.toMillis());
        connection.setRequestProperty("Accept", "*/*");
        connection.setRequestProperty("User-Agent", "ipw-java");
        headers.forEach(connection::setRequestProperty);
        if (token.isPresent() && isSameServer(address, tokenFor)) {
            connection.setRequestProperty("Authorization", "Bearer " + token.get());
        }
        return new WebResponse(address, connection, connection.getResponseCode(), pause);
    }

    private static boolean isOfWeb(URI address) {
        return address.getHost() != null && String.valueOf(address.getScheme()).matches("(?i)https?");
    }

    /** Returns whether two addresses are of one web server: the same scheme, name and port. */
    static boolean isSameServer(URI one, URI other) {
        return isOfWeb(one) && isOfWeb(other) && one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost()) && port(one) == port(other);
    }

    private static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }

    private static WebResponse checked(WebResponse response) throws IOException {
        int status = response.status();
        if (status >= HttpURLConnection.HTTP_OK && status < HttpURLConnection.HTTP_MULT_CHOICE) {
            return response;
        }
        try (response) {
            if (status == TOO_MANY_REQUESTS || status == HttpURLConnection.HTTP_CLIENT_TIMEOUT
                    || status >= FIRST_SERVER_ERROR) {
                throw new BusyException(response.address(), status,
                        response.header("Retry-After").flatMap(WebClient::wait));
            }
            String reason = response.header("X-Error-Message").orElseGet(() -> bodyText(response));
            throw new RefusedException(response.address(), status, response.header("X-Error-Code"),
                    Excerpt.of(reason.strip(), MAX_OUTPUT));
        }
    }

    private static String bodyText(WebResponse response) {
        try (InputStream body = response.body()) {
            return new String(body.readNBytes(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException unread) {
            return "";
        }
    }

    /** Reads a wait in seconds or as a date. */
    private static Optional<Duration> wait(String field) {
        String text = field.strip();
        try {
            if (text.matches("\\d{1,9}")) {
                return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
            }
            Duration until = Duration.between(Instant.now(),
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeException noDate) {
            return Optional.empty();
        }
    }

    /** The answer of a server that was temporarily unable to answer. */
    private static final class BusyException extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final @Nullable Duration wanted;

        BusyException(URI address, int status, Optional<Duration> wanted) {
            super(address.getHost() + " answered " + status);
            this.wanted = wanted.orElse(null);
        }

        /** Returns the wait that the server asks for. */
        Optional<Duration> wanted() {
            return Optional.ofNullable(wanted);
        }
    }
}
