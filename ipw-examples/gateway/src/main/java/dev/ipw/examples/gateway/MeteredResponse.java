package dev.ipw.examples.gateway;

import dev.ipw.meter.MeteredAnswer;
import dev.ipw.meter.MeteredRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/** A response whose bytes the meter reads as they are passed on. */
final class MeteredResponse extends ServerHttpResponseDecorator {
    private final String path;
    private final MeteredRequest request;
    private volatile @Nullable MeteredAnswer answer;

    MeteredResponse(ServerWebExchange exchange, MeteredRequest request) {
        super(exchange.getResponse());
        path = exchange.getRequest().getPath().value();
        this.request = request;
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return super.writeWith(metered(Flux.from(body)).doOnNext(this::pass));
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return super.writeAndFlushWith(metered(Flux.from(body)).map(part -> Flux.from(part).doOnNext(this::pass)));
    }

    private <T> Flux<T> metered(Flux<T> body) {
        return body.doOnCancel(() -> answer().breakOff("the client left"))
                .doOnError(broken -> answer().breakOff("the server broke off"));
    }

    private void pass(DataBuffer buffer) {
        try (DataBuffer.ByteBufferIterator parts = buffer.readableByteBuffers()) {
            parts.forEachRemaining(answer()::pass);
        }
    }

    /** Ends a request that the server did not answer; one whose answer broke off has ended. */
    void fail(Throwable reason) {
        if (answer == null) {
            request.fail("the server did not answer: " + reason.getClass().getSimpleName());
        }
    }

    /** Ends a request that has not ended. */
    void end(SignalType how) {
        if (answer != null || how == SignalType.ON_COMPLETE) {
            answer().end();
        } else {
            request.fail("the client left");
        }
    }

    private MeteredAnswer answer() {
        if (answer == null) {
            HttpStatusCode status = getStatusCode();
            answer = MeteredAnswer.read(request, path, status == null ? 200 : status.value(),
                    Objects.requireNonNullElse(getHeaders().getFirst(HttpHeaders.CONTENT_TYPE), ""));
        }
        return answer;
    }
}
