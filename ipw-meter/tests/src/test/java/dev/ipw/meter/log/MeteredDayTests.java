package dev.ipw.meter.log;

import dev.ipw.meter.SimulatedBoard;
import dev.ipw.results.internal.meterlog.MeterLogSegments;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A short day of a meter: what it keeps does not grow with time, and no joule or request is lost. */
class MeteredDayTests {
    private static final Duration LENGTH = Duration.ofMinutes(4);
    private static final int REQUESTS = 4_000;
    private static final MeterLogLimits SMALL = new MeterLogLimits(1_000_000, 2_500_000);
    /** Longer than what is kept for the search for steps, and the blocks around it. */
    private static final Duration KEPT = Duration.ofSeconds(75);

    @TempDir
    Path folder;

    @Test
    void keepsNoMoreAndLosesNothing() {
        long deadline = System.nanoTime() + Duration.ofHours(1).toNanos();
        MeterTotals live;
        try (MeteredDay day = new MeteredDay(folder, SMALL, LENGTH, REQUESTS)) {
            day.runTo(LENGTH.minus(KEPT), deadline);
            long startedBefore = day.meter().started();
            long tokensBefore = day.meter().tokens();
            day.runTo(LENGTH, deadline);
            StreamedDivision division = day.meter().division();
            assertThat(division.keptRequests()).isPositive()
                    .isLessThan((int) (day.meter().started() - startedBefore) + DayLoad.MAX_OPEN);
            assertThat(division.keptTimes()).isPositive().isLessThan(day.meter().tokens() - tokensBefore);
            day.runTo(LENGTH.plus(KEPT), deadline);
            assertThat(day.meter().open()).isZero();
            assertThat(division.keptRequests()).isZero();
            live = day.totals();
            assertSumsAreThoseOfTheBoard(day, live);
        }
        try (MeterLog again = MeterLog.open(folder, SMALL)) {
            assertThat(again.totals()).isEqualTo(live);
        }
        assertThat(MeterLogSegments.number(MeterLogSegments.list(folder).getFirst()).orElseThrow()).isGreaterThan(1);
        // A file may be longer by a line.
        assertThat(MeteredDay.bytes(folder)).isLessThan(SMALL.maxBytes() + SMALL.segmentBytes() / 2);
    }

    private static void assertSumsAreThoseOfTheBoard(MeteredDay day, MeterTotals totals) {
        MeterTotals.Device device = Objects.requireNonNull(totals.devices().get(SimulatedBoard.NAME));
        String scrape = day.scrape();
        double joules = device.joules();
        assertThat(joules).isCloseTo(day.trueJoules(), within(2 * SimulatedBoard.MAX_WATTS * 0.05));
        assertThat(device.idleJoules()).isPositive();
        assertThat(device.requestsJoules() + device.idleJoules() + device.otherJoules()).isCloseTo(joules,
                within(1e-9 * joules));
        assertThat(totals.labels().stream().mapToDouble(MeterTotals.Label::joules).sum())
                .isCloseTo(device.requestsJoules(), within(1e-9 * joules));
        assertThat(MeteredDay.sum(scrape, "ipw_energy_joules_total")).isCloseTo(device.requestsJoules(),
                within(1e-9 * joules));
        assertThat(MeteredDay.sum(scrape, "ipw_device_energy_joules_total")).isCloseTo(joules, within(1e-9 * joules));
        long started = day.meter().started();
        assertThat(started).isGreaterThan(REQUESTS / 2);
        assertThat(totals.requests()).isEqualTo(started);
        assertThat(MeteredDay.sum(scrape, "ipw_requests_total")).isEqualTo(started);
        assertThat(totals.labels().stream().mapToLong(MeterTotals.Label::outputTokens).sum())
                .isEqualTo(day.meter().tokens());
        // The first thousand pairs of 4,000, and the rest.
        assertThat(totals.labels()).hasSize(1_001);
        assertThat(scrape).contains("tenant=\"other\"");
        assertThat(scrape.lines().filter(line -> line.startsWith("ipw_requests_total{")).count())
                .isLessThanOrEqualTo(1_000 + DayLoad.MODELS);
        assertThat(day.budgets().uses()).hasSizeLessThanOrEqualTo(2 * DayLoad.TENANTS + 1);
    }
}
