package dev.ipw.benchmarks;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.SystemInfo;
import dev.ipw.statistics.Statistics;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Makes a query of a run: answered in half a second, after an eighth to its first token, while its GPU drew 500 W.
 *
 * @param question   what was asked
 * @param verdict    what came of it
 * @param provenance how its joules came about
 * @param joules     its joules
 * @param usd        its dollars; below 0 for none
 */
public record MadeQuery(DatasetRecord question, Verdict verdict, Provenance provenance, double joules, double usd) {
    private static final long HALF_A_SECOND = 500_000_000L;

    /** Make an open question. */
    public static MadeQuery of(String id, boolean isRight, double joules) {
        return new MadeQuery(DatasetRecord.of(id, "Question " + id.split("#", -1)[0], "42"),
                isRight ? Verdict.CORRECT : Verdict.INCORRECT, Provenance.MEASURED, joules, joules / 1000);
    }

    /** Ask another question under the same id. */
    public MadeQuery asking(DatasetRecord other) {
        return new MadeQuery(other, verdict, provenance, joules, usd);
    }

    /** Change the verdict. */
    public MadeQuery judged(Verdict other) {
        return new MadeQuery(question, other, provenance, joules, usd);
    }

    /** Change where the joules are from. */
    public MadeQuery from(Provenance other) {
        return new MadeQuery(question, verdict, other, joules, usd);
    }

    /** Make the record. */
    public ProfilingRecord profiled() {
        ResponseTimeline timeline = new ResponseTimeline(0, DispatchTimings.at(0), OptionalLong.of(0),
                OptionalLong.of(125_000_000L), OptionalLong.of(125_000_000L), OptionalLong.of(125_000_000L),
                OptionalLong.of(HALF_A_SECOND), HALF_A_SECOND, new long[]{125_000_000L, HALF_A_SECOND});
        TokenUsage usage = TokenUsage.server(100, 20);
        ModelMetrics metrics = new ModelMetrics(energy(), LatencyMetrics.of(timeline, usage), usage,
                new PowerMetrics(Optional.of(new Statistics(500, 500, 500, 500)), Optional.empty()), Optional.empty(),
                Optional.empty(), ComputeMetrics.ofClient(joules * 1e9), SystemInfo.UNKNOWN, Optional.empty(), cost(),
                HardwareUtilization.NONE, Optional.empty());
        QueryOutcome outcome = QueryOutcome.of(question.id(),
                ModelCall.answered(1, List.of(), InferenceResponse.of("42", usage), timeline));
        return new ProfilingRecord(question, "model", outcome, metrics, "exact",
                Optional.of(new Evaluation(verdict, Optional.of("42"), "a reason", Map.of())), 1);
    }

    private EnergyMetrics energy() {
        EnergyReading headline = provenance == Provenance.UNAVAILABLE
                ? EnergyReading.unavailable(Scope.GPU, "none", "no sensor")
                : EnergyReading.of(joules, joules, joules, provenance, Scope.GPU, "NVML", Set.of());
        return new EnergyMetrics(headline, "gpu", List.of(), OptionalDouble.empty(), OptionalDouble.empty(),
                EnergyBreakdown.NONE);
    }

    private QueryCost cost() {
        return usd < 0
                ? QueryCost.UNKNOWN
                : new QueryCost(Optional.of(BigDecimal.valueOf(usd)), Optional.empty(), Optional.empty(),
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), OptionalDouble.empty(),
                        "list", Optional.empty());
    }
}
