package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.BetweenCalls;
import dev.ipw.energy.attribution.internal.activity.OpenQuery;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.inference.internal.CallId;
import dev.ipw.results.internal.journal.JournalDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shares of each call of a run, abandoned calls included, in the journal's order. Memory holds the calls of one
 * window and those in flight at its ends; a call in several windows gets the sum of its shares.
 */
final class CallShares {
    private static final String PARTLY_MEASURED = "a device of the replica that served it was not measured";

    private final CallActivities calls;
    private final JournalDigest digest;
    private final RunEnergy energy;
    private final ServingDevices devices;
    private final List<AttributionWindow> windows;
    private final int[] started;
    private final List<OpenQuery> queries;
    private final boolean dividesBetweenCalls;
    private final Map<String, QueryGaps> between = new HashMap<>();
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private int next;

    /**
     * Creates shares.
     *
     * @param devices the devices that served each call
     */
    CallShares(CallActivities calls, JournalDigest digest, RunEnergy energy, ServingDevices devices) {
        this(calls, digest, energy, devices, AttributionWindow.of(digest), digest.openQueries(), true);
    }

    /** Creates shares that leave the joules between calls with the idle joules. */
    static CallShares ofCallsOnly(CallActivities calls, JournalDigest digest, RunEnergy energy,
            ServingDevices devices) {
        return new CallShares(calls, digest, energy, devices, AttributionWindow.of(digest), digest.openQueries(),
                false);
    }

    CallShares(CallActivities calls, JournalDigest digest, RunEnergy energy, ServingDevices devices,
            List<AttributionWindow> windows, List<OpenQuery> queries, boolean dividesBetweenCalls) {
        this.devices = devices;
        this.dividesBetweenCalls = dividesBetweenCalls;
        this.energy = energy;
        this.windows = List.copyOf(windows);
        started = new int[windows.size()];
        this.digest = digest;
        this.queries = queries;
        this.calls = calls;
    }

    /**
     * Returns the next call's share of each device.
     *
     * @return the share; empty after the last, when all windows are divided
     */
    Optional<Share> next() {
        while (next < windows.size() && (pending.isEmpty() || !pending.element().whole)) {
            divide(next++);
        }
        return Optional.ofNullable(pending.poll())
                .map(done -> new Share(done.id, done.activity, done.shares(), done.isAbandoned));
    }

    private void divide(int index) {
        AttributionWindow window = windows.get(index);
        readUntil(index, window.started());
        List<Pending> served = pending.stream().filter(
                one -> !one.whole && window.serves(one.activity.startNanos(), one.activity.endNanos())).toList();
        List<RequestActivity> activities = served.stream().map(one -> one.activity).toList();
        List<OpenQuery> open = queries.stream().filter(query -> query.overlaps(window.span())).toList();
        List<List<RequestEnergy>> divided = energy.divide(window.span(), activities, open);
        if (dividesBetweenCalls) {
            addBetweenCalls(activities, devices.areReplicas() ? withCalls(open, served) : open);
        }
        for (int i = 0; i < served.size(); i++) {
            int request = i;
            served.get(i).add(divided.stream().map(device -> device.get(request)).toList(),
                    served.get(i).activity.endNanos() <= window.span().endNanos());
        }
    }

    /** Adds the calls of each query: while one of them is in flight at another replica, the query does not wait. */
    private static List<OpenQuery> withCalls(List<OpenQuery> open, List<Pending> served) {
        Map<String, List<TimeSpan>> calls = new HashMap<>();
        served.forEach(call -> calls.computeIfAbsent(call.id.queryId(), first -> new ArrayList<>())
                .add(new TimeSpan(call.activity.startNanos(), call.activity.endNanos())));
        return open.stream().map(query -> query.withCalls(calls.getOrDefault(query.id(), List.of()))).toList();
    }

    private void addBetweenCalls(List<RequestActivity> served, List<OpenQuery> open) {
        List<List<BetweenCalls>> divided = energy.divideBetweenCalls(served, open,
                (query, device) -> devices.areOf(digest.shardOfQuery(query), device));
        for (int i = 0; i < open.size(); i++) {
            int query = i;
            between.merge(open.get(i).id(), new QueryGaps(divided.stream().map(device -> device.get(query)).toList()),
                    QueryGaps::plus);
        }
    }

    /**
     * Returns the joules of a query beside its calls. They can be taken once.
     *
     * @param queryId  the query
     * @param endNanos the end of the query with the phases around it
     * @return the joules of each device; empty for a plain question
     */
    Optional<QueryGaps> betweenCalls(String queryId, long endNanos) {
        while (next < windows.size() && windows.get(next).span().startNanos() < endNanos) {
            divide(next++);
        }
        return Optional.ofNullable(between.remove(queryId));
    }

    /**
     * Reads until all calls that start in the windows up to a given one are present; the journal has them in the order
     * of their ends.
     */
    private void readUntil(int window, int expected) {
        int known = 0;
        for (int i = 0; i <= window; i++) {
            known += started[i];
        }
        while (known < expected) {
            Optional<CallActivities.CallActivity> read = calls.next();
            if (read.isEmpty()) {
                return;
            }
            int entry = read.get().entry();
            if (digest.isIgnored(entry)) {
                continue;
            }
            RequestActivity activity = devices.of(read.get(), digest.shardOf(entry));
            int own = windowOf(activity.startNanos());
            started[own]++;
            known += own <= window ? 1 : 0;
            pending.add(new Pending(read.get().id(), activity, digest.isAbandoned(entry),
                    devices.isPartlyMeasured(read.get())));
        }
    }

    private int windowOf(long startNanos) {
        int low = 0;
        int high = windows.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (startNanos < windows.get(middle).startLimit()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * The share of one call.
     *
     * @param id          the call
     * @param activity    its time and its work
     * @param devices     its joules of each device
     * @param isAbandoned whether it belongs to a query that was never finished
     */
    record Share(CallId id, RequestActivity activity, List<RequestEnergy> devices, boolean isAbandoned) {
        Share {
            devices = List.copyOf(devices);
        }
    }

    private static final class Pending {
        private final CallId id;
        private final RequestActivity activity;
        private final boolean isAbandoned;
        private final boolean isPartlyMeasured;
        private List<RequestEnergy> devices = List.of();
        private boolean whole;

        Pending(CallId id, RequestActivity activity, boolean isAbandoned, boolean isPartlyMeasured) {
            this.isPartlyMeasured = isPartlyMeasured;
            this.id = id;
            this.activity = activity;
            this.isAbandoned = isAbandoned;
        }

        private List<RequestEnergy> shares() {
            return isPartlyMeasured
                    ? devices.stream().map(share -> share.without(PARTLY_MEASURED)).toList()
                    : devices;
        }

        void add(List<RequestEnergy> more, boolean isLast) {
            if (devices.isEmpty()) {
                devices = more;
            } else {
                List<RequestEnergy> sums = new ArrayList<>();
                for (int device = 0; device < more.size(); device++) {
                    sums.add(devices.get(device).followedBy(more.get(device)));
                }
                devices = sums;
            }
            whole = isLast;
        }
    }
}
