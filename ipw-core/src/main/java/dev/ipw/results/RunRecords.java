package dev.ipw.results;

import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.HardwareUtilization;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestOutcome;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleStore;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;

/** Put the records of a run together, one after the other: what came back, what it used, and the verdict. */
final class RunRecords implements Iterator<ProfilingRecord> {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    private static final double GIBIBYTE = 1 << 30;

    private final RunConfiguration run;
    private final Optional<SampleStore> samples;
    private final Optional<GpuInfo> gpu;
    private final RunEnergy energy;
    private final RequestShares shares;
    private final JournalRequests requests;
    private final Verdicts verdicts;
    private final TotalsTally tally;
    private final QueryAccounts accounts;
    private Optional<RequestShares.Share> share;

    RunRecords(RunConfiguration run, Optional<SampleStore> samples, RunEnergy energy, RequestShares shares,
            JournalRequests requests, Verdicts verdicts, TotalsTally tally, QueryAccounts accounts) {
        this.run = run;
        this.samples = samples;
        this.energy = energy;
        this.shares = shares;
        this.requests = requests;
        this.verdicts = verdicts;
        this.tally = tally;
        this.accounts = accounts;
        gpu = GpuInfo.of(samples.map(SampleStore::devices).orElse(List.of()).stream()
                .sorted(RunWriter.IN_ORDER).toList());
        share = shares.next();
    }

    @Override
    public boolean hasNext() {
        return share.isPresent();
    }

    @Override
    public ProfilingRecord next() {
        RequestShares.Share used = share.orElseThrow(NoSuchElementException::new);
        JournalEntry.Finished finished = requests.next().orElseThrow(NoSuchElementException::new);
        EnergyMetrics joules = finished.measured().map(MeasuredElsewhere::energy)
                .orElseGet(() -> energy.of(used.activity(), used.devices()));
        ModelMetrics metrics = metrics(finished.outcome(), joules, used.activity());
        Optional<JournalEntry.Judged> verdict = verdicts.of(finished.question().id());
        ProfilingRecord record = new ProfilingRecord(finished.question(), run.client().model(), finished.outcome(),
                finished.measured().map(known -> with(metrics, known)).orElse(metrics),
                verdict.flatMap(JournalEntry.Judged::evaluator).orElse(finished.evaluator()),
                verdict.map(JournalEntry.Judged::evaluation), verdicts.attempts(finished.question().id()));
        tally.add(record, used.activity());
        share = shares.next();
        return record;
    }

    private ModelMetrics metrics(RequestOutcome outcome, EnergyMetrics joules, RequestActivity activity) {
        TimeSpan span = new TimeSpan(activity.startNanos(), activity.endNanos());
        // Watts carry no source of their own: what is only guessed does not pass for measured.
        PowerMetrics power = new PowerMetrics(statistics(Quantity.POWER_WATTS, Scope.GPU, span),
                joules.isProcessorEstimated()
                        ? Optional.empty()
                        : statistics(Quantity.POWER_WATTS, Scope.PACKAGE, span));
        LatencyMetrics latency = LatencyMetrics.of(outcome.timeline(), outcome.usage());
        QueryAccounts.Account account = accounts.of(outcome, joules, activity);
        return new ModelMetrics(joules, latency, outcome.usage(), power,
                statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM, span)
                        .map(bytes -> bytes.dividedBy(BYTES_PER_MEBIBYTE)),
                statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU, span), account.compute(),
                run.system(), gpu, account.cost(), utilization(span));
    }

    private HardwareUtilization utilization(TimeSpan span) {
        return new HardwareUtilization(mean(Quantity.UTILIZATION_PERCENT, Scope.GPU, span),
                mean(Quantity.UTILIZATION_PERCENT, Scope.MEMORY, span), OptionalDouble.empty(),
                gibibytes(Quantity.MEMORY_USED_BYTES, span), gibibytes(Quantity.MEMORY_TOTAL_BYTES, span));
    }

    private OptionalDouble mean(Quantity quantity, Scope scope, TimeSpan span) {
        return statistics(quantity, scope, span).map(known -> OptionalDouble.of(known.average()))
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble gibibytes(Quantity quantity, TimeSpan span) {
        return statistics(quantity, Scope.GPU, span).map(known -> OptionalDouble.of(known.maximum() / GIBIBYTE))
                .orElse(OptionalDouble.empty());
    }

    /** What another tool measured is all there is: its samples are not kept. */
    private static ModelMetrics with(ModelMetrics ours, MeasuredElsewhere known) {
        return new ModelMetrics(ours.energy(), ours.latency(), ours.tokens(), known.power(),
                known.hostMemoryMegabytes(), known.temperatureCelsius(), ours.compute(), ours.system(), known.gpu(),
                ours.cost(), ours.utilization());
    }

    private Optional<Statistics> statistics(Quantity quantity, Scope scope, TimeSpan span) {
        return samples.flatMap(store -> store.statistics(quantity, scope, span));
    }
}
