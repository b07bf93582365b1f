package dev.ipw.cost;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Hold what each kind of token costs, in US dollars per million. Absent means unknown; nothing costs zero unless it
 * says so.
 *
 * @param input          tokens of the prompt that no cache had and none took
 * @param cachedInput    tokens of the prompt that came from a cache
 * @param cacheWrite     tokens of the prompt that a cache took for its shortest time, five minutes at Anthropic
 * @param cacheWriteHour tokens of the prompt that a cache took for an hour
 * @param output         tokens of the answer without reasoning
 * @param reasoning      tokens of reasoning
 * @param longPrompts    other prices of all tokens of a request whose prompt is longer, the shortest first
 */
public record TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput, Optional<BigDecimal> cacheWrite,
        Optional<BigDecimal> cacheWriteHour, Optional<BigDecimal> output, Optional<BigDecimal> reasoning,
        List<LongPromptPrices> longPrompts) {
    private static final Optional<BigDecimal> NOTHING = Optional.of(BigDecimal.ZERO);
    /** No price is known. */
    public static final TokenPrices UNKNOWN = new TokenPrices(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty());
    /** Tokens are not paid for. */
    public static final TokenPrices FREE = new TokenPrices(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING,
            List.of());

    /** Refuse nulls, write each price in its shortest form and put the shortest prompts first. */
    public TokenPrices {
        Objects.requireNonNull(input, "input");
        input = input.map(Money::shortest);
        cachedInput = cachedInput.map(Money::shortest);
        cacheWrite = cacheWrite.map(Money::shortest);
        cacheWriteHour = cacheWriteHour.map(Money::shortest);
        output = output.map(Money::shortest);
        reasoning = reasoning.map(Money::shortest);
        longPrompts = longPrompts.stream().sorted(Comparator.comparingLong(LongPromptPrices::aboveTokens)).toList();
    }

    /**
     * Keep prices that hold for a prompt of any length, where nothing is known of writing to a cache.
     *
     * @param input       tokens of the prompt that no cache had
     * @param cachedInput tokens of the prompt that came from a cache
     * @param output      tokens of the answer without reasoning
     * @param reasoning   tokens of reasoning
     */
    public TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput, Optional<BigDecimal> output,
            Optional<BigDecimal> reasoning) {
        this(input, cachedInput, Optional.empty(), Optional.empty(), output, reasoning, List.of());
    }

    /**
     * Choose by the length of a prompt: a longer one's prices hold for all tokens of its request.
     *
     * @param promptTokens the whole prompt, what a cache had of it included; empty if not counted
     * @return the prices of its request; none are known where they depend on a length that nobody counted
     */
    public TokenPrices forPrompt(OptionalLong promptTokens) {
        if (longPrompts.isEmpty()) {
            return this;
        }
        if (promptTokens.isEmpty()) {
            return UNKNOWN;
        }
        TokenPrices chosen = this;
        for (LongPromptPrices longer : longPrompts) {
            chosen = promptTokens.getAsLong() > longer.aboveTokens() ? longer.prices() : chosen;
        }
        return chosen;
    }

    /**
     * Hold what tokens cost in requests with long prompts.
     *
     * @param aboveTokens the longest prompt for which they do not hold yet
     * @param prices      the prices
     */
    public record LongPromptPrices(long aboveTokens, TokenPrices prices) {
        /** Refuse nulls. */
        public LongPromptPrices {
            Objects.requireNonNull(prices, "prices");
        }
    }
}
