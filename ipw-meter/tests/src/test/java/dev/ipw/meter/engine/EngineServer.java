package dev.ipw.meter.engine;

import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.meter.engine.HttpConnection.Request;
import dev.ipw.meter.engine.ScriptedEngine.Chunk;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A scripted engine behind HTTP on 127.0.0.1: OpenAI's chat, completions, responses, embeddings and models, Anthropic's
 * messages, Ollama's chat and generate. Its GPU is shown at {@code /metrics} as the DCGM exporter does, and at
 * {@code /energy_metrics} as TensorRT-LLM does. {@code /truth/ID} has the true joules of a request that is over,
 * {@code /truth} the sums. The ID is the request's header {@code X-Request-Id}, or else the one that the answer has as
 * {@code X-Engine-Request-Id}.
 *
 * <p>As a program: {@code EngineServer [--port 8000] [--kind chat] [--seed 1] [--max-batch N] [--pace TOKENS_PER_SECOND]
 * [--truth FILE]}.
 */
final class EngineServer implements AutoCloseable {
    private static final Set<String> ANSWERS = Set.of("/v1/chat/completions", "/v1/completions", "/v1/responses",
            "/v1/messages", "/api/chat", "/api/generate");
    private static final List<String> WORDS = List.of(" the", " sun", " sea", " tree", " wind", " a", " road", " blue",
            " old", " and", " goes", " far", " we", " see", " it", " stone");
    private static final String JSON = "application/json";
    private static final int BACKLOG = 2048;
    private static final int MOST_TRUTHS = 200_000;
    private static final long PATIENCE_SECONDS = 5;

    private final LiveEngine engine;
    private final GpuPage gpu;
    private final Lengths lengths;
    private final Draw lengthDraw;
    private final ServerSocket server;
    private final @Nullable BufferedWriter truthFile;
    private final ExecutorService streams = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong number = new AtomicLong();
    private final Map<String, CompletableFuture<String>> truths = new ConcurrentHashMap<>();
    private final Set<Closeable> connections = ConcurrentHashMap.newKeySet();

    /**
     * Starts a server.
     *
     * @param profile   the engine
     * @param lengths   the lengths of answers to requests that ask for none
     * @param seed      the seed of the draws
     * @param port      the port; zero for any
     * @param truthFile receives the true joules of each request as a line of JSON
     */
    EngineServer(EngineProfile profile, Lengths lengths, long seed, int port, Optional<Path> truthFile)
            throws IOException {
        this.lengths = lengths;
        lengthDraw = new Draw(seed);
        this.truthFile = truthFile.isPresent()
                ? Files.newBufferedWriter(truthFile.get(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                : null;
        server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        engine = new LiveEngine(profile, seed);
        gpu = new GpuPage(engine);
        Thread.ofPlatform().name("scripted-server").daemon().start(this::accept);
    }

    /** Starts a server that runs until it is killed. */
    @SuppressWarnings("resource")
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        Set<String> known = Set.of("--port", "--kind", "--seed", "--max-batch", "--pace", "--truth");
        if (arguments.length % 2 == 1 || !known.containsAll(options.keySet())) {
            throw new IllegalArgumentException("Unknown options: " + Arrays.toString(arguments) + ". Known are "
                    + known);
        }
        EngineKind kind = EngineKind.valueOf(options.getOrDefault("--kind", "chat").toUpperCase(Locale.ROOT));
        long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
        EngineProfile profile = EngineRun.drawn(kind, seed);
        if (options.containsKey("--max-batch")) {
            profile = profile.withMaxBatch(Integer.parseInt(options.get("--max-batch")));
        }
        if (options.containsKey("--pace")) {
            profile = profile.paced(Double.parseDouble(options.get("--pace")));
        }
        EngineServer started = new EngineServer(profile, kind.lengths(), seed,
                Integer.parseInt(options.getOrDefault("--port", "8000")),
                Optional.ofNullable(options.get("--truth")).map(Path::of));
        System.out.println("Scripted engine at http://127.0.0.1:" + started.port() + ": " + profile);
        Thread.currentThread().join();
    }

    int port() {
        return server.getLocalPort();
    }

    LiveEngine engine() {
        return engine;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.add(socket);
                streams.execute(() -> serve(socket));
            } catch (IOException | RejectedExecutionException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket; HttpConnection connection = new HttpConnection(socket)) {
            for (Optional<Request> next = connection.next(); next.isPresent(); next = connection.next()) {
                answer(next.get(), connection);
                if (next.get().closes()) {
                    return;
                }
            }
        } catch (IOException | RuntimeException gone) {
            // The caller went away, or sent no HTTP: the connection is closed.
        } finally {
            connections.remove(socket);
        }
    }

    private void answer(Request request, HttpConnection connection) throws IOException {
        String path = request.path();
        if (request.method().equals("POST") && ANSWERS.contains(path)) {
            generate(request, connection);
        } else if (request.method().equals("POST") && path.equals("/v1/embeddings")) {
            embed(request, connection);
        } else if (path.startsWith("/truth/")) {
            truth(path.substring("/truth/".length()), connection);
        } else {
            switch (path) {
                case "/v1/models" -> json(connection, 200, "{\"object\":\"list\",\"data\":[{\"id\":\"scripted\","
                        + "\"object\":\"model\",\"created\":0,\"owned_by\":\"ipw\"}]}");
                case "/api/tags" ->
                    json(connection, 200, "{\"models\":[{\"name\":\"scripted\",\"model\":\"scripted\"}]}");
                case "/health" -> json(connection, 200, "{\"status\":\"ok\"}");
                case "/metrics" -> connection.answer(200, "text/plain; version=0.0.4; charset=utf-8", Map.of(),
                        gpu.dcgm().getBytes(StandardCharsets.UTF_8));
                case "/energy_metrics" -> {
                    boolean shows = !engine.profile().sensor().showsPower();
                    json(connection, shows ? 200 : 503,
                            shows ? gpu.energyMetrics() : "{\"error\":\"Energy monitoring is not available\"}");
                }
                case "/truth" -> json(connection, 200, totals());
                default -> error(connection, 404, "There is nothing at " + path);
            }
        }
    }

    private static void json(HttpConnection connection, int status, String body) throws IOException {
        connection.answer(status, JSON, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    private static void error(HttpConnection connection, int status, String message) throws IOException {
        json(connection, status, "{\"error\":{\"message\":" + AnswerFormat.quoted(message)
                + ",\"type\":\"invalid_request_error\",\"code\":" + status + "}}");
    }

    private String name(Request request) {
        String given = request.headers().get("x-request-id");
        return given == null ? "e" + number.incrementAndGet() : given;
    }

    private void generate(Request request, HttpConnection connection) throws IOException {
        String id = name(request);
        Asked asked;
        try {
            asked = Asked.of(request, id.replaceAll("[^A-Za-z0-9_-]", "-"));
        } catch (JsonSyntaxException | NumberFormatException wrong) {
            error(connection, 400, "The body is not what is expected: " + wrong.getMessage());
            return;
        }
        int drawn = asked.exactly().orElseGet(this::drawnLength);
        int tokens = Math.min(drawn, asked.most().orElse(drawn));
        EngineRequest made = new EngineRequest(id, asked.promptTokens(), tokens, asked.blocks(), asked.isStreamed(),
                engine.sensors().size());
        if (!engine.fits(made)) {
            error(connection, 400, "The request has " + (asked.promptTokens() + tokens)
                    + " tokens, more than fit into the memory");
            return;
        }
        Map<String, String> headers = Map.of("X-Engine-Request-Id", id);
        long start = System.nanoTime();
        served(made, chunks -> {
            if (asked.isStreamed()) {
                connection.begin(asked.format().streamType(), headers);
                if (!asked.format().begin().isEmpty()) {
                    connection.chunk(asked.format().begin());
                }
            }
            StringBuilder text = new StringBuilder();
            Chunk chunk;
            do {
                chunk = chunks.take();
                String words = words(chunk.tokens(), id.hashCode() + text.length());
                text.append(words);
                if (asked.isStreamed() && !words.isEmpty()) {
                    connection.chunk(asked.format().words(words));
                }
            } while (!chunk.isLast());
            AnswerFormat.Counts counts = new AnswerFormat.Counts(made.promptTokens(), reported(made), tokens,
                    asked.most().isPresent() && tokens == asked.most().getAsInt(), System.nanoTime() - start);
            if (asked.isStreamed()) {
                connection.chunk(asked.format().end(text.toString(), counts));
                connection.end();
            } else {
                connection.answer(200, JSON, headers,
                        asked.format().whole(text.toString(), counts).getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private synchronized int drawnLength() {
        return lengths.answer(lengthDraw);
    }

    private OptionalInt reported(EngineRequest request) {
        return engine.profile().scheduler().reportsCached()
                ? OptionalInt.of(request.cached())
                : OptionalInt.empty();
    }

    private static String words(int tokens, int first) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < tokens; i++) {
            words.append(WORDS.get(Math.floorMod((first + i) * 7, WORDS.size())));
        }
        return words.toString();
    }

    private void embed(Request request, HttpConnection connection) throws IOException {
        String id = name(request);
        Asked asked;
        try {
            asked = Asked.of(new Request("POST", "/v1/completions", request.headers(), request.body()), id);
        } catch (JsonSyntaxException | NumberFormatException wrong) {
            error(connection, 400, "The body is not what is expected: " + wrong.getMessage());
            return;
        }
        EngineRequest made = new EngineRequest(id, asked.promptTokens(), 0, List.of(), false, engine.sensors().size());
        if (!engine.fits(made)) {
            error(connection, 400, "The text has " + asked.promptTokens() + " tokens, more than fit into the memory");
            return;
        }
        served(made, chunks -> {
            chunks.take();
            connection.answer(200, JSON, Map.of("X-Engine-Request-Id", id),
                    ("{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"index\":0,\"embedding\":[0.6,0.8]}],"
                            + "\"model\":\"scripted\",\"usage\":{\"prompt_tokens\":" + asked.promptTokens()
                            + ",\"total_tokens\":" + asked.promptTokens() + "}}").getBytes(StandardCharsets.UTF_8));
        });
    }

    /** The writing of an answer. */
    private interface Answering {
        void answer(BlockingQueue<Chunk> chunks) throws IOException, InterruptedException;
    }

    /** Serves a request; its truth is known afterwards, whether its caller stayed or not. */
    private void served(EngineRequest request, Answering answering) throws IOException {
        BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
        CompletableFuture<String> truth = new CompletableFuture<>();
        if (truths.size() < MOST_TRUTHS) {
            truths.put(request.id(), truth);
        }
        engine.submit(request, chunks::add);
        boolean isComplete = false;
        try {
            answering.answer(chunks);
            isComplete = true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            boolean whole = isComplete;
            engine.finish(request).thenAccept(joules -> {
                String line = truthLine(request, joules, whole);
                truth.complete(line);
                keep(line);
            });
        }
    }

    private String truthLine(EngineRequest request, TrueJoules joules, boolean isComplete) {
        StringBuilder devices = new StringBuilder();
        for (int i = 0; i < joules.devices(); i++) {
            devices.append(i == 0 ? "" : ",").append(String.format(Locale.ROOT,
                    "{\"device\":\"%s\",\"gain\":%s,\"physics_prompt_joules\":%s,\"physics_answer_joules\":%s,"
                            + "\"shapley_prompt_joules\":%s,\"shapley_answer_joules\":%s}",
                    GpuPage.name(i), engine.profile().sensor().gain(i), joules.prompt(TrueJoules.PHYSICS, i),
                    joules.answer(TrueJoules.PHYSICS, i), joules.prompt(TrueJoules.SHAPLEY, i),
                    joules.answer(TrueJoules.SHAPLEY, i)));
        }
        return String.format(Locale.ROOT,
                "{\"id\":%s,\"complete\":%s,\"prompt_tokens\":%d,\"cached_tokens\":%d,\"answer_tokens\":%d,"
                        + "\"preemptions\":%d,\"physics_joules\":%s,\"shapley_joules\":%s,\"devices\":[%s]}",
                AnswerFormat.quoted(request.id()), isComplete, request.promptTokens(), request.cached(),
                request.generated(), request.preemptions(), joules.total(TrueJoules.PHYSICS),
                joules.total(TrueJoules.SHAPLEY), devices);
    }

    private void keep(String line) {
        if (truthFile != null) {
            try {
                truthFile.write(line);
                truthFile.newLine();
                truthFile.flush();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private void truth(String id, HttpConnection connection) throws IOException {
        CompletableFuture<String> truth = truths.get(id);
        if (truth == null) {
            error(connection, 404, "There was no request " + id);
            return;
        }
        try {
            json(connection, 200, truth.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException open) {
            error(connection, 409, "The request " + id + " is not over");
        } catch (ExecutionException | InterruptedException failed) {
            throw new IOException(failed);
        }
    }

    private String totals() throws IOException {
        try {
            LiveEngine.Totals totals = engine.totals().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return "{\"devices_joules\":" + totals.devicesJoules() + ",\"idle_joules\":" + totals.idleJoules()
                    + ",\"physics_joules\":" + totals.physicsJoules() + ",\"shapley_joules\":"
                    + totals.shapleyJoules() + "}";
        } catch (ExecutionException | InterruptedException | TimeoutException failed) {
            throw new IOException(failed);
        }
    }

    /** Stops the server and closes its connections. */
    @Override
    public void close() throws IOException {
        server.close();
        for (Closeable connection : connections) {
            connection.close();
        }
        streams.shutdownNow();
        engine.close();
        if (truthFile != null) {
            truthFile.close();
        }
    }
}
