package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What a device uses while nobody asks anything is idle energy, and not the next request's. */
class IdleGapTests {
    private static final long POLL_MILLIS = 10;
    private static final long REQUEST_MILLIS = 2000;
    private static final double IDLE_WATTS = 60;
    private static final double BUSY_WATTS = 400;

    @ParameterizedTest
    @ValueSource(longs = {0, 10, 500, 60_000})
    void isNotChargedToTheNextRequest(long gapMillis) {
        RequestActivity first = request("first", 1000);
        RequestActivity second = request("second", 1000 + REQUEST_MILLIS + gapMillis);
        DeviceSeries series = series(List.of(first, second), second.endNanos() / 1_000_000 + 1000);
        DeviceAttribution both = attribute(series, List.of(first, second));
        DeviceAttribution alone = attribute(series, List.of(second));
        double used = BUSY_WATTS * REQUEST_MILLIS / 1e3;
        assertThat(joules(both, 1)).isCloseTo(used, within(1e-6)).isCloseTo(joules(alone, 0), within(1e-6));
        assertThat(joules(both, 0)).isCloseTo(used, within(1e-6));
        assertThat(both.idleJoules()).isCloseTo(IDLE_WATTS * (2000 + gapMillis) / 1e3, within(1e-6));
        assertThat(both.requests().get(1).breakdown().netJoules().orElseThrow())
                .isCloseTo((BUSY_WATTS - IDLE_WATTS) * REQUEST_MILLIS / 1e3, within(1e-6));
    }

    private static DeviceAttribution attribute(DeviceSeries series, List<RequestActivity> requests) {
        return Attribution.of(series, requests, AttributionRule.AUTO,
                new PowerLimits(OptionalDouble.of(IDLE_WATTS), OptionalDouble.of(700)));
    }

    private static double joules(DeviceAttribution attribution, int request) {
        return attribution.requests().get(request).reading().joules().orElseThrow();
    }

    private static RequestActivity request(String id, long startMillis) {
        return new RequestActivity(id, startMillis * 1_000_000, OptionalLong.empty(), OptionalLong.empty(),
                (startMillis + REQUEST_MILLIS) * 1_000_000, 100, 0, 100, TokenTimes.NONE, Set.of());
    }

    private static DeviceSeries series(List<RequestActivity> requests, long endMillis) {
        CounterRecorder recorder = new CounterRecorder(new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED,
                "test gpu0", POLL_MILLIS * 1_000_000), 1e-3, OptionalLong.empty(), OptionalDouble.empty());
        long millijoules = 0;
        for (long millis = 0; millis <= endMillis; millis += POLL_MILLIS) {
            long nanos = millis * 1_000_000;
            recorder.record(nanos, nanos, millijoules);
            boolean busy = requests.stream()
                    .anyMatch(request -> request.startNanos() <= nanos && nanos < request.endNanos());
            millijoules += (long) ((busy ? BUSY_WATTS : IDLE_WATTS) * POLL_MILLIS);
        }
        return recorder.series();
    }
}
