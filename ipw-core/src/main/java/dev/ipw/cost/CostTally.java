package dev.ipw.cost;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;

/** Add up what queries cost, one after the other. For one thread. */
public final class CostTally {
    private final CostModel model;
    private BigDecimal tokensUsd = BigDecimal.ZERO;
    private long queries;
    private long unpriced;
    private Optional<String> whyUnpriced = Optional.empty();

    /**
     * Count from nothing.
     *
     * @param model what things cost
     */
    public CostTally(CostModel model) {
        this.model = model;
    }

    /**
     * Add a query.
     *
     * @param use what it used
     */
    public void add(QueryUse use) {
        // Machine and electricity count over the whole run, not query by query.
        QueryCost tokens = new CostModel(model.pricing(), CostFactors.NONE).of(use);
        queries += tokens.reason().isEmpty() ? 1 : 0;
        unpriced += tokens.reason().isEmpty() ? 0 : 1;
        whyUnpriced = whyUnpriced.or(tokens::reason);
        tokensUsd = tokensUsd.add(tokens.tokensUsd());
    }

    /**
     * Reckon what the run cost.
     *
     * @param seconds how long it was measured
     * @param joules  what its devices used in that time; empty if it is not completely known
     * @return the totals
     */
    public CostTotals finish(double seconds, OptionalDouble joules) {
        CostFactors factors = model.factors();
        Optional<BigDecimal> electricity = joules.isPresent()
                ? factors.electricityUsd(joules.getAsDouble())
                : Optional.empty();
        Optional<String> reason = whyUnpriced
                .map(why -> unpriced + " of " + (queries + unpriced) + " queries have no price: " + why);
        if (factors.usdPerKilowattHour().isPresent() && electricity.isEmpty()) {
            reason = reason.or(() -> Optional.of("the joules of the run are not completely known"));
        }
        return new CostTotals(queries, unpriced, tokensUsd, factors.machineUsd(seconds), electricity,
                joules.isPresent() ? OptionalDouble.of(factors.kilowattHours(joules.getAsDouble())) : joules,
                joules.isPresent() ? factors.carbonGrams(joules.getAsDouble()) : joules, reason);
    }
}
