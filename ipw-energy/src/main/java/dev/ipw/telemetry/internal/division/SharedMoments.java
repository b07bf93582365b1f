package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.internal.TimeSpans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The moments whose joules are divided at each moment instead of by a model of the work in them: those with an
 * innermost span of which nothing, or only the prompt's tokens, is known, and those in which all innermost spans rest.
 * They are cut into slices with the same innermost spans.
 */
final class SharedMoments {
    // Sums in whole units of 1e-12 tokens a nanosecond, so that shares add up exactly however many spans came and went.
    private static final double CLAIMS_PER_TOKEN_A_NANO = 1e12;
    private static final long MAX_CLAIMS = 1L << 44;
    private static final double[] TOKEN_WEIGHTS = Work.weights(AttributionRule.TOKENS, new double[Work.FITTED]);

    private final List<DividedSpan> spans;
    private final List<List<TimeSpan>> own;
    private final long[] tokenClaims;
    private final List<Slice> slices = new ArrayList<>();
    private final long[] starts;

    /**
     * A part of the time with the same innermost spans.
     *
     * @param time     from its start to its end
     * @param weighing the way in which its joules are divided: TOKENS, TIME or REST
     * @param members  the number of spans
     * @param claims   the sum of their claims
     */
    record Slice(TimeSpan time, Weighing weighing, int members, long claims) {}

    private record Edge(long nanos, int span, int step) {}

    /**
     * Cuts the slices.
     *
     * @param spans the spans
     * @param own   the own times of each span, in order
     */
    SharedMoments(List<DividedSpan> spans, List<List<TimeSpan>> own) {
        this.spans = spans;
        this.own = own;
        tokenClaims = new long[spans.size()];
        List<Edge> edges = new ArrayList<>();
        for (int span = 0; span < tokenClaims.length; span++) {
            tokenClaims[span] = tokenClaims(spans.get(span), own.get(span));
            for (TimeSpan time : own.get(span)) {
                if (time.nanos() > 0) {
                    edges.add(new Edge(time.startNanos(), span, 1));
                    edges.add(new Edge(time.endNanos(), span, -1));
                }
            }
        }
        edges.sort(Comparator.comparingLong(Edge::nanos));
        cut(edges);
        starts = slices.stream().mapToLong(slice -> slice.time().startNanos()).toArray();
    }

    private static long tokenClaims(DividedSpan span, List<TimeSpan> own) {
        long nanos = Math.max(1, own.stream().mapToLong(TimeSpan::nanos).sum());
        double[] work = new double[Work.PARTS];
        work[Work.PROMPT_TOKENS] = span.inputTokens() - span.cachedInputTokens();
        work[Work.TOKENS] = span.outputTokens();
        double weight = Work.weigh(work, 0, TOKEN_WEIGHTS);
        return Math.clamp(Math.round(weight * CLAIMS_PER_TOKEN_A_NANO / nanos), 1, MAX_CLAIMS);
    }

    private void cut(List<Edge> edges) {
        int[] open = new int[Weighing.values().length];
        long claims = 0;
        for (int at = 0; at < edges.size(); at++) {
            Edge edge = edges.get(at);
            Weighing weighing = spans.get(edge.span()).weighing();
            open[weighing.ordinal()] += edge.step();
            claims += weighing == Weighing.REST ? 0 : edge.step() * tokenClaims[edge.span()];
            if (at + 1 < edges.size() && edges.get(at + 1).nanos() > edge.nanos()) {
                add(new TimeSpan(edge.nanos(), edges.get(at + 1).nanos()), open, claims);
            }
        }
    }

    private void add(TimeSpan time, int[] open, long claims) {
        int rests = open[Weighing.REST.ordinal()];
        int workers = Arrays.stream(open).sum() - rests;
        if (workers == 0 && rests > 0) {
            slices.add(new Slice(time, Weighing.REST, rests, rests));
        } else if (open[Weighing.TIME.ordinal()] > 0) {
            slices.add(new Slice(time, Weighing.TIME, workers, workers));
        } else if (open[Weighing.TOKENS.ordinal()] > 0) {
            slices.add(new Slice(time, Weighing.TOKENS, workers, claims));
        }
    }

    /** Lists the slices, in order of time. */
    List<Slice> slices() {
        return slices;
    }

    /** Lists the times whose joules are divided at each moment, in order; slices that touch are one. */
    List<TimeSpan> times() {
        return TimeSpans.merged(slices.stream().map(Slice::time).toList());
    }

    /** Returns the first slice that begins at a moment, or later. */
    private int sliceFrom(long nanos) {
        int found = Arrays.binarySearch(starts, nanos);
        return found < 0 ? -found - 1 : found;
    }

    /** Adds up the joules charged to a span in the slices of its own time. */
    void addTo(SliceSums.Sum sum, int span, SliceSums sums) {
        boolean isRest = spans.get(span).weighing() == Weighing.REST;
        for (TimeSpan time : own.get(span)) {
            int from = sliceFrom(time.startNanos());
            int to = sliceFrom(time.endNanos());
            if (isRest) {
                sums.add(sum, Weighing.REST, from, to, 1);
            } else {
                sums.add(sum, Weighing.TIME, from, to, 1);
                sums.add(sum, Weighing.TOKENS, from, to, (double) tokenClaims[span]);
            }
        }
    }
}
