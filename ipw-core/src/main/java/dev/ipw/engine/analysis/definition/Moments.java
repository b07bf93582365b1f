package dev.ipw.engine.analysis.definition;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.record.ProfilingRecord;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold what tools build their figures of: the moments of one whole answer, in seconds since the call, and its tokens. What is
 * not known is NaN, and so is every figure that takes it.
 *
 * @param record       the request
 * @param firstByte    when the first byte came
 * @param first        when the first token of any kind came
 * @param firstVisible when the first token of the answer came
 * @param last         when the last token came
 * @param end          when the response ended
 * @param tokens       tokens of the answer, as the server counted them
 * @param chunks       how many chunks carried some
 */
record Moments(ProfilingRecord record, double firstByte, double first, double firstVisible, double last, double end,
        double tokens, int chunks) {
    private static final double NANOS = 1e9;

    public static Moments of(ProfilingRecord record) {
        ResponseTimeline timeline = record.outcome().timeline();
        long call = timeline.dispatch().takenUpNanos();
        OptionalLong tokens = record.metrics().tokens().output();
        return new Moments(record, since(call, timeline.firstByteNanos()), since(call, timeline.firstTokenNanos()),
                since(call, timeline.firstVisibleTokenNanos()), since(call, timeline.lastTokenNanos()),
                since(call, OptionalLong.of(timeline.endNanos())),
                tokens.isPresent() ? tokens.getAsLong() : Double.NaN, timeline.chunkNanos().length);
    }

    private static double since(long call, OptionalLong moment) {
        return moment.isPresent() ? (moment.getAsLong() - call) / NANOS : Double.NaN;
    }

    /** Spread a time over all tokens but the first. */
    double overTheRest(double seconds) {
        return tokens > 1 ? seconds / (tokens - 1) : Double.NaN;
    }

    boolean hasReasoning() {
        return record.outcome().reasoning().isPresent();
    }

    static double known(OptionalDouble figure) {
        return figure.orElse(Double.NaN);
    }
}
