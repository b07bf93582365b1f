package dev.ipw.results.internal.finishing;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class GroupedTextsTests {
    @Test
    void countsSentencesThatDifferInTheirNumbers() {
        assertThat(
                GroupedTexts.of(List.of("It took 1.5 s of 2,000.", "It took 12 s of 10.", "Other")).sentences("times"))
                .containsExactly("2 times, for example: It took 1.5 s of 2,000.", "Other");
    }

    @ParameterizedTest
    @CsvSource({"node-1/gpu0 is lost, node-2/gpu3 is lost", "host 10.0.0.1 is lost, host 10.0.0.2 is lost",
            "10.0.0.1:9400 is lost, 10.0.0.2:9400 is lost", "gpu:1 is lost, gpu:2 is lost",
            "'package-0' is lost, 'package-1' is lost"})
    void keepsSentencesOfTwoDevicesOrMachines(String one, String other) {
        assertThat(GroupedTexts.of(List.of(one, other)).sentences("times")).containsExactly(one, other);
    }
}
