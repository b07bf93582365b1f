package dev.ipw.examples.embedded;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TransformerConfigTests {

    private static final TransformerConfig TINY = new TransformerConfig(1, 2, 1, 3, 8, "\n01");

    @Test
    void countsOperationsAsWorkedOutByHand() {
        // Blocks: 2 tokens pass, each 16 + 12 multiply-adds. Output: 1 token, 6. Attention: (1 + 2) keys, 4 each.
        assertThat(TINY.floatingPointOperations(2, 1)).isEqualTo(2 * (2 * 28) + 2 * 6 + 2 * (3 * 4));
        // One more token: 28 in the blocks, 6 in the output, 3 keys at 4 each.
        assertThat(TINY.floatingPointOperations(2, 2) - TINY.floatingPointOperations(2, 1))
                .isEqualTo(2 * (28 + 6 + 12));
        assertThat(TINY.floatingPointOperations(5, 0)).isZero();
    }

    @Test
    void countsWeights() {
        // Embeddings 6 + 16, block 16 + 12 + 4, last norm 2, output 6.
        assertThat(TINY.weights()).isEqualTo(62);
    }

    @Test
    void worksHarderFromSizeToSize() {
        long small = Transformer.load(ModelSize.SMALL).config().floatingPointOperations(8, 4);
        long medium = Transformer.load(ModelSize.MEDIUM).config().floatingPointOperations(8, 4);
        long large = Transformer.load(ModelSize.LARGE).config().floatingPointOperations(8, 4);

        assertThat(medium).isGreaterThan(2 * small);
        assertThat(large).isGreaterThan(2 * medium);
    }

    @Test
    void refusesImpossibleShapes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransformerConfig(1, 10, 3, 4, 8, "\n"))
                .withMessageContaining("multiple");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransformerConfig(0, 2, 1, 3, 8, "\n"))
                .withMessageContaining("layers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TransformerConfig(1, 2, 1, 100_000, 8, "\n"))
                .withMessageContaining("hidden");
        assertThatIllegalArgumentException().isThrownBy(() -> TINY.floatingPointOperations(-1, 1));
    }

    @Test
    void findsSizesById() {
        assertThat(ModelSize.of("medium")).isEqualTo(ModelSize.MEDIUM);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelSize.of("huge"))
                .withMessageContaining("small, medium, large");
    }
}
