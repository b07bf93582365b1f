package dev.ipw.agents.proxy;

import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.relay.AdmittedRequest;
import dev.ipw.inference.relay.AskedBody;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.inference.relay.CallReceiver;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.inference.relay.Refusal;
import dev.ipw.inference.relay.RequestRules;
import dev.ipw.inference.relay.RunningExchange;
import dev.ipw.internal.io.Excerpt;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request of a task's program. It is sent with the key of the server, and never with that of the task. */
final class TaskRequest implements AdmittedRequest {
    private static final int MAX_SHOWN = 200;

    private final ProxyTask task;
    private final Upstream upstream;
    private @Nullable RunningExchange exchange;

    private TaskRequest(ProxyTask task, Upstream upstream) {
        this.task = task;
        this.upstream = upstream;
    }

    /**
     * Admits a request of a task; a request for something that no program of a task needs is counted and refused.
     *
     * @param task the task whose key was sent; empty if none runs with it
     */
    static TaskRequest of(ClientRequest head, Optional<ProxyTask> task, Upstream upstream) throws Refusal {
        ProxyTask owner = task.orElseThrow(TaskRequest::wrongKey);
        if (!RequestRules.MODEL_APIS.allow(head)) {
            owner.refused(head);
            throw Refusal.of(403, "permission_error", "'" + Excerpt.of(head.toString(), MAX_SHOWN)
                    + "' is not passed on to the model server. Programs may ask models, count tokens, make embeddings"
                    + " and list models");
        }
        return new TaskRequest(owner, upstream);
    }

    private static Refusal wrongKey() {
        return Refusal.of(401, "authentication_error",
                "The key is not one of a running task; send the key that the task gave the program as its API key");
    }

    @Override
    public void begin(RunningExchange begun) throws Refusal {
        if (!task.begin(begun)) {
            throw wrongKey();
        }
        exchange = begun;
    }

    @Override
    public void ended() {
        if (exchange != null) {
            task.ended(exchange);
        }
    }

    @Override
    public ModelServer server(ClientRequest request) {
        return upstream.server(request);
    }

    @Override
    public URI address(ClientRequest request) {
        return upstream.address(request);
    }

    @Override
    public Map<String, String> headers(ClientRequest request) {
        Map<String, String> headers = request.headersToPass();
        headers.keySet().removeAll(ClientRequest.KEY_HEADERS);
        headers.putAll(upstream.server(request).headers());
        return headers;
    }

    @Override
    public Optional<CallReceiver> call(ClientRequest request, CallProtocol protocol, AskedBody asked) {
        return CallMessages.of(protocol).map(messages -> new TaskCall(task, request.body(), messages));
    }

    @Override
    public void passedOn(ClientRequest request) {
        task.passedOn(request);
    }
}
