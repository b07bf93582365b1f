package dev.ipw.junit.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.testing.ClosedPort;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Ask a server of the JDK that streams one answer. */
final class OpenAiClientTests extends InferenceClientContract {
    private HttpServer server;
    private ClosedPort closed;

    @BeforeEach
    void serve() throws IOException {
        closed = new ClosedPort();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/models", exchange -> reply(exchange, "application/json", """
                {"object": "list", "data": [{"id": "m", "object": "model"}]}"""));
        server.createContext("/v1/chat/completions", exchange -> reply(exchange, "text/event-stream", """
                data: {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "The answer"}}]}

                data: {"choices": [{"index": 0, "delta": {"content": " is 4."}, "finish_reason": "stop"}]}

                data: {"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}}

                data: [DONE]

                """));
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.stop(0);
        closed.close();
    }

    private static void reply(HttpExchange exchange, String type, String body) throws IOException {
        try (exchange; OutputStream out = exchange.getResponseBody()) {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, bytes.length);
            out.write(bytes);
        }
    }

    @Override
    protected InferenceClient client() {
        return OpenAiClient.builder("http://127.0.0.1:" + server.getAddress().getPort() + "/v1").model("m").build();
    }

    @Override
    protected Optional<InferenceClient> refusedClient() {
        return Optional.of(OpenAiClient.builder(closed.address() + "/v1").model("m").retries(0, 0).build());
    }
}
