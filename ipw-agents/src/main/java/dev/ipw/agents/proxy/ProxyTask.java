package dev.ipw.agents.proxy;

import dev.ipw.internal.io.Excerpt;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One task whose programs ask through the proxy. Its key tells its calls from those of other tasks. */
public final class ProxyTask implements AutoCloseable {
    private static final int KEY_BYTES = 24;
    private static final int MOST_NAMED = 20;
    private static final int MOST_SHOWN = 200;
    private static final long LONGEST_END_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Logger LOGGER = LoggerFactory.getLogger(ProxyTask.class);

    private final String key;
    private final ObservedCall.Listener listener;
    private final Runnable whenClosed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<ProxyExchange> running = new LinkedHashSet<>();
    private final AtomicLong passedOn = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Set<String> firstRefused = new LinkedHashSet<>();
    private final AtomicBoolean mayMiss = new AtomicBoolean();
    private boolean isClosed;

    ProxyTask(ObservedCall.Listener listener, Consumer<ProxyTask> whenClosed) {
        byte[] random = new byte[KEY_BYTES];
        RANDOM.nextBytes(random);
        key = "sk-ipw-" + HexFormat.of().formatHex(random);
        this.listener = listener;
        this.whenClosed = () -> whenClosed.accept(this);
    }

    /**
     * Returns the key that the task's programs send. It is worth nothing elsewhere, and nothing after the task; yet show it nowhere.
     *
     * @return a random secret
     */
    public String key() {
        return key;
    }

    /**
     * Counts the requests that were passed on and not recorded, since they asked no model.
     *
     * @return how many there were so far
     */
    public long passedOnRequests() {
        return passedOn.get();
    }

    /**
     * Counts the requests that were refused, since they ask what no program of a task needs.
     *
     * @return how many there were so far
     */
    public long refusedRequests() {
        return refused.get();
    }

    /**
     * Lists requests that were refused.
     *
     * @return the method and the path of the first that differ
     */
    public List<String> firstRefused() {
        synchronized (firstRefused) {
            return List.copyOf(firstRefused);
        }
    }

    /** Counts a request that is refused, and warn of the first. */
    void refused(ProgramRequest request) {
        String shown = Excerpt.of(request.toString().replace(key, "KEY"), MOST_SHOWN);
        if (refused.getAndIncrement() == 0) {
            LOGGER.warn("A program asked for {}, which is refused, as are others like it", shown);
        }
        synchronized (firstRefused) {
            if (firstRefused.size() < MOST_NAMED) {
                firstRefused.add(shown);
            }
        }
    }

    /** Counts a request, and warn of the first that may have asked a model. */
    void passedOn(ProgramRequest request) {
        passedOn.incrementAndGet();
        if (request.method().equals("POST") && !CallProtocol.countsTokens(request) && !mayMiss.getAndSet(true)) {
            LOGGER.warn("A program sent {}, which is passed on and not recorded, as are others like it;"
                    + " if it asked a model, its tokens are not known", request);
        }
    }

    /** Notes an exchange that begins; false if the task is over. */
    boolean begin(ProxyExchange exchange) {
        lock.lock();
        try {
            return !isClosed && running.add(exchange);
        } finally {
            lock.unlock();
        }
    }

    void ended(ProxyExchange exchange) {
        lock.lock();
        try {
            running.remove(exchange);
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void began(long startNanos) {
        try {
            listener.began(startNanos);
        } catch (RuntimeException unwanted) {
            LOGGER.debug("A call began after its query", unwanted);
        }
    }

    void observed(ObservedCall call) {
        try {
            listener.observed(call);
        } catch (InterruptedException unwanted) {
            LOGGER.debug("A call ended after its run", unwanted);
        } catch (RuntimeException lost) {
            LOGGER.warn("A call that a program made could not be kept", lost);
        }
    }

    /** Ends the task: its key is no longer taken, what is still asked is cancelled, and every call has been told afterwards. */
    @Override
    public void close() {
        whenClosed.run();
        boolean isInterrupted = false;
        long until = System.nanoTime() + LONGEST_END_NANOS;
        lock.lock();
        try {
            isClosed = true;
            running.forEach(exchange -> exchange.cancel("the task ended before the answer was whole"));
            while (!running.isEmpty() && until - System.nanoTime() > 0) {
                try {
                    idle.awaitNanos(until - System.nanoTime());
                } catch (InterruptedException later) {
                    isInterrupted = true;
                }
            }
        } finally {
            lock.unlock();
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
