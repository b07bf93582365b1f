package dev.ipw.profile.internal;

import dev.ipw.results.RunReader;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A run or a series of a profiler, from its first check to its end. */
public final class OngoingRun {
    private final AtomicReference<@Nullable ProfileEngine> engine = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopRequested;
    private volatile @Nullable Thread thread;

    /** Records that the calling thread runs it. */
    public void begin() {
        thread = Thread.currentThread();
    }

    /** Runs a plan. If a stop was requested before, no question is asked. */
    RunReader run(ProfileEngine next) {
        engine.set(next);
        if (stopRequested) {
            next.stop();
        }
        try {
            return next.run();
        } finally {
            engine.set(null);
        }
    }

    /** Stops early, from any thread, also before there is an engine. */
    public void stop() {
        stopRequested = true;
        Optional.ofNullable(engine.get()).ifPresent(ProfileEngine::stop);
    }

    boolean isStopRequested() {
        return stopRequested;
    }

    /** Records that it has ended. */
    public void end() {
        ended.countDown();
    }

    /**
     * Waits for its end. On its own thread it returns at once, because the end would never come. An interrupt ends the
     * wait and is restored.
     */
    public void awaitEnd() {
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            ended.await();
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
        }
    }
}
