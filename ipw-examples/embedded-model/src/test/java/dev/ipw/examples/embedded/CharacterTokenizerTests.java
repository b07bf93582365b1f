package dev.ipw.examples.embedded;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CharacterTokenizerTests {

    private final CharacterTokenizer tokenizer = new CharacterTokenizer("\n*+-0123456789=");

    @Test
    void turnsTextIntoTokensAndBack() {
        assertThat(tokenizer.encode("\n12*7=")).containsExactly(0, 5, 6, 1, 11, 14);
        assertThat(tokenizer.decode(new int[]{0, 5, 6, 1, 11, 14})).isEqualTo("\n12*7=");
    }

    @Test
    void namesAnUnknownCharacterAndItsPlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokenizer.encode("1/2"))
                .withMessageContaining("'/'")
                .withMessageContaining("index 1");
    }

    @Test
    void dropsUnknownCharacters() {
        assertThat(tokenizer.keepKnown("What is 4 + 5?")).isEqualTo("4+5");
    }

    @Test
    void needsANewline() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CharacterTokenizer("0123"));
    }
}
