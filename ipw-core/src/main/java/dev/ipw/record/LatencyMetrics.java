package dev.ipw.record;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.statistics.Quantiles;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold how long a query took. Times count from the send unless their name says otherwise.
 *
 * @param totalSeconds                   from the send to the end of the response
 * @param fromIntendedStartSeconds       from the intended start to the end of the response
 * @param timeToFirstTokenSeconds        to the first token of any kind
 * @param timeToFirstVisibleTokenSeconds to the first token of the visible answer
 * @param timePerOutputTokenSeconds      (last - first token) / (tokens - tokens of the first chunk); absent with one
 *                                       chunk, or where all came at one moment
 * @param timePerOutputTokenBasis        where those tokens were got from; there if and only if the time is
 * @param perTokenSeconds                totalSeconds / output tokens, as the Python reference counts it
 * @param outputTokensPerSecond          output tokens / totalSeconds
 * @param interTokenLatency              gaps between chunks that carry tokens; absent with fewer than two gaps, or
 *                                       where all came at one moment
 * @param chunkBundling                  true if chunks do not carry one token each, so that gaps between chunks are not
 *                                       gaps between tokens; empty where tokens were not counted, or nobody can
 *                                       tell how many of them came
 */
public record LatencyMetrics(double totalSeconds, double fromIntendedStartSeconds,
        OptionalDouble timeToFirstTokenSeconds, OptionalDouble timeToFirstVisibleTokenSeconds,
        OptionalDouble timePerOutputTokenSeconds, Optional<TokenBasis> timePerOutputTokenBasis,
        OptionalDouble perTokenSeconds, OptionalDouble outputTokensPerSecond,
        Optional<InterTokenLatency> interTokenLatency,
        Optional<Boolean> chunkBundling) {

    private static final double NANOS = 1e9;

    /**
     * Compute the times of one request.
     *
     * @param timeline its moments
     * @param usage    its token counts
     * @return its times
     */
    public static LatencyMetrics of(ResponseTimeline timeline, TokenUsage usage) {
        long start = timeline.serviceStartNanos();
        double total = (timeline.endNanos() - start) / NANOS;
        long[] chunks = timeline.chunkNanos();
        OptionalLong output = usage.output().isPresent() && usage.output().getAsLong() > 0
                ? usage.output()
                : OptionalLong.empty();
        // An answer that came in one piece, or was held back and let go at once, was not seen to be written.
        long writtenNanos = writtenNanos(timeline, chunks);
        boolean seenWritten = writtenNanos > 0;
        Optional<DecodedTokens> decoded = !seenWritten
                ? Optional.empty()
                : chunks.length == 0 ? DecodedTokens.betweenEnds(usage) : DecodedTokens.of(chunks.length, usage);
        return new LatencyMetrics(total, (timeline.endNanos() - timeline.intendedStartNanos()) / NANOS,
                since(timeline.firstTokenNanos(), start), since(timeline.firstVisibleTokenNanos(), start),
                decoded.map(tokens -> OptionalDouble.of(
                        writtenNanos / NANOS / tokens.afterTheFirstChunk()))
                        .orElse(OptionalDouble.empty()),
                decoded.map(DecodedTokens::basis),
                output.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(total / output.getAsLong()),
                output.isEmpty() || total <= 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(output.getAsLong() / total),
                seenWritten ? InterTokenLatency.of(chunks) : Optional.empty(),
                DecodedTokens.bundling(chunks.length, usage));
    }

    /** Tell how long the answer was seen to be written; of another tool's run perhaps only its ends are known. */
    private static long writtenNanos(ResponseTimeline timeline, long[] chunks) {
        if (chunks.length > 0) {
            return chunks[chunks.length - 1] - chunks[0];
        }
        return timeline.firstTokenNanos().isEmpty() || timeline.lastTokenNanos().isEmpty()
                ? 0
                : timeline.lastTokenNanos().getAsLong() - timeline.firstTokenNanos().getAsLong();
    }

    private static OptionalDouble since(OptionalLong moment, long start) {
        return moment.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((moment.getAsLong() - start) / NANOS);
    }

    /**
     * Summarise the gaps between chunks.
     *
     * @param medianSeconds            the median gap
     * @param p90Seconds               the quantile at 0.90
     * @param p95Seconds               the quantile at 0.95
     * @param p99Seconds               the quantile at 0.99
     * @param standardDeviationSeconds the sample standard deviation
     */
    public record InterTokenLatency(double medianSeconds, double p90Seconds, double p95Seconds, double p99Seconds,
            double standardDeviationSeconds) {

        static Optional<InterTokenLatency> of(long[] chunks) {
            if (chunks.length < 3) {
                return Optional.empty();
            }
            double[] gaps = new double[chunks.length - 1];
            for (int index = 0; index < gaps.length; index++) {
                gaps[index] = (chunks[index + 1] - chunks[index]) / NANOS;
            }
            return Optional.of(new InterTokenLatency(Quantiles.of(gaps, 0.5), Quantiles.of(gaps, 0.9),
                    Quantiles.of(gaps, 0.95), Quantiles.of(gaps, 0.99), Quantiles.standardDeviation(gaps)));
        }
    }
}
