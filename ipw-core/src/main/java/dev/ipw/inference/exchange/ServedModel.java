package dev.ipw.inference.exchange;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Call one model of one server, over any API. */
public final class ServedModel {
    private final HttpSettings settings;
    private final ModelServer server;
    private final ModelListing listing;
    private final WireLimits limits;
    private final Retries retries;
    private final Transport transport = new SocketTransport();
    private volatile @Nullable ServingHost foundHost;
    private volatile ModelServer.Checked checked = new ModelServer.Checked(Optional.empty(), Optional.empty());

    /**
     * Combine a client's settings with its API.
     *
     * @param settings what the client was told
     * @param server   the server
     * @param listing  how it lists its models
     */
    public ServedModel(HttpSettings settings, ModelServer server, ModelListing listing) {
        this.settings = settings;
        this.server = server;
        this.listing = listing;
        retries = new Retries(settings.retries(), settings.seed());
        // A whole answer's head comes when the answer is done.
        Duration firstByte = settings.stream() ? settings.firstByteTimeout() : settings.totalTimeout();
        limits = new WireLimits(settings.connectTimeout(), firstByte, settings.idleTimeout(), settings.totalTimeout(),
                WireLimits.DEFAULT.maxBodyBytes());
    }

    /**
     * Describe the client.
     *
     * @param further facts that only its API has, by name
     * @return facts without secrets
     */
    public ClientInfo describe(Map<String, String> further) {
        Map<String, String> details = new LinkedHashMap<>(further);
        details.put("stream", String.valueOf(settings.stream()));
        if (settings.retries() > 0) {
            details.put("retries", String.valueOf(settings.retries()));
        }
        settings.tokenizer().ifPresent(counter -> details.put("tokenizer", counter.name()));
        checked.software().ifPresent(name -> details.put("server", name));
        return new ClientInfo(settings.id(), settings.model(), Optional.of(server.address().base()), servingHost(),
                details);
    }

    private ServingHost servingHost() {
        ServingHost host = settings.servingHost().orElse(foundHost);
        if (host == null) {
            host = server.address().servingHost();
            foundHost = host;
        }
        return host;
    }

    /**
     * Check that the model is reachable.
     *
     * @throws dev.ipw.error.ServerUnreachableException if the server does not answer
     * @throws dev.ipw.error.ConfigurationException     if the server answers but cannot serve the model
     * @throws InterruptedException                     if the calling thread is interrupted
     */
    public void check() throws InterruptedException {
        checked = server.check(transport, listing, settings.model(), settings.checkModel(), limits);
    }

    /**
     * Return the warnings of the check.
     *
     * @return sentences, without secrets
     */
    public List<String> warnings() {
        return checked.unlisted().stream().toList();
    }

    /**
     * Send a request, with retries where they are enabled and useful.
     *
     * @param path     where the server takes questions
     * @param accept   the types of answers that can be read
     * @param body     the question
     * @param request  the question as it was asked
     * @param sink     receives the events
     * @param exchange makes what reads the answer to one try and tells a sink
     * @return the whole answer
     * @throws InferenceException   if the request fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    public InferenceResponse ask(String path, String accept, byte[] body, InferenceRequest request, ResponseSink sink,
            Function<ResponseSink, AnswerExchange> exchange) throws InferenceException, InterruptedException {
        WireRequest question = server.post(path, accept, body);
        if (settings.tokenizer().isEmpty()) {
            return ask(question, request, sink, exchange);
        }
        CountedAnswer counted = new CountedAnswer(sink);
        return counted.counted(ask(question, request, counted, exchange), request, settings.tokenizer().get());
    }

    private InferenceResponse ask(WireRequest question, InferenceRequest request, ResponseSink sink,
            Function<ResponseSink, AnswerExchange> exchanges) throws InferenceException, InterruptedException {
        for (int triesBefore = 0;; triesBefore++) {
            AnswerExchange exchange = exchanges.apply(sink);
            try {
                return transport.exchange(question, limits, exchange);
            } catch (WireException broken) {
                if (exchange.hasBegun() || !retries.allow(triesBefore, broken)) {
                    throw afterTries(triesBefore, HttpFailures.failed(broken));
                }
            } catch (InferenceException refused) {
                if (!retries.allow(triesBefore, exchange.refusedStatus())) {
                    throw afterTries(triesBefore, HttpFailures.ofTools(refused, request));
                }
            }
            Thread.sleep(retries.waitAfter(triesBefore, exchange.retryAfter(), Instant.now()));
            sink.retried(System.nanoTime());
        }
    }

    private static InferenceException afterTries(int triesBefore, InferenceException failure) {
        return triesBefore == 0
                ? failure
                : new InferenceException(failure.kind(), failure.getMessage() + " (after " + triesBefore
                        + (triesBefore == 1 ? " retry)" : " retries)"), failure);
    }

    /**
     * Return the server.
     *
     * @return the server that is asked
     */
    public ModelServer server() {
        return server;
    }

    /**
     * Return the client's settings.
     *
     * @return the settings
     */
    public HttpSettings settings() {
        return settings;
    }

    /** Name the model and the server. */
    @Override
    public String toString() {
        return settings.id() + "[" + settings.model() + " at " + server.address() + "]";
    }
}
