package dev.ipw.agents.react;

import dev.ipw.agents.react.TextReactAgent.Reply;
import dev.ipw.inference.ToolDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReplyReaderTests {
    private final ReplyReader reader = new ReplyReader(List.of(
            new ToolDefinition("search", "search", """
                    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}"""),
            new ToolDefinition("write", "write", """
                    {"type": "object", "properties": {"path": {"type": "string"}, "text": {"type": "string"}},
                     "required": ["path", "text"]}"""),
            new ToolDefinition("now", "tell the time", "{\"type\": \"object\"}")));

    @ParameterizedTest
    @ValueSource(strings = {
            "Thought: look\nAction: search\nAction Input: {\"query\": \"a\"}",
            "Action: search\nAction Input: {\"query\":\n  \"a\"\n}\nObservation: made up\nFinal Answer: 7",
            "**Action:** `search`\n**Action Input:** ```json\n{\"query\": \"a\"}\n```",
            "action: search\naction_input: {\"query\": \"a\"",
            "I could say Final Answer: 7, but I do not know.\nAction: search\nAction Input: {\"query\": \"a\"}",
            "Action: search({\"query\": \"a\"})",
            "Action: {\"action\": \"search\", \"action_input\": {\"query\": \"a\"}}",
            "{\"tool\": \"search\", \"arguments\": {\"query\": \"a\"}}",
            "### Action: search\n### Input: {\"query\": \"a\"}",
            "Some code:\n```\nFinal Answer: no\n```\nAction: search\nAction Input: {\"query\": \"a\"}",
            "Action: search\nAction Input: a",
            "Action: search\nAction Input: {\"query\": \"a\"}\nAction: write\nAction Input: {\"path\": \"p\"}"})
    void readsAnAction(String text) {
        assertThat(reader.read(text)).isInstanceOfSatisfying(Reply.Use.class, use -> {
            assertThat(use.tool()).isEqualTo("search");
            assertThat(use.arguments().replaceAll("\\s", "")).isEqualTo("{\"query\":\"a\"}");
        });
    }

    @Test
    void keepsTextWithBracesQuotesAndLineEnds() {
        String text = "Action: write\nAction Input: {\"path\": \"a.py\", \"text\": \"d = {'x': [1]}\\nprint(\\\"}\\\")\"}\nthen";

        assertThat(reader.read(text)).isInstanceOfSatisfying(Reply.Use.class, use -> {
            assertThat(use.arguments()).endsWith("print(\\\"}\\\")\"}");
            assertThat(use.text()).endsWith("\"}").doesNotContain("then");
        });
    }

    @Test
    void aToolWithoutArgumentsNeedsNoInput() {
        assertThat(reader.read("Action: now")).isInstanceOfSatisfying(Reply.Use.class,
                use -> assertThat(use.arguments()).isEqualTo("{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Final Answer: first line\nsecond line",
            "Thought: done\n\n**Final Answer:** first line\nsecond line",
            "final_answer: first line\nsecond line\n", "Final Answer:\nfirst line\nsecond line",
            "{\"final_answer\": \"first line\\nsecond line\"}"})
    void readsAnAnswerOfSeveralLines(String text) {
        assertThat(reader.read(text)).isEqualTo(new Reply.Answer("first line\nsecond line"));
    }

    @Test
    void anAnswerMaySpeakOfActions() {
        assertThat(reader.read("Final Answer: do this\nAction: search\nAction Input: {}"))
                .isEqualTo(new Reply.Answer("do this\nAction: search\nAction Input: {}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "I do not know what to do.", "Final Answer:", "Action: write\nAction Input: hello",
            "Action: write", "Action: {\"what\": 1}", "The final answer: 7 is what I would say", "{\"note\": 1}"})
    void saysWhatIsWrong(String text) {
        assertThat(reader.read(text)).isInstanceOfSatisfying(Reply.Malformed.class,
                malformed -> assertThat(malformed.problem()).isNotBlank());
    }

    @Test
    void longRepliesAreReadInTimeThatGrowsWithTheirLength() {
        String text = "Action\n".repeat(200_000) + "```\n".repeat(1001) + "Action: now";

        assertThat(reader.read(text)).isInstanceOf(Reply.Use.class);
    }
}
