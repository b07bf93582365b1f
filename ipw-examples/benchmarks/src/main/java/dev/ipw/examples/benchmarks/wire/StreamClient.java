package dev.ipw.examples.benchmarks.wire;

import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** A client that reads many streams at once and stamps their events. */
interface StreamClient {
    /** Reads all streams to their ends. */
    void read(URI uri, int streams, LagRecorder recorder) throws Exception;

    /** Returns all clients by name; the first is the one that the others are compared with. */
    static Map<String, StreamClient> all() {
        Map<String, StreamClient> clients = new LinkedHashMap<>();
        clients.put("bare NIO selector", new SelectorClient());
        clients.put("SocketTransport", new SocketTransportClient());
        clients.put("HttpURLConnection, virtual threads", StreamClient::urlConnection);
        clients.put("java.net.http, stamping subscriber, direct executor", StreamClient::httpSubscriber);
        clients.put("java.net.http, ofLines", StreamClient::httpLines);
        // The clients of the profile "peers", if it was built.
        ServiceLoader.load(StreamClient.class).forEach(peer -> clients.put(peer.toString(), peer));
        return clients;
    }

    /** Reads each stream on a virtual thread of its own. */
    static void each(int streams, Callable<?> reading) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> readings = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                readings.add(threads.submit(reading));
            }
            for (Future<?> one : readings) {
                one.get();
            }
        }
    }

    private static void urlConnection(URI uri, int streams, LagRecorder recorder) throws Exception {
        each(streams, () -> {
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            GoldenEvent.Finder finder = new GoldenEvent.Finder(recorder);
            byte[] buffer = new byte[8192];
            try (InputStream in = connection.getInputStream()) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    finder.feed(buffer, 0, count, System.nanoTime());
                }
            }
            return null;
        });
    }

    private static void httpLines(URI uri, int streams, LagRecorder recorder) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            each(streams, () -> {
                GoldenEvent.Finder finder = new GoldenEvent.Finder(recorder);
                try (Stream<String> lines = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
                        .body()) {
                    lines.forEach(line -> finder.feed(line, System.nanoTime()));
                }
                return null;
            });
        } catch (UncheckedIOException cut) {
            throw cut.getCause();
        }
    }

    private static void httpSubscriber(URI uri, int streams, LagRecorder recorder) {
        try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(Runnable::run)
                .build()) {
            List<CompletableFuture<HttpResponse<Void>>> responses = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                responses.add(client.sendAsync(HttpRequest.newBuilder(uri).build(), head -> subscriber(recorder)));
            }
            responses.forEach(CompletableFuture::join);
        }
    }

    private static BodySubscriber<Void> subscriber(LagRecorder recorder) {
        return new StampingSubscriber(new GoldenEvent.Finder(recorder));
    }
}
