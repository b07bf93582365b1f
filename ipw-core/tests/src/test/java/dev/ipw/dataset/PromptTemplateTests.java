package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.inference.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PromptTemplateTests {
    private static final String LETTERED = "Which?\nA) Mars\nB) Venus\nAnswer with the letter of the right choice.";

    @Test
    void hasNameAndVersion() {
        assertThat(PromptTemplate.defaultTemplate().id()).isEqualTo("default@1");
    }

    @Test
    void asksAQuestionAsItStands() {
        assertThat(PromptTemplate.defaultTemplate().opening(DatasetRecord.of("q", "Why?", "")))
                .containsExactly(Message.user("Why?"));
    }

    @Test
    void putsInstructionsAboveAndChoicesBehindLetters() {
        DatasetRecord record = DatasetRecord.builder("q", "Which?").system("Be brief.")
                .choices(List.of("Mars", "Venus")).build();
        assertThat(PromptTemplate.defaultTemplate().opening(record)).containsExactly(Message.system("Be brief."),
                Message.user(LETTERED));
    }

    @Test
    void putsTheChoicesOfAConversationBelowItsLastTurn() {
        DatasetRecord record = DatasetRecord.builder("q", "Hello").turns(Turn.of("Hello"), Turn.of("Which?"))
                .choices(List.of("Mars", "Venus")).build();
        assertThat(PromptTemplate.defaultTemplate().opening(record)).containsExactly(Message.user("Hello"));
        assertThat(PromptTemplate.defaultTemplate().turn(record, 2)).isEqualTo(Message.user(LETTERED));
    }
}
