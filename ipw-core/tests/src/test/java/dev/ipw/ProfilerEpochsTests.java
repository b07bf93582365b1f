package dev.ipw;

import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Interval;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Questions that are asked several times, and who words them. */
@Tag("real-time")
class ProfilerEpochsTests {
    private static final Dataset TWO = new FakeDataset(
            List.of(DatasetRecord.of("a", "one", "yes"), DatasetRecord.of("b", "two", "no")));

    @TempDir
    Path runs;

    private ProfilerBuilder builder(FakeClient client, Dataset dataset) {
        return Profiler.builder().client(client).dataset(dataset)
                .measurement(how -> how.telemetry("none").idleSeconds(0).warmupQueries(0))
                .output(runs).storage(where -> where.runName("run"));
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            ProfileRun run = profiler.run();
            Thread.interrupted();
            return run;
        }
    }

    private static List<DatasetRecord> questions(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.map(ProfilingRecord::question).toList();
        }
    }

    @Test
    void asksEachQuestionSoOftenRoundByRound() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");
        ProfileRun run = run(builder(client, TWO).questions(each -> each.epochs(3)));
        assertThat(client.prompts).hasSize(6);
        assertThat(client.prompts.subList(0, 2)).containsExactlyInAnyOrder("one", "two")
                .isEqualTo(client.prompts.subList(2, 4)).isEqualTo(client.prompts.subList(4, 6));
        assertThat(questions(run)).extracting(DatasetRecord::id).containsExactlyInAnyOrder("a", "b", "a#2", "b#2",
                "a#3", "b#3");
        assertThat(questions(run)).extracting(DatasetRecord::epoch).containsExactly(1, 1, 2, 2, 3, 3);
        assertThat(questions(run)).extracting(DatasetRecord::questionId).containsOnly("a", "b");
        assertThat(run.efficiency().scored()).isEqualTo(6);
        assertThat(run.efficiency().correct()).isEqualTo(3);
        assertThat(run.summary().configuration().settings().questions().rounds()).isEqualTo(3);
    }

    /** A dataset whose authors ask each question so often. */
    private record Often(int epochs) implements Dataset {
        @Override
        public String id() {
            return "often";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return TWO.records();
        }
    }

    @Test
    void asksAsOftenAsTheDatasetSaysUnlessToldOtherwise() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");
        ProfileRun often = run(builder(client, new Often(3)));
        FakeClient told = new FakeClient(prompt -> "yes");
        run(builder(told, new Often(3)).questions(each -> each.epochs(1)).storage(where -> where.runName("once")));

        assertThat(client.prompts).hasSize(6);
        assertThat(often.summary().configuration().settings().questions().epochs()).hasValue(3);
        assertThat(told.prompts).hasSize(2);
        assertThatThrownBy(() -> run(builder(client, new Often(2)).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("epochs: was 3, now 2");
    }

    @Test
    void aLoadThatAsksUntilItsTimeIsOverLeavesTheDatasetsEpochsOut() {
        Load endless = Load.sequential().lasting(Duration.ofSeconds(1));
        try (Profiler profiler = builder(new FakeClient(prompt -> "yes"), new Often(3)).load(endless).build()) {
            assertThat(profiler).isNotNull();
        }
    }

    @Test
    void answersToOneQuestionDoNotPassForIndependentOnes() throws InterruptedException {
        Dataset twenty = new FakeDataset(IntStream.range(0, 20)
                .mapToObj(number -> DatasetRecord.of("q" + number, "?", number % 4 == 0 ? "no" : "yes")).toList());
        ProfileRun once = run(builder(new FakeClient(prompt -> "yes"), twenty).storage(where -> where.runName("once")));
        ProfileRun often = run(builder(new FakeClient(prompt -> "yes"), twenty).questions(each -> each.epochs(5)));
        Interval single = once.efficiency().accuracy().interval().orElseThrow();
        Interval repeated = often.efficiency().accuracy().interval().orElseThrow();
        assertThat(often.efficiency().scored()).isEqualTo(100);
        assertThat(repeated.high() - repeated.low()).isCloseTo(single.high() - single.low(), within(0.03));
    }

    @Test
    void aResumedRunAsksTheEpochsThatAreMissing() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        run(builder(new FakeClient(prompt -> {
            if (asked.incrementAndGet() > 3) {
                never.await();
            }
            return "yes";
        }), TWO).questions(each -> each.epochs(3)).listener(new ProfilerListener() {
            @Override
            public void queryFinished(QueryOutcome outcome) {
                if (finished.incrementAndGet() == 3) {
                    Thread.currentThread().interrupt();
                }
            }
        }));
        FakeClient second = new FakeClient(prompt -> "no");
        assertThatThrownBy(
                () -> run(builder(second, TWO).questions(each -> each.epochs(2)).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("epochs: was 3, now 2");
        ProfileRun run = run(
                builder(second, TWO).questions(each -> each.epochs(3)).storage(where -> where.resume(true)));
        assertThat(second.prompts).hasSize(3);
        assertThat(questions(run)).extracting(DatasetRecord::id).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    void refusesEpochsOfALoadThatSaysItselfHowOftenItAsks() {
        FakeClient client = new FakeClient(prompt -> "yes");
        assertThatThrownBy(() -> builder(client, TWO).questions(each -> each.epochs(0)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at least 1, not 0");
        Load endless = Load.sequential().lasting(Duration.ofSeconds(1));
        assertThatThrownBy(() -> builder(client, TWO).load(endless).questions(each -> each.epochs(2)).build())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("maxQueries(...)");
        ArrivalTrace trace = new ArrivalTrace("t", List.of(
                new ArrivalTrace.Request(0, OptionalInt.empty(), OptionalInt.empty(), Optional.of("?"))));
        assertThatThrownBy(() -> Profiler.builder().client(client).load(Load.replay(trace))
                .questions(each -> each.epochs(2)).build())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("leave the epochs out");
    }

    @Test
    void refusesIdsThatAnEpochOfAnotherQuestionWouldHave() {
        Dataset twins = new FakeDataset(List.of(DatasetRecord.of("a", "one", ""), DatasetRecord.of("a#2", "two", "")));
        assertThatThrownBy(() -> run(builder(new FakeClient(prompt -> "yes"), twins).questions(each -> each.epochs(2))))
                .isInstanceOf(InputException.class).hasMessageContaining("'a#2'");
    }

    @Test
    void theTemplateOfTheDatasetWordsTheQuestionsAndIsKept() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");
        ProfileRun run = run(builder(client, new Polite(2)));
        assertThat(client.prompts).containsExactlyInAnyOrder("please: one", "please: two");
        assertThat(run.summary().configuration().settings().questions().promptTemplate()).hasValue("polite@2");
        assertThatThrownBy(() -> run(builder(client, new Polite(3)).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("prompt_template: was polite@2, now polite@3");
    }

    @Test
    void anotherTemplateOfTheDatasetCanBeChosen() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");
        ProfileRun run = run(builder(client, new Polite(2)).questions(asked -> asked.promptTemplate("default")));
        assertThat(client.prompts).containsExactlyInAnyOrder("one", "two");
        assertThat(run.summary().configuration().settings().questions().promptTemplate()).hasValue("default@1");
        assertThatThrownBy(
                () -> builder(client, new Polite(2)).questions(asked -> asked.promptTemplate("rude")).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no prompt template 'rude'; it has polite@2, default@1");
    }

    @Test
    void aRunnerAsksWhatTheTemplateWrites() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");
        ProfileRun run = run(builder(client, new Polite(2)).questions(asked -> asked.promptTemplate("default"))
                .queryRunner((question, session) -> {
                    session.call(new InferenceRequest(session.opening(question), session.options(question)));
                    return session.finish();
                }));
        assertThat(client.prompts).containsExactlyInAnyOrder("one", "two");
        assertThat(run.summary().configuration().settings().questions().promptTemplate()).hasValue("default@1");
        assertThat(run.summary().configuration().settings().agent()).containsEntry("agent", "own");
    }

    private record Polite(int version) implements Dataset, PromptTemplate {
        @Override
        public String id() {
            return PromptTemplate.super.id();
        }

        @Override
        public String name() {
            return "polite";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return TWO.records();
        }

        @Override
        public List<PromptTemplate> promptTemplates() {
            return List.of(this, PromptTemplate.defaultTemplate());
        }

        @Override
        public List<Message> opening(DatasetRecord record) {
            return List.of(Message.user("please: " + record.problem()));
        }

        @Override
        public Message turn(DatasetRecord record, int number) {
            return Message.user("please: " + record.turns().get(number - 1).text());
        }
    }
}
