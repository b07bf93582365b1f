package dev.ipw.inference.exchange.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.ReportedUsage;
import dev.ipw.inference.exchange.ReportedUsage.Count;
import dev.ipw.inference.exchange.ServerFigureReader;
import java.util.OptionalLong;

/**
 * The token counts of the Messages API. Its {@code input_tokens} are those neither read from the cache nor written to
 * it; the prompt is the sum of the three. Counts arrive in several events, in some servers with empty ones. The first
 * event reports an output before there is one, which is ignored.
 */
final class MessagesUsage {
    private final ServerFigureReader figures = new ServerFigureReader();
    /** The counts, whose input excludes cached tokens. */
    private final ReportedUsage parts = new ReportedUsage(figures);

    /** Takes counts of the prompt. */
    void prompt(JsonNode usage) {
        parts.report(Count.INPUT, figures.count(usage.path("input_tokens")));
        parts.report(Count.CACHED_INPUT, figures.count(usage.path("cache_read_input_tokens")));
        parts.report(Count.CACHE_WRITTEN, figures.count(usage.path("cache_creation_input_tokens")));
        parts.report(Count.CACHE_WRITTEN_FOR_AN_HOUR,
                figures.count(usage.path("cache_creation").path("ephemeral_1h_input_tokens")));
    }

    /** Takes the count of the output, including the thinking that is a part of it. */
    void output(JsonNode usage) {
        parts.report(Count.OUTPUT, figures.count(usage.path("output_tokens")));
        parts.report(Count.REASONING, figures.count(usage.path("output_tokens_details").path("thinking_tokens")));
    }

    TokenUsage toUsage() {
        ReportedUsage whole = new ReportedUsage(figures);
        for (Count count : Count.values()) {
            whole.report(count, count == Count.INPUT ? input() : parts.tokens(count));
        }
        whole.addUp();
        return whole.usage();
    }

    private OptionalLong input() {
        OptionalLong fresh = parts.tokens(Count.INPUT);
        return fresh.isEmpty()
                ? fresh
                : OptionalLong.of(fresh.getAsLong() + parts.tokens(Count.CACHED_INPUT).orElse(0)
                        + parts.tokens(Count.CACHE_WRITTEN).orElse(0));
    }
}
