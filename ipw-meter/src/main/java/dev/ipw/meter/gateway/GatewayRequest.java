package dev.ipw.meter.gateway;

import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.inference.relay.AdmittedRequest;
import dev.ipw.inference.relay.AskedBody;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.inference.relay.CallReceiver;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.inference.relay.Refusal;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** A request on its way to the server, with its caller's key or that of the gateway. */
final class GatewayRequest implements AdmittedRequest {
    private static final String ADVICE = "check the address of the server behind the meter";

    private final ServerAddress upstream;
    private final Optional<ApiKey> upstreamKey;
    private final CallMetering metering;

    /**
     * Creates a request.
     *
     * @param upstreamKey the key that replaces the caller's
     * @param metering    starts the metering of calls
     */
    GatewayRequest(ServerAddress upstream, Optional<ApiKey> upstreamKey, CallMetering metering) {
        this.upstream = upstream;
        this.upstreamKey = upstreamKey;
        this.metering = metering;
    }

    @Override
    public ModelServer server(ClientRequest request) {
        return new ModelServer(upstream, upstreamKey, Map.of(), "", ADVICE);
    }

    @Override
    public URI address(ClientRequest request) {
        Optional<String> query = upstreamKey.isPresent() ? CallerKey.withoutKey(request.query()) : request.query();
        return upstream.resolve(ClientRequest.encoded(request.wholePath()) + query.map(text -> "?" + text).orElse(""));
    }

    @Override
    public Map<String, String> headers(ClientRequest request) {
        Map<String, String> headers = request.headersToPass();
        upstreamKey.ifPresent(key -> {
            String place = place(request);
            headers.keySet().removeAll(ClientRequest.KEY_HEADERS);
            headers.put(place, place.equals("authorization") ? key.bearer() : key.plain());
        });
        return headers;
    }

    /** Returns the header field in which the caller sent its own key, or else that of its protocol. */
    private static String place(ClientRequest request) {
        return ClientRequest.KEY_HEADERS.stream().sorted().filter(request.headers()::containsKey).findFirst()
                .orElse(request.isGoogle() ? "x-goog-api-key" : request.isAnthropic() ? "x-api-key" : "authorization");
    }

    @Override
    public boolean mayAddUsage() {
        return metering.countsStreams();
    }

    @Override
    public Optional<CallReceiver> call(ClientRequest request, CallProtocol protocol, AskedBody asked) throws Refusal {
        return metering.start(request, protocol, asked);
    }
}
