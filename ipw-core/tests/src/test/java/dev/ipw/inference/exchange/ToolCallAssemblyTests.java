package dev.ipw.inference.exchange;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ToolCallAssemblyTests {
    private final ToolCallAssembly assembly = new ToolCallAssembly();

    @Test
    void appendsTheArgumentsOfCallsThatComeInTurns() throws Exception {
        assembly.piece("0", "a", "add", "");
        assembly.piece("1", "b", "sub", "{\"x\"");
        assembly.piece("0", "", "", "{\"x\":");
        assembly.piece("1", "", "", ":2}");
        assembly.piece("0", "", "", "1}");

        assertThat(assembly.calls()).containsExactly(new ToolCall("a", "add", "{\"x\":1}"),
                new ToolCall("b", "sub", "{\"x\":2}"));
    }

    @Test
    void takesIdAndNameOnceIfTheyComeWithEachPiece() throws Exception {
        assembly.piece("0", "a", "add", "{\"x\":");
        assembly.piece("0", "a", "add", "1}");
        assembly.piece("0", "a", "add", "");

        assertThat(assembly.calls()).containsExactly(new ToolCall("a", "add", "{\"x\":1}"));
    }

    @Test
    void keepsACallTogetherWhoseIdChangesWithEachPiece() throws Exception {
        assembly.piece("0", "a", "add", "{\"x\":");
        assembly.piece("0", "b", "add", "{}}");

        assertThat(assembly.calls()).containsExactly(new ToolCall("a", "add", "{\"x\":{}}"));
    }

    @Test
    void tellsWholeCallsOfOneIndexApart() throws Exception {
        assembly.piece("0", "a", "add", "{\"x\":\"}\\\"\"}");
        assembly.piece("0", "b", "add", "{}");
        assembly.piece("0", "", "add", "{}");
        assembly.piece("0", "", "sub", "{}");

        assertThat(assembly.calls()).extracting(ToolCall::name).containsExactly("add", "add", "add", "sub");
        assertThat(assembly.calls()).extracting(ToolCall::arguments).containsExactly("{\"x\":\"}\\\"\"}", "{}", "{}",
                "{}");
    }

    @Test
    void makesUpIdsThatDifferWithinAnAnswerAndAreTheSameTheNextTime() throws Exception {
        ToolCallAssembly again = new ToolCallAssembly();
        for (ToolCallAssembly each : List.of(assembly, again)) {
            each.whole("", "add", "{}");
            each.whole("", "add", "");
            each.whole("own", "add", "{}");
        }

        List<String> ids = assembly.calls().stream().map(ToolCall::id).toList();
        assertThat(ids).doesNotHaveDuplicates().endsWith("own").startsWith(ids.getFirst(), ids.get(1));
        assertThat(ids.subList(0, 2)).allMatch(id -> id.matches("call[a-z0-9]{5}"));
        assertThat(again.calls()).isEqualTo(assembly.calls());
        assertThat(assembly.calls().get(1).arguments()).isEqualTo("{}");
    }

    @Test
    void keepsArgumentsThatAreBroken() throws Exception {
        assembly.piece("0", "a", "add", "}{\"x");

        assertThat(assembly.calls()).containsExactly(new ToolCall("a", "add", "}{\"x"));
    }

    @Test
    void refusesMoreCallsThanItKeeps() throws Exception {
        for (int i = 0; i < ToolCallAssembly.MAX_CALLS; i++) {
            assembly.whole("", "add", "{}");
        }
        InferenceException failure = catchThrowableOfType(InferenceException.class,
                () -> assembly.piece("next", "", "add", "{}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(failure).hasMessageContaining("256").hasMessageContaining("max_tokens");
    }
}
