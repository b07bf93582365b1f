package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.testing.DrivenSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class SampleRowsTests {
    private static final long SECOND = 1_000_000_000L;
    private static final Sensor METER = Sensor.energyCounter("meter", Scope.PACKAGE, "test meter", 1e-3,
            OptionalLong.empty());
    private static final Sensor LOAD = Sensor.of("meter", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "test load");

    private final List<String> taken = new ArrayList<>();
    private final SampleRows rows = new SampleRows(new Tick(METER, LOAD), (before, after, tick) -> taken
            .add(before + ".." + after + (tick.isPresent(0) ? " counts " + tick.counts(0) : "")
                    + (tick.isPresent(1) ? " value " + tick.value(1) : "")
                    + (tick.lostReason(0) == null ? "" : " lost " + tick.lostReason(0))));

    @Test
    void givesReadingsWithoutATimeThatOfTheTick() {
        rows.begin();
        rows.counter(0, 7);
        rows.lost(1, "gone");
        rows.end(10, 12);

        assertThat(taken).containsExactly("10..12 counts 7");
    }

    @Test
    void givesEachNamedTimeARowOfItsOwn() {
        rows.begin();
        rows.at(3, 4);
        rows.counter(0, 7);
        rows.gauge(1, 50);
        rows.at(5, 5);
        rows.at(6, 6);
        rows.counter(0, 8);
        rows.end(10, 12);
        rows.begin();
        rows.lost(0, "gone");
        rows.end(13, 13);

        assertThat(taken).containsExactly("3..4 counts 7 value 50.0", "6..6 counts 8", "13..13 lost gone");
        assertThat(rows.leftOut()).isZero();
    }

    @Test
    void makesNoRowOfATickWithoutReadings() {
        rows.begin();
        rows.end(10, 12);

        assertThat(taken).isEmpty();
    }

    @Test
    void givesARowOfAFileThatWasDueAndHoldsNoReading() {
        rows.begin();
        rows.at(3, 4);
        rows.plan(3);
        rows.at(5, 6);
        rows.plan(5);
        rows.counter(0, 7);
        rows.end(0, 0);

        assertThat(taken).containsExactly("3..4", "5..6 counts 7");
    }

    @Test
    void leavesOutAndCountsWhatLiesBeforeAnEarlierRow() {
        rows.begin();
        rows.at(5, 5);
        rows.counter(0, 1);
        rows.at(4, 4);
        rows.counter(0, 2);
        rows.at(5, 5);
        rows.gauge(1, 3);
        rows.end(10, 10);

        assertThat(taken).containsExactly("5..5 counts 1", "5..5 value 3.0");
        assertThat(rows.leftOut()).isEqualTo(1);
    }

    @Test
    void refusesATickThatMixesReadingsWithAndWithoutTimes() {
        rows.begin();
        rows.counter(0, 1);

        assertThatThrownBy(() -> rows.at(1, 1)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call at() before the first");
    }

    @Test
    void aSessionSpoolsAndRecordsPastRowsAndSaysWhatItLeftOut(@TempDir Path directory) {
        RunClock clock = RunClock.start();
        long base = clock.monotonicAnchorNanos();
        AtomicBoolean given = new AtomicBoolean();
        DrivenSource source = new DrivenSource("meter", List.of(METER), sink -> {
            if (!given.getAndSet(true)) {
                for (int i = 0; i <= 10; i++) {
                    sink.at(base + i * SECOND, base + i * SECOND);
                    sink.counter(0, i * 5000L);
                }
                sink.at(base, base);
                sink.counter(0, 0);
            }
        });
        DeviceSeries live;
        EnergyReading reading;
        try (TelemetrySession session = TelemetrySession.builder().discovery(false).source(source)
                .spool(directory, clock).open()) {
            source.awaitTick();
            live = DeviceSeries.of(session.deviceSeries()).getFirst();
            reading = live.window(base + SECOND / 2, base + 9 * SECOND);
            assertThat(session.problems()).singleElement().asString().contains("meter gave 1 rows")
                    .contains("left out");
        }

        assertThat(reading.joules()).hasValue(42.5);
        assertThat(reading.flags()).doesNotContain(EnergyFlag.PARTIAL);
        SampleStore store = SampleStore.read(directory);
        assertThat(DeviceSeries.of(store.energy()).getFirst().sampleCount()).isEqualTo(11);
        assertThat(DeviceSeries.of(store.energy()).getFirst().window(SECOND / 2, 9 * SECOND)).isEqualTo(reading);
    }
}
