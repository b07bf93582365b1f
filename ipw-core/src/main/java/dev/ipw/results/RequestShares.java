package dev.ipw.results;

import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.energy.attribution.RequestEnergy;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Work out what each request of a run used, in the journal's order. Memory holds the requests of one stretch and those in
 * flight at its ends; a request that lies in several stretches gets what it used in all of them.
 */
final class RequestShares implements Closeable {
    private final JournalRequests requests;
    private final RunEnergy energy;
    private final List<Stretch> stretches;
    private final int[] started;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private int next;

    RequestShares(RunDirectory directory, JournalDigest digest, RunEnergy energy) {
        this(directory, digest, energy, Stretch.of(digest));
    }

    RequestShares(RunDirectory directory, JournalDigest digest, RunEnergy energy, List<Stretch> stretches) {
        this.energy = energy;
        this.stretches = List.copyOf(stretches);
        started = new int[stretches.size()];
        requests = new JournalRequests(directory, digest);
    }

    /**
     * Give what the next request used of each device.
     *
     * @return empty after the last; then all stretches are divided
     */
    Optional<Share> next() {
        while (next < stretches.size() && (pending.isEmpty() || !pending.element().whole)) {
            divide(next++);
        }
        return Optional.ofNullable(pending.poll()).map(done -> new Share(done.activity, done.devices));
    }

    private void divide(int index) {
        Stretch stretch = stretches.get(index);
        readUntil(index, stretch.started());
        List<Pending> served = pending.stream().filter(
                one -> !one.whole && stretch.serves(one.activity.startNanos(), one.activity.endNanos())).toList();
        List<List<RequestEnergy>> devices = energy.divide(stretch.span(),
                served.stream().map(one -> one.activity).toList());
        for (int i = 0; i < served.size(); i++) {
            int request = i;
            served.get(i).add(devices.stream().map(device -> device.get(request)).toList(),
                    served.get(i).activity.endNanos() <= stretch.span().endNanos());
        }
    }

    /** Read until all requests that start in the stretches up to one are there; the journal has them as they ended. */
    private void readUntil(int stretch, int expected) {
        int known = 0;
        for (int i = 0; i <= stretch; i++) {
            known += started[i];
        }
        while (known < expected) {
            Optional<JournalEntry.Finished> read = requests.next();
            if (read.isEmpty()) {
                return;
            }
            RequestActivity activity = Activities.of(read.get().outcome());
            int own = stretchOf(activity.startNanos());
            started[own]++;
            known += own <= stretch ? 1 : 0;
            pending.add(new Pending(activity));
        }
    }

    private int stretchOf(long startNanos) {
        int low = 0;
        int high = stretches.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (startNanos < stretches.get(middle).startLimit()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    @Override
    public void close() {
        requests.close();
    }

    /**
     * What one request used.
     *
     * @param activity when it was served, and what work it was
     * @param devices  what it used of each device
     */
    record Share(RequestActivity activity, List<RequestEnergy> devices) {
        Share {
            devices = List.copyOf(devices);
        }
    }

    private static final class Pending {
        private final RequestActivity activity;
        private List<RequestEnergy> devices = List.of();
        private boolean whole;

        Pending(RequestActivity activity) {
            this.activity = activity;
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
