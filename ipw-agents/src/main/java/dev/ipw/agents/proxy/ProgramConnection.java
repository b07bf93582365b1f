package dev.ipw.agents.proxy;

import dev.ipw.internal.wire.ServedConnection;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.internal.wire.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a program. One thread reads from it, even while another answers, so that the program's
 * disconnection is noticed at once.
 */
final class ProgramConnection implements Runnable {
    private static final int MAX_DRAINED_BYTES = 2 * RequestReader.MAX_BODY_BYTES;
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);
    private static final int BUFFER_BYTES = 16 << 10;
    private static final Logger LOGGER = LoggerFactory.getLogger(ProgramConnection.class);

    private final ServedConnection connection;
    private final ServingLimits limits;
    private final Function<String, Optional<ProxyTask>> tasks;
    private final Upstream upstream;
    private final Transport transport;

    ProgramConnection(ServedConnection connection, ServingLimits limits, Function<String, Optional<ProxyTask>> tasks,
            Upstream upstream, Transport transport) {
        this.connection = connection;
        this.limits = limits;
        this.tasks = tasks;
        this.upstream = upstream;
        this.transport = transport;
    }

    @Override
    public void run() {
        try {
            RequestReader requests = new RequestReader(connection.input(), connection.output());
            boolean isOpen = requests.awaitNext();
            while (isOpen) {
                isOpen = serve(requests);
            }
        } catch (SocketTimeoutException idle) {
            LOGGER.debug("A program kept a connection open and asked nothing", idle);
        } catch (IOException gone) {
            LOGGER.debug("A program closed its connection", gone);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers the next request, and waits for the one after it; returns false if no other can come. */
    private boolean serve(RequestReader requests) throws IOException, InterruptedException {
        OutputStream out = connection.output();
        ProgramRequest request = ProgramRequest.UNREAD;
        ProxyTask task;
        try {
            connection.expectWithin(limits.head());
            request = requests.readHead();
            task = request.key().flatMap(tasks).orElseThrow(Refusal::ofKey);
            if (!RequestRules.allow(request)) {
                task.refused(request);
                throw Refusal.ofRequest(request);
            }
            connection.expectWithin(limits.body());
            request = requests.readBody(request);
        } catch (Refusal refusal) {
            return refuse(request, refusal);
        } catch (SocketTimeoutException slow) {
            LOGGER.debug("A program sent half a request", slow);
            return refuse(request, Refusal.tooSlow());
        }
        ProgramResponse response = new ProgramResponse(out, request);
        ProxyExchange exchange = new ProxyExchange(request, response, task, upstream, transport);
        Thread answering = Thread.ofVirtual().name("ipw-proxy-exchange").start(() -> answer(exchange, response));
        boolean isNext = false;
        try {
            isNext = awaitNext(requests, answering);
        } catch (SocketTimeoutException idle) {
            throw idle;
        } catch (IOException gone) {
            LOGGER.debug("A program closed its connection", gone);
        }
        if (!isNext) {
            exchange.cancel("the program closed the connection before the answer was whole");
        }
        answering.join();
        return isNext && response.leavesConnectionUsable();
    }

    /**
     * Waits for the next request. Only the time after the answer counts as idle, regardless of the answer's duration.
     */
    private boolean awaitNext(RequestReader requests, Thread answering) throws IOException {
        while (true) {
            boolean wasAnswering = answering.isAlive();
            connection.expectWithin(limits.idle());
            try {
                return requests.awaitNext();
            } catch (SocketTimeoutException idle) {
                if (!wasAnswering) {
                    throw idle;
                }
            }
        }
    }

    private boolean refuse(ProgramRequest request, Refusal refusal) throws IOException {
        new ProgramResponse(connection.output(), request.closing()).refuse(refusal);
        drain();
        return false;
    }

    private void answer(ProxyExchange exchange, ProgramResponse response) {
        try {
            exchange.run();
        } catch (IOException gone) {
            LOGGER.debug("A program took no more of a response", gone);
        } catch (RuntimeException defect) {
            LOGGER.warn("A request of a program could not be passed on", defect);
        } finally {
            if (!response.leavesConnectionUsable()) {
                close();
            }
        }
    }

    /**
     * Reads the rest of the program's data: a program that is still sending would not read an answer if the
     * connection were closed.
     */
    private void drain() throws IOException {
        connection.endOutput();
        connection.expectWithin(LONGEST_DRAIN);
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = 0;
        for (long drained = 0; count >= 0 && drained < MAX_DRAINED_BYTES; drained += count) {
            count = connection.input().read(buffer);
        }
    }

    private void close() {
        try {
            connection.close();
        } catch (IOException broken) {
            LOGGER.debug("A connection of a program could not be closed", broken);
        }
    }
}
