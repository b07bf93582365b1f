package dev.ipw.meter.engine;

import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A program that sends the drawn load of a kind to a scripted server in real time, directly or through a gateway: chats,
 * streamed or not, whose header {@code X-Request-Id} is the name under which the server knows their true joules. It
 * writes a line of JSON for each request, with the header {@code X-Ipw-Request-Id} of its answer if it has one.
 *
 * <p>{@code EngineLoad --url http://127.0.0.1:9000 [--kind chat] [--seed 1] [--seconds 60] [--users N] [--out FILE]}.
 * The kind and the seed should be those of the server. With {@code --users}, so many users ask without a pause.
 */
final class EngineLoad {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final Set<String> OPTIONS = Set.of("--url", "--kind", "--seed", "--seconds", "--users", "--out");

    private final URI url;
    private final String run = Long.toHexString(System.currentTimeMillis());
    private final @Nullable BufferedWriter out;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong chunks = new AtomicLong();

    private EngineLoad(URI url, Optional<Path> out) throws IOException {
        this.url = url;
        this.out = out.isPresent() ? Files.newBufferedWriter(out.get()) : null;
    }

    /** Sends the load and prints a summary. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        if (arguments.length % 2 == 1 || !OPTIONS.containsAll(options.keySet()) || !options.containsKey("--url")) {
            throw new IllegalArgumentException("Needs --url; the options are " + OPTIONS);
        }
        EngineKind kind = EngineKind.valueOf(options.getOrDefault("--kind", "chat").toUpperCase(Locale.ROOT));
        long seed = Long.parseLong(options.getOrDefault("--seed", "1"));
        double seconds = Double.parseDouble(options.getOrDefault("--seconds", "60"));
        int users = Integer.parseInt(options.getOrDefault("--users", "0"));
        EngineLoad sent = new EngineLoad(URI.create(options.get("--url")),
                Optional.ofNullable(options.get("--out")).map(Path::of));
        EngineProfile profile = EngineRun.drawn(kind, seed);
        long start = System.nanoTime();
        if (users > 0) {
            sent.ofUsers(users, kind.lengths(), seed, start, seconds);
        } else {
            sent.drawn(new Load(profile, kind, new Draw(seed)), start, seconds);
        }
        sent.close();
        double taken = (System.nanoTime() - start) / NANOS_PER_SECOND;
        System.out.printf(Locale.ROOT, "%d answers, %d failures, %d chunks in %.1f s (%.0f chunks/s)%n",
                sent.answered.get(), sent.failed.get(), sent.chunks.get(), taken, sent.chunks.get() / taken);
    }

    private void drawn(Load load, long start, double seconds) {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Load.Arrival arrival : load.first()) {
                callers.execute(() -> one(load, arrival, start, seconds));
            }
        }
    }

    /** Sends a request in time, and those that follow from it. */
    private void one(Load load, Load.Arrival first, long start, double seconds) {
        Optional<Load.Arrival> next = Optional.of(first);
        while (next.isPresent() && next.get().nanos() < seconds * NANOS_PER_SECOND) {
            for (long rest = start + next.get().nanos() - System.nanoTime(); rest > 0; rest = start
                    + next.get().nanos() - System.nanoTime()) {
                LockSupport.parkNanos(rest);
            }
            send(next.get().request());
            synchronized (load) {
                next = load.next(System.nanoTime() - start);
            }
        }
    }

    private void ofUsers(int users, Lengths lengths, long seed, long start, double seconds) {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Draw draws = new Draw(seed);
            for (int user = 0; user < users; user++) {
                Draw draw = draws.split();
                String name = "u" + user + "-";
                callers.execute(() -> {
                    for (int i = 0; System.nanoTime() - start < seconds * NANOS_PER_SECOND; i++) {
                        send(new EngineRequest(name + i, lengths.prompt(draw), lengths.answer(draw),
                                List.of(), true, 1));
                    }
                });
            }
        }
    }

    private void send(EngineRequest request) {
        String id = run + "-" + request.id();
        byte[] body = ("{\"model\":\"scripted\",\"stream\":" + request.isStreamed()
                + (request.isStreamed() ? ",\"stream_options\":{\"include_usage\":true}" : "") + ",\"max_tokens\":"
                + request.answerTokens() + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt(request)
                + "\"}]}").getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: " + url.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\nX-Request-Id: " + id
                + "\r\n" + Asked.ANSWER_TOKENS + ": " + request.answerTokens() + "\r\nConnection: close\r\n\r\n";
        Instant began = Instant.now();
        long start = System.nanoTime();
        Reading reading = new Reading();
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            reading.read(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException gone) {
            reading.failure = gone.toString();
        }
        chunks.addAndGet(reading.events);
        (reading.status.contains(" 200") && reading.failure.isEmpty() ? answered : failed).incrementAndGet();
        keep(String.format(Locale.ROOT,
                "{\"id\":\"%s\",\"meter_id\":%s,\"began\":\"%s\",\"seconds\":%.6f,\"status\":%s,\"events\":%d,"
                        + "\"failure\":%s}",
                id, AnswerFormat.quoted(reading.meterId), began,
                Duration.ofNanos(System.nanoTime() - start).toNanos() / NANOS_PER_SECOND,
                AnswerFormat.quoted(reading.status), reading.events, AnswerFormat.quoted(reading.failure)));
    }

    private static String prompt(EngineRequest request) {
        StringBuilder text = new StringBuilder();
        request.prefixBlocks().forEach(block -> fill(text, new Draw(block),
                EngineRequest.BLOCK_TOKENS * CHARACTERS_PER_TOKEN));
        fill(text, new Draw(request.id().hashCode()), request.promptTokens() * CHARACTERS_PER_TOKEN - text.length());
        return text.toString();
    }

    private static void fill(StringBuilder text, Draw draw, int characters) {
        for (int i = 0; i < characters; i++) {
            text.append(i % 6 == 5 ? ' ' : (char) ('a' + draw.below(26)));
        }
    }

    private synchronized void keep(String line) {
        if (out != null) {
            try {
                out.write(line);
                out.newLine();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }

    /** An answer as it is read: its status, the meter's name for it, and its events. */
    private static final class Reading {
        private String status = "";
        private String meterId = "";
        private String failure = "";
        private int events;

        void read(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            boolean isHead = true;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next != '\n') {
                    if (line.length() < 300) {
                        line.append((char) next);
                    }
                    continue;
                }
                String text = line.toString().strip();
                line.setLength(0);
                if (isHead) {
                    head(text);
                    isHead = !text.isEmpty();
                } else if (text.startsWith("data: ")) {
                    events++;
                }
            }
            if (isHead) {
                failure = "The connection ended within the head";
            }
        }

        private void head(String text) {
            if (status.isEmpty()) {
                status = text;
            } else if (text.toLowerCase(Locale.ROOT).startsWith("x-ipw-request-id:")) {
                meterId = text.substring(text.indexOf(':') + 1).strip();
            }
        }
    }
}
