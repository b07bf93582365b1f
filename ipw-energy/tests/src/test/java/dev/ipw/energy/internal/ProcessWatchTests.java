package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.TimeSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessWatchTests {
    private static final long SECOND = 1_000_000_000L;
    private static final TimeSpan MINUTE = new TimeSpan(0, 60 * SECOND);

    private static List<EnergyFinding> find(int... processesEachSecond) {
        GaugeSeries processes = new GaugeSeries(SECOND);
        for (int i = 0; i < processesEachSecond.length; i++) {
            processes.record(i * SECOND, i * SECOND, processesEachSecond[i]);
        }
        return ProcessWatch.find("gpu-0", processes, MINUTE);
    }

    @Test
    void findsWhenSeveralProcessesUseADevice() {
        assertThat(find(1, 1, 2, 3, 1, 1, 2)).satisfiesExactly(first -> {
            assertThat(first.flag()).isEqualTo(EnergyFlag.SHARED);
            assertThat(first.span()).isEqualTo(new TimeSpan(2 * SECOND, 4 * SECOND));
            assertThat(first.message()).contains("gpu-0", "up to 3 processes");
        }, last -> assertThat(last.span().startNanos()).isEqualTo(6 * SECOND));
    }

    @Test
    void saysNothingOfOneProcessOrNone() {
        assertThat(find(0, 1, 1, 0)).isEmpty();
        assertThat(find()).isEmpty();
    }
}
