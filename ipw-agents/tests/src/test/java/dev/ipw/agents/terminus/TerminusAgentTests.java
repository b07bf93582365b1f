package dev.ipw.agents.terminus;

import dev.ipw.agents.Agent;
import dev.ipw.agents.Awaited;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ModelCall.Purpose;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Works at a real tmux; a machine without one skips this. */
@Tag("process")
@Tag("real-time")
class TerminusAgentTests {
    private static final DatasetRecord TASK = DatasetRecord.of("t", "Write the sum into sum.txt", "");

    @TempDir
    Path folder;

    @TempDir
    Path files;

    @BeforeEach
    void needsTmux() {
        assumeTrue(LocalEnvironment.has("tmux"), "tmux is not installed here");
    }

    private static Agent agent(Map<String, String> parameters) {
        return Agent.builder("terminus").parameters(Map.of("sandbox", "environment")).parameters(parameters).build();
    }

    private LocalEnvironment environment(boolean isBubblewrap) {
        assumeTrue(!isBubblewrap || LocalEnvironment.has("bwrap"), "bubblewrap is not installed here");
        return new LocalEnvironment(folder, files, isBubblewrap, Optional.empty());
    }

    private ScriptedSession session(Function<InferenceRequest, InferenceResponse> model) {
        return new ScriptedSession(folder, model);
    }

    private QueryOutcome run(ScriptedSession session, Map<String, String> parameters) throws InterruptedException {
        return run(session, agent(parameters));
    }

    private QueryOutcome run(ScriptedSession session, Agent agent) throws InterruptedException {
        LocalEnvironment place = environment(false);
        try (agent; place) {
            return agent.run(TASK, session.in(place));
        } finally {
            assertThat(place.marked()).isEmpty();
        }
    }

    private static String lastSaid(InferenceRequest request) {
        return request.messages().getLast().text();
    }

    private static List<Purpose> purposes(QueryOutcome outcome) {
        return outcome.calls().stream().map(ModelCall::purpose).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void solvesATaskAndLeavesItsServicesToTheTests(boolean isBubblewrap) throws Exception {
        LocalEnvironment place = environment(isBubblewrap);
        ScriptedSession session = session(new ScriptedModel().types("sleep 1000 &\n", "echo $((40+2)) > sum.txt\n")
                .types("echo s''um $(cat sum.txt)\n").onceSeenCompletes("sum 42", "almost").completes("The sum is 42"));
        try (place; Agent agent = agent(Map.of())) {
            QueryOutcome outcome = agent.run(TASK, session.in(place));

            assertThat(outcome.failure()).isEmpty();
            assertThat(outcome.answer()).isEqualTo("The sum is 42");
            assertThat(folder.resolve("sum.txt")).hasContent("42");
            assertThat(outcome.tools()).extracting(ToolSpan::name).containsOnly("terminal")
                    .hasSize(outcome.calls().size());
            assertThat(purposes(outcome)).containsOnly(Purpose.TURN);
            assertThat(lastSaid(session.requests().getLast())).contains("really done");
            assertThat(session.requests().getFirst().messages().getFirst().text()).contains("Nothing was typed yet");
            assertThat(place.marked()).anyMatch(LocalEnvironment::isSleep);
            try (var left = Files.list(folder)) {
                assertThat(left.map(Path::getFileName).map(Path::toString)).containsExactly("sum.txt");
            }
        }
        assertThat(place.marked()).isEmpty();
    }

    @Test
    void worksInASandboxWhereATaskHasNoEnvironment() throws Exception {
        ScriptedSession session = session(new ScriptedModel().types("sleep 1000 &\n", "echo $((40+2)) > sum.txt\n")
                .types("echo s''um $(cat sum.txt); ls -a\n").onceSeenCompletes("sum 42", "almost")
                .completes("The sum is 42"));
        try (Agent agent = sandboxed()) {
            QueryOutcome outcome = agent.run(TASK, session);

            assertThat(outcome.failure()).isEmpty();
            assertThat(outcome.answer()).isEqualTo("The sum is 42");
            assertThat(folder.resolve("sum.txt")).hasContent("42");
        }
        Awaited.until(() -> terminals().isEmpty());
        try (var left = Files.list(folder)) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).containsExactly("sum.txt");
        }
    }

    private static Agent sandboxed() {
        try {
            return Agent.builder("terminus").parameters(Map.of("sandbox", "bubblewrap")).build();
        } catch (ConfigurationException noSandbox) {
            assumeTrue(false, noSandbox.getMessage());
            throw noSandbox;
        }
    }

    /** Only this test's own processes; tests of others may run beside it. */
    private static List<String> terminals() {
        return ProcessHandle.current().descendants().map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains("ipw-terminal")).toList();
    }

    @Test
    void refusesATaskWithoutAPlace() throws Exception {
        try (Agent agent = agent(Map.of())) {
            QueryOutcome outcome = agent.run(TASK, session(new ScriptedModel()));

            assertThat(outcome.failure().orElseThrow().message()).contains("no environment of its own");
        }
    }

    @Test
    void anythingElseCancelsWhatWasSaidToBeDone() throws Exception {
        QueryOutcome outcome = run(session(new ScriptedModel().completes("1").types().completes("2").says("hm")
                .completes("3").completes("4")), Map.of());

        assertThat(outcome.answer()).isEqualTo("4");
        assertThat(purposes(outcome)).containsExactly(Purpose.TURN, Purpose.TURN, Purpose.TURN, Purpose.TURN,
                Purpose.RETRY, Purpose.TURN);
    }

    @Test
    void tellsWhatIsWrongWithAReply() throws Exception {
        ScriptedSession session = session(new ScriptedModel().says("no object")
                .says("Well: " + ScriptedModel.reply("a", true)).completes("done"));

        QueryOutcome outcome = run(session, Map.of());

        assertThat(lastSaid(session.requests().get(1))).startsWith("Your last reply could not be used")
                .contains("There is no JSON object in it").contains("\"keystrokes\"");
        assertThat(lastSaid(session.requests().get(2)))
                .startsWith("Warnings about your last reply:\n- The text before");
        assertThat(outcome.answer()).isEqualTo("done");
        assertThat(outcome.tools()).hasSize(2);
    }

    @Test
    void readsTaggedRepliesToo() throws Exception {
        String begin = "<response><analysis>done</analysis><plan></plan><commands>";
        String end = "</commands><task_complete>true</task_complete></response>";
        ScriptedSession session = session(new ScriptedModel().says("no tags").says(begin
                + "<keystrokes duration=\"0\">echo 1 && touch 'a;\nb' &&\n</keystrokes><keystrokes duration=\"0\">echo en''d\n"
                + "</keystrokes>" + end).says(begin + end));

        QueryOutcome outcome = run(session, Map.of("protocol", "xml"));

        assertThat(outcome.answer()).isEqualTo("done");
        assertThat(lastSaid(session.requests().get(1))).contains("There is no <response> in it", "</keystrokes>");
        assertThat(session.requests().getFirst().messages().getFirst().text()).contains("<keystrokes duration=");
    }

    @Test
    void saysThatAReplyWasCut() throws Exception {
        ScriptedSession session = session(new ScriptedModel()
                .once("", request -> new InferenceResponse("{\"analysis\": \"I", Optional.empty(), TokenUsage.absent(),
                        Optional.of("length"), ServerTimings.UNKNOWN, OptionalDouble.empty()))
                .completes("1").completes("2"));

        run(session, Map.of());

        assertThat(lastSaid(session.requests().get(1))).contains("cut off at the limit of its length");
    }

    @Test
    void repliesThatCannotBeReadEndTheTask() throws Exception {
        QueryOutcome outcome = run(session(request -> ScriptedSession.says("hm")), Map.of());

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.MALFORMED);
        assertThat(outcome.calls()).hasSize(25);
    }

    private static InferenceResponse counted(String text, long tokens) {
        return InferenceResponse.of(text, TokenUsage.server(tokens, 10));
    }

    @Test
    void sumsUpWhereFewTokensAreLeft() throws Exception {
        ScriptedSession session = session(new ScriptedModel()
                .once("", request -> counted(ScriptedModel.reply("a", false, "echo fi''rst\n"), 91_000))
                .once("", request -> counted(ScriptedModel.reply("b", false), 92_500))
                .once("Sum up", request -> counted("the summary", 93_000))
                .once("the summary", request -> counted("the questions", 2_000))
                .once("the questions", request -> counted("the answers", 94_000))
                .once("", request -> counted(ScriptedModel.reply("c", true), 3_000)).completes("d"));

        QueryOutcome outcome = run(session, Map.of("context_tokens", "100000"));

        assertThat(outcome.answer()).isEqualTo("d");
        assertThat(purposes(outcome)).containsExactly(Purpose.TURN, Purpose.TURN, Purpose.SUMMARY, Purpose.SUMMARY,
                Purpose.SUMMARY, Purpose.TURN, Purpose.TURN);
        List<Message> anew = session.requests().get(5).messages();
        assertThat(anew).hasSize(2);
        assertThat(anew.getFirst().text()).contains("the summary", "the questions", "the answers", "terminal",
                "task_complete");
        assertThat(anew.getLast().text()).isEqualTo(TASK.problem());
        assertThat(session.requests().get(3).messages()).hasSize(1);
        assertThat(lastSaid(session.requests().get(3))).contains(TASK.problem());
    }

    @Test
    void sumsUpWithLessWhereTheServerRefusesTheLength() throws Exception {
        int most = 9;
        ScriptedModel model = new ScriptedModel();
        for (int turn = 0; turn < 4; turn++) {
            model.types();
        }
        model.once("Sum up", request -> ScriptedSession.says("the summary"))
                .once("", request -> ScriptedSession.says("the questions"))
                .once("", request -> ScriptedSession.says("the answers")).completes("a").completes("b");
        ScriptedSession session = session(request -> {
            if (request.messages().size() > most) {
                throw new ScriptedSession.Refusal("This model's maximum context length is 8 tokens");
            }
            return model.apply(request);
        });

        QueryOutcome outcome = run(session, Map.of());

        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.answer()).isEqualTo("b");
        assertThat(purposes(outcome)).endsWith(Purpose.TURN, Purpose.SUMMARY, Purpose.SUMMARY, Purpose.SUMMARY,
                Purpose.TURN, Purpose.TURN);
        assertThat(outcome.calls().get(4).failure()).isPresent();
    }

    @Test
    void otherRefusalsEndTheTask() throws Exception {
        QueryOutcome outcome = run(session(request -> {
            throw new ScriptedSession.Refusal("no such model");
        }), Map.of());

        assertThat(outcome.failure().orElseThrow().message()).contains("no such model");
        assertThat(outcome.calls()).hasSize(1);
    }

    @Test
    void comesToTheLimitOfTurns() throws Exception {
        QueryOutcome outcome = run(session(request -> ScriptedSession.says(ScriptedModel.reply("", false))),
                Agent.builder("terminus").parameters(Map.of("sandbox", "environment")).mostTurns(3).build());

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.LIMIT_REACHED);
        assertThat(outcome.calls()).hasSize(3);
    }

    @Test
    void aTaskThatTakesTooLongEnds() throws Exception {
        QueryOutcome outcome = run(session(request -> ScriptedSession.says("""
                {"analysis": "", "plan": "", "commands": [{"keystrokes": "sleep 1000\\n", "duration": 600}]}""")),
                Agent.builder("terminus").parameters(Map.of("sandbox", "environment")).longest(Duration.ofSeconds(2))
                        .build());

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.TOTAL_TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCancelledTaskLeavesNothing(boolean hasEnvironment) throws Exception {
        LocalEnvironment place = environment(false);
        ScriptedSession session = session(request -> ScriptedSession
                .says("""
                        {"analysis": "", "plan": "", "commands": [{"keystrokes": "touch begun; sleep 1000\\n", "duration": 600}]}"""));
        if (hasEnvironment) {
            session.in(place);
        }
        AtomicReference<@Nullable Throwable> end = new AtomicReference<>();
        try (place; Agent agent = hasEnvironment ? agent(Map.of()) : sandboxed()) {
            Thread task = Thread.ofPlatform().start(() -> {
                try {
                    agent.run(TASK, session);
                } catch (InterruptedException | RuntimeException ended) {
                    end.set(ended);
                }
            });
            LocalEnvironment.await(() -> Files.exists(folder.resolve("begun")) || !task.isAlive());
            task.interrupt();
            task.join();
        }

        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(place.marked()).isEmpty();
        Awaited.until(() -> terminals().isEmpty());
    }

    @Test
    void aKilledServerIsAFailureOfTheTask() throws Exception {
        QueryOutcome outcome = run(session(request -> ScriptedSession.says(ScriptedModel.reply("", false,
                "tmux kill-server\n"))), Map.of());

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.CLIENT_ERROR);
        assertThat(outcome.failure().orElseThrow().message()).contains("terminal", "is lost");
        assertThat(outcome.tools().getLast().error()).isPresent();
    }

    @Test
    void saysWhereTmuxIsMissing() throws Exception {
        try (LocalEnvironment place = environment(false).withPath("/nonexistent"); Agent agent = agent(Map.of())) {
            QueryOutcome outcome = agent.run(TASK, session(new ScriptedModel()).in(place));

            assertThat(outcome.failure().orElseThrow().message()).contains("tmux is not there", "apt-get install tmux",
                    "environment of the task (folder)");
            assertThat(outcome.calls()).isEmpty();
        }
    }

    @Test
    void sendsTheTemperatureThatItIsGiven() throws Exception {
        ScriptedSession session = session(new ScriptedModel().completes("1").completes("2"));

        run(session, Map.of("temperature", "0.7"));

        assertThat(session.requests()).extracting(request -> request.options().temperature())
                .containsOnly(OptionalDouble.of(0.7));
    }

    @Test
    void refusesWrongParameters() {
        Map<String, String> wrong = Map.of("context_tokens", "15999", "protocol", "yaml", "temperature", "-1",
                "timeout",
                "3s");

        assertThat(wrong).allSatisfy((name, value) -> assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> agent(Map.of(name, value))).withMessageContaining("terminus")
                .withMessageContaining(name));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("terminus").tools("think").build())
                .withMessageContaining("no other tool");
    }
}
