package dev.ipw.inference.relay;

import dev.ipw.internal.wire.ServedConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client. One thread reads from it, even while another answers, so that the client's
 * disconnection is noticed at once.
 */
final class ClientConnection implements Runnable {
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);
    private static final int BUFFER_BYTES = 16 << 10;
    private static final Logger LOGGER = LoggerFactory.getLogger(ClientConnection.class);

    private final ServedConnection connection;
    private final Relay relay;
    private final RelaySettings settings;
    private final HeldBytes held;
    private volatile boolean isIdle = true;

    ClientConnection(ServedConnection connection, Relay relay, HeldBytes held) {
        this.connection = connection;
        this.relay = relay;
        settings = relay.settings();
        this.held = held;
    }

    @Override
    public void run() {
        try {
            RequestReader requests = new RequestReader(connection.input(), connection.output(), settings, held);
            boolean isOpen = requests.awaitNext();
            while (isOpen) {
                isIdle = false;
                isOpen = serve(requests);
            }
        } catch (SocketTimeoutException idle) {
            LOGGER.debug("A client kept a connection open and asked nothing", idle);
        } catch (IOException gone) {
            LOGGER.debug("A client closed its connection", gone);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            held.release();
        }
    }

    /** Closes the connection if no request has begun on it. */
    void closeIfIdle() {
        if (isIdle) {
            close();
        }
    }

    /** Answers the next request, and waits for the one after it; returns false if no other can come. */
    private boolean serve(RequestReader requests) throws IOException, InterruptedException {
        OutputStream out = connection.output();
        ClientRequest request = ClientRequest.UNREAD;
        Decision decision;
        try {
            connection.expectWithin(settings.clients().head());
            request = requests.readHead();
            decision = relay.admission().decide(request, connection.peer());
            connection.expectWithin(settings.clients().body());
            request = requests.readBody(request);
        } catch (Refusal refusal) {
            return refuse(request, refusal);
        } catch (SocketTimeoutException slow) {
            LOGGER.debug("A client sent half a request", slow);
            return refuse(request, Refusal.tooSlow());
        }
        ClientResponse response = new ClientResponse(out, request, relay::isDraining);
        boolean isNext = switch (decision) {
            case Decision.Answer answer -> {
                response.send(answer);
                yield response.leavesConnectionUsable() && awaitIdle(requests);
            }
            case Decision.Pass pass -> pass(requests, new RelayedExchange(request, response, pass.request(),
                    relay), response);
        };
        return isNext && response.leavesConnectionUsable();
    }

    private boolean pass(RequestReader requests, RelayedExchange exchange, ClientResponse response)
            throws IOException, InterruptedException {
        Thread answering = Thread.ofVirtual().name(settings.name() + "-exchange")
                .start(() -> answer(exchange, response));
        boolean isNext = false;
        try {
            isNext = awaitNext(requests, answering);
        } catch (SocketTimeoutException idle) {
            throw idle;
        } catch (IOException gone) {
            LOGGER.debug("A client closed its connection", gone);
        }
        if (!isNext) {
            exchange.cancel("the " + settings.client() + " closed the connection before the answer was whole");
        }
        answering.join();
        return isNext;
    }

    /**
     * Waits for the next request. Only the time after the answer counts as idle, regardless of the answer's duration.
     */
    private boolean awaitNext(RequestReader requests, Thread answering) throws IOException {
        while (true) {
            boolean wasAnswering = answering.isAlive();
            connection.expectWithin(settings.clients().idle());
            try {
                return requests.awaitNext();
            } catch (SocketTimeoutException idle) {
                if (!wasAnswering) {
                    throw idle;
                }
            }
        }
    }

    private boolean awaitIdle(RequestReader requests) throws IOException {
        isIdle = true;
        connection.expectWithin(settings.clients().idle());
        return requests.awaitNext();
    }

    private boolean refuse(ClientRequest request, Refusal refusal) throws IOException {
        new ClientResponse(connection.output(), request.closing(), relay::isDraining).refuse(refusal, Map.of());
        drain();
        return false;
    }

    private void answer(RelayedExchange exchange, ClientResponse response) {
        relay.began(exchange);
        try {
            exchange.run();
        } catch (RuntimeException defect) {
            LOGGER.warn("A request of a client could not be passed on", defect);
        } finally {
            held.release();
            isIdle = true;
            relay.ended(exchange);
            if (!response.leavesConnectionUsable()) {
                close();
            }
        }
    }

    /**
     * Reads the rest of the client's data: a client that is still sending would not read an answer if the
     * connection were closed.
     */
    private void drain() throws IOException {
        connection.endOutput();
        connection.expectWithin(LONGEST_DRAIN);
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = 0;
        for (long drained = 0; count >= 0 && drained < 2 * settings.maxBodyBytes(); drained += count) {
            count = connection.input().read(buffer);
        }
    }

    private void close() {
        try {
            connection.close();
        } catch (IOException broken) {
            LOGGER.debug("A connection of a client could not be closed", broken);
        }
    }
}
