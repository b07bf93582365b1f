package dev.ipw.examples.gateway;

import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/** A listener that keeps the figures that a meter reports. */
final class FinishedRequests implements MeterListener {
    private final List<MeterBlock> blocks = new ArrayList<>();
    private final BlockingQueue<RequestFigures> finished = new LinkedBlockingQueue<>();
    private final List<RequestFigures> awaited = new ArrayList<>();

    @Override
    public synchronized void blockDivided(MeterBlock block) {
        blocks.add(block);
    }

    @Override
    public void requestFinished(RequestFigures request) {
        finished.add(request);
    }

    /** Waits for the final figures of the request with an id. */
    RequestFigures await(String id) throws InterruptedException {
        return await(one -> one.id().equals(id));
    }

    /** Waits for the final figures of a request, which are those of the first that matches. */
    RequestFigures await(Predicate<RequestFigures> wanted) throws InterruptedException {
        for (RequestFigures one : awaited) {
            if (wanted.test(one)) {
                return one;
            }
        }
        while (true) {
            RequestFigures next = finished.take();
            awaited.add(next);
            if (wanted.test(next)) {
                return next;
            }
        }
    }

    /** Returns the final figures of all requests that were awaited. */
    List<RequestFigures> awaited() {
        return List.copyOf(awaited);
    }

    /** Returns the blocks so far, in their order. */
    synchronized List<MeterBlock> blocks() {
        return List.copyOf(blocks);
    }
}
