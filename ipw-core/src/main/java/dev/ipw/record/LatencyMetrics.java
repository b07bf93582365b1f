package dev.ipw.record;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.QueryOutcome;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The times of a query. Times count from the send unless their name says otherwise.
 *
 * @param totalSeconds                   from the send to the end of the response
 * @param fromIntendedStartSeconds       from the intended start to the end of the response
 * @param timeToFirstTokenSeconds        to the first token of any kind
 * @param timeToFirstVisibleTokenSeconds to the first token of the visible answer
 * @param timePerOutputTokenSeconds      (last - first token) / (tokens - tokens of the first chunk); absent with one
 *                                       chunk, or if all came at one moment
 * @param timePerOutputTokenBasis        the origin of the count of those tokens; present exactly if the time is
 * @param perTokenSeconds                totalSeconds / output tokens, as the Python reference computes it
 * @param outputTokensPerSecond          output tokens / totalSeconds
 * @param interTokenLatency              gaps between chunks that carry tokens; absent with fewer than two gaps, or if
 *                                       all came at one moment
 * @param chunkBundling                  true if chunks do not carry one token each, so that gaps between chunks are not
 *                                       gaps between tokens; empty if tokens were not counted, or if the number of
 *                                       received tokens is unknown
 */
@API(status = API.Status.EXPERIMENTAL)
public record LatencyMetrics(double totalSeconds, double fromIntendedStartSeconds,
        OptionalDouble timeToFirstTokenSeconds, OptionalDouble timeToFirstVisibleTokenSeconds,
        OptionalDouble timePerOutputTokenSeconds, Optional<TokenBasis> timePerOutputTokenBasis,
        OptionalDouble perTokenSeconds, OptionalDouble outputTokensPerSecond,
        Optional<InterTokenLatency> interTokenLatency,
        Optional<Boolean> chunkBundling) {

    private static final double NANOS = 1e9;

    /**
     * Computes the times of one call.
     *
     * @param timeline its moments
     * @param usage    its token counts
     * @return its times
     */
    public static LatencyMetrics of(ResponseTimeline timeline, TokenUsage usage) {
        return of(timeline, usage, 0, WrittenTokens.of(timeline, usage),
                DecodedTokens.bundling(timeline.chunkNanos().length, usage));
    }

    /**
     * Computes the times of one query: for a plain question those of its call. Time between the tokens of one call and
     * the next, in tools or in thought, is in the total and in no time per token.
     *
     * @param outcome the query's outcome
     * @return its times
     */
    public static LatencyMetrics of(QueryOutcome outcome) {
        return of(outcome.timeline(), outcome.usage(), outcome.phaseNanosWithin(), WrittenTokens.of(outcome.calls()),
                WrittenTokens.bundling(outcome.calls()));
    }

    private static LatencyMetrics of(ResponseTimeline timeline, TokenUsage usage, long others,
            Optional<WrittenTokens> written, Optional<Boolean> bundling) {
        long start = timeline.serviceStartNanos();
        double total = (timeline.endNanos() - start - others) / NANOS;
        OptionalLong output = usage.output().isPresent() && usage.output().getAsLong() > 0
                ? usage.output()
                : OptionalLong.empty();
        return new LatencyMetrics(total,
                (timeline.endNanos() - timeline.intendedStartNanos() - others) / NANOS,
                since(timeline.firstTokenNanos(), start), since(timeline.firstVisibleTokenNanos(), start),
                written.map(WrittenTokens::secondsPerToken).orElseGet(OptionalDouble::empty),
                written.flatMap(WrittenTokens::basis),
                output.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(total / output.getAsLong()),
                output.isEmpty() || total <= 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(output.getAsLong() / total),
                written.flatMap(known -> InterTokenLatency.of(known.gapSeconds())),
                bundling);
    }

    private static OptionalDouble since(OptionalLong moment, long start) {
        return moment.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((moment.getAsLong() - start) / NANOS);
    }

    /**
     * The distribution of the gaps between chunks.
     *
     * @param medianSeconds            the median gap
     * @param p90Seconds               the quantile at 0.90
     * @param p95Seconds               the quantile at 0.95
     * @param p99Seconds               the quantile at 0.99
     * @param standardDeviationSeconds the sample standard deviation
     */
    public record InterTokenLatency(double medianSeconds, double p90Seconds, double p95Seconds, double p99Seconds,
            double standardDeviationSeconds) {

        static Optional<InterTokenLatency> of(double[] gaps) {
            if (gaps.length < 2) {
                return Optional.empty();
            }
            double[] sorted = gaps.clone();
            Arrays.sort(sorted);
            return Optional.of(new InterTokenLatency(Quantiles.ofSorted(sorted, 0.5), Quantiles.ofSorted(sorted, 0.9),
                    Quantiles.ofSorted(sorted, 0.95), Quantiles.ofSorted(sorted, 0.99),
                    Quantiles.standardDeviation(gaps)));
        }
    }

    /** The token count behind a time per output token: how the tokens after the first chunk were counted. */
    public enum TokenBasis {
        /** The server counted them at each chunk. */
        COUNTED,
        /** A tokenizer counted the text of the chunks. */
        TOKENIZED,
        /** The numbers of chunks and of tokens are equal, so each chunk is one token. */
        ONE_A_CHUNK,
        /** Chunks carry several tokens, and the first one is assumed to carry the mean number. */
        SPREAD,
        /**
         * Only the times of the first and the last token are known, as for a run of another tool; the first chunk is
         * assumed to carry one token.
         */
        ENDS_ONLY,
        /**
         * The count seems to include tokens that never came, such as hidden reasoning or an end marker, or that came in
         * pieces; they cannot be distinguished from those that came.
         */
        UNCERTAIN;

        /**
         * Returns the name used in files.
         *
         * @return lower case with underscores
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
