package dev.ipw.inference.exchange;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ask one model of one server, by whatever API. */
public final class ServedModel {
    private final HttpSettings settings;
    private final ModelServer server;
    private final ModelListing listing;
    private final WireLimits limits;
    private final Transport transport = new SocketTransport();
    private volatile @Nullable ServingHost foundHost;
    private volatile Optional<String> serverSoftware = Optional.empty();

    /**
     * Join what a client was told with what its API is like.
     *
     * @param settings what the client was told
     * @param server   the server
     * @param listing  how it lists its models
     */
    public ServedModel(HttpSettings settings, ModelServer server, ModelListing listing) {
        this.settings = settings;
        this.server = server;
        this.listing = listing;
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
        serverSoftware.ifPresent(name -> details.put("server", name));
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
     * Make sure that the model can be asked.
     *
     * @throws dev.ipw.error.ServerUnreachableException if nobody answers
     * @throws dev.ipw.error.ConfigurationException     if the server answers but cannot serve the model
     * @throws InterruptedException                     if the calling thread is interrupted
     */
    public void check() throws InterruptedException {
        serverSoftware = server.check(transport, listing,
                settings.checkModel() ? Optional.of(settings.model()) : Optional.empty(), limits);
    }

    /**
     * Ask.
     *
     * @param path     where the server takes questions
     * @param accept   the types of answers that can be read
     * @param body     the question
     * @param exchange reads the answer
     * @return the whole answer
     * @throws InferenceException   if the request fails
     * @throws InterruptedException if the calling thread is interrupted
     */
    public InferenceResponse ask(String path, String accept, byte[] body, AnswerExchange exchange)
            throws InferenceException, InterruptedException {
        try {
            return transport.exchange(server.post(path, accept, body), limits, exchange);
        } catch (WireException broken) {
            throw HttpFailures.failed(broken);
        }
    }

    /**
     * Give the server.
     *
     * @return the server that is asked
     */
    public ModelServer server() {
        return server;
    }

    /**
     * Give what the client was told.
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
