package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import dev.ipw.load.Load;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QuerySession;
import dev.ipw.telemetry.Sensor;
import dev.ipw.testing.ChangedSummary;
import dev.ipw.testing.SteadySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes small runs of a model that answers at once, with a package that draws 50 W or without any sensor. */
final class ExampleRun {
    static final String HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
            + "\u202e & 'quoted' \"twice\" \u0007 ]]> <!--";

    private static final double MICROJOULES_PER_SECOND = 50e6;

    private final Path folder;
    private int queries = 60;
    private boolean metered = true;
    private boolean turns;
    private String model = "model.v1:7b";
    private Predicate<String> fails = question -> false;
    private Predicate<String> silent = question -> false;
    private String words = "What is it, number ";
    private List<String> subjects = List.of();
    private Load load = Load.sequential();

    private ExampleRun(Path folder) {
        this.folder = folder;
    }

    static ExampleRun in(Path folder) {
        return new ExampleRun(folder);
    }

    ExampleRun queries(int count) {
        queries = count;
        return this;
    }

    ExampleRun withoutSensors() {
        metered = false;
        return this;
    }

    ExampleRun ofModel(String name) {
        model = name;
        return this;
    }

    ExampleRun failing(Predicate<String> which) {
        fails = which;
        return this;
    }

    ExampleRun answeringNothingTo(Predicate<String> which) {
        silent = which;
        return this;
    }

    ExampleRun asking(String question) {
        words = question;
        return this;
    }

    /** Ask about several subjects in turn. */
    ExampleRun about(String... names) {
        subjects = List.of(names);
        return this;
    }

    ExampleRun under(Load shape) {
        load = shape;
        return this;
    }

    /** Let each query take two calls and a tool, whose name is hostile, between them. */
    ExampleRun inTurns() {
        turns = true;
        return this;
    }

    private static QueryOutcome inTurns(DatasetRecord question, QuerySession session) throws InterruptedException {
        List<Message> messages = session.opening(question);
        session.call(new InferenceRequest(messages, session.options(question)));
        try {
            session.tool(HOSTILE, Optional.empty(), () -> {
                TimeUnit.MILLISECONDS.sleep(8);
                return "";
            });
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        session.call(new InferenceRequest(messages, session.options(question)));
        return session.finish();
    }

    /** Run, and have the times judged as those of a quiet machine, whatever this one did meanwhile. */
    ProfileRun named(String name) throws InterruptedException {
        var builder = Profiler.builder().plugins(known -> known.discovery(false))
                .client(new Answering(model, fails, silent))
                .dataset(new Questions())
                .evaluator((question, outcome) -> new Evaluation(
                        outcome.answer().length() % 3 == 0 ? Verdict.INCORRECT : Verdict.CORRECT,
                        Optional.of(outcome.answer()), "",
                        Map.of()))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false)).load(load).output(folder)
                .storage(where -> where.runName(name));
        if (turns) {
            builder.queryRunner(ExampleRun::inTurns);
        }
        if (metered) {
            builder.plugins(known -> known.telemetrySource(new SteadySource("steady", Sensor
                    .energyCounter("package-0", Scope.PACKAGE, "steady package-0", 1e-6, OptionalLong.empty()),
                    MICROJOULES_PER_SECOND)));
        }
        try (Profiler profiler = builder.build()) {
            ProfileRun run = profiler.run();
            ChangedSummary.judge(run.path(), "valid", "");
            return ProfileRun.open(run.path());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private record Answering(String model, Predicate<String> fails,
            Predicate<String> silent) implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("answering", model);
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InferenceException {
            String question = request.messages().getLast().text();
            sink.sent(System.nanoTime());
            if (fails.test(question)) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "Out of order: " + HOSTILE);
            }
            int tokens = silent.test(question) ? 0 : 2 + Math.floorMod(question.hashCode(), 9);
            long until = System.nanoTime() + tokens * 300_000L;
            for (int token = 0; token < tokens; token++) {
                sink.chunk(ChunkKind.ANSWER, "x", System.nanoTime());
                long next = until - (tokens - 1 - token) * 300_000L;
                while (System.nanoTime() < next) {
                    Thread.onSpinWait();
                }
            }
            return InferenceResponse.of("x".repeat(tokens), TokenUsage.server(question.length() % 17 + 3, tokens));
        }
    }

    private final class Questions implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, queries).mapToObj(this::question);
        }

        private DatasetRecord question(int number) {
            String words = ExampleRun.this.words + "y".repeat(number % 7) + number;
            var question = DatasetRecord.builder("q" + number, words).answer("42");
            if (!subjects.isEmpty()) {
                question.subject(subjects.get(number % subjects.size()));
            }
            return question.build();
        }
    }
}
