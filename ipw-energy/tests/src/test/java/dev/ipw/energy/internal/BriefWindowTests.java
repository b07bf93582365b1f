package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BriefWindowTests {
    private static final long MILLIS = 1_000_000L;

    /** Count 100 W, read each 10 ms, moving once in so many milliseconds. */
    private static DeviceSeries counter(long movesMillis) {
        MeteredDevice device = new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "made up", 10 * MILLIS);
        DeviceSeries series = new DeviceSeries(device);
        for (long millis = 0; millis <= 20_000; millis += 10) {
            series.append(millis * MILLIS, millis * MILLIS, millis / movesMillis * movesMillis * 0.1);
        }
        return series;
    }

    @ParameterizedTest
    @CsvSource({"100, 1500, true", "100, 1990, true", "100, 2100, false", "120, 2300, true", "120, 2500, false",
            "20, 500, false", "1000, 1500, false"})
    void isBriefForACounterThatMovesTenTimesASecond(long movesMillis, long millis, boolean brief) {
        assertThat(counter(movesMillis).isBrief(5000 * MILLIS, (5000 + millis) * MILLIS)).isEqualTo(brief);
        assertThat(counter(movesMillis).isBrief(0, millis * MILLIS)).isEqualTo(brief);
    }
}
