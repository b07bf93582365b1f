package dev.ipw.record;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The observed generation of the answers of a query's calls. An answer that came in one piece, or was held back and
 * released at once, was not observed.
 */
final class WrittenTokens {
    private static final double NANOS = 1e9;

    private final double seconds;
    private final Optional<DecodedTokens> tokens;
    private final double[] gapSeconds;

    private WrittenTokens(double seconds, Optional<DecodedTokens> tokens, double[] gapSeconds) {
        this.seconds = seconds;
        this.tokens = tokens;
        this.gapSeconds = gapSeconds;
    }

    /** Returns the observation of calls; empty if none was observed. */
    static Optional<WrittenTokens> of(List<ModelCall> calls) {
        return calls.stream().map(call -> of(call.timeline(), call.response().usage())).flatMap(Optional::stream)
                .reduce(WrittenTokens::plus);
    }

    /** Returns the observation of one call; empty if it was not observed. */
    static Optional<WrittenTokens> of(ResponseTimeline timeline, TokenUsage usage) {
        long[] chunks = timeline.chunkNanos();
        long nanos = nanos(timeline, chunks);
        if (nanos <= 0) {
            return Optional.empty();
        }
        double[] gaps = new double[Math.max(0, chunks.length - 1)];
        for (int index = 0; index < gaps.length; index++) {
            gaps[index] = (chunks[index + 1] - chunks[index]) / NANOS;
        }
        return Optional.of(new WrittenTokens(nanos / NANOS, chunks.length == 0
                ? DecodedTokens.betweenEnds(usage)
                : DecodedTokens.of(chunks.length, usage), gaps));
    }

    /** Returns the observed duration of the answer; for a run of another tool only its ends may be known. */
    private static long nanos(ResponseTimeline timeline, long[] chunks) {
        if (chunks.length > 0) {
            return chunks[chunks.length - 1] - chunks[0];
        }
        return timeline.firstTokenNanos().isEmpty() || timeline.lastTokenNanos().isEmpty()
                ? 0
                : timeline.lastTokenNanos().getAsLong() - timeline.firstTokenNanos().getAsLong();
    }

    private WrittenTokens plus(WrittenTokens later) {
        return new WrittenTokens(seconds + later.seconds,
                tokens.flatMap(known -> later.tokens.map(known::plus)),
                DoubleStream.concat(DoubleStream.of(gapSeconds), DoubleStream.of(later.gapSeconds)).toArray());
    }

    /** Returns the time per token after the first chunk; empty if the tokens are not known. */
    OptionalDouble secondsPerToken() {
        return tokens.map(known -> OptionalDouble.of(seconds / known.afterTheFirstChunk()))
                .orElseGet(OptionalDouble::empty);
    }

    /** Returns the gaps between chunks, within each call. */
    double[] gapSeconds() {
        return gapSeconds.clone();
    }

    /** Returns the basis of the token count. */
    Optional<TokenBasis> basis() {
        return tokens.map(DecodedTokens::basis);
    }

    /** Returns whether chunks carry several tokens; empty if it is not known of any call. */
    static Optional<Boolean> bundling(List<ModelCall> calls) {
        List<Boolean> known = new ArrayList<>();
        calls.forEach(call -> DecodedTokens.bundling(call.timeline().chunkNanos().length, call.response().usage())
                .ifPresent(known::add));
        return known.isEmpty() ? Optional.empty() : Optional.of(known.contains(true));
    }
}
