package dev.ipw.importing.spans;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.TimeSpans;
import dev.ipw.telemetry.internal.division.DividedSpan;
import dev.ipw.telemetry.internal.division.Weighing;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The spans whose work is the base of the division of joules, and the tokens in each span. Tokens that an agent, or a
 * call around another one, adds up over its calls count once, at the calls.
 */
final class SpanWeights {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<LoggedSpan> spans;
    private final boolean[] charged;
    private final boolean[] isWork;
    private final List<List<TimeSpan>> within = new ArrayList<>();
    private final Tokens input;
    private final Tokens output;

    /**
     * Weighs spans.
     *
     * @param spans   the spans
     * @param forest  the trees of the spans
     * @param charged whether each is a GenAI span over which joules can be divided
     */
    SpanWeights(List<LoggedSpan> spans, SpanForest forest, boolean[] charged) {
        this.spans = spans;
        this.charged = charged;
        isWork = new boolean[spans.size()];
        input = new Tokens(spans.size());
        output = new Tokens(spans.size());
        spans.forEach(span -> within.add(new ArrayList<>(0)));
        boolean[] hasOutputWithin = new boolean[isWork.length];
        boolean[] hasWorkWithin = new boolean[isWork.length];
        int[] parents = forest.genAiParents();
        int[] order = forest.order();
        for (int at = order.length - 1; at >= 0; at--) {
            int span = order[at];
            LoggedSpan logged = spans.get(span);
            if (logged.kind() == SpanKind.STRUCTURE) {
                continue;
            }
            within.set(span, TimeSpans.merged(within.get(span)));
            weigh(span, hasOutputWithin[span], hasWorkWithin[span]);
            int outer = parents[span];
            if (outer != SpanForest.NONE) {
                within.get(outer).addAll(within.get(span));
                if (charged[span]) {
                    within.get(outer).add(time(logged));
                }
                hasOutputWithin[outer] |= hasOutputWithin[span] || logged.outputTokens().orElse(0) > 0
                        || logged.operation().isGeneration();
                hasWorkWithin[outer] |= hasWorkWithin[span] || logged.hasTokens() || logged.kind() == SpanKind.MODEL;
                input.addWithin(outer, span);
                output.addWithin(outer, span);
            }
        }
    }

    private void weigh(int span, boolean hasOutputWithin, boolean hasWorkWithin) {
        LoggedSpan logged = spans.get(span);
        boolean isCall = logged.kind() == SpanKind.MODEL || logged.hasTokens();
        boolean sumsUp = hasOutputWithin
                || (hasWorkWithin && logged.outputTokens().orElse(0) == 0 && !logged.operation().isGeneration());
        isWork[span] = isCall && !sumsUp;
        if (isWork[span]) {
            input.add(span, logged.inputTokens());
            // A call that embeds text has no answer tokens to report.
            boolean hasNoAnswer = logged.kind() == SpanKind.MODEL && !logged.operation().isGeneration();
            output.add(span,
                    hasNoAnswer && logged.outputTokens().isEmpty() ? OptionalLong.of(0) : logged.outputTokens());
        }
    }

    private static TimeSpan time(LoggedSpan span) {
        return new TimeSpan(span.startNanos(), span.endNanos().orElseThrow());
    }

    boolean isWork(int span) {
        return isWork[span];
    }

    /**
     * Returns the duration of a span without the charged spans within it; empty if it has no end, or one before its
     * start.
     */
    OptionalDouble ownSeconds(int span) {
        LoggedSpan logged = spans.get(span);
        if (!logged.hasTime()) {
            return OptionalDouble.empty();
        }
        TimeSpan whole = time(logged);
        long nanos = whole.nanos();
        for (TimeSpan inner : within.get(span)) {
            long start = Math.max(whole.startNanos(), inner.startNanos());
            nanos -= Math.max(0, Math.min(whole.endNanos(), inner.endNanos()) - start);
        }
        return OptionalDouble.of(nanos / NANOS_PER_SECOND);
    }

    OptionalLong inputTokens(int span) {
        return input.of(span);
    }

    OptionalLong outputTokens(int span) {
        return output.of(span);
    }

    /** Returns the facts of a charged span for the splitter. */
    DividedSpan divided(int span) {
        if (!charged[span]) {
            throw new IllegalArgumentException(spans.get(span).name() + " is not charged");
        }
        LoggedSpan logged = spans.get(span);
        return new DividedSpan(time(logged), within.get(span), isWork[span] ? Weighing.WORK : Weighing.REST,
                logged.firstTokenNanos().orElse(Long.MAX_VALUE), logged.inputTokens().orElse(0), logged.cachedTokens(),
                logged.outputTokens().orElse(0));
    }

    /** Sums of tokens over trees; one missing count makes the sum unknown. */
    private static final class Tokens {
        private final long[] counts;
        private final boolean[] isReported;
        private final boolean[] isUnknown;

        Tokens(int spans) {
            counts = new long[spans];
            isReported = new boolean[spans];
            isUnknown = new boolean[spans];
        }

        void add(int span, OptionalLong tokens) {
            counts[span] += tokens.orElse(0);
            isReported[span] |= tokens.isPresent();
            isUnknown[span] |= tokens.isEmpty();
        }

        void addWithin(int outer, int span) {
            counts[outer] += counts[span];
            isReported[outer] |= isReported[span];
            isUnknown[outer] |= isUnknown[span];
        }

        OptionalLong of(int span) {
            return isReported[span] && !isUnknown[span] ? OptionalLong.of(counts[span]) : OptionalLong.empty();
        }
    }
}
