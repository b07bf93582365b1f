package dev.ipw.analysis.pareto;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.QueryCost;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.error.Setting;
import dev.ipw.internal.number.Money;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost of each query of a finished run: tokens and joules at once, and its share of the machine's time when all
 * queries are known.
 */
final class QueryDollars implements RecordGatherer {
    private static final String NO_MACHINE_PRICE = "its model is served on the machine itself, and the cost of "
            + "an hour is not given. Give " + Setting.ANALYSIS_OPTION + " cost_per_hour=USD, or "
            + Setting.PROFILE_WITH_COST;

    private final CostModel usage;
    private final CostFactors factors;
    private final boolean isMachineUnpriced;
    private final double measuredSeconds;
    private final Figures dollars;
    private final Figures seconds;
    private double servedSeconds;
    private long unpriced;
    private Optional<String> whyUnpriced = Optional.empty();

    /** Creates an empty gatherer. */
    QueryDollars(CostModel model, double measuredSeconds, int expected) {
        factors = model.factors();
        isMachineUnpriced = model.pricing().basis() == Pricing.Basis.LOCAL && !factors.isOwnMachine();
        usage = new CostModel(model.pricing(), new CostFactors(Optional.empty(), factors.usdPerKilowattHour(),
                factors.carbonGramsPerKilowattHour(), factors.powerUsageEffectiveness()));
        this.measuredSeconds = measuredSeconds;
        dollars = new Figures(expected);
        seconds = new Figures();
    }

    @Override
    public void add(RecordedQuery record) {
        QueryCost cost = usage.of(record.outcome(), OptionalDouble.empty(), Dimension.ENERGY_JOULES.of(record));
        double served = record.totalSeconds();
        servedSeconds += served;
        // A machine of one's own is not free because its tokens are.
        Optional<String> why = isMachineUnpriced
                ? Optional.of(NO_MACHINE_PRICE)
                : cost.reason().filter(missing -> cost.totalUsd().isEmpty());
        if (why.isPresent()) {
            unpriced++;
            whyUnpriced = whyUnpriced.or(() -> why);
            return;
        }
        dollars.add(cost.knownUsd().doubleValue());
        if (factors.usdPerHour().isPresent()) {
            seconds.add(served);
        }
    }

    /** Returns the number of queries without dollars. */
    long unpriced() {
        return unpriced;
    }

    /** Returns why the first query without dollars has none. */
    Optional<String> whyUnpriced() {
        return whyUnpriced;
    }

    /** Returns the dollars of each query that has them. */
    double[] finish() {
        double[] each = dollars.values();
        double machine = Money.real(factors.machineUsd(measuredSeconds)).orElse(0);
        if (machine > 0 && servedSeconds > 0) {
            double[] served = seconds.values();
            for (int query = 0; query < each.length; query++) {
                each[query] += machine * served[query] / servedSeconds;
            }
        }
        return each;
    }
}
