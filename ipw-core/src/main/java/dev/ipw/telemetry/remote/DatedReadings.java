package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.remote.Exposition.ServedTime;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The readings of pages whose lines have times of their own, as those of a Prometheus server that passes on what it
 * scraped. A reading counts at its own time, with the uncertainty of the other clock's offset, and once: a line that
 * still shows it is no news.
 */
final class DatedReadings {
    private final RemoteClock clock;
    private final long[] shown;
    private long readUntilNanos;

    /**
     * Creates the readings of sensors.
     *
     * @param clock    the clock by which lines have their times
     * @param opened   the page on which they were found
     * @param sensors  the number of sensors
     */
    DatedReadings(RemoteClock clock, ServedTime opened, int sensors) {
        this.clock = clock;
        shown = new long[sensors];
        readUntilNanos = opened.beforeNanos();
    }

    /**
     * Reports the new readings of a page, the oldest first.
     *
     * @param served when the page was served
     * @param first  for each sensor the time of its oldest line by the other clock; 0 if a line is lost or has no time
     * @param last   the time of its newest line
     * @param sink   receives the times
     * @param report reports the reading of a sensor, or its loss
     */
    void report(ServedTime served, long[] first, long[] last, SampleSink sink, IntConsumer report) {
        IntStream.range(0, shown.length).filter(sensor -> first[sensor] > 0 && last[sensor] > shown[sensor])
                .mapToLong(sensor -> last[sensor]).distinct().sorted()
                .forEach(time -> row(served, time, first, last, sink, report));
        int[] undated = IntStream.range(0, shown.length).filter(sensor -> first[sensor] <= 0).toArray();
        if (undated.length > 0) {
            sink.at(served.beforeNanos(), served.afterNanos());
            for (int sensor : undated) {
                report.accept(sensor);
            }
        }
    }

    private void row(ServedTime served, long time, long[] first, long[] last, SampleSink sink, IntConsumer report) {
        int[] together = IntStream.range(0, shown.length)
                .filter(sensor -> first[sensor] > 0 && last[sensor] == time && time > shown[sensor]).toArray();
        long oldest = IntStream.of(together).mapToLong(sensor -> first[sensor]).min().orElse(time);
        // Whatever a clock shows, a reading on a page was made before the page was served.
        long latest = Math.min(clock.latestNanos(time), served.afterNanos());
        long earliest = Math.min(clock.earliestNanos(oldest), latest);
        sink.at(earliest, latest);
        readUntilNanos = earliest;
        for (int sensor : together) {
            shown[sensor] = time;
            report.accept(sensor);
        }
    }

    /** Returns the moment up to which readings have arrived. */
    long readUntilNanos() {
        return readUntilNanos;
    }
}
