package dev.ipw.agents.react;

import dev.ipw.agents.Agent;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ModelCall.Purpose;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ReactAgentTests {
    private static final DatasetRecord QUESTION = DatasetRecord.of("t", "What is 6 times 7?", "42");
    private static final ToolCall SIX_TIMES_SEVEN = new ToolCall("c1", "calculator", "{\"expression\": \"6 * 7\"}");

    @TempDir
    Path folder;

    private static Agent agent(String protocol, int turns) {
        return Agent.builder("react").tools("calculator", "think").mostTurns(turns)
                .parameters(Map.of("protocol", protocol)).build();
    }

    private ScriptedSession playing(InferenceResponse... replies) {
        Queue<InferenceResponse> left = new ArrayDeque<>(List.of(replies));
        return new ScriptedSession(folder, request -> left.remove());
    }

    private static QueryOutcome run(Agent agent, ScriptedSession session) throws InterruptedException {
        try (agent) {
            return agent.run(QUESTION, session);
        }
    }

    private static String lastSaid(InferenceRequest request) {
        Message last = request.messages().getLast();
        return last.role() == Message.Role.TOOL ? ((ToolResult) last.parts().getLast()).content() : last.text();
    }

    @Test
    void usesAToolAndAnswers() throws InterruptedException {
        ScriptedSession session = playing(ScriptedSession.asks(SIX_TIMES_SEVEN), ScriptedSession.says("It is 42."));

        QueryOutcome outcome = run(agent("native", 5), session);

        assertThat(outcome.answer()).isEqualTo("It is 42.");
        assertThat(outcome.tools()).extracting(ToolSpan::name).containsExactly("calculator");
        assertThat(session.requests().getFirst().messages().getFirst().text()).contains("at most 5 turns");
        assertThat(session.requests().getFirst().tools()).hasSize(2);
        assertThat(session.requests().getLast().messages()).extracting(Message::role).containsExactly(
                Message.Role.SYSTEM, Message.Role.USER, Message.Role.ASSISTANT, Message.Role.TOOL);
        assertThat(results(session.requests().getLast())).extracting(ToolResult::content).containsExactly("42");
    }

    @Test
    void tellsTheModelOfUnknownToolsAndBadArguments() throws InterruptedException {
        ScriptedSession session = playing(
                ScriptedSession.asks(new ToolCall("a", "search", "{}"),
                        new ToolCall("b", "calculator", "{\"expr\": 1}"),
                        new ToolCall("c", "calculator", "{\"expression\""), new ToolCall("d", "calculator", "[1]")),
                ScriptedSession.says("42"));

        run(agent("native", 5), session);

        List<ToolResult> results = results(session.requests().getLast());
        assertThat(results).extracting(ToolResult::callId).containsExactly("a", "b", "c", "d");
        assertThat(results).allMatch(ToolResult::isError);
        assertThat(results.get(0).content()).contains("There is no tool 'search'", "calculator, think");
        assertThat(results.get(1).content()).contains("expression", "schema");
        assertThat(results.get(2).content()).contains("no valid JSON");
        assertThat(results.get(3).content()).contains("JSON object");
        assertThat(session.tools()).hasSize(4).allMatch(tool -> tool.error().isPresent());
    }

    @Test
    void marksTheCallsThatAskAgain() throws InterruptedException {
        ScriptedSession empty = playing(ScriptedSession.asks(SIX_TIMES_SEVEN), ScriptedSession.says(" "),
                ScriptedSession.says("42"));
        ScriptedSession malformed = playing(ScriptedSession.says("Action: calculator"),
                ScriptedSession.says("Final Answer: 42"));
        ScriptedSession refused = new ScriptedSession(folder, request -> {
            if (!request.tools().isEmpty()) {
                throw new ScriptedSession.Refusal("this model does not support tools");
            }
            return ScriptedSession.says("Final Answer: 42");
        });

        run(agent("native", 5), empty);
        run(agent("text", 5), malformed);
        run(agent("auto", 5), refused);

        assertThat(empty.calls()).extracting(ModelCall::purpose).containsExactly(Purpose.TURN, Purpose.TURN,
                Purpose.RETRY);
        assertThat(malformed.calls()).extracting(ModelCall::purpose).containsExactly(Purpose.TURN, Purpose.RETRY);
        assertThat(refused.calls()).extracting(ModelCall::purpose).containsExactly(Purpose.TURN, Purpose.RETRY);
    }

    @Test
    void forcesAnAnswerInTheLastTurn() throws InterruptedException {
        ScriptedSession session = playing(ScriptedSession.asks(SIX_TIMES_SEVEN), ScriptedSession.asks(SIX_TIMES_SEVEN),
                ScriptedSession.says("42"));

        QueryOutcome outcome = run(agent("native", 3), session);

        InferenceRequest last = session.requests().getLast();
        assertThat(last.toolChoice()).isEqualTo(ToolChoice.NONE);
        assertThat(lastSaid(last)).contains("last turn");
        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.answer()).isEqualTo("42");
    }

    @Test
    void failsWithItsTurnsKeptWhereNoAnswerComes() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.asks(SIX_TIMES_SEVEN));

        QueryOutcome outcome = run(agent("native", 3), session);

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.LIMIT_REACHED);
        assertThat(outcome.calls()).hasSize(3);
        assertThat(outcome.tools()).hasSize(2);
    }

    @Test
    void asksAgainAfterAnEmptyReply() throws InterruptedException {
        ScriptedSession session = playing(ScriptedSession.says("  "), ScriptedSession.says("42"));

        assertThat(run(agent("native", 5), session).answer()).isEqualTo("42");
        assertThat(lastSaid(session.requests().getLast())).contains("empty");
    }

    @Test
    void passesTheResultOfAToolAsItIsWhereItIsReadInText() throws InterruptedException {
        ScriptedSession session = playing(
                ScriptedSession.says("Action: calculator\nAction Input: {\"expression\": \"6*7\"}"),
                ScriptedSession.says("Final Answer: 42"));

        run(agent("text", 5), session);

        assertThat(lastSaid(session.requests().getLast())).isEqualTo("Result of calculator:\n42");
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "text"})
    void goesOnWithAShorterConversationWhereTheServerRefusesALongOne(String protocol) throws InterruptedException {
        String thought = "thinking ".repeat(100);
        ScriptedSession session = new ScriptedSession(folder, request -> {
            if (characters(request) > 4_000) {
                throw new ScriptedSession.Refusal("This model's maximum context length is 1000 tokens.");
            }
            boolean isLast = lastSaid(request).contains("last turn");
            return isLast
                    ? ScriptedSession.says("Final Answer: 42")
                    : protocol.equals("text")
                            ? ScriptedSession
                                    .says(thought + "\nAction: calculator\nAction Input: {\"expression\": \"6*7\"}")
                            : ScriptedSession.asks(thought, SIX_TIMES_SEVEN);
        });

        QueryOutcome outcome = run(agent(protocol, 12), session);

        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.answer()).contains("42");
        assertThat(outcome.calls()).hasSizeBetween(13, 20);
        InferenceRequest last = session.requests().getLast();
        assertThat(last.messages().get(0).text()).contains("Earlier turns are left out").containsOnlyOnce("left out");
        assertThat(last.messages().get(1).text()).isEqualTo(QUESTION.problem());
        assertThat(last.messages().get(2).role()).isEqualTo(Message.Role.ASSISTANT);
    }

    @Test
    void cutsALongTextOfASingleTurn() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> {
            if (characters(request) > 2_000) {
                throw new ScriptedSession.Refusal("prompt is too long: 9000 tokens > 1000 maximum");
            }
            return request.messages().size() == 2
                    ? ScriptedSession.asks("first " + "thinking ".repeat(1000), SIX_TIMES_SEVEN)
                    : ScriptedSession.says("42");
        });

        QueryOutcome outcome = run(agent("native", 5), session);

        assertThat(outcome.failure()).isEmpty();
        InferenceRequest last = session.requests().getLast();
        assertThat(last.messages().get(2).text()).startsWith("first thinking").contains("characters are left out");
        assertThat(results(last)).extracting(ToolResult::content).containsExactly("42");
    }

    private static int characters(InferenceRequest request) {
        return request.messages().stream().mapToInt(message -> message.text().length() + (message
                .role() == Message.Role.TOOL ? ((ToolResult) message.parts().getLast()).content().length() : 0)).sum();
    }

    private static List<ToolResult> results(InferenceRequest request) {
        return request.messages().stream().filter(message -> message.role() == Message.Role.TOOL).toList().getLast()
                .parts().stream().map(ToolResult.class::cast).toList();
    }

    @Test
    void endsWithAFailedCall() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> {
            throw new ScriptedSession.Refusal("the context is too long");
        });

        QueryOutcome outcome = run(agent("auto", 5), session);

        assertThat(outcome.failure()).map(RequestFailure::message).contains("the context is too long");
        assertThat(outcome.calls()).hasSize(1);
    }

    @Test
    void speaksInTextWhereTheServerKnowsNoTools() throws InterruptedException {
        Function<InferenceRequest, InferenceResponse> model = request -> {
            if (!request.tools().isEmpty()) {
                throw new ScriptedSession.Refusal("\"auto\" tool choice requires --enable-auto-tool-choice");
            }
            return ScriptedSession.says(lastSaid(request).startsWith("Result of calculator:\n42")
                    ? "Final Answer: 42"
                    : "Action: calculator\nAction Input: {\"expression\": \"6*7\"}\nObservation: 43");
        };
        try (Agent agent = agent("auto", 5)) {
            ScriptedSession first = new ScriptedSession(folder, model);
            assertThat(agent.run(QUESTION, first).answer()).isEqualTo("42");
            assertThat(first.requests()).hasSize(3);
            assertThat(first.requests().getLast().messages()).noneMatch(message -> message.text().contains("43"));

            ScriptedSession second = new ScriptedSession(folder, model);
            assertThat(agent.run(QUESTION, second).answer()).isEqualTo("42");
            assertThat(second.requests()).hasSize(2).allMatch(request -> request.tools().isEmpty());
            assertThat(agent.warnings()).singleElement().asString()
                    .startsWith(
                            "The server takes no tools with a request, so that the agent asked for them in plain text");
        }
    }

    @Test
    void sendsAMalformedReplyBackToTheModel() throws InterruptedException {
        ScriptedSession session = playing(ScriptedSession.says("Action: calculator\nAction Input: {\"expression\": 6}"),
                ScriptedSession.says("hm"), ScriptedSession.says("Final Answer: 42"));

        QueryOutcome outcome = run(agent("text", 5), session);

        assertThat(outcome.answer()).isEqualTo("42");
        assertThat(lastSaid(session.requests().get(1))).startsWith("Error of calculator:")
                .doesNotContain("left");
        assertThat(lastSaid(session.requests().get(2))).contains("neither an action nor an answer")
                .endsWith("You have 3 turns left.");
    }

    @Test
    void whatIsSaidInTheLastTurnIsTheAnswer() throws InterruptedException {
        QueryOutcome outcome = run(agent("text", 2),
                playing(ScriptedSession.says("hm"), ScriptedSession.says("It must be 42")));

        assertThat(outcome.answer()).isEqualTo("It must be 42");
        assertThat(outcome.failure()).isEmpty();
    }

    @Test
    void oneTurnIsAPlainQuestion() throws InterruptedException {
        ScriptedSession session = playing(ScriptedSession.says("42"));

        assertThat(run(agent("native", 1), session).answer()).isEqualTo("42");
        assertThat(session.requests().getFirst().messages()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml", "", "Native"})
    void refusesAnUnknownProtocol(String protocol) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> agent(protocol, 5))
                .withMessageContaining("[auto, native, text]");
    }
}
