package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.Message.Role;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class ProfilerGenerationTests {
    private static final String SYSTEM = "Answer in one word.";

    @TempDir
    Path runs;

    private ProfilerBuilder builder(FakeClient client) {
        List<DatasetRecord> questions = IntStream.range(0, 4)
                .mapToObj(number -> DatasetRecord.of("q" + number, "question " + number, "yes")).toList();
        return Profiler.builder().client(client).dataset(new FakeDataset(questions)).output(runs)
                .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0).calibration(false))
                .storage(where -> where.runName("run"));
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            ProfileRun run = profiler.run();
            // Stopping from a listener leaves the interrupt set.
            Thread.interrupted();
            return run;
        }
    }

    private static GenerationOptions asked(GenerationOptions options) {
        return options.withMaxTokens(7).withTemperature(0.5).withTopP(0.9).withStop(List.of("END", "\n")).withSeed(3);
    }

    @Test
    void sendsEachOptionWithEachQuestionAndKeepsItWithTheRun() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");

        ProfileRun run = run(builder(client).generation(ProfilerGenerationTests::asked));

        assertThat(client.options).hasSize(4).containsOnly(asked(GenerationOptions.NONE));
        assertThat(ProfileRun.open(run.path()).summary().configuration().settings().generation())
                .isEqualTo(asked(GenerationOptions.NONE));
    }

    @Test
    void leavesTheRestAsItIsByDefault() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");

        run(builder(client).generation(how -> how.withTopP(0.9)));

        assertThat(client.options).containsOnly(GenerationOptions.defaults().withTopP(0.9));
    }

    @Test
    void sendsSecretFieldsOfTheBodyAsTheyAreAndKeepsThemOut() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");
        Map<String, String> secret = Map.of("user_token", "\"sk-4711-secret\"");

        ProfileRun run = run(builder(client).generation(how -> how.withBody(secret)));

        assertThat(client.options).allMatch(options -> options.body().equals(secret));
        assertThat(run.summary().configuration().settings().generation().body().toString()).doesNotContain("4711");
    }

    @Test
    void putsTheSystemPromptAboveEveryQuestion() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");

        ProfileRun run = run(builder(client).questions(asked -> asked.system(SYSTEM)));

        assertThat(client.conversations).hasSize(4).allSatisfy(messages -> {
            assertThat(messages).extracting(Message::role).containsExactly(Role.SYSTEM, Role.USER);
            assertThat(messages.getFirst().text()).isEqualTo(SYSTEM);
        });
        assertThat(ProfileRun.open(run.path()).summary().configuration().settings().questions().system())
                .contains(SYSTEM);
    }

    @Test
    void putsTheSystemPromptBeforeTheInstructionsOfAConversation() throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> "yes");

        run(builder(client).questions(asked -> asked.system(SYSTEM)).queryRunner((question, session) -> {
            session.call(new InferenceRequest(
                    List.of(Message.system("You are a clerk."), Message.user("Hello")), session.options(question)));
            return session.finish();
        }));

        assertThat(client.conversations).allSatisfy(messages -> assertThat(messages).extracting(Message::text)
                .containsExactly(SYSTEM + "\n\nYou are a clerk.", "Hello"));
    }

    static List<UnaryOperator<ProfilerBuilder>> otherwise() {
        return List.of(builder -> builder.generation(how -> how.withMaxTokens(8)),
                builder -> builder.generation(how -> how.withTemperature(0.6)),
                builder -> builder.generation(how -> how.withTopP(0.8)),
                builder -> builder.generation(how -> how.withStop(List.of("END"))),
                builder -> builder.questions(asked -> asked.system("Explain.")),
                builder -> builder.measurement(how -> how.warmupQueries(1)));
    }

    @ParameterizedTest
    @MethodSource("otherwise")
    void refusesToResumeWhereAnythingIsAskedOtherwise(UnaryOperator<ProfilerBuilder> change)
            throws InterruptedException {
        run(stoppedAfterTwo());

        FakeClient second = new FakeClient(prompt -> "yes");
        ProfilerBuilder resumed = change.apply(builder(second).generation(ProfilerGenerationTests::asked)
                .questions(asked -> asked.system(SYSTEM)).storage(where -> where.resume(true)));

        assertThatThrownBy(() -> run(resumed)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("was begun with other settings").hasMessageContaining(": was ");
        assertThat(second.prompts).isEmpty();
    }

    @Test
    void resumesWithWhatChangesNoFigure() throws InterruptedException {
        run(stoppedAfterTwo());

        ProfileRun run = run(builder(new FakeClient(prompt -> "yes")).generation(ProfilerGenerationTests::asked)
                .questions(asked -> asked.system(SYSTEM).offline(true)).measurement(how -> how.calibration(true))
                .evaluation(by -> by.concurrency(2)).storage(where -> where.resume(true)));

        assertThat(run.summary().totals().queries()).isEqualTo(4);
    }

    private ProfilerBuilder stoppedAfterTwo() {
        int[] finished = {0};
        return builder(new FakeClient(prompt -> "yes")).generation(ProfilerGenerationTests::asked)
                .questions(asked -> asked.system(SYSTEM)).listener(new ProfilerListener() {
                    @Override
                    public void queryFinished(QueryOutcome outcome) {
                        if (++finished[0] == 2) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"max_tokens;9;the setting max_tokens 7",
            "body.max_tokens;9;the setting max_tokens 7",
            "temperature;0.4;the setting temperature 0.5", "top_p;1;the setting top_p 0.9", "seed;4;the setting seed 3",
            "stop;END;the setting stop [\"END\",\"\\n\"]"})
    void refusesAParameterOfTheClientThatSaysOtherwise(String key, String value, String option) {
        assertThatThrownBy(() -> openAi(key, value).build()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(key + "=" + value).hasMessageContaining(option)
                .hasMessageContaining("Leave one of the two out");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"max_tokens;7", "temperature;0.50", "body.top_p;0.9", "seed;3",
            "stop;[\"END\",\"\\n\"]", "retries;2"})
    void takesAParameterOfTheClientThatSaysTheSame(String key, String value) {
        assertThatCode(() -> openAi(key, value).build().close()).doesNotThrowAnyException();
    }

    private static ProfilerBuilder openAi(String key, String value) {
        return Profiler.builder().client("openai").client(it -> it.baseUrl("http://127.0.0.1:1/v1").model("m")
                .parameters(Map.of(key, value))).dataset("starter").generation(ProfilerGenerationTests::asked);
    }

    @Test
    void refusesWhatNoServerTakes() {
        ProfilerBuilder builder = Profiler.builder();
        assertThatThrownBy(() -> builder.generation(how -> how.withMaxTokens(0)))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("the setting max_tokens")
                .hasMessageContaining("at least 1, not 0");
        assertThatThrownBy(() -> builder.generation(how -> how.withTemperature(-0.1)))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("the setting temperature");
        assertThatThrownBy(() -> builder.generation(how -> how.withTemperature(Double.NaN)))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("the setting temperature");
        assertThatThrownBy(() -> builder.generation(how -> how.withTopP(1.5)))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("the setting top_p");
        assertThatThrownBy(() -> builder.generation(how -> how.withStop(List.of(""))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at which generation ends (the setting stop) is empty");
        assertThat(GenerationOptions.NONE.maxTokens()).isEqualTo(OptionalInt.empty());
    }
}
