package dev.ipw.cost;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold what each kind of token costs, in US dollars per million. Absent means that nobody knows; nothing costs zero unless it
 * says so.
 *
 * @param input       tokens of the prompt that no cache had
 * @param cachedInput tokens of the prompt that came from a cache
 * @param output      tokens of the answer without reasoning
 * @param reasoning   tokens of reasoning
 */
public record TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput, Optional<BigDecimal> output,
        Optional<BigDecimal> reasoning) {
    /** No price is known. */
    public static final TokenPrices UNKNOWN = new TokenPrices(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty());
    /** Tokens are not paid for. */
    public static final TokenPrices FREE = new TokenPrices(Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.ZERO),
            Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.ZERO));

    /** Refuse nulls, and write each price in its shortest form. */
    public TokenPrices {
        Objects.requireNonNull(input, "input");
        input = input.map(Money::shortest);
        cachedInput = cachedInput.map(Money::shortest);
        output = output.map(Money::shortest);
        reasoning = reasoning.map(Money::shortest);
    }
}
