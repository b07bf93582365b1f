package dev.ipw.results.internal.format;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastResultTests {
    @Test
    void computesAgainOnlyForAnotherArgument() {
        List<String> computed = new ArrayList<>();
        LastResult<String, Integer> length = new LastResult<>(text -> {
            computed.add(text);
            return text.length();
        });

        assertThat(List.of("a", "a", "gpu", "gpu", "a").stream().map(length)).containsExactly(1, 1, 3, 3, 1);
        assertThat(computed).containsExactly("a", "gpu", "a");
    }
}
