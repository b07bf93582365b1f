package dev.ipw.report.browser;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Speaks the DevTools protocol with one browser: asks, and hands on what the browser tells by itself. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<TreeReader>> asked = new ConcurrentHashMap<>();
    private final Queue<Consumer<TreeReader>> listeners = new ConcurrentLinkedQueue<>();
    private final StringBuilder part = new StringBuilder();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    private DevTools() {}

    static DevTools connect(URI address) throws IOException, InterruptedException {
        DevTools tools = new DevTools();
        tools.socket.complete(answer(tools.client.newWebSocketBuilder().buildAsync(address, tools), "connecting"));
        return tools;
    }

    /** Hear every event, whole: its method, its session and its parameters. */
    void listen(Consumer<TreeReader> listener) {
        listeners.add(listener);
    }

    /** Forget a listener. */
    void forget(Consumer<TreeReader> listener) {
        listeners.remove(listener);
    }

    /**
     * Ask the browser or a page.
     *
     * @param session    the page's session; empty for the browser itself
     * @param method     what to do
     * @param parameters with what
     * @return the result
     */
    TreeReader ask(String session, String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        int id = last.incrementAndGet();
        CompletableFuture<TreeReader> result = new CompletableFuture<>();
        asked.put(id, result);
        TreeBuilder message = TreeBuilder.object().put("id", id).put("method", method).put("params", parameters);
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        answer(socket.join().sendText(message.json(), true), method);
        TreeReader whole = answer(result, method);
        if (whole.has("error")) {
            throw new IOException(method + ": " + whole.child("error", error -> error.text("message")));
        }
        return whole.child("result", read -> read);
    }

    static <T> T answer(CompletableFuture<T> awaited, String what) throws IOException, InterruptedException {
        try {
            return awaited.get();
        } catch (ExecutionException failed) {
            throw new IOException(what, failed.getCause());
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
        part.append(data);
        if (isLast) {
            TreeReader message = TreeReader.ofJson("the browser", part.toString());
            part.setLength(0);
            if (message.has("id")) {
                asked.remove(message.integer("id")).complete(message);
            } else {
                listeners.forEach(listener -> listener.accept(message));
            }
        }
        from.request(1);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        end(new IOException("The browser closed the connection: " + code + " " + reason));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end(error);
    }

    private void end(Throwable error) {
        asked.values().forEach(result -> result.completeExceptionally(error));
    }

    @Override
    public void close() {
        socket.join().abort();
        client.close();
    }
}
