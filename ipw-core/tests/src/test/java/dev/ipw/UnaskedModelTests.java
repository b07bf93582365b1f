package dev.ipw;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs whose runner asks no model, on a machine that always draws the same. */
@Tag("real-time")
class UnaskedModelTests {
    @TempDir
    Path runs;

    private final AtomicInteger asked = new AtomicInteger();

    private ProfileRun run(QueryRunner runner) throws InterruptedException {
        try (Profiler profiler = ToolUsingRunner.builder(runs, new Counted()).queryRunner(runner).build()) {
            return profiler.run();
        }
    }

    @Test
    void nothingIsAskedAndNothingIsTheModels() throws InterruptedException {
        ProfileRun run = run(new Solver(false));

        assertThat(asked).as("warm-up requests, and others").hasValue(0);
        Efficiency efficiency = run.efficiency();
        assertThat(efficiency.correct()).isEqualTo(ToolUsingRunner.QUESTIONS);
        assertThat(efficiency.intelligencePerJoule().estimate()).isEmpty();
        assertThat(efficiency.intelligencePerWatt().estimate()).isEmpty();
        assertThat(efficiency.whyNoHeadline()).contains("no model call was made");
        assertThat(efficiency.joulesPerQuery().estimate()).as("of what the tool used").isPresent();
        RunReader reader = RunReader.open(run.path());
        assertThat(ModelCalls.areMissing(reader)).isTrue();
        assertThat(ModelCalls.subject(reader)).isEqualTo("solver");
    }

    @Test
    void aRunnerThatAsksAllTheSameIsRefused() throws InterruptedException {
        QueryRunner own = new ToolUsingRunner();
        ProfileRun run = run(new QueryRunner() {
            @Override
            public boolean asksModel() {
                return false;
            }

            @Override
            public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
                return own.run(question, session);
            }
        });

        assertThat(asked).hasValue(0);
        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(records).hasSize(ToolUsingRunner.QUESTIONS).allSatisfy(record -> assertThat(
                    record.outcome().failure().orElseThrow().message()).contains("says that it asks no model"));
        }
    }

    @Test
    void aRunThatAsksIsTheModels() throws InterruptedException {
        RunReader reader = RunReader.open(run(new ToolUsingRunner()).path());

        assertThat(asked.get()).isGreaterThan(ToolUsingRunner.QUESTIONS);
        assertThat(ModelCalls.areMissing(reader)).isFalse();
        assertThat(ModelCalls.subject(reader)).isEqualTo("scripted:1b");
    }

    /** Answers by a tool alone. */
    private record Solver(boolean asksModel) implements QueryRunner {
        @Override
        public Map<String, String> settings() {
            return Map.of("agent", "solver");
        }

        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
            try {
                return session.finish(session.tool("solution", Optional.empty(), () -> {
                    TimeUnit.MILLISECONDS.sleep(30);
                    return question.problem().replace("number", "it is");
                }));
            } catch (InterruptedException cancelled) {
                throw cancelled;
            } catch (Exception impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private final class Counted implements InferenceClient {
        private final InferenceClient model = new ToolUsingRunner.ScriptedModel(Optional.empty());

        @Override
        public ClientInfo describe() {
            return model.describe();
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                throws InferenceException, InterruptedException {
            asked.incrementAndGet();
            return model.infer(request, sink);
        }
    }
}
