package dev.ipw.examples.benchmarks.wire;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A subscriber that stamps bytes as soon as java.net.http passes them on. */
final class StampingSubscriber implements BodySubscriber<Void> {
    private final GoldenEvent.Finder finder;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    StampingSubscriber(GoldenEvent.Finder finder) {
        this.finder = finder;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        long now = System.nanoTime();
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            finder.feed(bytes, 0, bytes.length, now);
        }
    }

    @Override
    public void onError(Throwable broken) {
        ended.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
        ended.complete(null);
    }

    @Override
    public CompletionStage<Void> getBody() {
        return ended;
    }
}
