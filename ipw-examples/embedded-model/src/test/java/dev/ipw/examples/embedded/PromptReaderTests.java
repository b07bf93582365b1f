package dev.ipw.examples.embedded;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PromptReaderTests {

    private final PromptReader reader = new PromptReader(new CharacterTokenizer("\n*+-0123456789="));

    @ParameterizedTest
    @CsvSource({
            "What is 417+58? Answer with the number only., 417+58=",
            "417 + 58 =, 417+58=",
            "Compute 12 x 7, 12*7=",
            "Compute 12X7, 12*7=",
            "12\u00d77, 12*7=",
            "12 \u00b7 7, 12*7=",
            "903 \u2212 87, 903-87=",
            "903 \u2013 87, 903-87=",
            "First 1+1=2. Now 5-9?, 5-9=",
            "007+010, 7+10=",
            "0*0, 0*0=",
            "00-000, 0-0=",
            "is it 12*7., 12*7=",
    })
    void findsTheLastQuestion(String text, String prompt) {
        assertThat(reader.read(List.of(text))).isEqualTo(prompt);
    }

    @ParameterizedTest
    @CsvSource({
            "How are you in 2026?, 2026",
            "hello, ''",
            "3.5+2, 35+2",
            "7+2.5, 7+25",
            "1234567890123+1, 1234567890123+1",
    })
    void keepsKnownCharactersWhereThereIsNoQuestion(String text, String prompt) {
        assertThat(reader.read(List.of(text))).isEqualTo(prompt);
    }

    @Test
    void readsTheWholeConversation() {
        assertThat(reader.read(List.of("The question is 12*7.", "Go!"))).isEqualTo("12*7=");
        assertThat(reader.read(List.of("1+1", "2", "5-3"))).isEqualTo("5-3=");
        assertThat(reader.read(List.of("417+58", "475", "+ 3"))).isEqualTo("475+3=");
        assertThat(reader.read(List.of("7", "-7+3"))).isEqualTo("7+3=");
        assertThat(reader.read(List.of("Use 5 words", "hello 4"))).isEqualTo("54");
    }

    @Test
    void staysFastOnHostileText() {
        assertThat(reader.read(List.of("9".repeat(200_000)))).hasSize(200_000);
        assertThat(reader.read(List.of("9" + " ".repeat(200_000)))).isEqualTo("9");
        assertThat(reader.read(List.of("a\nb"))).isEmpty();
    }
}
