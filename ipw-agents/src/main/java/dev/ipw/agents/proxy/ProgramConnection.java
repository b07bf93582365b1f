package dev.ipw.agents.proxy;

import dev.ipw.internal.wire.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serve one connection of a program. One thread reads from it, also while another answers, so that a program that hangs up is
 * noticed at once.
 */
final class ProgramConnection implements Runnable {
    private static final int MOST_DRAINED_BYTES = 2 * RequestReader.MOST_BODY_BYTES;
    private static final int LONGEST_DRAIN_MILLIS = 2_000;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final Logger LOGGER = LoggerFactory.getLogger(ProgramConnection.class);

    private final Socket socket;
    private final Function<String, Optional<ProxyTask>> tasks;
    private final Upstream upstream;
    private final Transport transport;

    ProgramConnection(Socket socket, Function<String, Optional<ProxyTask>> tasks, Upstream upstream,
            Transport transport) {
        this.socket = socket;
        this.tasks = tasks;
        this.upstream = upstream;
        this.transport = transport;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            RequestReader requests = new RequestReader(socket.getInputStream(), socket.getOutputStream());
            boolean isOpen = true;
            while (isOpen && requests.awaitNext()) {
                isOpen = serve(requests);
            }
        } catch (IOException gone) {
            LOGGER.debug("A program closed its connection", gone);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answer the next request; false if no other can come. */
    private boolean serve(RequestReader requests) throws IOException, InterruptedException {
        OutputStream out = socket.getOutputStream();
        ProgramRequest request = new ProgramRequest("POST", "", false, Optional.empty(), Map.of(), new byte[0],
                Optional.empty(), true);
        ProxyTask task;
        try {
            request = requests.readHead();
            task = request.key().flatMap(tasks).orElseThrow(Refusal::ofKey);
            request = requests.readBody(request);
        } catch (Refusal refusal) {
            new ProgramResponse(out, request.closing()).refuse(refusal);
            drain();
            return false;
        }
        ProgramResponse response = new ProgramResponse(out, request);
        ProxyExchange exchange = new ProxyExchange(request, response, task, upstream, transport);
        Thread answering = Thread.ofVirtual().name("ipw-proxy-exchange").start(() -> answer(exchange, response));
        try {
            if (!requests.awaitNext()) {
                exchange.cancel("the program closed the connection before the answer was whole");
            }
        } catch (IOException gone) {
            exchange.cancel("the program closed the connection before the answer was whole");
        }
        answering.join();
        return response.leavesConnectionUsable();
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

    /** A program that still sends would not read an answer if the connection were closed under it. */
    private void drain() throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout(LONGEST_DRAIN_MILLIS);
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = 0;
        for (long drained = 0; count >= 0 && drained < MOST_DRAINED_BYTES; drained += count) {
            count = socket.getInputStream().read(buffer);
        }
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            LOGGER.debug("A connection of a program could not be closed", broken);
        }
    }
}
