package dev.ipw.agents.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A proxy before a scripted server, with one task that keeps its calls. */
final class RecordedCalls implements AutoCloseable {
    private final RecordingProxy proxy;
    private final ProxyTask task;
    private final List<ObservedCall> calls = new ArrayList<>();

    RecordedCalls(String upstream, Optional<String> serverKey) {
        this(upstream, serverKey, Optional.empty());
    }

    /** Record the replica that a response header names. */
    RecordedCalls(String upstream, Optional<String> serverKey, Optional<String> replicaHeader) {
        proxy = RecordingProxy.start(Upstream.of(upstream, Optional.empty(), name -> serverKey));
        task = proxy.open(new ObservedCall.Listener() {
            @Override
            public Optional<String> replicaHeader() {
                return replicaHeader;
            }

            @Override
            public void observed(ObservedCall call) {
                keep(call);
            }
        });
    }

    private synchronized void keep(ObservedCall call) {
        calls.add(call);
    }

    String address() {
        return "http://127.0.0.1:" + proxy.port();
    }

    int port() {
        return proxy.port();
    }

    RecordingProxy proxy() {
        return proxy;
    }

    ProxyTask task() {
        return task;
    }

    String key() {
        return task.key();
    }

    /** End the task, so that every call has been told, and return them. */
    synchronized List<ObservedCall> calls() {
        return List.copyOf(calls);
    }

    List<ObservedCall> ended() {
        task.close();
        return calls();
    }

    @Override
    public void close() {
        proxy.close();
    }
}
