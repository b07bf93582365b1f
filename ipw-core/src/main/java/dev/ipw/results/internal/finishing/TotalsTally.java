package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.SteadyLoad;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunTotals.Requests;
import dev.ipw.run.RunTotals.SteadyState;
import dev.ipw.run.RunTotals.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The totals of a run's queries, counted one after the other. */
final class TotalsTally {
    private final Optional<TimeSpan> steady;
    private final Optional<OfferedLoad> offered;
    private final Sum inputTokens = new Sum();
    private final Sum outputTokens = new Sum();
    private final ServerReportCheck serverReports = new ServerReportCheck();
    private long queries;
    private long failed;
    private long metered;
    private long partlyMetered;
    private double steadyTokens;
    private Optional<EnergyMetrics> firstMetered = Optional.empty();

    /**
     * Creates empty totals.
     *
     * @param steady  the span of steady load, if there is one
     * @param offered counts the offered load; empty where each answer makes room for a request
     */
    TotalsTally(Optional<TimeSpan> steady, Optional<OfferedLoad> offered) {
        this.steady = steady;
        this.offered = offered;
    }

    void add(ProfilingRecord record, List<RequestActivity> calls) {
        queries++;
        serverReports.add(record.outcome());
        offered.ifPresent(load -> load.add(arrivalNanos(record.outcome())));
        EnergyReading headline = record.metrics().energy().headline();
        if (firstMetered.isEmpty() && headline.isAvailable()) {
            firstMetered = Optional.of(record.metrics().energy());
        }
        metered += headline.isComplete() ? 1 : 0;
        partlyMetered += headline.isAvailable() && !headline.isComplete() ? 1 : 0;
        if (record.hasFailed()) {
            failed++;
        } else {
            inputTokens.add(record.metrics().tokens().input());
            outputTokens.add(record.metrics().tokens().output());
            steady.ifPresent(span -> steadyTokens += SteadyLoad.outputTokens(span, calls));
        }
    }

    /** Returns the joules of the first query with a reading. */
    Optional<EnergyMetrics> firstMetered() {
        return firstMetered;
    }

    /** Returns warnings about the server's reports. */
    List<String> warnings() {
        return serverReports.warnings();
    }

    /** Returns the counts of the queries. */
    Requests requests() {
        return new Requests(queries, queries, failed, metered, partlyMetered);
    }

    Tokens tokens() {
        return new Tokens(inputTokens.known(), outputTokens.known());
    }

    /** Returns the rate that was actually offered. */
    OptionalDouble offeredPerSecond() {
        return offered.map(OfferedLoad::perSecond).orElse(OptionalDouble.empty());
    }

    Optional<SteadyState> steadyState(RunEnergy energy) {
        return outputTokens.known().isPresent()
                ? steady.flatMap(span -> energy.steadyState(span, queries, failed, steadyTokens))
                : Optional.empty();
    }

    /** A sum that is unknown if a part is unknown, or if there are no parts. */
    private static final class Sum {
        private long sum;
        private boolean any;
        private boolean missing;

        void add(OptionalLong part) {
            any = true;
            missing |= part.isEmpty();
            sum += part.orElse(0);
        }

        OptionalLong known() {
            return any && !missing ? OptionalLong.of(sum) : OptionalLong.empty();
        }
    }

    /** Returns the arrival of a query, which is before the phases for which its start had to wait. */
    private static long arrivalNanos(QueryOutcome outcome) {
        return outcome.intendedStartNanos()
                - outcome.phases().stream().filter(phase -> phase.startNanos() < outcome.startNanos())
                        .mapToLong(phase -> phase.endNanos() - phase.startNanos()).sum();
    }
}
