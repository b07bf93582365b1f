package dev.ipw.agents.proxy;

import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.inference.relay.ClientRequest;
import dev.ipw.inference.relay.RunningExchange;
import dev.ipw.internal.io.Excerpt;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One task whose programs call models through the proxy. Its key distinguishes its calls from those of other tasks. */
public final class ProxyTask implements AutoCloseable {
    private static final int KEY_BYTES = 24;
    private static final int MAX_NAMED = 20;
    private static final int MAX_SHOWN = 200;
    private static final long LONGEST_END_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Logger LOGGER = LoggerFactory.getLogger(ProxyTask.class);

    private final String key;
    private final ObservedCall.Listener listener;
    private final Runnable whenClosed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<RunningExchange> running = new LinkedHashSet<>();
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
     * Returns the key that the task's programs send. It is valid only at this proxy and during the task. It must not
     * be shown anywhere.
     *
     * @return a random secret
     */
    public String key() {
        return key;
    }

    /**
     * Returns the number of requests that were passed on without recording, because they did not call a model.
     *
     * @return the number so far
     */
    public long passedOnRequests() {
        return passedOn.get();
    }

    /**
     * Returns the number of rejected requests, for functions that no program of a task needs.
     *
     * @return the number so far
     */
    public long refusedRequests() {
        return refused.get();
    }

    /**
     * Returns examples of rejected requests.
     *
     * @return the method and the path of the first different ones
     */
    public List<String> firstRefused() {
        synchronized (firstRefused) {
            return List.copyOf(firstRefused);
        }
    }

    /** Counts a rejected request, and warns of the first. */
    void refused(ClientRequest request) {
        String shown = Excerpt.of(request.toString().replace(key, "KEY"), MAX_SHOWN);
        if (refused.getAndIncrement() == 0) {
            LOGGER.warn("A program asked for {}, which is refused, as are others like it", shown);
        }
        synchronized (firstRefused) {
            if (firstRefused.size() < MAX_NAMED) {
                firstRefused.add(shown);
            }
        }
    }

    /** Counts a request, and warns of the first that may have called a model. */
    void passedOn(ClientRequest request) {
        passedOn.incrementAndGet();
        if (request.method().equals("POST") && !CallProtocol.countsTokens(request) && !mayMiss.getAndSet(true)) {
            LOGGER.warn("A program sent {}, which is passed on and not recorded, as are others like it;"
                    + " if it asked a model, its tokens are not known", request);
        }
    }

    /** Records the start of an exchange; returns false if the task is over. */
    boolean begin(RunningExchange exchange) {
        lock.lock();
        try {
            return !isClosed && running.add(exchange);
        } finally {
            lock.unlock();
        }
    }

    void ended(RunningExchange exchange) {
        lock.lock();
        try {
            running.remove(exchange);
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the response header that names the replica of the server. */
    Optional<String> replicaHeader() {
        return listener.replicaHeader();
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

    /**
     * Ends the task: its key becomes invalid, running requests are cancelled, and afterwards every call has been
     * reported.
     */
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
