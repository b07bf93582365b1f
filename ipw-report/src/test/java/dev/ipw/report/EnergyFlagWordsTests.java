package dev.ipw.report;

import dev.ipw.energy.EnergyFlag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class EnergyFlagWordsTests {
    @ParameterizedTest
    @EnumSource
    void everyFlagHasWords(EnergyFlag flag) {
        assertThat(EnergyFlagWords.words(flag.name())).contains(" ").doesNotContain(flag.name());
    }

    @Test
    void anUnknownOneStandsForItself() {
        assertThat(EnergyFlagWords.words("COLD")).isEqualTo("COLD");
    }
}
