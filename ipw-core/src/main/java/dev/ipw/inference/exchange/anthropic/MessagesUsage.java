package dev.ipw.inference.exchange.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.ReportedUsage;
import dev.ipw.inference.exchange.ReportedUsage.Count;
import dev.ipw.inference.exchange.ServerFigureReader;
import java.util.OptionalLong;

/**
 * Count tokens as the Messages API tells them. Its {@code input_tokens} are those that neither came from the cache nor
 * went into it; the prompt is the sum of the three. Counts come in several events, whichever of them a server leaves
 * empty. The first event names an output before there is one, which is passed over.
 */
final class MessagesUsage {
    private final ServerFigureReader figures = new ServerFigureReader();
    /** Its input is what no cache had. */
    private final ReportedUsage parts = new ReportedUsage(figures);

    /** Takes counts of the prompt. */
    void prompt(JsonNode usage) {
        parts.report(Count.INPUT, figures.count(usage.path("input_tokens")));
        parts.report(Count.CACHED_INPUT, figures.count(usage.path("cache_read_input_tokens")));
        parts.report(Count.CACHE_WRITTEN, figures.count(usage.path("cache_creation_input_tokens")));
        parts.report(Count.CACHE_WRITTEN_FOR_AN_HOUR,
                figures.count(usage.path("cache_creation").path("ephemeral_1h_input_tokens")));
    }

    /** Takes the count of the output, and of the thinking that is a part of it. */
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
