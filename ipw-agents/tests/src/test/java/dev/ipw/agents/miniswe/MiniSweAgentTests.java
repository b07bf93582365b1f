package dev.ipw.agents.miniswe;

import dev.ipw.agents.Agent;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Works in the real sandbox of this machine; a machine without one skips what needs it. */
@Tag("process")
class MiniSweAgentTests {
    private static final DatasetRecord TASK = DatasetRecord.of("t", "Fix the bug", "");

    @TempDir
    Path folder;

    private static ToolCall bash(String command) {
        return new ToolCall("c", "bash", Json.object().put("command", command).toString());
    }

    private ScriptedSession playing(InferenceResponse... replies) {
        Queue<InferenceResponse> left = new ArrayDeque<>(List.of(replies));
        return new ScriptedSession(folder, request -> left.remove());
    }

    private static QueryOutcome run(ScriptedSession session, int turns) throws InterruptedException {
        try (Agent agent = agent(turns)) {
            return agent.run(TASK, session);
        }
    }

    private static Agent agent(int turns) {
        return agent(turns, Map.of());
    }

    private static Agent agent(int turns, Map<String, String> parameters) {
        try {
            return Agent.builder("mini-swe").mostTurns(turns).parameters(Map.of("timeout", "5m"))
                    .parameters(parameters).build();
        } catch (ConfigurationException noSandbox) {
            assumeTrue(false, noSandbox.getMessage());
            throw noSandbox;
        }
    }

    private static String told(ScriptedSession session) {
        Message last = session.requests().getLast().messages().getLast();
        return ((ToolResult) last.parts().getLast()).content();
    }

    @Test
    void worksInAShellUntilItSubmits() throws InterruptedException {
        ScriptedSession session = playing(
                ScriptedSession.asks(bash("echo fixed > patch.txt; ls; echo bad >&2; exit 4")),
                ScriptedSession.asks(bash("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; cat patch.txt; seq 1 5000")));

        QueryOutcome outcome = run(session, 10);

        assertThat(told(session)).isEqualTo("{\"returncode\":4,\"output\":\"patch.txt\\nbad\\n\"}");
        assertThat(outcome.answer()).startsWith("fixed\n1\n2\n").endsWith("\n5000\n").hasSizeGreaterThan(20_000);
        assertThat(folder.resolve("patch.txt")).hasContent("fixed");
        assertThat(outcome.calls()).hasSize(2);
        assertThat(outcome.tools()).hasSize(2);
    }

    @Test
    void aMarkElsewhereOrAFailedCommandSubmitsNothing() throws InterruptedException {
        ScriptedSession session = playing(
                ScriptedSession.asks(bash("echo first; echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT")),
                ScriptedSession.asks(bash("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; exit 1")),
                ScriptedSession.asks(bash("seq 1 100000")),
                ScriptedSession.asks(bash("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT")));

        QueryOutcome outcome = run(session, 10);

        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.answer()).isEmpty();
        assertThat(outcome.calls()).hasSize(4);
        assertThat(told(session)).contains("\"output_head\":\"1\\n2\\n", "\"elided_chars\":", "100000\\n\"");
    }

    @Test
    void threeRepliesWithoutACommandEndTheTask() throws InterruptedException {
        QueryOutcome outcome = run(playing(ScriptedSession.says("hm"), ScriptedSession.asks(bash("true")),
                ScriptedSession.says("hm"), ScriptedSession.says(""), ScriptedSession.says("hm")), 10);

        assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.MALFORMED);
        assertThat(outcome.calls()).hasSize(5);
    }

    @Test
    void comesToTheLimitOfTurns() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.asks(bash("true")));

        assertThat(run(session, 3).failure()).map(RequestFailure::kind).contains(FailureKind.LIMIT_REACHED);
        assertThat(session.requests()).hasSize(3);
    }

    @Test
    void comesToTheLimitOfDollars() throws InterruptedException {
        ScriptedSession dear = new ScriptedSession(folder, request -> ScriptedSession.asks(bash("true"))).costing(0.4);
        ScriptedSession unknown = new ScriptedSession(folder, request -> ScriptedSession.asks(bash("true")));

        assertThat(run(dear, Map.of("most_dollars", "1")).failure().orElseThrow().message())
                .contains("limit is 1");
        assertThat(dear.requests()).hasSize(3);
        assertThat(run(unknown, Map.of("most_dollars", "1")).failure().orElseThrow().message())
                .contains("not known");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("mini-swe").parameters(Map.of("most_dollars", "0")).build());
    }

    private QueryOutcome run(ScriptedSession session, Map<String, String> parameters) throws InterruptedException {
        try (Agent agent = agent(9, parameters)) {
            return agent.run(TASK, session);
        }
    }

    @Test
    void takesNoOtherTools() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("mini-swe").tools("think").build())
                .withMessageContaining("no other tool");
    }
}
