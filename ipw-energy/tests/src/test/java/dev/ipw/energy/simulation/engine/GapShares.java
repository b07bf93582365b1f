package dev.ipw.energy.simulation.engine;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/** Share the joules of times without a step among the requests open at the time; what is left is idle. */
final class GapShares {
    private final SimulatedRequest[] starts;
    private final SimulatedRequest[] ends;
    private final LinkedHashSet<SimulatedRequest> open = new LinkedHashSet<>();
    private int nextStart;
    private int nextEnd;
    private double idleJoules;

    private GapShares(List<SimulatedRequest> requests) {
        starts = requests.toArray(SimulatedRequest[]::new);
        ends = starts.clone();
        Arrays.sort(starts, (a, b) -> Long.compare(a.startNanos, b.startNanos));
        Arrays.sort(ends, (a, b) -> Long.compare(a.clientEndNanos, b.clientEndNanos));
    }

    /** Charge the gaps, in order of time, and return the joules at which no request was open. */
    static double charge(List<EngineSimulation.Gap> gaps, List<SimulatedRequest> requests) {
        GapShares shares = new GapShares(requests);
        for (EngineSimulation.Gap gap : gaps) {
            shares.charge(gap);
        }
        return shares.idleJoules;
    }

    private void charge(EngineSimulation.Gap gap) {
        long now = gap.startNanos();
        while (now < gap.endNanos()) {
            updateOpen(now);
            long until = Math.min(gap.endNanos(), nextChange());
            double joules = gap.watts() * ((until - now) * 1e-9);
            if (open.isEmpty()) {
                idleJoules += joules;
            }
            for (SimulatedRequest request : open) {
                double share = joules / open.size();
                request.charge(share, share, share, now < request.clientFirstNanos);
            }
            now = until;
        }
    }

    private void updateOpen(long now) {
        while (nextStart < starts.length && starts[nextStart].startNanos <= now) {
            open.add(starts[nextStart++]);
        }
        while (nextEnd < ends.length && ends[nextEnd].clientEndNanos <= now) {
            open.remove(ends[nextEnd++]);
        }
    }

    private long nextChange() {
        long start = nextStart < starts.length ? starts[nextStart].startNanos : Long.MAX_VALUE;
        long end = nextEnd < ends.length ? ends[nextEnd].clientEndNanos : Long.MAX_VALUE;
        return Math.min(start, end);
    }
}
