package dev.ipw.cost;

import dev.ipw.internal.number.Money;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The cost of one query in US dollars. No token is in two parts, so the parts add up to the total exactly. A part is
 * absent if nothing of its kind occurred or its price is not known; the total is absent, with a reason, as soon as any
 * part that occurred has no price.
 *
 * @param inputUsd       the prompt without the part from a cache; the part that was written to a cache at the price of
 *                       writing
 * @param cachedInputUsd the part of the prompt from a cache
 * @param outputUsd      the answer without reasoning
 * @param reasoningUsd   reasoning
 * @param toolUsd        calls of tools
 * @param machineUsd     the query's share of the machine's time
 * @param electricityUsd the query's joules
 * @param carbonGrams    grams of CO2 and its equivalents from its joules
 * @param source         the source of the prices
 * @param reason         the reason why there is no total; empty if there is one
 */
@API(status = API.Status.EXPERIMENTAL)
public record QueryCost(Optional<BigDecimal> inputUsd, Optional<BigDecimal> cachedInputUsd,
        Optional<BigDecimal> outputUsd, Optional<BigDecimal> reasoningUsd, Optional<BigDecimal> toolUsd,
        Optional<BigDecimal> machineUsd, Optional<BigDecimal> electricityUsd, OptionalDouble carbonGrams, String source,
        Optional<String> reason) {
    /** Unknown costs. */
    public static final QueryCost UNKNOWN = new QueryCost(Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), OptionalDouble.empty(), "none",
            Optional.of("the cost of the query was not computed"));

    /** Refuses nulls, and writes each part in its shortest form. */
    public QueryCost {
        inputUsd = inputUsd.map(Money::shortest);
        cachedInputUsd = cachedInputUsd.map(Money::shortest);
        outputUsd = outputUsd.map(Money::shortest);
        reasoningUsd = reasoningUsd.map(Money::shortest);
        toolUsd = toolUsd.map(Money::shortest);
        machineUsd = machineUsd.map(Money::shortest);
        electricityUsd = electricityUsd.map(Money::shortest);
        Objects.requireNonNull(carbonGrams, "carbonGrams");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Adds up the parts.
     *
     * @return US dollars; empty if any part that occurred has no price
     */
    public Optional<BigDecimal> totalUsd() {
        return reason.isPresent() ? Optional.empty() : Optional.of(Money.shortest(knownUsd()));
    }

    /**
     * Adds up the known parts.
     *
     * @return US dollars; zero if none is known
     */
    public BigDecimal knownUsd() {
        return tokensUsd().orElse(BigDecimal.ZERO).add(machineUsd.orElse(BigDecimal.ZERO))
                .add(electricityUsd.orElse(BigDecimal.ZERO));
    }

    /** Adds up the costs of tokens and tools, as far as they are known; empty if none are. */
    public Optional<BigDecimal> tokensUsd() {
        return Stream.of(inputUsd, cachedInputUsd, outputUsd, reasoningUsd, toolUsd).flatMap(Optional::stream)
                .reduce(BigDecimal::add);
    }
}
