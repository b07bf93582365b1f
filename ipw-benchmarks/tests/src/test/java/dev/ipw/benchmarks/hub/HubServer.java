package dev.ipw.benchmarks.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Speak the hub's API of dataset repositories on this machine: a commit for each repository, its files in pages, small files from the
 * hub itself and large ones by a redirect to a second server. Faults are asked for one by one.
 */
public final class HubServer implements AutoCloseable {
    private final HttpServer hub;
    private final HttpServer blobs;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Repository> repositories = new ConcurrentHashMap<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int pageSize = 1000;
    private volatile Optional<String> nextPage = Optional.empty();
    private volatile Optional<Runnable> whenStalled = Optional.empty();

    private HubServer() throws IOException {
        hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        blobs = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        hub.createContext("/", exchange -> answered(exchange, "hub", this::hub));
        blobs.createContext("/", exchange -> answered(exchange, "blobs", this::blob));
        hub.setExecutor(threads);
        blobs.setExecutor(threads);
        hub.start();
        blobs.start();
    }

    /** Start the servers. */
    public static HubServer start() {
        try {
            return new HubServer();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Return what HF_ENDPOINT must be. */
    public String endpoint() {
        return "http://127.0.0.1:" + hub.getAddress().getPort();
    }

    /** Return a repository, new or known. */
    public Repository repository(String name) {
        return repositories.computeIfAbsent(name, Repository::new);
    }

    /** List at most so many files a page. */
    HubServer pages(int files) {
        pageSize = files;
        return this;
    }

    /** Name another next page than the own one. */
    HubServer nextPage(String link) {
        nextPage = Optional.of(link);
        return this;
    }

    /** Send no more of the next body of one server after so many bytes, and do something then. */
    HubServer stall(String server, int bytes, Runnable then) {
        whenStalled = Optional.of(then);
        return tear(server, bytes);
    }

    /** Let the next answers to what is asked of one server fail. */
    HubServer fail(String server, int status, int times, String retryAfter) {
        synchronized (faults) {
            for (int i = 0; i < times; i++) {
                faults.add(new Fault(server, status, retryAfter, -1, false));
            }
        }
        return this;
    }

    /** Cut the next body of one server after so many bytes. */
    HubServer tear(String server, int bytes) {
        synchronized (faults) {
            faults.add(new Fault(server, 0, "", bytes, false));
        }
        return this;
    }

    /** Send wrong bytes in the next body of one server. */
    HubServer corrupt(String server) {
        synchronized (faults) {
            faults.add(new Fault(server, 0, "", -1, true));
        }
        return this;
    }

    /** Return all requests since the start. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        closed.countDown();
        hub.stop(0);
        blobs.stop(0);
        threads.close();
    }

    /** A request: which server, what was asked, and the token. */
    public record Request(String server, String path, Optional<String> authorization, Optional<String> range) {}

    private record Fault(String server, int status, String retryAfter, int tornAfter, boolean corrupt) {}

    /** A file: its bytes, and whether it is kept as a large one. */
    private record StoredFile(byte[] bytes, boolean large) {
        String hash() {
            return large
                    ? hex("SHA-256", new byte[0], bytes)
                    : hex("SHA-1", ("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII), bytes);
        }
    }

    /** A repository with one commit. */
    public static final class Repository {
        private final String name;
        private final Map<String, StoredFile> files = new TreeMap<>();
        private String token = "";
        private String gated = "";

        private Repository(String name) {
            this.name = name;
        }

        /** Add a small file. */
        public Repository file(String path, byte[] bytes) {
            files.put(path, new StoredFile(bytes, false));
            return this;
        }

        /** Add a small file of text. */
        public Repository file(String path, String text) {
            return file(path, text.getBytes(StandardCharsets.UTF_8));
        }

        /** Add a large file. */
        public Repository largeFile(String path, byte[] bytes) {
            files.put(path, new StoredFile(bytes, true));
            return this;
        }

        /** Let only those in who have a token. */
        public Repository gated(String allowed) {
            token = allowed;
            gated = "GatedRepo";
            return this;
        }

        /** Hide it from all without a token. */
        Repository hidden(String allowed) {
            token = allowed;
            gated = "RepoNotFound";
            return this;
        }

        /** Return its commit. */
        public String commit() {
            StringBuilder content = new StringBuilder(name);
            files.forEach((path, file) -> content.append(path).append(file.hash()));
            return hex("SHA-1", new byte[0], content.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Answers an exchange. */
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private void answered(HttpExchange exchange, String server, Answer answer) throws IOException {
        try (exchange) {
            requests.add(new Request(server, exchange.getRequestURI().toString(),
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")),
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range"))));
            Optional<Fault> fault = fault(server, true);
            if (fault.isPresent()) {
                if (!fault.get().retryAfter.isEmpty()) {
                    exchange.getResponseHeaders().add("Retry-After", fault.get().retryAfter);
                }
                exchange.sendResponseHeaders(fault.get().status, -1);
                return;
            }
            answer.to(exchange);
        }
    }

    private Optional<Fault> fault(String server, boolean ofStatus) {
        synchronized (faults) {
            Optional<Fault> next = faults.stream()
                    .filter(fault -> fault.server.equals(server) && ofStatus == (fault.status > 0)).findFirst();
            next.ifPresent(faults::remove);
            return next;
        }
    }

    private void hub(HttpExchange exchange) throws IOException {
        String[] parts = exchange.getRequestURI().getRawPath().substring(1).split("/");
        boolean api = parts[0].equals("api");
        int at = api ? 2 : 1;
        Repository repository = repositories.get(decoded(parts[at]) + "/" + decoded(parts[at + 1]));
        if (repository == null || !isAllowed(exchange, repository)) {
            boolean known = repository != null && repository.gated.equals("GatedRepo");
            boolean anonymous = exchange.getRequestHeaders().getFirst("Authorization") == null;
            refuse(exchange, known ? anonymous ? 401 : 403 : anonymous ? 401 : 404,
                    known ? "GatedRepo" : "RepoNotFound");
            return;
        }
        String revision = decoded(parts[at + 3]);
        if (!revision.equals("main") && !revision.equals(repository.commit())) {
            refuse(exchange, 404, "RevisionNotFound");
        } else if (api && parts[at + 2].equals("revision")) {
            send(exchange, 200, ("{\"id\":\"" + repository.name + "\",\"sha\":\"" + repository.commit() + "\"}")
                    .getBytes(StandardCharsets.UTF_8));
        } else if (api) {
            tree(exchange, repository);
        } else {
            resolve(exchange, repository,
                    decoded(String.join("/", List.of(parts).subList(at + 4, parts.length))));
        }
    }

    private static boolean isAllowed(HttpExchange exchange, Repository repository) {
        return repository.token.isEmpty()
                || ("Bearer " + repository.token).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private void tree(HttpExchange exchange, Repository repository) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        int from = query.contains("cursor=") ? Integer.parseInt(query.substring(query.indexOf("cursor=") + 7)) : 0;
        List<String> items = repository.files.entrySet().stream().skip(from).limit(pageSize)
                .map(entry -> item(entry.getKey(), entry.getValue())).toList();
        if (nextPage.isPresent()) {
            exchange.getResponseHeaders().add("Link", "<" + nextPage.get() + ">; rel=\"next\"");
        } else if (from + pageSize < repository.files.size()) {
            exchange.getResponseHeaders().add("Link", "<" + endpoint() + exchange.getRequestURI().getPath()
                    + "?recursive=true&cursor=" + (from + pageSize) + ">; rel=\"next\"");
        }
        send(exchange, 200, ("[{\"type\":\"directory\",\"path\":\"data\",\"oid\":\"x\",\"size\":0}"
                + (items.isEmpty() ? "" : ",") + String.join(",", items) + "]").getBytes(StandardCharsets.UTF_8));
    }

    private static String item(String path, StoredFile file) {
        String size = "\"size\":" + file.bytes.length;
        return "{\"type\":\"file\",\"path\":\"" + path + "\"," + size + (file.large
                ? ",\"oid\":\"" + "0".repeat(40) + "\",\"lfs\":{\"oid\":\"" + file.hash() + "\"," + size
                        + ",\"pointerSize\":130}}"
                : ",\"oid\":\"" + file.hash() + "\"}");
    }

    private void resolve(HttpExchange exchange, Repository repository, String path) throws IOException {
        StoredFile file = repository.files.get(path);
        if (file == null) {
            refuse(exchange, 404, "EntryNotFound");
            return;
        }
        exchange.getResponseHeaders().add("X-Repo-Commit", repository.commit());
        if (file.large) {
            exchange.getResponseHeaders().add("X-Linked-Etag", "\"" + file.hash() + "\"");
            exchange.getResponseHeaders().add("X-Linked-Size", String.valueOf(file.bytes.length));
            exchange.getResponseHeaders().add("Location", "http://localhost:" + blobs.getAddress().getPort() + "/"
                    + repository.name + "/" + file.hash() + "?signature=abc");
            exchange.sendResponseHeaders(302, -1);
        } else {
            exchange.getResponseHeaders().add("ETag", "\"" + file.hash() + "\"");
            body(exchange, "hub", file.bytes);
        }
    }

    private void blob(HttpExchange exchange) throws IOException {
        String[] parts = exchange.getRequestURI().getPath().substring(1).split("/");
        Repository repository = java.util.Objects.requireNonNull(repositories.get(parts[0] + "/" + parts[1]));
        byte[] bytes = repository.files.values().stream().filter(file -> file.hash().equals(parts[2])).findFirst()
                .orElseThrow().bytes;
        body(exchange, "blobs", bytes);
    }

    private void body(HttpExchange exchange, String server, byte[] bytes) throws IOException {
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null ? 0 : Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
        if (from > 0 && from >= bytes.length) {
            exchange.sendResponseHeaders(416, -1);
            return;
        }
        if (from > 0) {
            exchange.getResponseHeaders().add("Content-Range", "bytes " + from + "-" + (bytes.length - 1) + "/"
                    + bytes.length);
        }
        Optional<Fault> fault = fault(server, false);
        int end = fault.filter(torn -> torn.tornAfter >= 0).map(torn -> Math.min(bytes.length, from + torn.tornAfter))
                .orElse(bytes.length);
        byte[] sent = bytes.clone();
        if (fault.isPresent() && fault.get().corrupt) {
            sent[from] ^= 1;
        }
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, bytes.length - from);
        OutputStream out = exchange.getResponseBody();
        out.write(sent, from, end - from);
        out.flush();
        if (end < bytes.length) {
            stall();
            throw new IOException("torn on purpose, which closes the connection");
        }
    }

    private void stall() throws IOException {
        if (whenStalled.isPresent()) {
            whenStalled.get().run();
            whenStalled = Optional.empty();
            try {
                closed.await();
            } catch (InterruptedException unwanted) {
                throw new InterruptedIOException();
            }
        }
    }

    private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
        exchange.getResponseHeaders().add("X-Error-Code", code);
        exchange.getResponseHeaders().add("X-Error-Message", "said by the hub");
        exchange.sendResponseHeaders(status, -1);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }

    private static String hex(String algorithm, byte[] head, byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            digest.update(head);
            return HexFormat.of().formatHex(digest.digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
