package dev.ipw.junit.contract;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.InferenceClient;
import dev.ipw.junit.fake.FakeInferenceClient;
import dev.ipw.junit.fake.FakeTelemetrySource;
import dev.ipw.load.Load;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract between a run and an agent: the agent answers, a failing model makes a failed task and no exception,
 * concurrent tasks do not mix, and the joules of calls, tools and the time between add up.
 *
 * <pre>{@code
 * class PlannerTests extends AgentContract {
 *     protected QueryRunner agent() {
 *         return new Planner();
 *     }
 *     protected String reply(String said) {
 *         return said.contains("Plan:") ? "The answer is 42" : "Plan: look it up";
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class AgentContract {
    private static final int TASKS = 16;
    private static final double WATTS = 100;
    private static final double MAX_RELATIVE = 1e-9;

    @TempDir
    private Path runs;

    /** Creates the contract of a subclass's agent. */
    protected AgentContract() {}

    /**
     * Creates the agent. It is used for many tasks at once.
     *
     * @return the agent
     * @throws Exception if it cannot be created, which fails the test
     */
    protected abstract QueryRunner agent() throws Exception;

    /**
     * Acts as the model.
     *
     * @param said the last message to the model
     * @return the model's reply; eventually one that the agent takes as its answer
     */
    protected abstract String reply(String said);

    /**
     * Returns the task with a number.
     *
     * @param number from 1
     * @return the agent's question
     */
    protected String task(int number) {
        return "Do task " + number;
    }

    private List<ProfilingRecord> records(InferenceClient model, int tasks, Load load) throws Exception {
        Dataset dataset = new Tasks(IntStream.rangeClosed(1, tasks)
                .mapToObj(number -> DatasetRecord.of("t" + number, task(number), "")).toList());
        try (Profiler profiler = Profiler.builder().client(model).dataset(dataset).queryRunner(agent()).load(load)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                .plugins(known -> known.telemetrySource(new FakeTelemetrySource(WATTS))).output(runs).build()) {
            ProfileRun run = profiler.run();
            try (Stream<ProfilingRecord> records = run.records()) {
                return records.toList();
            }
        }
    }

    @Test
    final void answers() throws Exception {
        QueryOutcome outcome = records(FakeInferenceClient.answering(this::reply), 1, Load.sequential()).getFirst()
                .outcome();

        assertTrue(outcome.failure().isEmpty(), () -> "the task failed: " + outcome.failure());
        assertFalse(outcome.answer().isBlank(), "the task has no answer");
        assertFalse(outcome.calls().isEmpty(), "the task made no call of the model by session.call(...)");
        for (ToolSpan tool : outcome.tools()) {
            assertTrue(tool.endNanos() <= outcome.endNanos(), () -> "the tool " + tool.name() + " outlived its task");
        }
    }

    @Test
    final void aModelThatFailsIsAFailedTask() throws Exception {
        QueryOutcome outcome = records(FakeInferenceClient.refusing(), 1, Load.sequential()).getFirst().outcome();

        assertTrue(outcome.failure().isPresent(), "the model answered nothing, and the task did not fail");
        assertFalse(outcome.calls().isEmpty(), "the failed call is not kept");
        assertEquals(outcome.calls().getLast().failure(), outcome.failure(),
                "the task must fail as its last call did: end with session.finish()");
    }

    @Test
    final void tasksAtOnceDoNotMix() throws Exception {
        QueryOutcome alone = records(FakeInferenceClient.answering(this::reply), 1, Load.sequential()).getFirst()
                .outcome();
        List<ProfilingRecord> records = records(FakeInferenceClient.answering(this::reply), TASKS,
                Load.concurrency(TASKS));

        assertEquals(TASKS, records.size());
        for (ProfilingRecord record : records) {
            assertEquals(alone.calls().size(), record.outcome().calls().size(),
                    () -> "beside other tasks " + record.question().id() + " made other calls than alone");
            assertEquals(alone.tools().size(), record.outcome().tools().size(),
                    () -> "beside other tasks " + record.question().id() + " used other tools than alone");
        }
    }

    @Test
    final void joulesOfTheTurnsAddUpToTheTask() throws Exception {
        for (ProfilingRecord record : records(FakeInferenceClient.answering(this::reply), 2, Load.concurrency(2))) {
            double task = record.metrics().energy().headline().joules().orElseThrow();
            record.metrics().parts().ifPresent(parts -> {
                double sum = parts.idle().joules().orElseThrow()
                        + parts.calls().stream().mapToDouble(call -> call.energy().headline().joules().orElseThrow())
                                .sum()
                        + parts.tools().stream().mapToDouble(tool -> tool.energy().joules().orElseThrow()).sum();
                assertEquals(task, sum, MAX_RELATIVE * task, "calls, tools and idle do not add up to the task");
            });
        }
    }

    /** Tasks in memory. */
    private record Tasks(List<DatasetRecord> tasks) implements Dataset {
        @Override
        public String id() {
            return "tasks";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return tasks.stream();
        }
    }
}
