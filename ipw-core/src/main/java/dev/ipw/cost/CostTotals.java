package dev.ipw.cost;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what a run cost: the tokens and tools of its queries, and the machine's time, electricity and carbon over the whole
 * measured stretch, pauses between the queries included.
 *
 * @param queries          queries whose tokens and tools have a price
 * @param queriesUnpriced  queries of which something that occurred has no price, or nobody knows it
 * @param tokensUsd        US dollars of tokens and tools, as far as they are known
 * @param machineUsd       US dollars of the machine's time; empty without a cost of an hour
 * @param electricityUsd   US dollars of its joules; empty without a price of electricity, or without complete joules
 * @param kilowattHours    energy that is paid for, the power usage effectiveness included; empty without complete joules
 * @param carbonGrams      grams of CO2 and its equivalents; empty without a carbon intensity, or without complete joules
 * @param reason           why there is no total; empty if there is one
 */
public record CostTotals(long queries, long queriesUnpriced, BigDecimal tokensUsd, Optional<BigDecimal> machineUsd,
        Optional<BigDecimal> electricityUsd, OptionalDouble kilowattHours, OptionalDouble carbonGrams,
        Optional<String> reason) {
    /** Nobody reckoned. */
    public static final CostTotals UNKNOWN = new CostTotals(0, 0, BigDecimal.ZERO, Optional.empty(), Optional.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), Optional.of("nobody reckoned what the run cost"));

    /** Refuse nulls. */
    public CostTotals {
        tokensUsd = Money.shortest(tokensUsd);
        Objects.requireNonNull(machineUsd, "machineUsd");
        Objects.requireNonNull(electricityUsd, "electricityUsd");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Add up what the run cost.
     *
     * @return US dollars; empty if anything that occurred has no price
     */
    public Optional<BigDecimal> totalUsd() {
        return reason.isPresent()
                ? Optional.empty()
                : Optional.of(Money.shortest(tokensUsd.add(machineUsd.orElse(BigDecimal.ZERO))
                        .add(electricityUsd.orElse(BigDecimal.ZERO))));
    }
}
