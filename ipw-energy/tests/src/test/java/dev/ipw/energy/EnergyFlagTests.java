package dev.ipw.energy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class EnergyFlagTests {
    @ParameterizedTest
    @EnumSource
    void everyFlagHasWords(EnergyFlag flag) {
        assertThat(EnergyFlag.words(flag.name())).contains(" ").doesNotContain(flag.name());
    }

    @Test
    void anUnknownOneStandsForItself() {
        assertThat(EnergyFlag.words("COLD")).isEqualTo("COLD");
    }
}
