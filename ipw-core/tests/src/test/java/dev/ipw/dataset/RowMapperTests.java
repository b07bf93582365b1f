package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.error.InputException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class RowMapperTests {
    private final RowMapper mapper = new RowMapper("questions.jsonl", "line", "exact");

    @Test
    void readsEveryKnownFieldAndKeepsTheRestAsMetadata() {
        DatasetRecord record = mapper.map(1,
                Map.of("id", "q1", "problem", "Which?", "answer", "B", "subject", " maths ",
                        "evaluator", "exact", "choices", List.of("one", "two"), "level", 3, "score", 0.5f, "hard", true,
                        "tags",
                        Arrays.asList("x", null)));
        assertThat(record).isEqualTo(new DatasetRecord("q1", "Which?", "B", Optional.of("maths"), Optional.of("exact"),
                List.of("one", "two"), Map.of("level", 3L, "score", 0.5, "hard", true, "tags", List.of("x"))));
    }

    @Test
    void understandsSynonymsInAnyCase() {
        assertThat(mapper.map(1, Map.of("Question", "Why?")).problem()).isEqualTo("Why?");
        assertThat(mapper.map(2, Map.of("PROMPT", "How?")).problem()).isEqualTo("How?");
        assertThat(mapper.map(3, Map.of("prompt", "Which?", "Options", "a | b|c")).choices())
                .containsExactly("a", "b", "c");
    }

    @Test
    void keepsTheLesserSynonymAsMetadata() {
        DatasetRecord record = mapper.map(1, Map.of("prompt", "templated", "problem", "bare"));
        assertThat(record.problem()).isEqualTo("bare");
        assertThat(record.metadata()).isEqualTo(Map.of("prompt", "templated"));
    }

    @Test
    void judgesNoRowWithoutAnAnswerButOneWhoseAnswerIsEmpty() {
        assertThat(mapper.map(1, Map.of("problem", "?")).evaluator()).contains("none");
        assertThat(mapper.map(2, Map.of("problem", "?", "choices", "a|b")).evaluator()).contains("none");
        assertThat(mapper.map(3, Map.of("problem", "?", "answer", "")).evaluator()).isEmpty();
        assertThat(mapper.map(4, Map.of("problem", "?", "evaluator", "rubric")).evaluator()).contains("rubric");
        assertThat(new RowMapper("questions.jsonl", "line", "rubric").map(5, Map.of("problem", "?")).evaluator())
                .isEmpty();
    }

    @Test
    void takesThePositionAsIdWhereNoneIsGiven() {
        assertThat(mapper.map(12, Map.of("problem", "?", "id", "  ")).id()).isEqualTo("000012");
    }

    @Test
    void writesNumbersAndBooleansAsText() {
        assertThat(mapper.map(1, Map.of("problem", "?", "answer", 42)).answer()).isEqualTo("42");
        assertThat(mapper.map(2, Map.of("problem", "?", "answer", 2.5)).answer()).isEqualTo("2.5");
        assertThat(mapper.map(3, Map.of("problem", "?", "answer", true, "id", 7L)).id()).isEqualTo("7");
    }

    @Test
    void leavesTheAnswerEmptyWhereThereIsNone() {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("problem", "?");
        row.put("answer", null);
        assertThat(mapper.map(1, row).answer()).isEmpty();
    }

    @Test
    void keepsFurtherAcceptedAnswers() {
        DatasetRecord list = mapper.map(1, Map.of("problem", "?", "answer", List.of("Paris", "Paname"), "accepted",
                List.of("Lutetia")));
        assertThat(list.answer()).isEqualTo("Paris");
        assertThat(list.metadata()).containsEntry("accepted", List.of("Paname", "Lutetia"));
        DatasetRecord text = mapper.map(2, Map.of("problem", "?", "answer", "1", "accepted", "one|I"));
        assertThat(text.metadata()).containsEntry("accepted", List.of("one", "I"));
    }

    @Test
    void judgesChoicesByMultipleChoiceUnlessTheRowSaysOtherwise() {
        List<String> choices = List.of("x", "y");
        assertThat(mapper.map(1, Map.of("problem", "?", "choices", choices, "answer", "B"))
                .evaluator()).hasValue("multiple-choice");
        assertThat(mapper.map(2, Map.of("problem", "?", "choices", choices, "evaluator", "exact")).evaluator())
                .hasValue("exact");
        assertThat(mapper.map(3, Map.of("problem", "?", "answer", "1")).evaluator()).isEmpty();
    }

    @Test
    void refusesARowWithoutAQuestion() {
        assertThatThrownBy(() -> mapper.map(4, Map.of("problem", " ", "answer", "1")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("questions.jsonl, line 4: there is no question; fill the field 'problem'");
    }

    @Test
    void namesBothPlacesOfADuplicateId() {
        mapper.map(3, Map.of("problem", "?", "id", "q"));
        assertThatThrownBy(() -> mapper.map(9, Map.of("problem", "?", "id", "q")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("line 9: the id 'q' was already given at line 3");
    }

    @Test
    void refusesChoicesThatNoLetterCanName() {
        assertThatThrownBy(() -> mapper.map(1, Map.of("problem", "?", "choices", "only")))
                .hasMessageContaining("there is 1 choice; give 2 to 26");
        List<String> many = IntStream.range(0, 27).mapToObj(Integer::toString).toList();
        assertThatThrownBy(() -> mapper.map(1, Map.of("problem", "?", "choices", many)))
                .hasMessageContaining("there are 27 choices");
        assertThatThrownBy(() -> mapper.map(1, Map.of("problem", "?", "choices", Arrays.asList("x", null, "z"))))
                .hasMessageContaining("the field 'choices' holds nothing where text");
        assertThatThrownBy(() -> mapper.map(1, Map.of("problem", "?", "choices", Map.of("A", "x"))))
                .hasMessageContaining("the field 'choices' holds an object where text");
    }

    private DatasetRecord talk(Map<String, ? extends @Nullable Object> row) {
        return mapper.map(1, row);
    }

    @Test
    void aConversationIsOneRecordThatIsJudgedOnItsLastAnswer() {
        DatasetRecord talk = talk(Map.of("id", "t", "subject", "sums", "level", 2, "turns",
                List.of(Map.of("problem", "3 + 4?", "answer", 7), "Twice that?",
                        Map.of("question", "And again?", "answer", List.of("28", "twenty-eight"), "delay_s", 1.5))));
        assertThat(talk.id()).isEqualTo("t");
        assertThat(talk.problem()).isEqualTo("3 + 4?");
        assertThat(talk.turns()).containsExactly(new Turn("3 + 4?", Duration.ZERO, Optional.of("7")),
                Turn.of("Twice that?"), new Turn("And again?", Duration.ofMillis(1500), Optional.of("28")));
        assertThat(talk.answer()).isEqualTo("28");
        assertThat(talk.subject()).hasValue("sums");
        assertThat(talk.evaluator()).isEmpty();
        assertThat(talk.metadata()).isEqualTo(Map.of("level", 2L, "accepted", List.of("twenty-eight")));
    }

    @Test
    void takesThePersonsPartOfWhatWasSaid() {
        DatasetRecord talk = talk(Map.of("conversations",
                List.of(Map.of("from", "system", "value", "Be brief."), Map.of("from", "human", "value", "Hi"),
                        Map.of("from", "gpt", "value", "Hello"), Map.of("from", "human", "value", "Bye"))));
        assertThat(talk.system()).hasValue("Be brief.");
        assertThat(talk.turns()).containsExactly(Turn.of("Hi"), Turn.of("Bye"));
        assertThat(talk.evaluator()).hasValue(Dataset.NOT_JUDGED);
        DatasetRecord single = mapper.map(2, Map.of("messages", List.of(Map.of("role", "user", "content", "What?"))));
        assertThat(single.turns()).isEmpty();
        assertThat(single.problem()).isEqualTo("What?");
    }

    @Test
    void readsInstructionsAndTheAnswerOfARowAsThoseOfItsConversation() {
        DatasetRecord talk = talk(Map.of("system", "Be brief.", "answer", "B", "choices", "x|y", "turns",
                List.of("One?", "Which?")));
        assertThat(talk.system()).hasValue("Be brief.");
        assertThat(talk.answer()).isEqualTo("B");
        assertThat(talk.choices()).containsExactly("x", "y");
        assertThat(talk.evaluator()).hasValue("multiple-choice");
        assertThat(mapper.map(2, Map.of("problem", "?", "system", "Be kind.")).system()).hasValue("Be kind.");
    }

    @Test
    void refusesAConversationOfWhichItCannotBeToldWhatIsJudged() {
        assertThatThrownBy(() -> talk(Map.of("answer", "1", "turns", List.of(Map.of("problem", "?", "answer", "2")))))
                .hasMessageContaining("turn 1 of the conversation has the field 'answer', and the row has it too");
        assertThatThrownBy(() -> talk(Map.of("turns", List.of(Map.of("problem", "?", "choices", "a|b"), "??"))))
                .hasMessageContaining("the field 'choices', which only the last turn, or the row, has");
        assertThatThrownBy(() -> talk(Map.of("problem", "?", "turns", List.of("?"))))
                .hasMessageContaining("both a conversation and a question");
    }

    @Test
    void refusesAConversationThatIsNone() {
        assertThatThrownBy(() -> talk(Map.of("turns", List.of()))).hasMessageContaining("has 0 questions");
        assertThatThrownBy(() -> talk(Map.of("turns", List.of(5)))).hasMessageContaining("neither text nor an object");
        assertThatThrownBy(() -> talk(Map.of("turns", List.of(Map.of("problem", "a", "delay_s", -1)))))
                .hasMessageContaining("'delay_s' must be a number of seconds from 0 to 86400, not '-1'");
        assertThatThrownBy(() -> talk(Map.of("turns", List.of("a", Map.of("answer", "a")))))
                .hasMessageContaining("turn 2 of the conversation has no question");
        assertThatThrownBy(() -> talk(Map.of("messages", List.of(Map.of("role", "assistant", "content", "a")))))
                .hasMessageContaining("has 0 questions");
    }
}
