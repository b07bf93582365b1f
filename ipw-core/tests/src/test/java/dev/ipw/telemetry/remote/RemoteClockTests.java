package dev.ipw.telemetry.remote;

import dev.ipw.energy.TimeSpan;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.remote.Exposition.ServedTime;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RemoteClockTests {
    private static final long SECOND = 1_000_000_000;
    private static final String ENERGY = "package-0 package ENERGY_COUNTER";

    /** Another clock with a drawn offset and drift, pages with drawn delays, dates up to a second old. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void boundsTheMomentOfEveryTimeOfAClockThatIsSetAndDriftsOtherwise(long seed) {
        Random random = new Random(seed);
        long base = 1_700_000_000L * SECOND + random.nextLong(100_000 * SECOND);
        double drift = 1e-4 * (2 * random.nextDouble() - 1);
        RemoteClock clock = new RemoteClock();
        long now = random.nextLong();
        long start = now;
        for (int page = 0; page < 500; page++) {
            long before = now;
            long served = before + random.nextLong(SECOND / 3);
            long after = served + random.nextLong(SECOND / 3);
            long shown = base + Math.round((served - start) * (1 + drift));
            long date = shown - random.nextLong(SECOND);
            clock.saw(new ServedTime(before, after, OptionalLong.of(date - date % SECOND)));
            long reading = served - random.nextLong(10 * SECOND);
            long time = base + Math.round((reading - start) * (1 + drift));

            // The bounds are of the offset now: a reading of ten seconds ago is off by the drift since.
            assertThat(clock.earliestNanos(time)).isLessThanOrEqualTo(reading + SECOND / 500);
            assertThat(clock.latestNanos(time)).isGreaterThanOrEqualTo(reading - SECOND / 500);
            assertThat(clock.latestNanos(time) - clock.earliestNanos(time)).isLessThanOrEqualTo(3 * SECOND);
            if (page > 100) {
                assertThat(clock.latestNanos(time) - clock.earliestNanos(time)).isLessThan(2 * SECOND);
            }
            now = after + random.nextLong(2 * SECOND);
        }
    }

    @Test
    void startsAnewAfterTheOtherClockWasSet() {
        RemoteClock clock = new RemoteClock();
        clock.saw(new ServedTime(0, 1000, OptionalLong.of(500 * SECOND)));
        clock.saw(new ServedTime(SECOND, SECOND + 1000, OptionalLong.of(9000 * SECOND)));

        assertThat(clock.earliestNanos(9000 * SECOND)).isLessThanOrEqualTo(SECOND);
        assertThat(clock.latestNanos(9000 * SECOND)).isGreaterThanOrEqualTo(SECOND);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void datesReadingsByTheTimesOfTheirLinesWhateverTheSkew(long seed) throws IOException {
        Random random = new Random(seed);
        long skewSeconds = random.nextLong(2 * 86_400) - 86_400;
        AtomicReference<Reading> shown = new AtomicReference<>(new Reading(10, System.nanoTime() - 40 * SECOND));
        long anchorNanos = System.nanoTime();
        Instant anchor = Instant.now();
        try (FakeExporter exporter = FakeExporter.answering((request, reply) -> {
            Instant now = anchor.plusNanos(System.nanoTime() - anchorNanos).plusSeconds(skewSeconds);
            Reading reading = shown.get();
            long millis = anchor.plusNanos(reading.nanos - anchorNanos).plusSeconds(skewSeconds).toEpochMilli();
            send(reply, now, "node_rapl_package_joules_total{index=\"0\"} " + reading.joules + " " + millis + "\n");
        }); TelemetrySource source = exporter.open(Map.of())) {
            RecordingSink first = RecordingSink.sample(source);
            assertThat(first.values()).containsOnly(Map.entry(ENERGY, 10.0));
            holds(first.times().getFirst(), shown.get());

            assertThat(RecordingSink.sample(source).values()).isEmpty();

            shown.set(new Reading(25, System.nanoTime() - 7 * SECOND));
            RecordingSink second = RecordingSink.sample(source);
            assertThat(second.values()).containsOnly(Map.entry(ENERGY, 25.0));
            holds(second.times().getFirst(), shown.get());
            assertThat(source.readUntilNanos(System.nanoTime())).isEqualTo(second.times().getFirst().startNanos());
        }
    }

    @Test
    void readsAPageWithoutDateAtTheMomentOfItsRequestAsBefore() throws IOException {
        try (FakeExporter exporter = FakeExporter
                .showing("node_rapl_package_joules_total{index=\"0\"} 3 1700000000000\n");
                TelemetrySource source = exporter.open(Map.of())) {
            RecordingSink sink = RecordingSink.sample(source);

            assertThat(sink.values()).containsOnly(Map.entry(ENERGY, 3.0));
            assertThat(sink.times()).isEmpty();
            assertThat(source.readUntilNanos(5)).isEqualTo(5);
        }
    }

    private static void holds(TimeSpan bounds, Reading reading) {
        assertThat(bounds.startNanos()).isLessThanOrEqualTo(reading.nanos);
        // Times of lines are in whole milliseconds.
        assertThat(bounds.endNanos()).isGreaterThanOrEqualTo(reading.nanos - SECOND / 1000);
    }

    private static void send(ScriptedServer.Reply reply, Instant now, String page) throws IOException {
        String date = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                .withZone(ZoneOffset.UTC).format(now);
        reply.raw("HTTP/1.1 200 OK\r\nDate: " + date + "\r\nContent-Type: " + FakeExporter.TEXT + "\r\nContent-Length: "
                + page.length() + "\r\n\r\n" + page);
    }

    /**
     * A reading.
     *
     * @param joules its value
     * @param nanos  when it was made, by this machine's clock
     */
    private record Reading(double joules, long nanos) {}
}
