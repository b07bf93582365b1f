package dev.ipw.agents.servers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Behaves as vLLM, llama-server or Ollama does while it loads and once it is ready. Arguments: how it misbehaves, {@code --}, and those
 * of the program that it stands for.
 */
final class StandInServer {
    private final List<String> behaviours;
    private final List<String> arguments;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicBoolean pulled = new AtomicBoolean();
    private final AtomicBoolean loaded = new AtomicBoolean();

    private StandInServer(List<String> behaviours, List<String> arguments) {
        this.behaviours = behaviours;
        this.arguments = arguments;
    }

    public static void main(String[] typed) throws IOException, InterruptedException {
        List<String> all = Arrays.asList(typed);
        int end = all.indexOf("--");
        new StandInServer(all.subList(0, end), all.subList(end + 1, all.size())).run();
    }

    private void run() throws IOException, InterruptedException {
        System.out.println("loading the model, token=hf_abcdefghijklmnopqrstuvwxyz0123456789");
        if (behaviours.contains("crashes")) {
            System.out.println("CUDA out of memory");
            System.exit(7);
        }
        if (behaviours.contains("silent")) {
            Thread.sleep(Long.MAX_VALUE);
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), 0);
        server.createContext("/", this::answer);
        server.start();
        System.out.println("listening");
    }

    private int port() {
        String host = System.getenv("OLLAMA_HOST");
        return Integer.parseInt(host != null && arguments.contains("serve") && !arguments.contains("--port")
                ? host.substring(host.indexOf(':') + 1)
                : arguments.get(arguments.indexOf("--port") + 1));
    }

    private String model() {
        return value("model").orElseGet(() -> arguments.contains("-m")
                ? String.valueOf(Path.of(arguments.get(arguments.indexOf("-m") + 1)))
                : arguments.get(1));
    }

    private Optional<String> value(String name) {
        return behaviours.stream().filter(one -> one.startsWith(name + "="))
                .map(one -> one.substring(name.length() + 1)).findFirst();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int before = asked.getAndIncrement();
        if (before < Integer.parseInt(value("loads").orElse("0"))) {
            reply(exchange, 503,
                    "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}");
            return;
        }
        String path = exchange.getRequestURI().getPath();
        boolean isLast = path.endsWith("completions") && behaviours.contains("dies");
        if (behaviours.contains("keyed")
                && !"Bearer s3cret".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            reply(exchange, 401, "{\"error\":\"Unauthorized\"}");
            return;
        }
        switch (path) {
            case "/v1/models" -> reply(exchange, 200, "{\"object\":\"list\",\"data\":[{\"id\":\"" + model() + "\"}]}");
            case "/props" -> reply(exchange, 200, "{\"model_path\":\"" + model() + "\"}");
            case "/v1/chat/completions" -> chat(exchange, body);
            case "/v1/completions" -> reply(exchange, 200, "{\"choices\":[{\"text\":\"1\"}]}");
            default -> ollama(exchange, path, body);
        }
        if (isLast) {
            System.out.println("a kernel failed");
            System.exit(9);
        }
    }

    private void chat(HttpExchange exchange, String body) throws IOException {
        if (behaviours.contains("base")) {
            reply(exchange, 400, "{\"error\":{\"message\":\"no chat template\"}}");
        } else if (!body.contains("\"max_tokens\":1")) {
            reply(exchange, 500, "{\"error\":{\"message\":\"more than one token was asked for\"}}");
        } else {
            reply(exchange, 200, "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"1\"}}]}");
        }
    }

    private void ollama(HttpExchange exchange, String path, String body) throws IOException {
        String name = value("model").orElse("tiny:latest");
        switch (path) {
            case "/api/show" ->
                reply(exchange, pulled.get() ? 200 : 404, pulled.get() ? "{}" : "{\"error\":\"not found\"}");
            case "/api/pull" -> {
                boolean isThere = !body.contains("missing");
                pulled.set(isThere);
                reply(exchange, isThere ? 200 : 500,
                        isThere ? "{\"status\":\"success\"}" : "{\"error\":\"no such model\"}");
            }
            case "/api/generate" -> {
                loaded.set(true);
                reply(exchange, 200, "{\"response\":\"1\",\"done\":true}");
            }
            case "/api/ps" -> reply(exchange, 200,
                    loaded.get() ? "{\"models\":[{\"name\":\"" + name + "\"}]}" : "{\"models\":[]}");
            default -> reply(exchange, 404, "{}");
        }
    }

    private static void reply(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
