package dev.ipw.cost;

import dev.ipw.internal.number.Money;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The cost of a run: the tokens and tools of its queries, and the machine's time, electricity and carbon over the whole
 * measurement window, pauses between the queries included.
 *
 * @param queries         queries whose tokens and tools have a price
 * @param queriesUnpriced queries with a part that has no price, or is unknown
 * @param tokensUsd       US dollars of tokens and tools, as far as they are known; empty if none are
 * @param machineUsd      US dollars of the machine's time; empty without a cost of an hour
 * @param electricityUsd  US dollars of its joules; empty without a price of electricity, or without complete joules
 * @param kilowattHours   paid energy, the power usage effectiveness included; empty without complete joules
 * @param carbonGrams     grams of CO2 and its equivalents; empty without a carbon intensity, or without complete joules
 * @param reason          the reason why there is no total; empty if there is one
 */
@API(status = API.Status.EXPERIMENTAL)
public record CostTotals(long queries, long queriesUnpriced, Optional<BigDecimal> tokensUsd,
        Optional<BigDecimal> machineUsd, Optional<BigDecimal> electricityUsd, OptionalDouble kilowattHours,
        OptionalDouble carbonGrams,
        Optional<String> reason) {
    /** Unknown costs. */
    public static final CostTotals UNKNOWN = new CostTotals(0, 0, Optional.empty(), Optional.empty(), Optional.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), Optional.of("the cost of the run was not computed"));

    /** Refuses nulls. A zero without the price of any query is refused: the cost is unknown. */
    public CostTotals {
        long priced = queries;
        tokensUsd = tokensUsd.map(Money::shortest).filter(usd -> priced > 0 || usd.signum() > 0);
        Objects.requireNonNull(machineUsd, "machineUsd");
        Objects.requireNonNull(electricityUsd, "electricityUsd");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Returns the total cost of the run.
     *
     * @return US dollars; empty if any part of it has no price
     */
    public Optional<BigDecimal> totalUsd() {
        return reason.isPresent() ? Optional.empty() : Optional.of(knownUsd());
    }

    /**
     * Returns the minimum cost of the run, if it has no total.
     *
     * @return US dollars, the sum of the known parts; empty if there is a total, or no part above zero is known
     */
    public Optional<BigDecimal> atLeastUsd() {
        return reason.isPresent() ? Optional.of(knownUsd()).filter(usd -> usd.signum() > 0) : Optional.empty();
    }

    private BigDecimal knownUsd() {
        return Money.shortest(Stream.of(tokensUsd, machineUsd, electricityUsd).flatMap(Optional::stream)
                .reduce(BigDecimal.ZERO, BigDecimal::add));
    }
}
