package dev.ipw.agents.command;

import dev.ipw.agents.ScriptedSession;
import dev.ipw.agents.proxy.ObservedCall;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ToolCall;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.ToolSpan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class ProgramCallsTests {
    @Test
    void theTimeBetweenTwoCallsIsOfTheToolsThatTheFirstAskedFor() {
        List<ToolSpan> tools = tools(150,
                call(10, 20, asks("exec_command", "a"), Message.user("do it")),
                call(50, 60, asks("Read", "b", "Bash", "c"), result("a", "4", false)),
                call(100, 110, says(), result("a", "4", false), result("b", "x", false), result("c", "no", true)));

        assertThat(tools).extracting(ToolSpan::name, ToolSpan::startNanos, ToolSpan::endNanos).containsExactly(
                tuple("exec_command", 20L, 50L), tuple("Read", 60L, 100L), tuple("Bash", 60L, 100L),
                tuple("command", 110L, 150L));
        assertThat(tools).extracting(ToolSpan::callId).containsExactly(Optional.of("a"), Optional.of("b"),
                Optional.of("c"), Optional.empty());
        assertThat(tools).extracting(ToolSpan::error).containsExactly(Optional.empty(), Optional.empty(),
                Optional.of("no"), Optional.empty());
    }

    @Test
    void whereNoToolIsToldTheTimeIsTheProgramsOwn() {
        List<ToolSpan> tools = ProgramCalls.tools(List.of(call(10, 20, says()), call(30, 40, says())), 40,
                Optional.of("it broke"));

        assertThat(tools).extracting(ToolSpan::name, ToolSpan::startNanos, ToolSpan::endNanos, ToolSpan::error)
                .containsExactly(tuple("command", 20L, 30L, Optional.empty()),
                        tuple("command", 40L, 40L, Optional.of("it broke")));
    }

    @Test
    void callsThatRunAtOnceAndIdsThatComeAgainBelongToTheirOwnResults() {
        List<ToolSpan> tools = tools(95,
                call(10, 20, asks("plan", "call_0")),
                // A title for the session, asked for beside the first call.
                call(12, 40, says()),
                call(50, 60, asks("edit", "call_0"), result("call_0", "", false)),
                // It begins before the end of the answer before it is seen.
                call(59, 90, says(), result("call_0", "", false), result("call_0", "", false)));

        assertThat(tools).extracting(ToolSpan::name, ToolSpan::startNanos, ToolSpan::endNanos).containsExactly(
                tuple("plan", 20L, 50L), tuple("edit", 59L, 59L), tuple("command", 90L, 95L));
    }

    @Test
    void anOldErrorIsNotThatOfTheSameToolLater() {
        List<ToolSpan> tools = tools(100,
                call(10, 20, asks("run", "call_0")),
                call(30, 40, asks("run", "call_0"), result("call_0", "it broke", true)),
                call(50, 100, says(), result("call_0", "it broke", true), result("call_0", "5", false)));

        assertThat(tools).extracting(ToolSpan::endNanos, ToolSpan::error)
                .containsExactly(tuple(30L, Optional.of("it broke")), tuple(50L, Optional.empty()));
    }

    /** Google's servers give calls no ids, and its command line makes up some for the results. */
    @Test
    void resultsOfCallsWithoutIdsAreToldByTheirNames() {
        ContentPart.ToolResult first = new ContentPart.ToolResult("made-up-1", "run", "4", false);
        ContentPart.ToolResult second = new ContentPart.ToolResult("", "run", "5", false);
        List<ToolSpan> tools = tools(100,
                call(10, 20, asks("run", "call0aaaa")),
                call(30, 40, asks("run", "call0aaab"), results(first)),
                call(50, 100, says(), results(first, second)));

        assertThat(tools).extracting(ToolSpan::name, ToolSpan::startNanos, ToolSpan::endNanos)
                .containsExactly(tuple("run", 20L, 30L), tuple("run", 40L, 50L));
    }

    private static Message results(ContentPart... results) {
        return new Message(Message.Role.TOOL, List.of(results), List.of());
    }

    @Test
    void untilItsFirstCallAProgramStarts() throws InterruptedException {
        ScriptedSession session = new ScriptedSession(Path.of("."), request -> {
            throw new AssertionError("the session's own client is not asked");
        });
        ProgramCalls program = new ProgramCalls(session, 5);
        program.began(10);
        program.began(12);
        program.observed(call(12, 18, says()));
        program.observed(call(10, 20, says()));
        program.end(30, Optional.empty(), Optional.empty());

        assertThat(session.finish("done").phases()).extracting(QueryPhase::kind, QueryPhase::startNanos,
                QueryPhase::endNanos).containsExactly(tuple(QueryPhase.Kind.AGENT_SETUP, 5L, 10L));
        assertThat(session.tools()).extracting(ToolSpan::name, ToolSpan::startNanos, ToolSpan::endNanos)
                .containsExactly(tuple("command", 20L, 30L));
    }

    private static List<ToolSpan> tools(long endNanos, ObservedCall... calls) {
        return ProgramCalls.tools(List.of(calls), endNanos, Optional.empty());
    }

    private static ObservedCall call(long startNanos, long endNanos, InferenceResponse response,
            Message... messages) {
        return new ObservedCall(List.of(messages), response,
                new ResponseTimeline(startNanos, DispatchTimings.at(startNanos), OptionalLong.of(startNanos),
                        OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(),
                        endNanos, new long[0]),
                Optional.empty());
    }

    private static InferenceResponse says() {
        return ScriptedSession.says("fine");
    }

    private static InferenceResponse asks(String... namesAndIds) {
        ToolCall[] asked = new ToolCall[namesAndIds.length / 2];
        for (int at = 0; at < asked.length; at++) {
            asked[at] = new ToolCall(namesAndIds[2 * at + 1], namesAndIds[2 * at], "{}");
        }
        return ScriptedSession.asks(asked);
    }

    private static Message result(String id, String content, boolean isError) {
        return results(new ContentPart.ToolResult(id, "", content, isError));
    }
}
