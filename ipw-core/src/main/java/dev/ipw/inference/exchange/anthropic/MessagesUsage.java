package dev.ipw.inference.exchange.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.ServerFigureReader;
import java.util.OptionalLong;

/**
 * Count tokens as the Messages API tells them. Its {@code input_tokens} are those that neither came from the cache nor
 * went into it; the prompt is the sum of the three. Counts come in several events and only ever rise, so the highest
 * holds, whichever of the events a server leaves empty. The first event names an output before there is one, which is
 * passed over.
 */
final class MessagesUsage {
    private final ServerFigureReader figures = new ServerFigureReader();
    private OptionalLong fresh = OptionalLong.empty();
    private OptionalLong cacheRead = OptionalLong.empty();
    private OptionalLong cacheWritten = OptionalLong.empty();
    private OptionalLong forAnHour = OptionalLong.empty();
    private OptionalLong output = OptionalLong.empty();
    private OptionalLong thinking = OptionalLong.empty();

    /** Take counts of the prompt. */
    void prompt(JsonNode usage) {
        fresh = highest(fresh, figures.count(usage.path("input_tokens")));
        cacheRead = highest(cacheRead, figures.count(usage.path("cache_read_input_tokens")));
        cacheWritten = highest(cacheWritten, figures.count(usage.path("cache_creation_input_tokens")));
        forAnHour = highest(forAnHour, figures.count(usage.path("cache_creation").path("ephemeral_1h_input_tokens")));
    }

    /** Take the count of the output, and of the thinking that is a part of it. */
    void output(JsonNode usage) {
        output = highest(output, figures.count(usage.path("output_tokens")));
        thinking = highest(thinking, figures.count(usage.path("output_tokens_details").path("thinking_tokens")));
    }

    private static OptionalLong highest(OptionalLong before, OptionalLong now) {
        return now.isPresent() && now.getAsLong() >= before.orElse(0) ? now : before;
    }

    TokenUsage toUsage() {
        OptionalLong input = input();
        if (input.isEmpty() && output.isEmpty()) {
            return figures.noted(TokenUsage.absent());
        }
        OptionalLong total = input.isPresent() && output.isPresent()
                ? OptionalLong.of(input.getAsLong() + output.getAsLong())
                : OptionalLong.empty();
        return figures.noted(
                withCacheWritten(new TokenUsage(input, output, total, cacheRead, thinking, TokenUsage.Source.SERVER)));
    }

    private TokenUsage withCacheWritten(TokenUsage usage) {
        if (cacheWritten.isEmpty()) {
            return usage;
        }
        long written = cacheWritten.getAsLong();
        return forAnHour.isPresent()
                ? usage.withCacheWritten(written, forAnHour.getAsLong())
                : usage.withCacheWritten(written);
    }

    /** No prompt is empty: a sum of zero is one that the server does not know. */
    private OptionalLong input() {
        long sum = fresh.orElse(0) + cacheRead.orElse(0) + cacheWritten.orElse(0);
        return fresh.isPresent() && sum > 0 ? OptionalLong.of(sum) : OptionalLong.empty();
    }
}
