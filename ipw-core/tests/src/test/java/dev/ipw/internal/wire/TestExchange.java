package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Do exchanges that read everything, and note what their handlers were told. */
final class TestExchange {
    /** No test waits so long: the limit of the suite comes first. */
    static final Duration PATIENCE = Duration.ofHours(1);
    static final WireLimits LIMITS = new WireLimits(PATIENCE, PATIENCE, PATIENCE, PATIENCE, 1 << 20);

    private final Transport transport;
    final List<ConnectionSetup> setups = new ArrayList<>();

    TestExchange(Transport transport) {
        this.transport = transport;
    }

    /** Post a body, and give the status and the body of the response. */
    String post(String address, String body) throws WireException, IOException, InterruptedException {
        return exchange(WireRequest.post(URI.create(address), Map.of(), body.getBytes(StandardCharsets.UTF_8)), LIMITS);
    }

    /** Get something, and give the status and the body of the response. */
    String get(String address) throws WireException, IOException, InterruptedException {
        return exchange(WireRequest.get(URI.create(address), Map.of()), LIMITS);
    }

    String exchange(WireRequest request, WireLimits limits) throws WireException, IOException, InterruptedException {
        return transport.exchange(request, limits, new ExchangeHandler<String, IOException>() {
            @Override
            public void connected(ConnectionSetup setup) {
                setups.add(setup);
            }

            @Override
            public String handle(WireResponse response) throws WireException {
                return response.status() + " " + new String(response.readAll(), StandardCharsets.UTF_8);
            }
        });
    }
}
