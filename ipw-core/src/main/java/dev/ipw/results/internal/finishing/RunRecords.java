package dev.ipw.results.internal.finishing;

import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.inference.internal.CallId;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.ImportedMeasurements;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import dev.ipw.record.QueryParts.PhaseMetrics;
import dev.ipw.record.QueryParts.ToolMetrics;
import dev.ipw.results.internal.journal.FinishedQuery;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.JournalQueries;
import dev.ipw.results.internal.journal.LatestEvaluations;
import dev.ipw.run.RunConfiguration;
import dev.ipw.telemetry.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The records of a run, put together one after the other: the outcome, its joules, and the verdict. */
final class RunRecords implements Iterator<ProfilingRecord> {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private final RunConfiguration run;
    private final List<ShardReadings> readings;
    private final RunEnergy energy;
    private final CallShares shares;
    private final JournalQueries queries;
    private final Map<CallId, CallShares.Share> waiting = new HashMap<>();
    private final LatestEvaluations verdicts;
    private final TotalsTally tally;
    private final QueryAccounts accounts;
    private final ToolProcesses processes;
    private Optional<FinishedQuery> query;

    RunRecords(RunConfiguration run, List<ShardReadings> readings, RunEnergy energy, CallShares shares,
            JournalQueries queries, LatestEvaluations verdicts, TotalsTally tally, QueryAccounts accounts,
            ToolProcesses processes) {
        this.run = run;
        this.readings = readings;
        this.energy = energy;
        this.shares = shares;
        this.queries = queries;
        this.verdicts = verdicts;
        this.tally = tally;
        this.accounts = accounts;
        this.processes = processes;
        query = queries.next();
        if (query.isEmpty()) {
            abandonTheRest();
        }
    }

    @Override
    public boolean hasNext() {
        return query.isPresent();
    }

    @Override
    public ProfilingRecord next() {
        FinishedQuery finished = query.orElseThrow(NoSuchElementException::new);
        List<CallShares.Share> used = sharesOf(finished.outcome());
        ModelMetrics metrics = metrics(finished, used);
        Optional<JournalEntry.Evaluated> verdict = verdicts.of(finished);
        ProfilingRecord record = new ProfilingRecord(finished.question(), run.client().model(), finished.outcome(),
                finished.measured().map(known -> with(metrics, known)).orElse(metrics),
                verdict.flatMap(JournalEntry.Evaluated::evaluator).orElse(finished.evaluator()),
                verdict.map(JournalEntry.Evaluated::evaluation), verdicts.attempts(finished.question().id()));
        tally.add(record, used.stream().map(CallShares.Share::activity).toList());
        query = queries.next();
        if (query.isEmpty()) {
            abandonTheRest();
        }
        return record;
    }

    /** Returns the shares of each call of a query; calls of other queries that ended earlier are kept for theirs. */
    private List<CallShares.Share> sharesOf(QueryOutcome outcome) {
        List<CallShares.Share> found = new ArrayList<>();
        for (ModelCall call : outcome.calls()) {
            CallId id = new CallId(outcome.queryId(), call.number());
            while (!waiting.containsKey(id)) {
                take(shares.next().orElseThrow(() -> new NoSuchElementException("the shares of " + id)));
            }
            found.add(waiting.remove(id));
        }
        return found;
    }

    private void take(CallShares.Share share) {
        if (share.isAbandoned()) {
            energy.abandon(share.devices());
        } else {
            waiting.put(share.id(), share);
        }
    }

    private void abandonTheRest() {
        for (Optional<CallShares.Share> share = shares.next(); share.isPresent(); share = shares.next()) {
            take(share.get());
        }
    }

    private ModelMetrics metrics(FinishedQuery finished, List<CallShares.Share> used) {
        QueryOutcome outcome = finished.outcome();
        ShardReadings machine = readings.get(finished.shard());
        RequestActivity activity = activity(outcome, used, machine.devices());
        Optional<QueryGaps> gaps = outcome.isPlain()
                ? Optional.empty()
                : shares.betweenCalls(outcome.queryId(), lastNanos(outcome));
        EnergyMetrics joules = finished.measured().map(ImportedMeasurements::energy).orElseGet(
                () -> energy.of(activity, used, gaps));
        TimeSpan span = new TimeSpan(activity.startNanos(), activity.endNanos());
        // Watts have no provenance of their own: estimates must not be taken for measurements.
        boolean isUndivided = energy.isUndivided();
        PowerMetrics power = new PowerMetrics(
                isUndivided ? Optional.empty() : machine.statistics(Quantity.POWER_WATTS, Scope.GPU, span),
                isUndivided || joules.isProcessorEstimated()
                        ? Optional.empty()
                        : machine.statistics(Quantity.POWER_WATTS, Scope.PACKAGE, span));
        QueryAccounts.Account account = accounts.of(outcome, joules,
                used.stream().map(CallShares.Share::activity).toList());
        return new ModelMetrics(joules, LatencyMetrics.of(outcome), outcome.usage(), power,
                machine.statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM, span)
                        .map(bytes -> bytes.dividedBy(BYTES_PER_MEBIBYTE)),
                machine.statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU, span), account.compute(),
                machine.system(), machine.gpu(), account.cost(), machine.utilization(span),
                gaps.map(known -> parts(outcome, activity, used, known)),
                account.hosted());
    }

    private static long lastNanos(QueryOutcome outcome) {
        return outcome.phases().stream().mapToLong(QueryPhase::endNanos).reduce(outcome.endNanos(), Math::max);
    }

    private QueryParts parts(QueryOutcome outcome, RequestActivity query, List<CallShares.Share> used, QueryGaps gaps) {
        List<CallMetrics> calls = new ArrayList<>();
        for (int call = 0; call < used.size(); call++) {
            ModelCall made = outcome.calls().get(call);
            calls.add(new CallMetrics(made.number(), energy.ofCall(used.get(call).activity(), used.get(call).devices()),
                    LatencyMetrics.of(made.timeline(), made.response().usage())));
        }
        List<ToolMetrics> tools = new ArrayList<>();
        for (int tool = 0; tool < outcome.tools().size(); tool++) {
            ToolSpan span = outcome.tools().get(tool);
            tools.add(new ToolMetrics(span, energy.headlineOf(query, gaps.tool(tool)),
                    energy.named(query, gaps.tool(tool)),
                    span.processorTime().map(time -> processes.joules(time, span.startNanos(), span.endNanos()))));
        }
        List<PhaseMetrics> phases = new ArrayList<>();
        for (int phase = 0; phase < outcome.phases().size(); phase++) {
            phases.add(new PhaseMetrics(outcome.phases().get(phase), energy.headlineOf(query, gaps.phase(phase)),
                    energy.named(query, gaps.phase(phase))));
        }
        return new QueryParts(calls, tools, energy.headlineOf(query, gaps.idle()), energy.named(query, gaps.idle()),
                phases);
    }

    /**
     * Returns the activity of a query. That of a plain question is that of its call; of another query only its ends are
     * used.
     */
    private static RequestActivity activity(QueryOutcome outcome, List<CallShares.Share> used,
            Set<String> devices) {
        if (outcome.isPlain()) {
            return used.getFirst().activity();
        }
        long start = outcome.startNanos();
        return new RequestActivity(outcome.queryId(), start, OptionalLong.empty(), OptionalLong.empty(),
                Math.max(start, outcome.endNanos()), 0, 0, 0, TokenTimes.NONE, devices);
    }

    /** Returns the measurements of another tool in place of ours, because its samples are not kept. */
    private static ModelMetrics with(ModelMetrics ours, ImportedMeasurements known) {
        return new ModelMetrics(ours.energy(), ours.latency(), ours.tokens(), known.power(),
                known.hostMemoryMegabytes(), known.temperatureCelsius(), ours.compute(), ours.system(), known.gpu(),
                ours.cost(), ours.utilization(), ours.parts(), ours.hosted());
    }
}
