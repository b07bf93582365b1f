package dev.ipw.results.internal.finishing;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.compute.internal.Accelerators;
import dev.ipw.compute.internal.ComputeModel;
import dev.ipw.compute.internal.ComputeTally;
import dev.ipw.cost.QueryCost;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.cost.internal.CostTally;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedModel;
import dev.ipw.hosted.HostedTokens;
import dev.ipw.hosted.HostedTotals;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSummary.RunAccounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost and the work of each query of a run, one after the other. The machine's time is shared by the time in which
 * each query was served, so that the shares add up to the time of the measurement window.
 */
final class QueryAccounts {
    private static final double NANOS = 1e9;

    private final ComputeModel work;
    private final CostTally costTally;
    private final ComputeTally computeTally;
    private final ActiveTimes times;
    private final double measuredSeconds;
    private final double machineSeconds;
    private final double servedSeconds;
    private final Optional<HostedModel> hosted;
    private HostedTotals estimated = HostedTotals.NONE;

    /**
     * Creates accounts without queries.
     *
     * @param servedNanos the time for which the machines that served the run are paid, added up
     */
    QueryAccounts(RunAccounting accounting, List<String> gpuNames, ActiveTimes times, long measuredNanos,
            long servedNanos) {
        work = new ComputeModel(accounting.card(), accounting.precision(), Accelerators.of(gpuNames));
        costTally = new CostTally(new CostModel(accounting.pricing(), accounting.factors()));
        computeTally = new ComputeTally(work);
        hosted = accounting.hosted();
        this.times = times;
        measuredSeconds = measuredNanos / NANOS;
        machineSeconds = servedNanos / NANOS;
        double served = 0;
        for (int rank = 0; rank < times.size(); rank++) {
            served += times.end(rank) - times.start(rank);
        }
        servedSeconds = served / NANOS;
    }

    Account of(QueryOutcome outcome, EnergyMetrics joules, List<RequestActivity> calls) {
        double seconds = calls.stream().mapToLong(call -> call.endNanos() - call.startNanos()).sum() / NANOS;
        ComputeMetrics compute = work.of(outcome.usage(), outcome.floatingPointOperations(), seconds,
                calls.stream().anyMatch(this::isShared));
        QueryCost cost = costTally.add(outcome,
                servedSeconds > 0
                        ? OptionalDouble.of(machineSeconds * seconds / servedSeconds)
                        : OptionalDouble.empty(),
                complete(joules.headline()));
        if (outcome.failure().isEmpty()) {
            computeTally.add(outcome.usage(), compute);
        }
        return new Account(cost, compute, hosted.flatMap(model -> estimate(model, outcome)));
    }

    /** Estimates all calls that may be charged; a query with an uncounted one has no estimate. */
    private Optional<HostedEstimate> estimate(HostedModel model, QueryOutcome outcome) {
        List<TokenUsage> usages = outcome.calls().stream().filter(ModelCall::mayBeCharged)
                .map(call -> call.response().usage()).toList();
        List<HostedEstimate> estimates = usages.stream().flatMap(usage -> HostedTokens.of(usage).stream())
                .map(tokens -> HostedEstimate.of(model, tokens)).toList();
        if (estimates.size() < usages.size()) {
            estimated = estimated.plusWithoutTokens();
            return Optional.empty();
        }
        Optional<HostedEstimate> sum = estimates.stream().reduce(HostedEstimate::plus);
        sum.ifPresent(query -> estimated = estimated.plus(query));
        return sum;
    }

    private boolean isShared(RequestActivity call) {
        int others = times.startsBefore(call.endNanos()) - times.endsBefore(call.startNanos() + 1) - 1;
        return others > 0;
    }

    RunAccounts finish(EnergyReading deviceEnergy) {
        return new RunAccounts(costTally.finish(machineSeconds, complete(deviceEnergy)),
                computeTally.finish(measuredSeconds), hosted.map(any -> estimated));
    }

    private static OptionalDouble complete(EnergyReading reading) {
        return reading.isComplete() ? reading.joules() : OptionalDouble.empty();
    }

    /**
     * The cost and the work of one query.
     *
     * @param cost    US dollars
     * @param compute its work
     * @param hosted  its estimate at a hosted model, if one was asked for and its tokens were counted
     */
    record Account(QueryCost cost, ComputeMetrics compute, Optional<HostedEstimate> hosted) {}
}
