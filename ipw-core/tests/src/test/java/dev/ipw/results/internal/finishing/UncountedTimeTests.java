package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.run.RunTotals.GrossEnergy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What a device used while nobody counted is in the bounds of its joules. */
class UncountedTimeTests {
    private static final long MILLI = 1_000_000L;
    private static final TimeSpan MEASURED = new TimeSpan(2000 * MILLI, 30_000 * MILLI);

    /** What befalls a counter; each but the first lets no headline pass for one over all joules, if it is not made up for. */
    enum Mishap {
        NONE, MISSING, LATE, MISSING_AND_LATE, DEAD, STOPPED, ENDED, RESET
    }

    /** What was recorded, and what was used in the measured time in truth. */
    private record Counted(DeviceSeries series, double joules) {
        RunEnergy energy() {
            RunEnergy energy = new RunEnergy(List.of(series), false, Map.of(), device -> List.of(), "",
                    () -> List.of(MEASURED),
                    DevicePowers.none(), AttributionRule.AUTO);
            RequestActivity request = new RequestActivity("one", 12_500 * MILLI, OptionalLong.empty(),
                    OptionalLong.empty(), 13_000 * MILLI, 10, 0, 10, TokenTimes.NONE, Set.of());
            energy.of(request, List.of(energy.divide(MEASURED, List.of(request), List.of()).getFirst().getFirst()));
            return energy;
        }
    }

    /** Draw random power for 35 s; a counter shows it each 100 ms and is read each 20 ms. The most comes first. */
    private static Counted count(SplittableRandom random, Mishap mishap) {
        double most = 100 + 300 * random.nextDouble();
        long from = (5 + random.nextInt(7)) * 1000L;
        long to = mishap == Mishap.STOPPED || mishap == Mishap.ENDED ? 40_000 : 13_500 + random.nextInt(8000);
        LongPredicate inside = milli -> milli >= from && milli < to;
        // Readings are missing up to the middle of it, and then the counter stands still.
        LongPredicate missing = milli -> inside.test(milli) && switch (mishap) {
            case MISSING, ENDED -> true;
            case MISSING_AND_LATE -> milli < (from + to) / 2;
            default -> false;
        };
        CounterRecorder recorder = new CounterRecorder(new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED,
                "test gpu-0", 20 * MILLI), 1e-6, OptionalLong.empty(), OptionalDouble.empty());
        double watts = most;
        double used = 0;
        double lost = mishap == Mishap.RESET ? -1e4 : 0;
        double shown = -lost;
        double truth = 0;
        for (long milli = 0; milli < 35_000; milli++) {
            watts = milli > 1500 && milli % 200 == 0 ? most * (0.3 + 0.7 * random.nextDouble()) : watts;
            used += watts / 1000;
            truth += milli >= 2000 && milli < 30_000 ? watts / 1000 : 0;
            boolean isDead = mishap == Mishap.DEAD && inside.test(milli);
            lost += isDead ? watts / 1000 : 0;
            lost = mishap == Mishap.RESET && milli == from ? used : lost;
            boolean still = inside.test(milli)
                    && (mishap == Mishap.STOPPED || mishap == Mishap.LATE || mishap == Mishap.MISSING_AND_LATE);
            shown = milli % 100 == 99 && !still ? used - lost : shown;
            if (milli % 20 == 19 && !missing.test(milli)) {
                recorder.record(milli * MILLI, milli * MILLI, Math.round(shown * 1e6));
            }
        }
        return new Counted(recorder.series(), truth);
    }

    @ParameterizedTest
    @EnumSource
    void theBoundsHoldTheTruthAndOnlyAWholeTotalIsDividedAsOne(Mishap mishap) {
        boolean isWhole = Set.of(Mishap.NONE, Mishap.MISSING, Mishap.LATE, Mishap.MISSING_AND_LATE).contains(mishap);
        for (long seed = 0; seed < 40; seed++) {
            Counted counted = count(new SplittableRandom(seed), mishap);
            RunEnergy energy = counted.energy();
            EnergyReading total = energy.headlineTotal();
            Optional<GrossEnergy> gross = energy.gross();

            assertThat(counted.joules()).as("seed %d: %s", seed, total)
                    .isBetween(total.lower().orElseThrow(), total.upper().orElseThrow());
            assertThat(total.isComplete()).as("seed %d: %s", seed, total.flags()).isEqualTo(isWhole);
            assertThat(gross.filter(known -> !known.isFilled()).isPresent()).as("seed %d", seed).isEqualTo(isWhole);
            gross.ifPresent(known -> assertThat(counted.joules()).isBetween(known.energy().lower().orElseThrow(),
                    known.energy().upper().orElseThrow()));
            assertThat(energy.warnings().stream().anyMatch(warning -> warning.contains("highest power")))
                    .isEqualTo(!isWhole);
        }
    }

    @Test
    void allowsForTheLimitWhereThatIsMoreThanWasSeen() {
        Counted counted = count(new SplittableRandom(1), Mishap.STOPPED);
        EnergyReading total = counted.series().window(MEASURED.startNanos(), MEASURED.endNanos());
        UncountedTime unlimited = new UncountedTime(counted.series().steps(), List.of(MEASURED), PowerLimits.UNKNOWN);
        UncountedTime limited = new UncountedTime(counted.series().steps(), List.of(MEASURED),
                new PowerLimits(OptionalDouble.empty(), OptionalDouble.of(1000)));

        double more = limited.bound(total).upper().orElseThrow() - unlimited.bound(total).upper().orElseThrow();

        assertThat(total.upper().orElseThrow()).isLessThan(counted.joules());
        assertThat(total.flags()).contains(EnergyFlag.PROVISIONAL);
        assertThat(more).isGreaterThan(1000);
        assertThat(limited.warning(total).orElseThrow()).contains("gpu-0").contains("its limit, 1000 W");
        assertThat(limited.bound(total).joules()).isEqualTo(total.joules());
    }

    @Test
    void leavesTheBoundsOfAWholeTotalAsTheyAre() {
        Counted counted = count(new SplittableRandom(2), Mishap.LATE);
        EnergyReading total = counted.series().window(MEASURED.startNanos(), MEASURED.endNanos());

        UncountedTime none = new UncountedTime(counted.series().steps(), List.of(MEASURED), PowerLimits.UNKNOWN);

        assertThat(none.bound(none.flag(total))).isEqualTo(total);
        assertThat(none.warning(total)).isEmpty();
        assertThat(total.joules().orElseThrow()).isCloseTo(counted.joules(), within(100.0));
    }
}
