package dev.ipw.evaluation.internal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.ServingHost;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The calls of evaluators to models: their number, and the times in which one to a model of this machine was in flight.
 * For any number of threads. Times are kept from the first {@link #take} on, so that they do not accumulate if nobody
 * takes them.
 */
public final class JudgeCalls {
    private final LongSupplier nanoTime;
    private final List<InferenceClient> clients = new ArrayList<>();
    private List<TimeSpan> spans = new ArrayList<>();
    private boolean isFollowed;
    private int inFlight;
    private long busySince;
    private long local;
    private long remote;

    /**
     * Creates the record.
     *
     * @param nanoTime returns the time in nanoseconds
     */
    JudgeCalls(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Adds a client that evaluators may call. */
    synchronized void add(InferenceClient client) {
        clients.add(client);
    }

    /**
     * Returns whether a client asks a model of this machine.
     *
     * @return true if one of the clients created so far does
     */
    public synchronized boolean asksThisMachine() {
        return clients.stream().anyMatch(client -> client.describe().servingHost() == ServingHost.LOCAL);
    }

    /** Records the start of a call. */
    synchronized void begin(ServingHost host) {
        if (host == ServingHost.LOCAL && inFlight++ == 0) {
            busySince = nanoTime.getAsLong();
        }
    }

    /** Records the end of a call, successful or not. */
    synchronized void end(ServingHost host) {
        if (host == ServingHost.REMOTE) {
            remote++;
            return;
        }
        local++;
        if (--inFlight == 0) {
            keep(nanoTime.getAsLong());
        }
    }

    /** Keeps a span; adjacent spans are joined. */
    private void keep(long end) {
        if (!isFollowed || end <= busySince) {
            return;
        }
        if (!spans.isEmpty() && spans.getLast().endNanos() == busySince) {
            spans.set(spans.size() - 1, new TimeSpan(spans.getLast().startNanos(), end));
        } else {
            spans.add(new TimeSpan(busySince, end));
        }
    }

    /**
     * Returns the events since the last call. A model call that is still in flight is counted when it ends; its time up
     * to now is returned now, and the rest later.
     *
     * @return calls that ended, and the times with a call in flight
     */
    public synchronized Taken take() {
        if (inFlight > 0) {
            long now = nanoTime.getAsLong();
            keep(now);
            busySince = Math.max(busySince, now);
        }
        Taken taken = new Taken(spans, local, remote);
        spans = new ArrayList<>();
        local = 0;
        remote = 0;
        isFollowed = true;
        return taken;
    }

    /**
     * Calls that have ended.
     *
     * @param inFlight the spans with a call to a model of this machine in flight, in order, on the clock of
     *                 {@link System#nanoTime()}
     * @param local    calls to models of this machine
     * @param remote   calls to models elsewhere
     */
    public record Taken(List<TimeSpan> inFlight, long local, long remote) {
        /** Copies the list. */
        public Taken {
            inFlight = List.copyOf(inFlight);
        }

        /**
         * Returns whether there were no events.
         *
         * @return true if no call was in flight or ended
         */
        public boolean isEmpty() {
            return inFlight.isEmpty() && local == 0 && remote == 0;
        }
    }
}
