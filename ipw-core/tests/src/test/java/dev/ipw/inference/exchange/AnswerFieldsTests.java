package dev.ipw.inference.exchange;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.internal.json.Json;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AnswerFieldsTests {
    @Test
    void readsTextAndTakesNothingForEmptyText() throws InferenceException {
        assertThat(AnswerFields.onlyText(Json.object().put("delta", "a"), "delta", "answer")).isEqualTo("a");
        assertThat(AnswerFields.onlyText(Json.object().putNull("delta"), "delta", "answer")).isEmpty();
        assertThat(AnswerFields.onlyText(Json.object(), "delta", "answer")).isEmpty();
    }

    @Test
    void refusesWhatIsNoText() {
        assertThatExceptionOfType(InferenceException.class)
                .isThrownBy(() -> AnswerFields.onlyText(Json.object().put("delta", 1), "delta", "answer"))
                .withMessageContaining("The field delta of the server's answer is no text")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED));
    }
}
