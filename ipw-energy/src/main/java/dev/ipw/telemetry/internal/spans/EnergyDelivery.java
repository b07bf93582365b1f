package dev.ipw.telemetry.internal.spans;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestSpan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delivery of the joules of closed spans to a consumer on a thread of its own, once they are final or half a minute
 * has passed; at the end of a program in their current state.
 */
public final class EnergyDelivery {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyDelivery.class);
    private static final int MAX_WAITING = 16_384;
    private static final int MAX_TRIES = 30;
    private static final long BETWEEN_TRIES_SECONDS = 1;
    private static final long IDLE_THREAD_SECONDS = 10;

    private final Consumer<? super RequestEnergy> consumer;
    private final ScheduledThreadPoolExecutor thread;
    // In the order of their closing. The thread that removes a span delivers it.
    private final Set<RequestSpan> waiting = new LinkedHashSet<>();
    private final LongAdder left = new LongAdder();

    /**
     * Creates a delivery to a consumer.
     *
     * @param consumer receives the joules of each span once; its exceptions are logged
     */
    public EnergyDelivery(Consumer<? super RequestEnergy> consumer) {
        this.consumer = consumer;
        thread = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().daemon().name("ipw-energy-delivery").factory());
        thread.setKeepAliveTime(IDLE_THREAD_SECONDS, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Returns the number of spans that were not delivered, because too many were waiting.
     *
     * @return the number
     */
    public long left() {
        return left.sum();
    }

    /**
     * Adds a closed span for delivery. Waits for nothing.
     *
     * @param span the span
     */
    public void deliver(RequestSpan span) {
        synchronized (waiting) {
            if (waiting.size() >= MAX_WAITING) {
                left.increment();
                return;
            }
            waiting.add(span);
        }
        later(span, 1);
    }

    /**
     * Delivers all waiting spans, on the calling thread, as far as their joules are known. For the end of a program or
     * of a session. Waits, for at most a second or two, until the counters show the joules up to now.
     */
    public void flush() {
        List<RequestSpan> all;
        synchronized (waiting) {
            all = List.copyOf(waiting);
        }
        all.forEach(span -> ask(span, MAX_TRIES));
    }

    private boolean isTaken(RequestSpan span) {
        synchronized (waiting) {
            return waiting.remove(span);
        }
    }

    private void later(RequestSpan span, int attempt) {
        var unused = thread.schedule(() -> ask(span, attempt), BETWEEN_TRIES_SECONDS, TimeUnit.SECONDS);
    }

    private void ask(RequestSpan span, int attempt) {
        try {
            RequestEnergy energy = span.share();
            if (attempt < MAX_TRIES && energy.energy().flags().contains(EnergyFlag.PROVISIONAL)) {
                later(span, attempt + 1);
            } else if (isTaken(span)) {
                consumer.accept(energy);
            }
        } catch (RuntimeException failed) {
            isTaken(span);
            LOGGER.warn("The joules of {} could not be delivered; calls go on", span, failed);
        }
    }
}
