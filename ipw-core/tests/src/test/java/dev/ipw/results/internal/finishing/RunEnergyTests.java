package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunTotals.GrossEnergy;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RunEnergyTests {
    private static final long MILLI = 1_000_000L;

    @Test
    void aTotalIsPartialWhereTheSensorSaysNothingOfARequestsTimeAndCountsThoseThatHaveJoules() {
        List<RequestActivity> requests = List.of(request(1, 5), request(6, 9), request(12, 14), request(20, 24));

        RunEnergy energy = energy(device -> List.of(), seconds(0, 29));
        List<EnergyMetrics> metrics = divide(energy, seconds(0, 29), requests);
        DeviceTotals device = energy.totals().getFirst();

        assertThat(device.requestsWithEnergy()).isEqualTo(3);
        assertThat(device.requestsJoules().orElseThrow()).isCloseTo(1100, within(1e-6));
        assertThat(device.total().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(energy.headlineTotal().flags()).contains(EnergyFlag.PARTIAL);
        assertThat(metrics.get(2).headline().isAvailable()).isFalse();
    }

    @Test
    void aTotalOverRequestsThatAllHaveJoulesIsWhole() {
        RunEnergy energy = energy(device -> List.of(), seconds(0, 9));
        divide(energy, seconds(0, 9), List.of(request(1, 5), request(6, 9)));

        assertThat(energy.totals().getFirst().requestsWithEnergy()).isEqualTo(2);
        assertThat(energy.headlineTotal().isComplete()).isTrue();
    }

    @Test
    void aTotalIsWholeWhereACounterCountedThroughTheTimeOfARequestWithoutAShare() {
        RequestActivity request = request(1, 5);
        RunEnergy energy = energy(device -> List.of(), seconds(0, 9));
        energy.divide(seconds(0, 9), List.of(request), List.of());
        RequestEnergy without = new RequestEnergy(request.id(),
                EnergyReading.unavailable(Scope.GPU, "a counter", "readings are missing while the request was served"),
                EnergyBreakdown.NONE);

        EnergyMetrics metrics = energy.of(request, List.of(without));

        assertThat(metrics.headline().isAvailable()).isFalse();
        assertThat(energy.headlineTotal().isComplete()).isTrue();
        assertThat(energy.gross().orElseThrow().isFilled()).isFalse();
    }

    @Test
    void flagsBriefRequestsShortAndSaysItOnce() {
        RunEnergy energy = new RunEnergy(List.of(movingTenTimesASecond()), false, Map.of(), device -> List.of(), "",
                () -> List.of(seconds(0, 29)), DevicePowers.none(), AttributionRule.AUTO);
        List<EnergyMetrics> metrics = divide(energy, seconds(0, 29),
                List.of(request(1, 2), request(3, 4), request(5, 8), request(10, 12)));

        assertThat(metrics.stream().map(each -> each.headline().flags().contains(EnergyFlag.SHORT)))
                .containsExactly(true, true, false, false);
        assertThat(energy.warnings()).singleElement().asString().contains("2 of 4 requests", "gpu-0", "SHORT");
        assertThat(energy.headlineTotal().flags()).doesNotContain(EnergyFlag.SHORT);
    }

    @Test
    void flagsTheTotalAndTheRequestsOfAWindowInWhichSomethingWasFound() {
        EnergyFinding early = new EnergyFinding(EnergyFlag.INCONSISTENT, seconds(2, 3), "early");
        EnergyFinding before = new EnergyFinding(EnergyFlag.SHARED, seconds(0, 1), "before");
        RunEnergy energy = energy(device -> List.of(before, early), seconds(1, 9));
        List<EnergyMetrics> metrics = divide(energy, seconds(1, 9), List.of(request(1, 5), request(6, 9)));

        assertThat(metrics.get(0).headline().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(metrics.get(1).headline().flags()).doesNotContain(EnergyFlag.INCONSISTENT);
        assertThat(energy.headlineTotal().flags()).contains(EnergyFlag.INCONSISTENT).doesNotContain(EnergyFlag.SHARED);
        assertThat(energy.totals().getFirst().total().flags()).contains(EnergyFlag.INCONSISTENT);
        assertThat(energy.warnings()).containsExactly("early");
    }

    @Test
    void fillsInWhatWasNotReadBeforeAKillOnce() {
        // Two processes were killed 0.6 s after their last readings, each a mean over a second before it.
        List<TimeSpan> measured = List.of(milliseconds(2_000, 6_600), milliseconds(30_000, 33_600),
                milliseconds(60_000, 63_000));
        PowerRecorder power = new PowerRecorder(new MeteredDevice("gpu-0", Scope.GPU, Provenance.INTEGRATED,
                "test gpu-0", 20 * MILLI, 0, 1000 * MILLI), OptionalDouble.of(300));
        for (TimeSpan part : List.of(milliseconds(0, 6_000), milliseconds(28_000, 33_000),
                milliseconds(58_000, 66_000))) {
            for (long nanos = part.startNanos(); nanos <= part.endNanos(); nanos += 20 * MILLI) {
                power.record(nanos, nanos, 300);
            }
        }
        RunEnergy energy = new RunEnergy(List.of(power.series()), false, Map.of(), device -> List.of(), "",
                () -> measured,
                DevicePowers.none(), AttributionRule.AUTO);
        measured.forEach(window -> energy.divide(window, List.of(), List.of()));

        GrossEnergy gross = energy.gross().orElseThrow();

        assertThat(gross.energy().joules().orElseThrow()).isCloseTo(300 * 11.2, within(5.0));
        assertThat(gross.energy().upper().orElseThrow()).isGreaterThanOrEqualTo(300 * 11.2 - 1e-6);
        assertThat(gross.timeShare()).isCloseTo(10 / 11.2, within(0.01));
    }

    private static TimeSpan milliseconds(long start, long end) {
        return new TimeSpan(start * MILLI, end * MILLI);
    }

    private static RunEnergy energy(Function<DeviceSeries, List<EnergyFinding>> watch, TimeSpan measured) {
        return new RunEnergy(List.of(standingStillFrom10To15()), false, Map.of(), watch, "", () -> List.of(measured),
                DevicePowers.none(),
                AttributionRule.AUTO);
    }

    private static List<EnergyMetrics> divide(RunEnergy energy, TimeSpan window, List<RequestActivity> requests) {
        List<RequestEnergy> shares = energy.divide(window, requests, List.of()).getFirst();
        return IntStream.range(0, requests.size())
                .mapToObj(request -> energy.of(requests.get(request), List.of(shares.get(request)))).toList();
    }

    /** Count 100 W each 100 ms, but for five seconds in which the counter does not move. */
    private static DeviceSeries standingStillFrom10To15() {
        CounterRecorder counter = new CounterRecorder(new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED,
                "test gpu-0", 100 * MILLI), 1, OptionalLong.empty(), OptionalDouble.empty());
        long joules = 0;
        for (long i = 0; i <= 300; i++) {
            joules += i > 100 && i <= 150 ? 0 : 10;
            counter.record(i * 100 * MILLI, i * 100 * MILLI, joules);
        }
        return counter.series();
    }

    /** Count 100 W each 100 ms, read each 20 ms. */
    private static DeviceSeries movingTenTimesASecond() {
        CounterRecorder counter = new CounterRecorder(new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED,
                "test gpu-0", 20 * MILLI), 1, OptionalLong.empty(), OptionalDouble.empty());
        for (long i = 0; i <= 1500; i++) {
            counter.record(i * 20 * MILLI, i * 20 * MILLI, i / 5 * 10);
        }
        return counter.series();
    }

    private static RequestActivity request(long start, long end) {
        TimeSpan span = seconds(start, end);
        return new RequestActivity("from " + start, span.startNanos(), OptionalLong.empty(), OptionalLong.empty(),
                span.endNanos(), 10, 0, 10, TokenTimes.NONE, Set.of());
    }

    private static TimeSpan seconds(long start, long end) {
        return new TimeSpan(start * 1000 * MILLI, end * 1000 * MILLI);
    }
}
