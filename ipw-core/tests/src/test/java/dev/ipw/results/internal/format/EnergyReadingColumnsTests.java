package dev.ipw.results.internal.format;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeReader;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EnergyReadingColumnsTests {
    @Test
    void keepsNoUpperBoundThatLeavesOutAPart() {
        EnergyReading part = EnergyReading.of(5, 4, 6, Provenance.MEASURED, Scope.GPU, "nvml",
                Set.of(EnergyFlag.PARTIAL));
        EnergyReading bounded = part.flagged(EnergyFlag.BOUNDED);

        assertThat(json(part)).contains("\"upper\":null");
        assertThat(read(json(part)).joules()).hasValue(5);
        assertThat(read(json(part)).lower()).hasValue(4);
        assertThat(read(json(part)).upperBound()).isEmpty();
        assertThat(read(json(bounded))).isEqualTo(bounded);
    }

    private static String json(EnergyReading reading) {
        return EnergyReadingColumns.INSTANCE.tree(reading).json();
    }

    private static EnergyReading read(String json) {
        return EnergyReadingColumns.INSTANCE.read(TreeReader.ofJson("a test", json));
    }
}
