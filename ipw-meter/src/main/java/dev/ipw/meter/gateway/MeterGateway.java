package dev.ipw.meter.gateway;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.inference.relay.Relay;
import dev.ipw.inference.relay.RelaySettings;
import dev.ipw.inference.relay.RequestRules;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.settings.ReplicaMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apiguardian.api.API;

/**
 * A gateway in front of a model server that meters the joules of every request. It passes the APIs of OpenAI,
 * Anthropic, Gemini and Ollama on byte for byte, with the server's errors, and refuses everything else. Each answer has
 * the header {@code X-Ipw-Request-Id}; the figures of the request are at {@code /ipw/requests/ID} for callers on the
 * same machine.
 *
 * <pre>{@code
 * try (TelemetrySession telemetry = TelemetrySession.open();
 *         EnergyMeter meter = EnergyMeter.start(telemetry);
 *         MeterGateway gateway = MeterGateway.builder("http://127.0.0.1:8000").meter(meter)
 *                 .listen(new InetSocketAddress("127.0.0.1", 9000)).start()) {
 *     ...
 *     gateway.drain(Duration.ofSeconds(30));
 * }
 * }</pre>
 *
 * <p>If the metering fails, the bytes pass on: the figures of the request are missing, and the failure is logged once
 * and counted. Callers use HTTP/1.1 with or without keep-alive; the server is called by HTTP/1.1, with TLS if its address
 * is https.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class MeterGateway implements AutoCloseable {
    private static final int BACKLOG = 1_024;
    private static final int DEFAULT_TENANTS = 1_000;
    private static final int HEAP_PER_HELD_BYTE = 8;
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration LONGEST_REQUEST = Duration.ofDays(7);
    private static final String[] API_PATHS = {"/chat/completions", "/completions", "/responses", "/messages",
            "/embeddings", "/api/chat", "/api/generate", "/api", "/v1", "/v1beta"};

    private final InetSocketAddress address;
    private final Relay relay;

    private MeterGateway(InetSocketAddress address, Relay relay) {
        this.address = address;
        this.relay = relay;
    }

    /**
     * Builds a gateway.
     *
     * @param upstream the address of the model server, such as {@code http://127.0.0.1:8000}; the paths of its APIs at
     *                 the end are omitted
     * @return a builder with the defaults
     * @throws ConfigurationException if it is not an http or https address
     */
    public static Builder builder(String upstream) {
        return new Builder(ServerAddress.parse(upstream, "", API_PATHS));
    }

    /**
     * Returns the address on which it listens.
     *
     * @return the address, whose port is never 0
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Returns the number of requests that run now.
     *
     * @return the number
     */
    public int runningRequests() {
        return relay.runningRequests();
    }

    /**
     * Returns the number of requests that were passed on although their events could not be recorded.
     *
     * @return the number so far
     */
    public long unrecordedRequests() {
        return relay.failedReceivers();
    }

    /**
     * Accepts no more requests, and lets those that run end.
     *
     * @param longest the maximum time; requests that still run are cancelled then
     * @throws InterruptedException if the calling thread is interrupted
     */
    public void drain(Duration longest) throws InterruptedException {
        relay.drain(longest);
    }

    /** Closes all connections. Requests that run are broken off; see {@link #drain(Duration)}. */
    @Override
    public void close() {
        relay.close();
    }

    /**
     * A page of the gateway's own, such as metrics.
     *
     * @param contentType its content type
     * @param isPublic    whether callers on other machines may read it too
     * @param text        gives its text
     */
    public record Page(String contentType, boolean isPublic, Supplier<String> text) {}

    /** A builder of a gateway. */
    public static final class Builder {
        private final ServerAddress upstream;
        private InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private Optional<EnergyMeter> meter = Optional.empty();
        private Optional<TenantRule> tenants = Optional.empty();
        private KnownTenants known = new KnownTenants(DEFAULT_TENANTS, Set.of());
        private ReplicaMap replicas = ReplicaMap.NONE;
        private final List<AdmissionRule> rules = new ArrayList<>();
        private final Map<String, Page> pages = new LinkedHashMap<>();
        private RequestRules passed = RequestRules.MODEL_APIS.andOllama();
        private Optional<ApiKey> upstreamKey = Optional.empty();
        private Optional<SSLContext> tls = Optional.empty();
        private boolean isInBand;
        private boolean countsStreams = true;
        private boolean isOpenToAll;
        private GatewayLimits limits = GatewayLimits.DEFAULT;

        private Builder(ServerAddress upstream) {
            this.upstream = upstream;
        }

        /**
         * Sets the address to listen on; a free port of the loopback address by default.
         *
         * @param address the address; port 0 takes a free one
         * @return this builder for method chaining
         */
        public Builder listen(InetSocketAddress address) {
            listen = Objects.requireNonNull(address, "address");
            return this;
        }

        /**
         * Sets the meter. Without one the bytes are passed on and nothing is metered.
         *
         * @param receiving receives the events of requests; it remains the caller's, who closes it after the gateway
         * @return this builder for method chaining
         */
        public Builder meter(EnergyMeter receiving) {
            meter = Optional.of(receiving);
            return this;
        }

        /**
         * Sets the rule that names the tenant of a request; by default its key, hashed with a salt of this process.
         *
         * @param rule the rule
         * @return this builder for method chaining
         */
        public Builder tenants(TenantRule rule) {
            tenants = Optional.of(rule);
            return this;
        }

        /**
         * Bounds the number of tenants that are counted by name; 1,000 by default. Callers may invent names: the requests
         * of all further ones are counted together as {@code other}.
         *
         * @param max      the number of names; the first ones that succeed count
         * @param reserved names that always count, beside that number
         * @return this builder for method chaining
         */
        public Builder maxTenants(int max, Set<String> reserved) {
            known = new KnownTenants(max, reserved);
            return this;
        }

        /**
         * Sets the devices of each of several replicas.
         *
         * @param map the devices by the header field that names a replica
         * @return this builder for method chaining
         */
        public Builder replicas(ReplicaMap map) {
            replicas = Objects.requireNonNull(map, "map");
            return this;
        }

        /**
         * Adds a rule that every request to a model must meet.
         *
         * @param rule the rule
         * @return this builder for method chaining
         */
        public Builder rule(AdmissionRule rule) {
            rules.add(rule);
            return this;
        }

        /**
         * Adds a page of the gateway's own.
         *
         * @param path its path, such as {@code /metrics}
         * @param page the page
         * @return this builder for method chaining
         */
        public Builder page(String path, Page page) {
            requirePath(path, "/ipw/requests", "/ipw/health");
            pages.put(path, page);
            return this;
        }

        /**
         * Passes the reading of a further path on.
         *
         * @param path the exact path, such as {@code /health}
         * @return this builder for method chaining
         * @throws ConfigurationException if it is not a path
         */
        public Builder pass(String path) {
            requirePath(path, "/ipw/");
            passed = passed.andReading(path);
            return this;
        }

        private static void requirePath(String path, String... own) {
            if (!path.matches("(?:/[A-Za-z0-9._~-]+)+") || path.matches(".*/\\.\\.?(?:/.*)?")
                    || Arrays.stream(own).anyMatch(path::startsWith)) {
                throw new ConfigurationException("A path begins with a slash and has letters, digits and ._~- between"
                        + " its slashes, such as /health; '" + path + "' does not, or is one of the meter's own");
            }
        }

        /**
         * Sends a key of the gateway's own to the server, in place of the callers'.
         *
         * @param key the key
         * @return this builder for method chaining
         * @throws ConfigurationException if it cannot be sent in a header
         */
        public Builder upstreamKey(String key) {
            upstreamKey = Optional.of(ApiKey.of(key));
            return this;
        }

        /**
         * Sets the certificates for connections to the server; by default those that the JVM trusts.
         *
         * @param context the trust and the keys
         * @return this builder for method chaining
         */
        public Builder tls(SSLContext context) {
            tls = Optional.of(context);
            return this;
        }

        /**
         * Sets whether answers get the joules of their request as they are known at that moment, beside their token
         * counts; false by default, so that the body is the server's. A stream of OpenAI's completions has token counts
         * only if the caller asks for them.
         *
         * @param isTold true to add the field {@code energy}
         * @return this builder for method chaining
         */
        public Builder inBand(boolean isTold) {
            isInBand = isTold;
            return this;
        }

        /**
         * Sets whether the gateway asks for the token counts of a stream where the caller does not, by
         * {@code stream_options.include_usage}; true by default. The event with the counts is then left out of the
         * answer, so that the caller gets what it asked for.
         *
         * @param isAsked false to pass every request on byte for byte; answers without counts are then estimated
         * @return this builder for method chaining
         */
        public Builder countStreams(boolean isAsked) {
            countsStreams = isAsked;
            return this;
        }

        /**
         * Sets whether callers on other machines may read figures; false by default.
         *
         * @param isAllowed true to let everyone read them who reaches the gateway
         * @return this builder for method chaining
         */
        public Builder allowFigures(boolean isAllowed) {
            isOpenToAll = isAllowed;
            return this;
        }

        /**
         * Sets the limits.
         *
         * @param changed the limits
         * @return this builder for method chaining
         */
        public Builder limits(GatewayLimits changed) {
            limits = Objects.requireNonNull(changed, "changed");
            return this;
        }

        /**
         * Returns the machine of the server, as far as its address shows it.
         *
         * @return remote if its name cannot be resolved
         */
        public ServingHost servingHost() {
            return upstream.servingHost();
        }

        /**
         * Returns the address of the server.
         *
         * @return the address without the paths of its APIs
         */
        public String upstream() {
            return upstream.toString();
        }

        /**
         * Starts the gateway.
         *
         * @return the running gateway, to be closed
         * @throws InputException if it may not listen on its address, or the port is taken
         */
        public MeterGateway start() {
            ServerSocket socket = bind();
            CallMetering metering = new CallMetering(meter,
                    tenants.orElseGet(() -> TenantRule.parse("key", KeyHash.ofProcess())), known, replicas,
                    rules.stream().<AdmissionRule>map(GuardedRule::new).toList(), isInBand,
                    countsStreams && meter.isPresent(), new CallMetering.LostCalls());
            AtomicReference<Relay> started = new AtomicReference<>();
            Map<String, Page> own = new LinkedHashMap<>(pages);
            own.put("/ipw/health", GatewayAdmission.health(meter.isPresent(),
                    () -> Optional.ofNullable(started.get()).map(Relay::runningRequests).orElse(0),
                    () -> Optional.ofNullable(started.get()).map(Relay::failedReceivers).orElse(0L)));
            Relay relay = Relay.start(socket, settings(),
                    SocketTransport.ofRelay(tls.map(SSLContext::getSocketFactory)),
                    new GatewayAdmission(upstream, upstreamKey, passed, metering, isOpenToAll, own));
            started.set(relay);
            return new MeterGateway((InetSocketAddress) socket.getLocalSocketAddress(), relay);
        }

        private ServerSocket bind() {
            try {
                ServerSocket socket = new ServerSocket();
                socket.bind(listen, BACKLOG);
                return socket;
            } catch (IOException refused) {
                throw new InputException("The meter cannot listen on " + listen.getHostString() + ":"
                        + listen.getPort() + ": " + refused.getMessage()
                        + ". Choose another port, or end the program that has it", refused);
            }
        }

        private RelaySettings settings() {
            return new RelaySettings("ipw-meter", "client",
                    new ServingLimits(limits.connections(), limits.head(), limits.body(), limits.idle()),
                    new WireLimits(CONNECT, limits.upstreamFirstByte(), limits.upstreamIdle(), LONGEST_REQUEST,
                            Long.MAX_VALUE),
                    limits.maxBodyBytes(), heldBytes(), false);
        }

        /** Bodies are copied while they are read and sent: a small heap holds fewer of them than the limit, but one. */
        private long heldBytes() {
            return Math.min(limits.maxHeldBytes(),
                    Math.max(limits.maxBodyBytes(), Runtime.getRuntime().maxMemory() / HEAP_PER_HELD_BYTE));
        }
    }
}
