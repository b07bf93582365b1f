package dev.ipw.inference.exchange;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.ConnectionSettings;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.internal.wire.ProxyAddress;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import java.net.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** One model of one server, called over any API. */
public final class ServedModel {
    private final HttpSettings settings;
    private final ModelServer server;
    private final ModelListing listing;
    private final WireLimits limits;
    private final Retries retries;
    private final Set<RefusedOption> refused = ConcurrentHashMap.newKeySet();
    private final Transport transport;
    private volatile @Nullable ServingHost foundHost;
    private volatile ModelServer.Checked checked = new ModelServer.Checked(Optional.empty(), Optional.empty());

    /**
     * Combines a client's settings with its API.
     *
     * @param settings the client's settings
     * @param server   the server
     * @param listing  the server's listing of its models
     */
    public ServedModel(HttpSettings settings, ModelServer server, ModelListing listing) {
        this.settings = settings;
        this.server = server;
        this.listing = listing;
        transport = new SocketTransport(settings.connection().tls().map(SSLContext::getSocketFactory),
                settings.connection().proxies());
        // An unusable proxy is reported before anything is measured.
        settings.connection().proxies().ifPresent(proxies -> proxies.select(server.address().base()));
        retries = new Retries(settings.retries(), settings.seed());
        // The head of a whole answer arrives when the answer is complete.
        Duration firstByte = settings.stream() ? settings.firstByteTimeout() : settings.totalTimeout();
        limits = new WireLimits(settings.connectTimeout(), firstByte, settings.idleTimeout(), settings.totalTimeout(),
                WireLimits.DEFAULT.maxBodyBytes());
    }

    /**
     * Describes the client.
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
        ConnectionSettings connection = settings.connection();
        connection.apiKeyHeader().ifPresent(name -> details.put("api_key_header", name));
        if (!connection.headers().isEmpty()) {
            details.put("headers", String.join(", ", connection.headers().keySet()));
        }
        connection.proxies().stream().flatMap(proxies -> proxies.select(server.address().base()).stream())
                .filter(proxy -> proxy.type() != Proxy.Type.DIRECT).findFirst()
                .ifPresent(proxy -> details.put("proxy", ProxyAddress.text(proxy)));
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
     * Checks that the model is reachable.
     *
     * @throws dev.ipw.error.ServerUnreachableException if the server does not answer
     * @throws dev.ipw.error.ConfigurationException     if the server answers but cannot serve the model
     * @throws InterruptedException                     if the calling thread is interrupted
     */
    public void check() throws InterruptedException {
        checked = server.check(transport, listing, settings.model(), settings.checkModel(), limits);
    }

    /**
     * Lists the models that the server offers.
     *
     * @return their names; empty if the server lists none, or does not answer soon
     */
    public List<String> offered() {
        return server.offered(transport, listing, limits);
    }

    /**
     * Returns the warnings of the check, and of the requests so far.
     *
     * @return sentences, without secrets
     */
    public List<String> warnings() {
        return Stream.concat(checked.unlisted().stream(),
                refused.stream().sorted().map(option -> option.warning(settings.model()))).toList();
    }

    /**
     * Sends a request, with retries if they are enabled and useful, and once more without an option that the model
     * refuses. A refused option is not sent again.
     *
     * @param path     where the server takes questions
     * @param accept   the types of answers that can be read
     * @param bodies   creates an empty body, for each try that needs another
     * @param request  the original request
     * @param sink     receives the events
     * @param exchange creates the reader of one try's answer, which reports to a sink
     * @return the whole answer
     * @throws InferenceException   if the request fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    public InferenceResponse ask(String path, String accept, Supplier<? extends RequestBody> bodies,
            InferenceRequest request, ResponseSink sink, Function<ResponseSink, AnswerExchange> exchange)
            throws InferenceException, InterruptedException {
        Question question = new Question(path, accept, bodies, request);
        if (settings.tokenizer().isEmpty()) {
            return ask(question, sink, exchange);
        }
        CountedAnswer counted = new CountedAnswer(sink);
        return counted.counted(ask(question, counted, exchange), request, settings.tokenizer().get());
    }

    private InferenceResponse ask(Question asked, ResponseSink sink, Function<ResponseSink, AnswerExchange> exchanges)
            throws InferenceException, InterruptedException {
        Set<RefusedOption> leftOut = Set.copyOf(refused);
        WireRequest question = asked.without(leftOut);
        for (int triesBefore = 0;; triesBefore++) {
            AnswerExchange exchange = exchanges.apply(sink);
            try {
                return transport.exchange(question, limits, exchange);
            } catch (WireException broken) {
                if (exchange.hasBegun() || !retries.allow(triesBefore, broken)) {
                    throw afterTries(triesBefore, HttpFailures.failed(broken));
                }
            } catch (InferenceException refusal) {
                Optional<RefusedOption> option = RefusedOption.of(exchange.refusedStatus(), exchange.refusal(),
                        leftOut);
                if (option.isPresent()) {
                    leftOut = Stream.concat(leftOut.stream(), option.stream()).collect(Collectors.toUnmodifiableSet());
                    WireRequest changed = asked.without(leftOut);
                    if (!question.hasBodyOf(changed)) {
                        question = changed;
                        refused.add(option.get());
                        // This is not a failed try: the server was not busy.
                        triesBefore--;
                        sink.retried(System.nanoTime());
                        continue;
                    }
                }
                if (!retries.allow(triesBefore, exchange.refusedStatus(), exchange.retryAfter())) {
                    throw afterTries(triesBefore, HttpFailures.ofTools(refusal, asked.request()));
                }
            }
            Thread.sleep(retries.waitAfter(triesBefore, exchange.retryAfter()));
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
     * Returns the server.
     *
     * @return the server
     */
    public ModelServer server() {
        return server;
    }

    /**
     * Returns the client's settings.
     *
     * @return the settings
     */
    public HttpSettings settings() {
        return settings;
    }

    /** A request that can be written again. */
    private final class Question {
        private final String path;
        private final String accept;
        private final Supplier<? extends RequestBody> bodies;
        private final InferenceRequest request;

        Question(String path, String accept, Supplier<? extends RequestBody> bodies, InferenceRequest request) {
            this.path = path;
            this.accept = accept;
            this.bodies = bodies;
            this.request = request;
        }

        WireRequest without(Set<RefusedOption> options) throws InferenceException {
            return server.post(path, accept, bodies.get().write(request, settings.overrides(), options));
        }

        InferenceRequest request() {
            return request;
        }
    }

    /** Returns the model and the server. */
    @Override
    public String toString() {
        return settings.id() + "[" + settings.model() + " at " + server.address() + "]";
    }
}
