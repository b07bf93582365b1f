package dev.ipw.results.internal.format;

import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.LatencyMetrics.InterTokenLatency;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The columns of times; they are computed from the timeline and the token counts. */
final class LatencyColumns extends Columns<LatencyMetrics> {
    static final LatencyColumns INSTANCE = new LatencyColumns();
    private static final double MILLIS = 1e3;

    private LatencyColumns() {
        real("per_token_ms", "total time over output tokens, ms", latency -> millis(latency.perTokenSeconds()));
        real("throughput_tokens_per_sec", "output tokens over total time", LatencyMetrics::outputTokensPerSecond);
        real("time_to_first_token_seconds", "from the send to the first token of any kind",
                LatencyMetrics::timeToFirstTokenSeconds);
        number("total_query_seconds", "from the send to the end", LatencyMetrics::totalSeconds);
        gap("median_itl_ms", "the median gap between chunks, ms", InterTokenLatency::medianSeconds);
        gap("p90_itl_ms", "the gap's quantile at 0.90, ms", InterTokenLatency::p90Seconds);
        gap("p95_itl_ms", "the gap's quantile at 0.95, ms", InterTokenLatency::p95Seconds);
        gap("p99_itl_ms", "the gap's quantile at 0.99, ms", InterTokenLatency::p99Seconds);
        gap("itl_std_ms", "the gaps' standard deviation, ms", InterTokenLatency::standardDeviationSeconds);
        real("time_per_output_token_seconds", "time between tokens after the first chunk",
                LatencyMetrics::timePerOutputTokenSeconds);
        real("time_to_first_visible_token_seconds", "from the send to the first token of the visible answer",
                LatencyMetrics::timeToFirstVisibleTokenSeconds);
        number("time_from_intended_start_seconds", "from the intended start to the end: the latency",
                LatencyMetrics::fromIntendedStartSeconds);
        truth("chunk_bundling", "whether chunks carry other than one token each", LatencyMetrics::chunkBundling);
        exported("time_per_output_token_basis", optionalText("time_per_output_token_basis",
                "source of the tokens in the time per output token",
                latency -> latency.timePerOutputTokenBasis().map(TokenBasis::label)));
    }

    private void gap(String name, String meaning, ToDoubleFunction<InterTokenLatency> seconds) {
        real(name, meaning, latency -> latency.interTokenLatency()
                .map(gaps -> OptionalDouble.of(seconds.applyAsDouble(gaps) * MILLIS))
                .orElseGet(OptionalDouble::empty));
    }

    private static OptionalDouble millis(OptionalDouble seconds) {
        return seconds.isEmpty() ? seconds : OptionalDouble.of(seconds.getAsDouble() * MILLIS);
    }
}
