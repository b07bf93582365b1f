package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Shares of overlapping requests that are much shorter than the time in which the counter moves. */
class ShortShareTests {
    private static final long MILLI = 1_000_000;
    private static final int POLL_MILLIS = 10;
    private static final double STEP_JOULES = 0.25;
    private static final double WATTS = 10;
    private static final int PAIRS = 40;

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void boundsContainWhatTheCounterMayHaveCountedBeforeOrAfterTheRequest(int tokens) {
        SplittableRandom random = new SplittableRandom(40);
        List<RequestActivity> requests = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            long start = 500 + 120L * pair + random.nextInt(100);
            long served = 1 + random.nextInt(8);
            requests.add(request("a" + pair, start, served, tokens));
            requests.add(request("b" + pair, start, served, tokens));
        }

        DeviceAttribution used = Attribution.of(series(requests), requests, AttributionRule.AUTO,
                new PowerLimits(OptionalDouble.empty(), OptionalDouble.empty()));

        assertThat(used.sharing().trust()).isEqualTo(ShareTrust.UNTRUSTED);
        int figures = 0;
        for (int i = 0; i < requests.size(); i++) {
            EnergyReading reading = used.requests().get(i).reading();
            if (reading.isAvailable()) {
                figures++;
                RequestActivity request = requests.get(i);
                double truth = WATTS * (request.endNanos() - request.startNanos()) / 1e9 / 2;
                assertThat(reading.lower().orElseThrow()).isLessThanOrEqualTo(truth);
                assertThat(reading.upper().orElseThrow()).isGreaterThanOrEqualTo(truth);
            }
        }
        assertThat(figures).isGreaterThan(PAIRS);
    }

    private static RequestActivity request(String id, long startMillis, long servedMillis, int tokens) {
        return new RequestActivity(id, startMillis * MILLI, OptionalLong.empty(), OptionalLong.empty(),
                (startMillis + servedMillis) * MILLI, tokens, 0, tokens, TokenTimes.NONE, Set.of());
    }

    /** Counts nothing but the work on requests, in steps of several requests' joules. */
    private static DeviceSeries series(List<RequestActivity> requests) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("cpu", Scope.PACKAGE, Provenance.MEASURED, "test cpu", POLL_MILLIS * MILLI),
                STEP_JOULES, OptionalLong.empty(), OptionalDouble.empty());
        long busyMillis = 0;
        for (long millis = 0; millis <= 6000; millis++) {
            long nanos = millis * MILLI;
            if (millis % POLL_MILLIS == 0) {
                recorder.record(nanos, nanos, (long) (WATTS * busyMillis / 1e3 / STEP_JOULES));
            }
            busyMillis += requests.stream().anyMatch(one -> one.startNanos() <= nanos && nanos < one.endNanos())
                    ? 1
                    : 0;
        }
        return recorder.series();
    }
}
