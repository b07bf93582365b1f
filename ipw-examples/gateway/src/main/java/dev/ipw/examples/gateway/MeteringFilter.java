package dev.ipw.examples.gateway;

import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.MeteredRequest;
import dev.ipw.meter.RequestOrigin;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A filter that meters each POST, in any gateway on Spring WebFlux; the bytes of request and answer stay as they are. */
final class MeteringFilter implements WebFilter {
    private static final int MAX_BODY_BYTES = 32 << 20;
    private static final double BYTES_PER_TOKEN = 4;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final EnergyMeter meter;

    MeteringFilter(EnergyMeter meter) {
        this.meter = meter;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return exchange.getRequest().getMethod().equals(HttpMethod.POST)
                ? DataBufferUtils.join(exchange.getRequest().getBody(), MAX_BODY_BYTES).map(MeteringFilter::bytes)
                        .defaultIfEmpty(new byte[0]).flatMap(body -> meter(exchange, body, chain))
                : chain.filter(exchange);
    }

    private Mono<Void> meter(ServerWebExchange exchange, byte[] body, WebFilterChain chain) {
        MeteredRequest metered = meter.start(origin(exchange.getRequest(), body), body.length / BYTES_PER_TOKEN);
        exchange.getResponse().getHeaders().set("X-Ipw-Request-Id", metered.id());
        // A compressed answer would hide its tokens.
        ServerHttpRequest request = exchange.getRequest().mutate()
                .headers(headers -> headers.remove(HttpHeaders.ACCEPT_ENCODING)).build();
        MeteredResponse response = new MeteredResponse(exchange, metered);
        return chain.filter(exchange.mutate().request(new SameBody(request, body)).response(response).build())
                .doOnError(response::fail).doFinally(response::end);
    }

    private static RequestOrigin origin(ServerHttpRequest request, byte[] body) {
        String tenant = request.getHeaders().getFirst("X-Tenant");
        return RequestOrigin.of(model(body), tenant == null ? "anonymous" : tenant);
    }

    private static String model(byte[] body) {
        try {
            JsonNode asked = JSON.readTree(body);
            return asked.path("model").asString("unknown");
        } catch (JacksonException notJson) {
            return "unknown";
        }
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    /** A request whose body was read. */
    private static final class SameBody extends ServerHttpRequestDecorator {
        private final byte[] body;

        SameBody(ServerHttpRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return body.length == 0 ? Flux.empty() : Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body));
        }
    }
}
