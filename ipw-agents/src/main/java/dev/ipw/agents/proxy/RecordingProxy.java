package dev.ipw.agents.proxy;

import dev.ipw.error.InputException;
import dev.ipw.inference.relay.Decision;
import dev.ipw.inference.relay.Relay;
import dev.ipw.inference.relay.RelaySettings;
import dev.ipw.inference.relay.RequestRules;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.internal.wire.SocketTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A proxy before a model server, on the loopback address. Programs of a task call models through it with the task's
 * key; it passes bytes on as they arrive and records each call as one of this library's own clients would. It
 * supports OpenAI's chat completions, completions and responses, Anthropic's messages and Google's generateContent.
 * Other requests that {@link RequestRules} allows are passed on and counted; all others are rejected and counted.
 */
public final class RecordingProxy implements AutoCloseable {
    private static final int BACKLOG = 1_024;

    private final int port;
    private final Relay relay;
    private final Map<String, ProxyTask> tasks;

    private RecordingProxy(int port, Relay relay, Map<String, ProxyTask> tasks) {
        this.port = port;
        this.relay = relay;
        this.tasks = tasks;
    }

    /**
     * Starts a proxy on a free port of the loopback address.
     *
     * @param upstream the model server that it calls
     * @return the proxy; close it after use
     * @throws InputException if no port is available
     */
    public static RecordingProxy start(Upstream upstream) {
        return start(upstream, ServingLimits.DEFAULT);
    }

    /** Starts a proxy with limits for programs. */
    static RecordingProxy start(Upstream upstream, ServingLimits limits) {
        Map<String, ProxyTask> tasks = new ConcurrentHashMap<>();
        try {
            ServerSocket socket = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[]{127, 0, 0, 1}));
            return new RecordingProxy(socket.getLocalPort(), Relay.start(socket,
                    RelaySettings.patient("ipw-proxy", "program", limits, true),
                    SocketTransport.ofRelay(Optional.empty()),
                    (head, client) -> new Decision.Pass(
                            TaskRequest.of(head, head.key().map(tasks::get), upstream))),
                    tasks);
        } catch (IOException refused) {
            throw new InputException("The proxy for the programs of a task cannot listen on 127.0.0.1: "
                    + refused.getMessage(), refused);
        }
    }

    /**
     * Returns the port.
     *
     * @return the port
     */
    public int port() {
        return port;
    }

    /**
     * Begins a task.
     *
     * @param calls receives its calls as they end, from any thread
     * @return the task; close it before its query ends
     */
    public ProxyTask open(ObservedCall.Listener calls) {
        ProxyTask task = new ProxyTask(calls, ended -> tasks.remove(ended.key()));
        tasks.put(task.key(), task);
        return task;
    }

    /** Ends all tasks and closes all connections. */
    @Override
    public void close() {
        tasks.values().forEach(ProxyTask::close);
        relay.close();
    }
}
