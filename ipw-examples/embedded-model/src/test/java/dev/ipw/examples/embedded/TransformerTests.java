package dev.ipw.examples.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

class TransformerTests {

    /** Compares with what PyTorch computed; {@code train.py --export-check} wrote the file. */
    @ParameterizedTest
    @MethodSource("expectedLogits")
    void computesWhatPyTorchComputes(ModelSize size, int[] tokens, double[] expected) {
        Transformer transformer = Transformer.load(size);

        float[] logits = transformer.prefill(transformer.start(), tokens);

        assertThat(logits).hasSameSizeAs(expected);
        for (int token = 0; token < expected.length; token++) {
            assertThat((double) logits[token]).as("token %d", token).isCloseTo(expected[token], within(1e-4));
        }
    }

    @Test
    void prefillsAsItSteps() {
        Transformer transformer = Transformer.load(ModelSize.SMALL);
        DecodingState stepped = transformer.start();
        transformer.step(stepped, 0);
        float[] last = transformer.step(stepped, 5);

        assertThat(transformer.prefill(transformer.start(), new int[]{0, 5})).isEqualTo(last);
        assertThat(stepped.length()).isEqualTo(2);
    }

    @Test
    void endsWithItsContext() {
        Transformer transformer = Transformer.load(ModelSize.SMALL);
        DecodingState state = transformer.start();
        transformer.prefill(state, new int[transformer.config().context()]);

        assertThat(state.full()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> transformer.step(state, 0))
                .withMessageContaining("is full");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> transformer.prefill(transformer.start(), new int[0]));
    }

    static Stream<Object[]> expectedLogits() {
        try (InputStream stream = TransformerTests.class.getResourceAsStream("expected-logits.txt")) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().map(TransformerTests::expectation);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Object[] expectation(String line) {
        String[] fields = line.split("\t");
        int[] tokens = Arrays.stream(fields[1].split(" ")).mapToInt(Integer::parseInt).toArray();
        double[] logits = Arrays.stream(fields[2].split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Object[]{ModelSize.of(fields[0]), tokens, logits};
    }
}
