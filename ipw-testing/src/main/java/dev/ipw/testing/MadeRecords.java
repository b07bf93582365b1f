package dev.ipw.testing;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.format.MetadataColumn;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSettings;
import dev.ipw.run.RunTotals;
import dev.ipw.telemetry.RunClock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** Makes the parts of a run that tests make up: its records, its totals and its configuration. */
public final class MadeRecords {
    private static final SystemInfo SYSTEM = new SystemInfo("Linux", "6", Optional.empty(), Optional.empty(), 2,
            Optional.empty());
    private static final PowerMetrics NO_WATTS = new PowerMetrics(Optional.empty(), Optional.empty());

    private MadeRecords() {}

    /** Make a record that was evaluated at most once. */
    public static ProfilingRecord record(DatasetRecord question, String model, QueryOutcome outcome,
            ModelMetrics metrics, String evaluator, Optional<Evaluation> evaluation) {
        return new ProfilingRecord(question, model, outcome, metrics, evaluator, evaluation,
                evaluation.isPresent() ? 1 : 0);
    }

    /** Make the verdict on an answer. */
    public static Evaluation evaluation(boolean right) {
        return evaluation(right ? Verdict.CORRECT : Verdict.INCORRECT);
    }

    /** Make an evaluation without reasons. */
    public static Evaluation evaluation(Verdict verdict) {
        return new Evaluation(verdict, Optional.empty(), "", Map.of());
    }

    /** Make the metrics of a query of which only joules, moments and tokens are known. */
    public static ModelMetrics metrics(EnergyMetrics energy, ResponseTimeline timeline, TokenUsage tokens) {
        return metrics(energy, timeline, tokens, NO_WATTS);
    }

    /** Make the metrics of a query during which watts were read. */
    public static ModelMetrics metrics(EnergyMetrics energy, ResponseTimeline timeline, TokenUsage tokens,
            PowerMetrics power) {
        return new ModelMetrics(energy, LatencyMetrics.of(timeline, tokens), tokens, power, Optional.empty(),
                Optional.empty(), ComputeMetrics.NONE, SYSTEM, Optional.empty(),
                QueryCost.UNKNOWN, HardwareUtilization.NONE, Optional.empty());
    }

    /** Make the joules of a query: those of the headline, and of devices. */
    public static EnergyMetrics energy(EnergyReading headline, List<DeviceEnergy> devices) {
        return new EnergyMetrics(headline, "package", devices, OptionalDouble.empty(), OptionalDouble.empty(),
                EnergyBreakdown.NONE);
    }

    /** Make measured joules of the processor package; NaN if nobody measured them. */
    public static EnergyReading joules(double joules) {
        return joules(joules, Scope.PACKAGE);
    }

    /** Make measured joules; NaN if nobody measured them. */
    public static EnergyReading joules(double joules, Scope scope) {
        return Double.isNaN(joules)
                ? EnergyReading.unavailable(scope, "no sensor", "nobody looked")
                : EnergyReading.of(joules, joules, joules, Provenance.MEASURED, scope, scope.label(), Set.of());
    }

    /** Add up the joules of queries; the devices used nothing between them. */
    public static EnergyReading sum(double... joules) {
        double sum = Double.NaN;
        for (double one : joules) {
            sum = Double.isNaN(one) ? sum : one + (Double.isNaN(sum) ? 0 : sum);
        }
        return joules(sum);
    }

    /** Make the totals of a run whose requests all succeeded, a second each, and have their joules. */
    public static RunTotals totals(int queries, OptionalLong inputTokens, OptionalLong outputTokens,
            EnergyReading energy, List<DeviceTotals> devices) {
        return totals(queries, new RunTotals.Tokens(inputTokens, outputTokens), queries * 1_000_000_000L,
                new RunTotals.Headline(energy, "package"), devices);
    }

    /** Make the totals of a run whose requests all succeeded and have their joules. */
    public static RunTotals totals(int queries, RunTotals.Tokens tokens, long measuredNanos,
            RunTotals.Headline headline, List<DeviceTotals> devices) {
        return new RunTotals(new RunTotals.Requests(queries, queries, 0, queries, 0), OptionalDouble.empty(), tokens,
                measuredNanos, headline, devices, Map.of(), RunTotals.MachineUse.UNKNOWN, ProcessShare.none("test"));
    }

    /** Make the configuration of a run with so many requests at once. */
    public static RunConfiguration configuration(ClientInfo client, int concurrency) {
        return new RunConfiguration(RunSettings.measuredElsewhere("made", LoadSettings.ofConcurrency(concurrency)),
                client, "made", RunAccounting.NONE, Optional.empty(), SYSTEM, "test", new RunClock(0, 0), "runs",
                Optional.empty(), Map.of("ipw", "test"));
    }

    /** Choose the column of the metadata for these questions. */
    public static MetadataColumn metadataColumn(Collection<DatasetRecord> questions) {
        MetadataColumn.Choice choice = new MetadataColumn.Choice();
        questions.forEach(choice::add);
        return choice.column();
    }
}
