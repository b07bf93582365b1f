package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.testing.Draws;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * What a device used goes to requests, to idle time or to nobody, to the last joule. {@code -Dattribution.schedules=10000} tries
 * more.
 */
@Tag("statistical")
class ConservationTests {
    private static final int SCHEDULES = Integer.getInteger("attribution.schedules", Draws.of(200, 2_000));
    private static final double EXACT = 1e-9;

    @Test
    void everyJouleOfTheDeviceIsBookedOnce() {
        AttributionRule[] rules = AttributionRule.values();
        int charged = 0;
        int other = 0;
        for (int seed = 0; seed < SCHEDULES; seed++) {
            RandomSchedule schedule = new RandomSchedule(seed);
            DeviceAttribution used = Attribution.of(schedule.series(), schedule.requests(), rules[seed % rules.length],
                    schedule.limits());
            assertThat(used.requests()).as("seed %d", seed).hasSameSizeAs(schedule.requests());
            assertThat(used.idleJoules()).as("seed %d", seed).isNotNegative();
            assertThat(used.otherJoules()).as("seed %d", seed).isNotNegative();
            for (RequestEnergy request : used.requests()) {
                holdsTogether(seed, request);
            }
            double sum = used.requestsJoules() + used.idleJoules() + used.otherJoules();
            double total = used.total().joules().orElse(0);
            assertThat(sum).as("seed %d", seed).isCloseTo(total, within(EXACT * Math.max(1e-3, total)));
            charged += used.requestsJoules() > 0 ? 1 : 0;
            other += used.otherJoules() > 0 ? 1 : 0;
        }
        assertThat(charged).isGreaterThanOrEqualTo(Draws.minHits(SCHEDULES, 0.7));
        assertThat(other).isGreaterThanOrEqualTo(Draws.minHits(SCHEDULES, 0.2));
    }

    private static void holdsTogether(int seed, RequestEnergy request) {
        EnergyReading reading = request.reading();
        if (!reading.isAvailable()) {
            assertThat(request.prefillJoules()).as("seed %d %s", seed, request).isEmpty();
            assertThat(request.decodeJoules()).as("seed %d %s", seed, request).isEmpty();
            return;
        }
        double joules = reading.joules().orElseThrow();
        assertThat(request.prefillJoules().isPresent()).as("seed %d %s", seed, request)
                .isEqualTo(request.decodeJoules().isPresent());
        if (request.prefillJoules().isPresent()) {
            double prefill = request.prefillJoules().getAsDouble();
            double decode = request.decodeJoules().orElseThrow();
            assertThat(prefill).as("seed %d %s", seed, request).isNotNegative();
            assertThat(decode).as("seed %d %s", seed, request).isNotNegative();
            assertThat(prefill + decode).as("seed %d %s", seed, request).isCloseTo(joules,
                    within(EXACT * Math.max(1e-3, joules)));
        }
        assertThat(request.breakdown().sigmaJoules().orElseThrow()).as("seed %d %s", seed, request).isNotNegative()
                .isFinite();
        assertThat(request.breakdown().lowestRule().orElseThrow()).as("seed %d %s", seed, request).isNotNegative()
                .isLessThanOrEqualTo(joules);
        assertThat(request.breakdown().highestRule().orElseThrow()).as("seed %d %s", seed, request)
                .isGreaterThanOrEqualTo(joules).isFinite();
        assertThat(reading.lower().orElseThrow()).as("seed %d %s", seed, request).isNotNegative();
        assertThat(reading.upper().orElseThrow()).as("seed %d %s", seed, request).isFinite();
    }
}
