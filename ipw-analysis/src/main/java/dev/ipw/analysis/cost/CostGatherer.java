package dev.ipw.analysis.cost;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.QueryCost;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.cost.internal.CostTally;
import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.number.Money;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Estimate;
import java.util.Optional;
import java.util.OptionalDouble;

/** The sum of the costs of a run's queries, and the number of right answers. */
final class CostGatherer implements RecordGatherer {
    private final CostTally tally;
    private final UsdPerCorrect perCorrect = new UsdPerCorrect();
    private long right;
    private long judged;

    CostGatherer(CostModel model) {
        tally = new CostTally(model);
    }

    @Override
    public void add(ProfilingRecord record) {
        // The machine and its joules belong to the run here, and are spread over the queries at the end.
        QueryCost cost = tally.add(record.outcome(), OptionalDouble.empty(), OptionalDouble.empty());
        Optional<Boolean> correct = record.isCorrect();
        judged += correct.isPresent() ? 1 : 0;
        right += correct.filter(Boolean::booleanValue).isPresent() ? 1 : 0;
        // Answers without a verdict are paid for too.
        perCorrect.add(correct.orElse(false), cost.knownUsd().doubleValue());
    }

    /** Counts the right answers. */
    long right() {
        return right;
    }

    CostTotals finish(RunTotals run) {
        return tally.finish(run.measuredSeconds(),
                run.headlineEnergy().map(EnergyReading::joules).orElse(OptionalDouble.empty()));
    }

    /** Divides the cost of the run by its right answers; empty without a total, or if nothing was evaluated. */
    Optional<Estimate> perRight(CostTotals totals) {
        return totals.totalUsd().isPresent() && judged > 0
                ? perCorrect.estimate(Money.real(totals.machineUsd()).orElse(0)
                        + Money.real(totals.electricityUsd()).orElse(0))
                : Optional.empty();
    }
}
