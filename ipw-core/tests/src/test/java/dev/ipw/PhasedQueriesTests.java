package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.load.Load;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QueryPhase.Kind;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.PhaseMetrics;
import dev.ipw.run.DeviceTotals;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

/** Queries with something done before and after them, on a machine that always draws the same. */
@Tag("real-time")
class PhasedQueriesTests {
    private static final double WATTS = SteadySource.WATTS;
    private static final double EDGES_JOULES = 2 * 0.005 * WATTS;

    private static final int FEW = 2;

    @TempDir
    static Path shared;

    private static ProfileRun sequential;

    @TempDir
    Path runs;

    @BeforeAll
    static void profile() throws InterruptedException {
        sequential = run(shared, new PhasedRunner(), Load.sequential(), ToolUsingRunner.QUESTIONS);
    }

    private static ProfileRun run(Path runs, QueryRunner runner, Load load, int questions)
            throws InterruptedException {
        try (Profiler profiler = ToolUsingRunner.builder(runs, new ToolUsingRunner.ScriptedModel(Optional.empty()))
                .queryRunner(runner).load(load).maxQueries(questions).build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    private static double seconds(long startNanos, long endNanos) {
        return (endNanos - startNanos) / 1e9;
    }

    @Test
    void whatIsDoneAroundAQueryStandsBesideIt() {
        for (ProfilingRecord record : records(sequential)) {
            QueryOutcome outcome = record.outcome();
            List<PhaseMetrics> phases = record.metrics().parts().orElseThrow().phases();
            assertThat(phases).extracting(phase -> phase.phase().kind()).containsExactly(Kind.ENVIRONMENT_SETUP,
                    Kind.AGENT_SETUP, Kind.VERIFICATION);
            for (PhaseMetrics phase : phases) {
                assertJoules(phase.energy(), seconds(phase.phase().startNanos(), phase.phase().endNanos()) * WATTS);
            }
            assertThat(outcome.intendedStartNanos()).isGreaterThanOrEqualTo(phases.get(1).phase().endNanos()
                    - phases.get(0).phase().startNanos());
            assertThat(outcome.endNanos()).isLessThanOrEqualTo(phases.get(2).phase().startNanos());
            double own = seconds(outcome.calls().getFirst().startNanos(), outcome.endNanos());
            assertThat(record.metrics().energy().headline().joules().orElseThrow()).isCloseTo(own * WATTS,
                    within(4 * EDGES_JOULES));
            assertThat(outcome.phases().get(2).error()).isPresent();
        }
        assertConserved(sequential);
        assertHeadlinesAreOfQueriesAlone(sequential);
    }

    /** The machine always draws the same, whatever is left out: watts that are not these leave out joules or time alone. */
    private static void assertHeadlinesAreOfQueriesAlone(ProfileRun run) {
        DeviceTotals device = run.summary().totals().devices().getFirst();
        double own = device.total().joules().orElseThrow() - device.phasesJoules().orElseThrow();
        assertThat(run.efficiency().joulesPerQuery().orElseThrow())
                .isCloseTo(own / ToolUsingRunner.QUESTIONS, within(1e-9 * own));
        assertThat(run.efficiency().deviceWatts().orElseThrow()).isCloseTo(WATTS, within(0.03 * WATTS));
        List<QueryPhase> phases = records(run).stream().flatMap(record -> record.outcome().phases().stream()).toList();
        assertThat(device.phasesJoules().orElseThrow()).isCloseTo(
                phases.stream().mapToDouble(phase -> seconds(phase.startNanos(), phase.endNanos()) * WATTS).sum(),
                within(phases.size() * EDGES_JOULES));
        assertThat(ProfileRun.open(run.path()).summary().totals()).isEqualTo(run.summary().totals());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void phasesQueriesAndIdleAddUpToTheDevice(int concurrency) throws InterruptedException {
        ProfileRun run = run(runs, new PhasedRunner(), Load.concurrency(concurrency), ToolUsingRunner.QUESTIONS);

        assertConserved(run);
        assertThat(run.efficiency().deviceWatts().orElseThrow()).isCloseTo(WATTS, within(0.05 * WATTS));
        for (ProfilingRecord record : records(run)) {
            for (PhaseMetrics phase : record.metrics().parts().orElseThrow().phases()) {
                double most = seconds(phase.phase().startNanos(), phase.phase().endNanos()) * WATTS + EDGES_JOULES;
                assertThat(phase.energy().joules().orElseThrow()).isBetween(0.0, most);
                assertThat(phase.energy().provenance()).isIn(Provenance.ESTIMATED, Provenance.MEASURED);
            }
        }
    }

    @Test
    void latencyAndServiceTimeLeaveThePhasesOut() {
        for (ProfilingRecord record : records(sequential)) {
            ModelCall first = record.outcome().calls().getFirst();
            List<QueryPhase> phases = record.outcome().phases();
            assertThat(first.timeline().intendedStartNanos()).isEqualTo(record.outcome().intendedStartNanos());
            double around = phases.stream().mapToDouble(phase -> seconds(phase.startNanos(), phase.endNanos())).sum();
            double whole = seconds(phases.getFirst().startNanos(), phases.getLast().endNanos());
            assertThat(record.metrics().latency().totalSeconds()).isLessThanOrEqualTo(whole - around
                    + seconds(record.outcome().intendedStartNanos(), phases.get(1).endNanos()) + 0.001);
        }
    }

    @Test
    void aCallWithinAPhaseIsRefused() throws InterruptedException {
        QueryRunner wrong = (question, session) -> {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> session.phase(Kind.AGENT_SETUP,
                    () -> session.call(new InferenceRequest(session.opening(question),
                            session.options(question)))))
                    .withMessageContaining("phase");
            return new ToolUsingRunner().run(question, session);
        };

        ProfileRun run = run(runs, wrong, Load.sequential(), FEW);

        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.outcome().failure()).isEmpty();
            assertThat(record.outcome().calls()).hasSize(ToolUsingRunner.TURNS);
            assertThat(record.outcome().phases().getFirst().error()).isPresent();
        });
    }

    @Test
    void nothingOfTheQueryComesAfterAPhaseThatEndedIt() throws InterruptedException {
        QueryRunner wrong = (question, session) -> {
            new ToolUsingRunner().run(question, session);
            PhasedRunner.phase(session, Kind.AGENT_SETUP, 1);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> session.tool("late", Optional.empty(), () -> "no"))
                    .withMessageContaining("ended with the phase");
            return session.finish();
        };

        assertThat(records(run(runs, wrong, Load.sequential(), FEW))).allSatisfy(record -> {
            assertThat(record.outcome().failure()).isEmpty();
            assertThat(record.outcome().tools()).hasSize(2);
        });
    }

    @Test
    void aToolBeforeTheFirstCallIsTimeOfTheQueryToo() throws InterruptedException {
        QueryRunner retrieving = (question, session) -> {
            try {
                session.tool("retrieve", Optional.empty(), () -> {
                    TimeUnit.MILLISECONDS.sleep(80);
                    return "";
                });
            } catch (InterruptedException cancelled) {
                throw cancelled;
            } catch (Exception impossible) {
                throw new IllegalStateException(impossible);
            }
            return new ToolUsingRunner().run(question, session);
        };

        for (ProfilingRecord record : records(run(runs, retrieving, Load.sequential(), FEW))) {
            double seconds = seconds(record.outcome().tools().getFirst().startNanos(), record.outcome().endNanos());
            assertThat(record.metrics().latency().totalSeconds()).isCloseTo(seconds, within(1e-6));
            assertThat(record.metrics().energy().headline().joules().orElseThrow()).isCloseTo(seconds * WATTS,
                    within(4 * EDGES_JOULES));
        }
    }

    private static void assertJoules(EnergyReading reading, double drawn) {
        assertThat(reading.joules().orElseThrow()).isCloseTo(drawn, within(EDGES_JOULES));
        assertThat(reading.lower().orElseThrow()).isLessThanOrEqualTo(drawn + 1e-6);
        assertThat(reading.upper().orElseThrow()).isGreaterThanOrEqualTo(drawn - 1e-6);
    }

    private static void assertConserved(ProfileRun run) {
        double ofQueries = 0;
        double ofPhases = 0;
        for (ProfilingRecord record : records(run)) {
            QueryParts parts = record.metrics().parts().orElseThrow();
            double query = record.metrics().energy().headline().joules().orElseThrow();
            double sum = parts.idle().joules().orElseThrow()
                    + parts.calls().stream().mapToDouble(call -> call.energy().headline().joules().orElseThrow()).sum()
                    + parts.tools().stream().mapToDouble(tool -> tool.energy().joules().orElseThrow()).sum();
            assertThat(sum).isCloseTo(query, within(1e-9 * query));
            ofQueries += query;
            ofPhases += parts.phases().stream().mapToDouble(phase -> phase.energy().joules().orElseThrow()).sum();
        }
        DeviceTotals device = run.summary().totals().devices().getFirst();
        double total = device.total().joules().orElseThrow();
        assertThat(device.requestsJoules().orElseThrow()).isCloseTo(ofQueries, within(1e-9 * total));
        assertThat(device.phasesJoules().orElseThrow()).isCloseTo(ofPhases, within(1e-9 * total));
        assertThat(ofQueries + ofPhases + device.abandonedJoules().orElseThrow() + device.idleJoules().orElseThrow()
                + device.otherJoules().orElseThrow()).isCloseTo(total, within(1e-9 * total));
    }

    /** Makes ready in two steps, lets the model use its tools, and then runs a test that fails. */
    private static final class PhasedRunner implements QueryRunner {
        private final QueryRunner own = new ToolUsingRunner();

        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
            phase(session, Kind.ENVIRONMENT_SETUP, 60);
            phase(session, Kind.AGENT_SETUP, 20);
            own.run(question, session);
            phase(session, Kind.VERIFICATION, 45);
            return session.finish();
        }

        private static void phase(QuerySession session, Kind kind, long millis) throws InterruptedException {
            try {
                session.phase(kind, () -> {
                    TimeUnit.MILLISECONDS.sleep(millis);
                    if (kind == Kind.VERIFICATION) {
                        throw new IllegalStateException("a test failed");
                    }
                    return kind;
                });
            } catch (InterruptedException cancelled) {
                throw cancelled;
            } catch (Exception failed) {
                assertThat(failed).hasMessage("a test failed");
            }
        }
    }
}
