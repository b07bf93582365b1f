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
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What requests used after the last reading is not known, and is not told as nothing. */
class UnreadWorkTests {
    private static final long MILLI = 1_000_000;

    @Test
    void aRequestThatWasWorkedOnAfterTheLastReadingHasNoFigure() {
        DeviceAttribution used = Attribution.of(until(10_000),
                List.of(request("read", 500, 600, 1000, 19_000), request("unread", 5000, 14_000, 15_000, 20_000)),
                AttributionRule.AUTO, new PowerLimits(OptionalDouble.of(60), OptionalDouble.of(700)));

        assertThat(used.requests().getFirst().joules().orElseThrow()).isPositive();
        assertThat(used.requests().get(1).reading().isAvailable()).isFalse();
        assertThat(used.requests().get(1).reading().reason())
                .hasValue("readings are missing while the request was served");
    }

    private static RequestActivity request(String id, long start, long prefill, long first, long end) {
        return new RequestActivity(id, start * MILLI, OptionalLong.of(prefill * MILLI),
                OptionalLong.of(first * MILLI), end * MILLI, 100, 0, 100, TokenTimes.NONE, Set.of());
    }

    private static DeviceSeries until(long endMillis) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED, "test gpu0", 10 * MILLI), 1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
        for (long millis = 0; millis <= endMillis; millis += 10) {
            recorder.record(millis * MILLI, millis * MILLI, 400 * millis);
        }
        return recorder.series();
    }
}
