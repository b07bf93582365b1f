package dev.ipw;

import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.load.Load;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Answers are judged beside each other by evaluators that may ask models, take long, break, and be closed. */
@Tag("real-time")
class ProfilerEvaluationTests {
    private static final int QUESTIONS = 12;
    private static final String SECRET = "sk-verysecretkeyofthejudge0123456789";

    @TempDir
    private Path runs;

    private ProfilerBuilder builder() {
        return Profiler.builder().client(new FakeClient(prompt -> "right"))
                .dataset(new FakeDataset(IntStream.range(0, QUESTIONS)
                        .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right")).toList()))
                .measurement(how -> how.calibration(false).warmupQueries(0).idleSeconds(0).telemetry("none"))
                .load(Load.concurrency(3))
                .output(runs).storage(where -> where.runName("run")).plugins(known -> known.discovery(false));
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static Evaluation right() {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), "right", Map.of());
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = ProfileRun.open(run.path()).records()) {
            return records.toList();
        }
    }

    private static List<String> ids(ProfileRun run, String type, String key) throws IOException {
        Pattern pattern = Pattern.compile("\"type\":\"" + type + "\".*?\"" + key + "\":\"([^\"]*)\"");
        return Files.readAllLines(run.path().resolve("journal.jsonl")).stream().map(pattern::matcher)
                .flatMap(matcher -> matcher.find() ? Stream.of(matcher.group(1)) : Stream.empty()).toList();
    }

    @Test
    void severalAtOnceAndInTheOrderOfTheAnswers() throws Exception {
        CyclicBarrier sixAtOnce = new CyclicBarrier(6);
        ProfileRun run = run(builder().evaluation(how -> how.concurrency(6).timeout(Duration.ofHours(1)))
                .evaluator((question, outcome) -> {
                    try {
                        sixAtOnce.await();
                    } catch (BrokenBarrierException broken) {
                        throw new IllegalStateException(broken);
                    }
                    return right();
                }));

        assertThat(run.efficiency().correct()).isEqualTo(QUESTIONS);
        assertThat(ids(run, "judged", "record_id")).hasSize(QUESTIONS)
                .isEqualTo(records(run).stream().map(record -> record.question().id()).toList());
    }

    @Test
    void theWholeOutcomeIsJudgedAndTheScoreIsKept() throws InterruptedException {
        ProfileRun run = run(builder().evaluator((question, outcome) -> {
            assertThat(outcome.calls()).hasSize(1);
            assertThat(outcome.workspace()).isEmpty();
            return right().withScore(outcome.answer().length() / 10.0);
        }));

        assertThat(records(run)).hasSize(QUESTIONS).allSatisfy(record -> {
            Evaluation kept = record.evaluation().orElseThrow();
            assertThat(kept.score()).hasValue(0.5);
            assertThat(kept.failed()).isFalse();
            assertThat(kept.usage().seconds()).as("the library measures what the evaluator does not tell").isPresent();
            assertThat(kept.usage().modelCalls()).isEmpty();
        });
        assertThat(run.summary().evaluation().unreported()).isEqualTo(QUESTIONS);
    }

    @Test
    void anEvaluationPastItsDeadlineHasFailedAndIsJudgedAgainOnlyIfAskedFor() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        ProfileRun run = run(builder().evaluation(how -> how.concurrency(4).timeout(Duration.ofMillis(1)))
                .evaluator((question, outcome) -> {
                    never.await();
                    return right();
                }));

        assertThat(run.efficiency().unscored()).isEqualTo(QUESTIONS);
        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.evaluation().orElseThrow().failed()).isTrue();
            assertThat(record.evaluation().orElseThrow().reason()).contains("no verdict within 0.001 s");
            assertThat(record.evaluationAttempts()).isEqualTo(1);
        });
        assertThat(run.summary().evaluation()).satisfies(totals -> {
            assertThat(totals.failed()).isEqualTo(QUESTIONS);
            assertThat(totals.unreported()).isEqualTo(QUESTIONS);
        });
        assertThat(run.summary().warnings()).anySatisfy(warning -> assertThat(warning)
                .contains("The evaluator 'own' failed on all 12 answers", "no verdict within"));
        Plugins<EvaluatorProvider> own = Plugins.builder("evaluator", EvaluatorProvider.class).discovery(false)
                .register(new Provider("own", (context, parameters) -> (question, outcome) -> right())).build();
        try (Evaluators evaluators = new Evaluators(own, EvaluatorContext.builder().build(),
                EvaluationSettings.DEFAULTS)) {
            run.analyze(new AccuracyAnalysis().evaluatingAgain(2), evaluators, new ProfilerListener() {
            });
        }
        assertThat(run.efficiency().correct()).isEqualTo(QUESTIONS);
        assertThat(run.summary().evaluation().evaluations()).as("what failed was paid for too")
                .isEqualTo(2 * QUESTIONS);
    }

    @Test
    void aJudgeAsksAModelThroughTheContextAndTellsWhatThatTook() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        List<String> keys = new ArrayList<>();
        ProfileRun plain = run(
                builder().storage(where -> where.runName("plain")).evaluator((question, outcome) -> right()));
        ProfileRun run = run(builder()
                .plugins(known -> known.register(new JudgeModel(closed, keys))
                        .register(new Provider("judge", ModelJudge::new)))
                .evaluation(how -> how.evaluator("judge"))
                .evaluation(how -> how.parameters(Map.of("judge", "judge-model")))
                .plugins(known -> known.environment(TelemetryEnvironment.of(Map.of("JUDGE_KEY", SECRET)))));

        assertThat(run.efficiency().correct()).isEqualTo(QUESTIONS);
        EvaluationTotals totals = run.summary().evaluation();
        // The question, 'right' and a sign, asked twice; 'YES' each time.
        long characters = records(run).stream().mapToLong(record -> record.question().problem().length() + 6).sum();
        assertThat(totals.evaluations()).isEqualTo(QUESTIONS);
        assertThat(totals.failed()).isZero();
        assertThat(totals.unreported()).isZero();
        assertThat(totals.usage().modelCalls()).hasValue(2 * QUESTIONS);
        assertThat(totals.usage().inputTokens()).hasValue(2 * characters);
        assertThat(totals.usage().outputTokens()).hasValue(2 * 3 * QUESTIONS);
        assertThat(totals.usage().dollars().orElseThrow()).isEqualTo(QUESTIONS * 0.25);
        assertThat(totals.usage().seconds()).isPresent();
        assertThat(run.summary().totals().tokens().input()).as("none of it is the queries'")
                .isEqualTo(plain.summary().totals().tokens().input());
        assertThat(run.summary().totals().outputTokens()).isEqualTo(plain.summary().totals().outputTokens());
        assertThat(records(run)).allSatisfy(record -> assertThat(
                record.evaluation().orElseThrow().usage().modelCalls()).hasValue(2));
        assertThat(Files.readString(run.path().resolve("journal.jsonl"))).contains("\"model_calls\":2");
        assertThat(keys).containsExactly(SECRET);
        assertThat(closed).as("its client, with the judge").hasValue(1);
        assertThat(filesWith(SECRET)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resumingEvaluatesAgainWhatFailedAndKeepsWhatWasDecided(boolean isStopped) throws Exception {
        AtomicReference<Profiler> profiling = new AtomicReference<>();
        AtomicInteger judged = new AtomicInteger();
        // Of the answers the first three fail, the fourth cannot be told, and the rest is right.
        ProfilerBuilder unreachable = builder().evaluation(how -> how.concurrency(1)).evaluator((question, outcome) -> {
            int number = judged.incrementAndGet();
            if (number == 6 && isStopped) {
                profiling.get().stop();
            }
            if (number <= 3) {
                throw new IllegalStateException("the judge is gone");
            }
            return number == 4 ? Evaluation.unscored("who knows") : right();
        });
        ProfileRun before;
        try (Profiler profiler = unreachable.build()) {
            profiling.set(profiler);
            before = profiler.run();
        }
        List<String> failed = records(before).stream()
                .filter(record -> record.evaluation().map(Evaluation::failed).orElse(false))
                .map(record -> record.question().id()).toList();
        assertThat(failed).hasSize(3);
        List<String> decided = records(before).stream()
                .filter(record -> record.evaluation().map(one -> !one.failed()).orElse(false))
                .map(record -> record.question().id()).toList();
        List<String> asked = new ArrayList<>();

        FakeClient client = new FakeClient(prompt -> "never asked");
        ProfileRun run = run(builder().client(client).evaluation(how -> how.concurrency(1))
                .storage(where -> where.resume(true)).evaluator((question, outcome) -> {
                    asked.add(question.id());
                    return question.id().equals(failed.getFirst()) ? Evaluation.failed("again") : right();
                }));

        assertThat(client.prompts).isEmpty();
        assertThat(asked).containsAll(failed).doesNotContainAnyElementsOf(decided).hasSize(QUESTIONS - decided.size());
        assertThat(run.efficiency().correct()).isEqualTo(QUESTIONS - 2);
        assertThat(records(run)).filteredOn(record -> failed.contains(record.question().id()))
                .allSatisfy(record -> assertThat(record.evaluationAttempts()).isEqualTo(2));
        assertThat(records(run)).filteredOn(record -> record.evaluationAttempts() == 1)
                .hasSize(QUESTIONS - failed.size());
        assertThat(run.summary().evaluation().failed()).isEqualTo(4);
        assertThat(run.summary().warnings()).anySatisfy(warning -> assertThat(warning)
                .contains("3 were evaluated again", "1 of these evaluations failed"));
        assertThat(ids(run, "judged", "record_id")).hasSize(QUESTIONS + 3);

        ProfileRun third = run(builder().evaluation(how -> how.concurrency(1))
                .storage(where -> where.resume(true)).evaluator((question, outcome) -> {
                    asked.add(question.id());
                    return right();
                }));

        assertThat(asked.getLast()).as("only what failed is left").isEqualTo(failed.getFirst());
        assertThat(asked).hasSize(QUESTIONS - decided.size() + 1);
        assertThat(third.efficiency().correct()).isEqualTo(QUESTIONS - 1);
    }

    @Test
    void noSecretOfAnEvaluatorThatBreaksIsWritten() throws Exception {
        ProfileRun run = run(builder().evaluator((question, outcome) -> {
            throw new IllegalStateException("POST https://judge/v1?api_key=" + SECRET + " gave 401");
        }));

        assertThat(records(run).getFirst().evaluation().orElseThrow().reason()).contains("401")
                .doesNotContain("Exception");
        assertThat(filesWith(SECRET)).isEmpty();
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(Files::isRegularFile).filter(file -> {
                try {
                    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
                } catch (IOException unreadable) {
                    throw new IllegalStateException(unreadable);
                }
            }).toList();
        }
    }

    @Test
    void madeByIdItIsClosedOnceAtTheEndAlsoAfterFailures() throws InterruptedException {
        List<String> events = new ArrayList<>();
        Provider provider = new Provider("noting", (context, parameters) -> new Closing(events));
        try (Profiler profiler = builder().plugins(known -> known.register(provider))
                .evaluation(how -> how.evaluator("noting")).build()) {
            profiler.run();
            assertThatThrownBy(profiler::run).as("the name is taken").isInstanceOf(RuntimeException.class);
        }
        assertThat(events).containsExactly("made", "closed");

        events.clear();
        assertThatThrownBy(() -> builder().plugins(known -> known.register(provider))
                .evaluation(how -> how.evaluator("noting")).dataset("no-such-dataset").build())
                .isInstanceOf(RuntimeException.class);
        assertThat(events).containsExactly("made", "closed");

        events.clear();
        Closing own = new Closing(events);
        run(builder().storage(where -> where.runName("own")).evaluator(own));
        assertThat(events).as("one that was handed in stays open").containsExactly("made");
    }

    @Test
    void anOwnParameterThatIsWrongIsToldBeforeAnythingIsAsked() {
        assertThatThrownBy(() -> builder().plugins(known -> known.register(new Provider("judge", ModelJudge::new)))
                .evaluation(how -> how.evaluator("judge"))
                .evaluation(how -> how.parameters(Map.of("judge", "nobody"))).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nobody");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStopWhileAnswersAreJudgedEndsThatAndResumingJudgesTheRest(boolean interrupts) throws Exception {
        AtomicReference<Profiler> profiling = new AtomicReference<>();
        Thread thread = Thread.currentThread();
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger judged = new AtomicInteger();
        ProfilerBuilder slow = builder().evaluation(how -> how.concurrency(1).timeout(Duration.ofHours(1)))
                .evaluator((question, outcome) -> {
                    if (judged.incrementAndGet() > 3) {
                        if (interrupts) {
                            thread.interrupt();
                        } else {
                            profiling.get().stop();
                        }
                        never.await();
                    }
                    return right();
                });
        ProfileRun stopped;
        try (Profiler profiler = slow.build()) {
            profiling.set(profiler);
            stopped = profiler.run();
        }

        assertThat(Thread.interrupted()).as("an interrupt is restored").isEqualTo(interrupts);
        assertThat(stopped.efficiency().correct()).isEqualTo(3);
        assertThat(stopped.efficiency().unscored()).isEqualTo(QUESTIONS - 3L);
        assertThat(stopped.summary().interrupted()).isTrue();
        assertThat(records(stopped)).hasSize(QUESTIONS)
                .filteredOn(record -> record.evaluationAttempts() == 0).hasSize(QUESTIONS - 3);

        AtomicInteger rest = new AtomicInteger();
        ProfileRun whole = run(builder().storage(where -> where.resume(true)).evaluator((question, outcome) -> {
            rest.incrementAndGet();
            return right();
        }));
        assertThat(rest).hasValue(QUESTIONS - 3);
        assertThat(whole.efficiency().correct()).isEqualTo(QUESTIONS);
        assertThat(whole.summary().interrupted()).isFalse();
    }

    @Test
    void whatAnEvaluatorSaysIsHeardOnTheThreadOfTheRun() throws InterruptedException {
        List<String> heard = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        run(builder().plugins(known -> known.register(new Provider("saying", (context, parameters) -> {
            context.progress("loading");
            return (question, outcome) -> {
                context.progress("judging " + question.id());
                return right();
            };
        }))).evaluation(how -> how.evaluator("saying")).listener(new ProfilerListener() {
            @Override
            public void waiting(String what) {
                heard.add(what);
                threads.add(Thread.currentThread());
            }
        }));

        assertThat(heard).hasSize(1 + QUESTIONS).startsWith("loading").contains("judging id-0", "judging id-11");
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @FunctionalInterface
    private interface Maker {
        Evaluator make(EvaluatorContext context, Parameters parameters);
    }

    private record Provider(String id, Maker maker) implements EvaluatorProvider {
        @Override
        public String description() {
            return "made by the test";
        }

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return maker.make(context, parameters);
        }
    }

    private static final class Closing implements Evaluator {
        private final List<String> events;

        Closing(List<String> events) {
            this.events = events;
            events.add("made");
        }

        @Override
        public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
            if (question.id().equals("id-1")) {
                throw new IllegalStateException("broken");
            }
            return right();
        }

        @Override
        public void close() {
            events.add("closed");
        }
    }
}
