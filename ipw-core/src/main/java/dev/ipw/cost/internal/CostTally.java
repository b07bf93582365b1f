package dev.ipw.cost.internal;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.QueryCost;
import dev.ipw.query.QueryOutcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The sum of the costs of queries, added one after the other. For one thread. */
public final class CostTally {
    private final CostModel model;
    private Optional<BigDecimal> tokensUsd = Optional.empty();
    private long queries;
    private long unpriced;
    private Optional<String> whyUnpriced = Optional.empty();

    /**
     * Creates an empty sum.
     *
     * @param model the computation of costs
     */
    public CostTally(CostModel model) {
        this.model = model;
    }

    /**
     * Adds a query.
     *
     * @param use the use of the query
     * @return its cost
     */
    public QueryCost add(QueryUse use) {
        return model.withMachine(added(model.tokensOf(use)), use);
    }

    /**
     * Adds a query with any number of calls.
     *
     * @param outcome        its calls and tools
     * @param machineSeconds its share of the machine's time, in seconds; empty if it is not known
     * @param joules         its joules; empty if they are not completely known
     * @return its cost
     */
    public QueryCost add(QueryOutcome outcome, OptionalDouble machineSeconds, OptionalDouble joules) {
        return model.withMachine(added(model.tokensOf(outcome)), QueryUse.of(outcome, machineSeconds, joules));
    }

    /** Machine and electricity count over the whole run, not query by query. */
    private QueryCost added(QueryCost tokens) {
        queries += tokens.reason().isEmpty() ? 1 : 0;
        unpriced += tokens.reason().isEmpty() ? 0 : 1;
        whyUnpriced = whyUnpriced.or(tokens::reason);
        Optional<BigDecimal> cost = tokens.tokensUsd();
        tokensUsd = cost.map(usd -> usd.add(tokensUsd.orElse(BigDecimal.ZERO))).or(() -> tokensUsd);
        return tokens;
    }

    /**
     * Returns the cost of the run.
     *
     * @param seconds the length of the measurement window
     * @param joules  the joules of its devices in that time; empty if they are not completely known
     * @return the totals
     */
    public CostTotals finish(double seconds, OptionalDouble joules) {
        CostFactors factors = model.factors();
        Optional<BigDecimal> electricity = joules.isPresent()
                ? factors.electricityUsd(joules.getAsDouble())
                : Optional.empty();
        List<String> missing = new ArrayList<>();
        whyUnpriced.ifPresent(
                why -> missing.add(unpriced + " of " + (queries + unpriced) + " queries have no price: " + why));
        if (factors.usdPerKilowattHour().isPresent() && electricity.isEmpty()) {
            missing.add("the joules of the run are not completely known");
        }
        return new CostTotals(queries, unpriced, tokensUsd, factors.machineUsd(seconds), electricity,
                joules.isPresent() ? OptionalDouble.of(factors.kilowattHours(joules.getAsDouble())) : joules,
                joules.isPresent() ? factors.carbonGrams(joules.getAsDouble()) : joules,
                missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing)));
    }
}
