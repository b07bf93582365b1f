package dev.ipw.energy;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeadlineDevicesTests {
    private static EnergySeries series(String name, Scope scope, Provenance provenance) {
        return new EnergySeries(new MeteredDevice(name, scope, provenance, "test " + name, 1));
    }

    @Test
    void addsOnlyScopesThatContainNoOther() {
        EnergySeries board = series("gpu-0", Scope.GPU, Provenance.MEASURED);
        EnergySeries packageZero = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        EnergySeries memory = series("package-0-dram", Scope.DRAM, Provenance.MEASURED);
        List<EnergySeries> all = List.of(board, packageZero, memory,
                series("package-0-core", Scope.CORE, Provenance.MEASURED),
                series("psys", Scope.PSYS, Provenance.MEASURED));

        List<EnergySeries> chosen = HeadlineDevices.choose(all);

        assertThat(chosen).containsExactly(board, packageZero, memory);
        assertThat(HeadlineDevices.label(chosen)).isEqualTo("gpu+package+dram");
    }

    @Test
    void countsADeviceThatTwoCollectorsReadOnceAndByTheStrongerOne() {
        EnergySeries polled = series("gpu-0", Scope.GPU, Provenance.INTEGRATED);
        EnergySeries counted = series("gpu-0", Scope.GPU, Provenance.MEASURED);
        EnergySeries again = series("gpu-0", Scope.GPU, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(polled, counted, again))).containsExactly(counted);
    }

    @Test
    void dropsTheSumOverAllSocketsWhereTheyAreReadOneByOne() {
        EnergySeries sum = series("package", Scope.PACKAGE, Provenance.MEASURED);
        EnergySeries first = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        EnergySeries second = series("package-1", Scope.PACKAGE, Provenance.MEASURED);
        EnergySeries memory = series("dram", Scope.DRAM, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(sum, first, memory, second))).containsExactly(first, memory, second);
        assertThat(HeadlineDevices.choose(List.of(sum, series("cpu", Scope.PACKAGE, Provenance.ESTIMATED))))
                .containsExactly(sum);
    }

    @Test
    void dropsAnEstimateWhereTheScopeIsMeasuredAndKeepsItOtherwise() {
        EnergySeries estimate = series("cpu", Scope.PACKAGE, Provenance.ESTIMATED);
        EnergySeries measured = series("package-0", Scope.PACKAGE, Provenance.MEASURED);
        EnergySeries board = series("gpu-0", Scope.GPU, Provenance.MEASURED);

        assertThat(HeadlineDevices.choose(List.of(estimate, measured, board))).containsExactly(measured, board);
        List<EnergySeries> withEstimate = HeadlineDevices.choose(List.of(estimate, board));
        assertThat(withEstimate).containsExactly(estimate, board);
        assertThat(HeadlineDevices.label(withEstimate)).isEqualTo("gpu+cpu-estimate");
        assertThat(HeadlineDevices.label(List.of(estimate))).isEqualTo("cpu-estimate");
    }
}
