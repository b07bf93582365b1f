package dev.ipw.meter.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.thread.Slack;
import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import io.prometheus.metrics.model.snapshots.Labels;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exporter of finished requests as spans, and of metrics, over OTLP (HTTP with JSON). A thread of its own sends them;
 * the meter never waits. A receiver that is busy or away is tried again a few times with growing pauses. Meanwhile a
 * bounded queue holds the spans; what does not fit is dropped, and counted in {@code ipw_otlp_spans_total}. Metrics are
 * totals, so the next ones make up for lost ones.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class OtlpExporter implements MeterListener, AutoCloseable {
    private static final int MAX_QUEUED = 8_192;
    private static final int MAX_BATCH = 512;
    private static final int MAX_TRIES = 5;
    private static final long MAX_ANSWER_BYTES = 64 << 10;
    private static final Duration BETWEEN_METRICS = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);
    private static final WireLimits LIMITS = new WireLimits(limit(3), limit(10), limit(10), limit(10),
            MAX_ANSWER_BYTES);
    private static final int OK = 200;
    private static final int FIRST_REDIRECT = 300;
    private static final Set<Integer> TRIED_AGAIN = Set.of(429, 502, 503, 504);
    private static final Logger LOGGER = LoggerFactory.getLogger(OtlpExporter.class);

    private final URI endpoint;
    private final Map<String, String> headers;
    private final MeterMetrics metrics;
    private final Duration betweenMetrics;
    private final Duration firstPause;
    private final Transport transport = new SocketTransport();
    private final BlockingQueue<RequestFigures> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final AtomicLong sentSpans = new AtomicLong();
    private final AtomicLong droppedSpans = new AtomicLong();
    private final Thread sender;
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean isFailing;

    private OtlpExporter(URI endpoint, Map<String, String> headers, MeterMetrics metrics, Duration betweenMetrics,
            Duration firstPause) {
        String scheme = String.valueOf(endpoint.getScheme());
        if (endpoint.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))
                || endpoint.getQuery() != null || endpoint.getRawUserInfo() != null) {
            throw new ConfigurationException("OTLP is sent to an http or https address, for example"
                    + " http://127.0.0.1:4318, to which /v1/traces and /v1/metrics are added, without a user, a"
                    + " password or a query: send those as header fields");
        }
        this.endpoint = endpoint;
        this.headers = new LinkedHashMap<>(headers);
        this.headers.put("Content-Type", "application/json");
        this.headers.put("User-Agent", "ipw");
        this.metrics = metrics;
        this.betweenMetrics = betweenMetrics;
        this.firstPause = firstPause;
        metrics.add(() -> List.of(Collected.counter(MeterMetric.OTLP_SPANS, counts())));
        sender = Thread.ofPlatform().daemon().name("ipw-otlp").unstarted(this::run);
    }

    /**
     * Starts exporting.
     *
     * @param endpoint the receiver's base address, for example {@code http://127.0.0.1:4318}
     * @param headers  further header fields, for example an access token; sent, never shown
     * @param metrics  the metrics, to which the counts of spans are added
     * @return the exporter, to be added to the meter as a listener, and to be closed after it
     * @throws ConfigurationException if the endpoint is not an http or https address
     */
    public static OtlpExporter start(URI endpoint, Map<String, String> headers, MeterMetrics metrics) {
        return start(endpoint, headers, metrics, BETWEEN_METRICS, FIRST_PAUSE);
    }

    static OtlpExporter start(URI endpoint, Map<String, String> headers, MeterMetrics metrics, Duration betweenMetrics,
            Duration firstPause) {
        OtlpExporter exporter = new OtlpExporter(endpoint, headers, metrics, betweenMetrics, firstPause);
        exporter.sender.start();
        return exporter;
    }

    private static Duration limit(int seconds) {
        return Duration.ofSeconds(seconds).plusNanos(Slack.nanos());
    }

    private Map<Labels, Double> counts() {
        Map<Labels, Double> counts = new LinkedHashMap<>();
        counts.put(Labels.of("result", "sent"), sentSpans.doubleValue());
        counts.put(Labels.of("result", "dropped"), droppedSpans.doubleValue());
        return counts;
    }

    @Override
    public void requestFinished(RequestFigures request) {
        if (request.duration().isPresent() && (isClosing() || !queue.offer(request))) {
            droppedSpans.incrementAndGet();
        }
    }

    private void run() {
        try {
            long nextMetrics = System.nanoTime() + betweenMetrics.toNanos();
            while (!isClosing()) {
                RequestFigures first = queue.poll(Math.clamp(nextMetrics - System.nanoTime(), 0, LONGEST_WAIT_NANOS),
                        TimeUnit.NANOSECONDS);
                if (first != null) {
                    sendSpans(first);
                }
                if (System.nanoTime() - nextMetrics >= 0) {
                    sendMetrics();
                    nextMetrics = System.nanoTime() + betweenMetrics.toNanos();
                }
            }
            for (RequestFigures first = queue.poll(); first != null; first = queue.poll()) {
                sendSpans(first);
            }
            sendMetrics();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void sendSpans(RequestFigures first) throws InterruptedException {
        List<RequestFigures> batch = new ArrayList<>(List.of(first));
        queue.drainTo(batch, MAX_BATCH - 1);
        long rejected = batch.size();
        try {
            Optional<JsonNode> answer = send("/v1/traces", OtlpJson.spans(batch, metrics.server()));
            rejected = answer.isEmpty()
                    ? batch.size()
                    : Math.clamp(answer.get().path("partialSuccess").path("rejectedSpans").asLong(0), 0, batch.size());
        } finally {
            sentSpans.addAndGet(batch.size() - rejected);
            droppedSpans.addAndGet(rejected);
        }
    }

    private void sendMetrics() throws InterruptedException {
        Instant now = Instant.now();
        var unused = send("/v1/metrics", OtlpJson.metrics(metrics.collect(), metrics.created(), now));
    }

    /** Sends a body, with pauses where the receiver may take it later; returns its answer, empty if it was not taken. */
    private Optional<JsonNode> send(String path, ObjectNode body) throws InterruptedException {
        WireRequest request = WireRequest.post(URI.create(endpoint.toString().replaceFirst("/+$", "") + path), headers,
                Json.writeBytes(body));
        Duration pause = firstPause;
        for (int tries = 1;; tries++) {
            Answer answer = send(request);
            if (answer.isTaken()) {
                if (isFailing) {
                    LOGGER.info("{} takes spans and metrics again", endpoint.getAuthority());
                }
                isFailing = false;
                return Optional.of(answer.body());
            }
            if (!answer.isTriedAgain() || tries >= MAX_TRIES || isClosing()) {
                if (!isFailing) {
                    LOGGER.warn("{} does not take spans or metrics: {}. Check the address of the OTLP receiver; dropped"
                            + " spans are counted in ipw_otlp_spans_total", endpoint.getAuthority(), answer.problem());
                }
                isFailing = true;
                return Optional.empty();
            }
            Duration asked = answer.retryAfter().orElse(pause);
            var unused = closing.await(Math.min(asked.toNanos(), LONGEST_PAUSE.toNanos()), TimeUnit.NANOSECONDS);
            pause = pause.multipliedBy(2);
        }
    }

    /**
     * The answer of the receiver.
     *
     * @param problem      why it did not take the body; empty if it did
     * @param isTriedAgain whether it may take it later
     * @param retryAfter   when it asked to be tried again
     * @param body         its answer
     */
    private record Answer(String problem, boolean isTriedAgain, Optional<Duration> retryAfter, JsonNode body) {
        boolean isTaken() {
            return problem.isEmpty();
        }
    }

    private Answer send(WireRequest request) throws InterruptedException {
        ExchangeHandler<Answer, WireException> handler = OtlpExporter::answer;
        try {
            return transport.exchange(request, LIMITS, handler);
        } catch (WireException broken) {
            return new Answer(String.valueOf(broken.getMessage()), true, Optional.empty(), Json.object());
        }
    }

    private static Answer answer(WireResponse response) throws WireException {
        byte[] body = response.readAll();
        int status = response.status();
        if (status < OK || status >= FIRST_REDIRECT) {
            return new Answer("status " + status, TRIED_AGAIN.contains(status),
                    response.header("retry-after").filter(text -> text.matches("\\d{1,4}"))
                            .map(text -> Duration.ofSeconds(Long.parseLong(text))),
                    Json.object());
        }
        try {
            return new Answer("", false, Optional.empty(), body.length == 0 ? Json.object() : Json.parse(body));
        } catch (JsonSyntaxException noJson) { // It took the body, and that is all it has to say.
            return new Answer("", false, Optional.empty(), Json.object());
        }
    }

    /** Sends what is queued and the metrics once more, for at most five seconds, and stops. */
    @Override
    public void close() {
        closing.countDown();
        try {
            if (!sender.join(LONGEST_CLOSE.plusNanos(Slack.nanos()))) {
                sender.interrupt();
                sender.join();
            }
        } catch (InterruptedException ended) {
            sender.interrupt();
            Thread.currentThread().interrupt();
        }
        List<RequestFigures> unsent = new ArrayList<>();
        droppedSpans.addAndGet(queue.drainTo(unsent));
    }
}
