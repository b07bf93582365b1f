package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

class DuplicateCounterDetectorTests {
    private final Random random = new Random(7);
    private final long[] counts = {10, 2_000, 30_000};
    private List<DeviceSeries> packages = List.of();
    private DuplicateCounterDetector watch = new DuplicateCounterDetector(packages);

    @BeforeEach
    void start() {
        packages = List.of(SeriesFixtures.steady(2, 1), SeriesFixtures.steady(2, 1), SeriesFixtures.steady(2, 1));
        watch = new DuplicateCounterDetector(packages);
    }

    private void step(long first, long second, long third) {
        long[] steps = {first, second, third};
        for (int i = 0; i < steps.length; i++) {
            counts[i] += steps[i];
            watch.record(i, counts[i]);
        }
        watch.endTick();
    }

    private List<Boolean> marked() {
        return packages.stream().map(DeviceSeries::isDuplicate).toList();
    }

    @Test
    void marksTwoDiesThatMoveAlikeForLongAndNotTheThird() {
        step(0, 0, 0);
        for (int i = 0; i < DuplicateCounterDetector.STEPS_ALIKE - 1; i++) {
            long step = 100L + random.nextInt(900);
            step(step, 50 + random.nextInt(900), step);
        }
        assertThat(marked()).containsExactly(false, false, false);
        step(400, 401, 400);

        assertThat(marked()).containsExactly(true, false, true);
        EnergyReading reading = packages.getFirst().window(0, 20 * MILLI);
        assertThat(reading.flags()).contains(EnergyFlag.MIRRORED);
        assertThat(reading.plus(packages.get(1).window(0, 20 * MILLI)).flags()).contains(EnergyFlag.MIRRORED);
        assertThat(packages.get(1).window(0, 20 * MILLI).flags()).doesNotContain(EnergyFlag.MIRRORED);
    }

    @Test
    void startsAnewAfterOneStepThatDiffers() {
        for (int i = 0; i < 10 * DuplicateCounterDetector.STEPS_ALIKE; i++) {
            long step = 100L + random.nextInt(900);
            step(step, i % (DuplicateCounterDetector.STEPS_ALIKE - 1) == 0 ? step + 1 : step, 5);
        }
        assertThat(marked()).containsExactly(false, false, false);
    }

    @Test
    void learnsNothingFromCountersThatStandStillOrMoveByOne() {
        for (int i = 0; i < 10 * DuplicateCounterDetector.STEPS_ALIKE; i++) {
            step(i % 2, i % 2, 0);
        }
        assertThat(marked()).containsExactly(false, false, false);
    }

    @Test
    void doesNotCompareStepsOfDifferentLength() {
        for (int i = 0; i < 3 * DuplicateCounterDetector.STEPS_ALIKE; i++) {
            counts[0] += 100;
            watch.record(0, counts[0]);
            if (i % 2 == 0) {
                counts[1] += 100;
                watch.record(1, counts[1]);
            }
            watch.endTick();
        }
        assertThat(marked()).containsExactly(false, false, false);
    }
}
