package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergyRecorder;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Series that are copied through the log block by block, with restarts, misread values, gaps and losses. */
class SeriesCopiesTests {
    private static final long PERIOD = 20_000_000;
    private static final int BLOCKS = 30;
    private static final int READINGS = 100;

    private static MeteredDevice device(Provenance provenance) {
        return new MeteredDevice("gpu0", Scope.GPU, provenance, "sensor", PERIOD);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void copiesACounter(long seed) {
        Random random = new Random(seed);
        CounterRecorder recorder = new CounterRecorder(device(Provenance.MEASURED), 1e-3, OptionalLong.empty(),
                OptionalDouble.of(400));
        long[] counts = {5_000_000};
        check(random, recorder, (before, after) -> {
            counts[0] += random.nextInt(4) == 0 ? 0 : random.nextInt(8_000);
            long shown = switch (random.nextInt(200)) {
                case 0 -> 0;
                case 1 -> counts[0] + 2_000_000_000L;
                case 2 -> counts[0] = random.nextInt(1000);
                default -> counts[0];
            };
            recorder.record(before, after, PERIOD, random.nextInt(50) == 0, shown);
        });
        assertThat(recorder.series().leftOutReadings()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void copiesPower(long seed) {
        Random random = new Random(seed);
        PowerRecorder recorder = new PowerRecorder(device(Provenance.INTEGRATED), OptionalDouble.of(400));
        check(random, recorder, (before, after) -> recorder.record(before, after, PERIOD, false,
                70 + random.nextInt(300)));
    }

    private interface Reading {
        void at(long beforeNanos, long afterNanos);
    }

    private static void check(Random random, EnergyRecorder recorder, Reading reading) {
        DeviceSeries series = recorder.series();
        SeriesTracks tracks = new SeriesTracks(0);
        SeriesCopies copies = new SeriesCopies();
        long now = 1_000_000_000L;
        for (int block = 0; block < BLOCKS; block++) {
            for (int i = 0; i < READINGS; i++) {
                now += random.nextInt(100) == 0 ? 10 * PERIOD : PERIOD - 50_000 + random.nextInt(100_000);
                reading.at(now, now + random.nextInt(60_000));
            }
            if (random.nextInt(5) == 0) {
                recorder.lost("it fell off the bus");
            }
            if (random.nextInt(5) == 0) {
                tracks.describeAgain();
            }
            List<EnergySeries> live = List.of(series);
            MeterLogEntry.Block entry = new MeterLogEntry.Block(block + 1, 0, 0,
                    tracks.take(live, name -> OptionalDouble.of(400)), tracks.numbers(live), List.of(), List.of(),
                    List.of(), List.of(), 0);
            String line = new String(MeterLogLine.of(entry), StandardCharsets.UTF_8);
            MeterLogEntry.Block read = (MeterLogEntry.Block) TreeReader.ofJson("line", line)
                    .as(MeterLogCodec::fromTree);
            copies.add(read.readings());
            EnergySeries copy = copies.of(read.devices()).getFirst();
            assertThat(copy.sampleCount()).isEqualTo(series.sampleCount());
            assertThat(copy.lossReason()).isEqualTo(series.lossReason());
            for (int window = 0; window < 20; window++) {
                long start = now - (long) (random.nextDouble() * 4e9);
                long end = start + (long) (random.nextDouble() * (now - start));
                assertThat(copy.window(start, end)).isEqualTo(series.window(start, end));
            }
        }
        assertThat(copies.limitWatts("gpu0")).hasValue(400);
    }
}
