package dev.ipw.examples.embedded;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Pins the rule to what {@code train.py --print-held-out} prints. */
class HeldOutTests {

    @ParameterizedTest
    @CsvSource({
            "417, +, 58, true",
            "58, +, 417, true",
            "903, -, 87, false",
            "87, -, 903, false",
            "12, *, 7, true",
            "7, *, 12, true",
            "0, +, 0, true",
            "999, -, 999, false",
            "839, +, 276, true",
            "972, -, 605, true",
            "48, *, 89, true",
    })
    void agreesWithTraining(int left, char operator, int right, boolean heldOut) {
        assertThat(HeldOut.contains(left, operator, right)).isEqualTo(heldOut);
    }

    @ParameterizedTest
    @CsvSource({"+, 1000, 99344", "-, 1000, 100017", "*, 100, 1044"})
    void keepsAsManyAsTraining(char operator, int operands, int expected) {
        int count = 0;
        for (int left = 0; left < operands; left++) {
            for (int right = 0; right < operands; right++) {
                if (HeldOut.contains(left, operator, right)) {
                    count++;
                }
            }
        }
        assertThat(count).isEqualTo(expected);
    }

    @Test
    void refusesWhatTheTaskDoesNotHold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeldOut.contains(1000, '+', 1))
                .withMessageContaining("1000+1");
        assertThatIllegalArgumentException().isThrownBy(() -> HeldOut.contains(1, '/', 1));
        assertThatIllegalArgumentException().isThrownBy(() -> HeldOut.contains(1, '-', -1));
    }
}
