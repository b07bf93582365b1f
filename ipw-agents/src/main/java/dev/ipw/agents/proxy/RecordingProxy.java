package dev.ipw.agents.proxy;

import dev.ipw.error.InputException;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A proxy before a model server, on the loopback address. Programs of a task ask through it with the task's key; it passes bytes on as
 * they come and keeps each call as a client of our own would have seen it. It speaks OpenAI's chat completions, completions and
 * responses and Anthropic's messages; other requests are passed on and counted.
 */
public final class RecordingProxy implements AutoCloseable {
    private static final int BACKLOG = 1_024;
    private static final int MOST_CONNECTIONS = 8_192;
    private static final Logger LOGGER = LoggerFactory.getLogger(RecordingProxy.class);

    private final ServerSocket listener;
    private final Upstream upstream;
    private final Transport transport = new SocketTransport();
    private final Map<String, ProxyTask> tasks = new ConcurrentHashMap<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private RecordingProxy(ServerSocket listener, Upstream upstream) {
        this.listener = listener;
        this.upstream = upstream;
    }

    /**
     * Start a proxy on a free port of the loopback address.
     *
     * @param upstream the model server behind it
     * @return the proxy; close it after use
     * @throws InputException if no port can be had
     */
    public static RecordingProxy start(Upstream upstream) {
        try {
            RecordingProxy proxy = new RecordingProxy(
                    new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[]{127, 0, 0, 1})), upstream);
            Thread.ofVirtual().name("ipw-proxy").start(proxy::accept);
            return proxy;
        } catch (IOException refused) {
            throw new InputException("The proxy for the programs of a task cannot listen on 127.0.0.1: "
                    + refused.getMessage(), refused);
        }
    }

    /**
     * Return where it listens.
     *
     * @return the port
     */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Begin a task.
     *
     * @param calls takes its calls as they end, from any thread
     * @return the task; close it before its query ends
     */
    public ProxyTask open(ObservedCall.Listener calls) {
        ProxyTask task = new ProxyTask(calls, ended -> tasks.remove(ended.key()));
        tasks.put(task.key(), task);
        return task;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                if (connections.size() >= MOST_CONNECTIONS) {
                    LOGGER.warn("More than {} connections of programs; another one is refused", MOST_CONNECTIONS);
                    socket.close();
                    continue;
                }
                connections.add(socket);
                Thread.ofVirtual().name("ipw-proxy-connection").start(() -> serve(socket));
            } catch (IOException failed) {
                LOGGER.debug("The proxy takes no connection", failed);
            }
        }
    }

    private void serve(Socket socket) {
        try {
            new ProgramConnection(socket, key -> Optional.ofNullable(tasks.get(key)), upstream, transport).run();
        } finally {
            connections.remove(socket);
        }
    }

    /** End all tasks and close all connections. */
    @Override
    public void close() {
        tasks.values().forEach(ProxyTask::close);
        close(listener);
        connections.forEach(RecordingProxy::close);
    }

    private static void close(AutoCloseable open) {
        try {
            open.close();
        } catch (Exception broken) {
            LOGGER.debug("A socket of the proxy could not be closed", broken);
        }
    }
}
