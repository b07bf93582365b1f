package dev.ipw.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TypedCommandTests {
    @Test
    void canBeTypedAgain() {
        assertThat(TypedCommand.of(new String[]{"profile", "--dataset", "my questions.jsonl", "--run-name", "it's"}))
                .isEqualTo("ipw profile --dataset 'my questions.jsonl' --run-name 'it'\\''s'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api_key=s3cret words", "--client-param=api_key=s3cret words", "api_key='s3cret' words=x",
            "body.authorization=Bearer s3cret words", "https://me:s3cret@host/v1"})
    void holdsNoSecret(String argument) {
        assertThat(TypedCommand.of(new String[]{"profile", argument})).doesNotContain("s3cret").doesNotContain("words");
    }

    @Test
    void keepsParametersThatAreNoSecret() {
        assertThat(TypedCommand.of(new String[]{"profile", "--client-param", "max_tokens=64"}))
                .isEqualTo("ipw profile --client-param max_tokens=64");
    }
}
