package dev.ipw.internal.wire;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The blocking part of one exchange, on a virtual thread that can be interrupted. */
final class SocketExchange<T, X extends Exception> implements Runnable {
    private static final int MAX_DRAINED_BYTES = 64 << 10;
    private static final int FIRST_REFUSAL = 400;

    private final WireRequest request;
    private final WireLimits limits;
    private final ExchangeHandler<T, X> handler;
    private final Supervision supervision;
    private final ConnectionPool pool;
    private final Ways ways;
    private final WireFaults faults;
    private Optional<ConnectionSetup> setup = Optional.empty();
    private boolean cutShort;
    private @Nullable Connection connection;
    private @Nullable ResponseHead head;
    private @Nullable WireBody body;
    private @Nullable T result;
    private @Nullable Throwable failure;

    SocketExchange(WireRequest request, WireLimits limits, ExchangeHandler<T, X> handler, Supervision supervision,
            ConnectionPool pool, Ways ways) {
        this.request = request;
        this.limits = limits;
        this.handler = handler;
        this.supervision = supervision;
        this.pool = pool;
        this.ways = ways;
        faults = new WireFaults(request, supervision);
    }

    @Override
    public void run() {
        try {
            Connection open = connect();
            connection = open;
            if (supervision.connected()) {
                setup.ifPresent(handler::connected);
                result = handler.handle(setup.isEmpty() ? askOverPooled(open) : ask(open));
            }
        } catch (Throwable thrown) {
            failure = thrown;
            if (!refusedByTheServer(thrown)) {
                close();
            }
        }
        supervision.handled();
        putAway();
    }

    /**
     * Returns whether the only failure is the server's refusal, so that its explanation is the rest of the response.
     */
    private boolean refusedByTheServer(Throwable thrown) {
        return thrown instanceof Exception && !(thrown instanceof RuntimeException)
                && !(thrown instanceof WireException) && head != null && head.status() >= FIRST_REFUSAL;
    }

    /** Returns the result, once the worker has ended or was abandoned. */
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

    private Connection connect() throws WireException {
        Route route = ways.route(request.uri());
        Optional<Connection> pooled = pool.take(route);
        return pooled.isPresent() ? pooled.get() : openConnection(route);
    }

    private Connection openConnection(Route route) throws WireException {
        Connector connector = new Connector(route, ways,
                System.nanoTime() + WireLimits.nanos(limits.connect()));
        try {
            Connection opened = connector.open(request.uri());
            setup = Optional.of(connector.setup());
            return opened;
        } catch (IOException broken) {
            throw faults.whileConnecting(broken);
        }
    }

    /**
     * Sends the request over a kept connection. A server may close one at any time without having seen the request;
     * then the request is sent once more, over a fresh connection.
     */
    private WireResponse askOverPooled(Connection pooled) throws WireException {
        try {
            WireResponse response = ask(pooled);
            pool.heldUp(pooled.route());
            return response;
        } catch (WireException broken) {
            if (pooled.answered() || broken.fault() != WireFault.TRUNCATED || supervision.expired() != null
                    || Thread.currentThread().isInterrupted()) {
                throw broken;
            }
        }
        pooled.close();
        pool.closedUnanswered(pooled.route());
        cutShort = false;
        long nanos = System.nanoTime();
        supervision.sent(nanos);
        handler.resent(nanos);
        Connection fresh = openConnection(pooled.route());
        connection = fresh;
        setup.ifPresent(handler::connected);
        return ask(fresh);
    }

    /** Sends the request and waits for a response; a server may refuse before it has received all of it. */
    private WireResponse ask(Connection open) throws WireException {
        try {
            send(open);
        } catch (WireException cut) {
            cutShort = true;
            return refusal(open, cut);
        }
        return awaitHead(open);
    }

    private WireResponse refusal(Connection open, WireException cut) throws WireException {
        if (supervision.expired() != null || Thread.currentThread().isInterrupted()) {
            throw cut;
        }
        WireResponse early;
        try {
            early = awaitHead(open);
        } catch (WireException nothing) {
            if (nothing.fault() == WireFault.UNREACHABLE) {
                throw nothing;
            }
            cut.addSuppressed(nothing);
            throw cut;
        }
        if (early.status() < FIRST_REFUSAL) {
            throw cut;
        }
        return early;
    }

    private void send(Connection open) throws WireException {
        byte[] bytes = RequestHead.bytes(request, open.route(), open.proxy());
        long nanos;
        try {
            nanos = open.write(bytes);
        } catch (IOException broken) {
            throw faults.whileSending(broken);
        }
        supervision.sent(nanos);
        handler.sent(nanos);
    }

    private WireResponse awaitHead(Connection open) throws WireException {
        try {
            ResponseHead came = new HeadReader(open).response();
            supervision.read(open.readNanos());
            head = came;
            String encoding = String.join(", ", came.members("content-encoding"));
            if (!encoding.isEmpty() && !encoding.equals("identity")) {
                throw BadResponseException.malformed("the response is compressed (" + encoding
                        + ") although that was not asked for");
            }
            WireBody coming = new WireBody(MessageBody.of(came, open), open, supervision, faults,
                    limits.maxBodyBytes());
            body = coming;
            return new WireResponse(came.status(), came.headers(), came.fields(), came.firstByteNanos(), coming);
        } catch (IOException broken) {
            throw faults.whileWaiting(broken);
        }
    }

    /** Keeps the connection for another exchange if its response can be read to the end, otherwise closes it. */
    private void putAway() {
        boolean handled = !cutShort && (failure == null || refusedByTheServer(failure));
        if (handled && connection != null && head != null && body != null && body.drain(MAX_DRAINED_BYTES)) {
            pool.put(connection, head);
        } else {
            close();
        }
    }

    private void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
