package dev.ipw.results.internal.finishing;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class GroupedTextsTests {
    @Test
    void countsSentencesThatDifferInTheirNumbers() {
        assertThat(GroupedTexts.of(List.of(List.of("It took 1.5 s of 2,000.", "Other"), List.of("It took 12 s of 10.")),
                4))
                .containsExactly("In 2 of 4 shards, for example: It took 1.5 s of 2,000.", "Other");
    }

    @Test
    void countsShardsAndNotSentences() {
        assertThat(GroupedTexts.of(List.of(List.of("1 s", "2 s"), List.of("3 s"), List.of()), 3))
                .containsExactly("3 times in 2 of 3 shards, for example: 1 s");
    }

    @ParameterizedTest
    @CsvSource({"node-1/gpu0 is lost, node-2/gpu3 is lost", "host 10.0.0.1 is lost, host 10.0.0.2 is lost",
            "10.0.0.1:9400 is lost, 10.0.0.2:9400 is lost", "gpu:1 is lost, gpu:2 is lost",
            "'package-0' is lost, 'package-1' is lost"})
    void keepsSentencesOfTwoDevicesOrMachines(String one, String other) {
        assertThat(GroupedTexts.of(List.of(List.of(one, other)), 1)).containsExactly(one, other);
    }
}
