package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.remote.Exposition.ServedTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sensors of a page and their lines, as the page was when it was opened. A line that appears later is ignored, and
 * so is one that repeats another; a sensor is lost while one of its lines is missing.
 */
final class SensorLayout {
    private static final String VANISHED = "the exporter no longer shows it; check the exporter and its device";

    private static final String NEGATIVE = "the exporter shows a negative energy; check the exporter and its device";

    private static final ServedTime NOT_SERVED = new ServedTime(0, 0, OptionalLong.empty());

    private final List<Sensor> sensors;
    private final Map<Measure.Key, Integer> places;
    private final int[] lines;

    private SensorLayout(List<Sensor> sensors, Map<Measure.Key, Integer> places, int... lines) {
        this.sensors = sensors;
        this.places = places;
        this.lines = lines;
    }

    /**
     * Lays out the sensors of a page.
     *
     * @param measures the lines of the page
     * @param worded   converts a sensor into the one that is shown
     */
    static SensorLayout of(List<Measure> measures, UnaryOperator<Sensor> worded) {
        Map<Measure.Key, List<Measure>> found = new LinkedHashMap<>();
        Set<Measure.Key> read = new HashSet<>();
        for (Measure measure : measures) {
            Measure.Key key = measure.key();
            if (found.containsKey(key) || read.add(key.ofAnyMetric())) {
                found.computeIfAbsent(key, unknown -> new ArrayList<>()).add(measure);
            }
        }
        Map<Measure.Key, Integer> places = new LinkedHashMap<>();
        List<Sensor> sensors = new ArrayList<>();
        int[] lines = new int[found.size()];
        found.forEach((key, same) -> {
            lines[sensors.size()] = same.getFirst().part() ? same.size() : 1;
            places.put(key, sensors.size());
            sensors.add(worded.apply(same.getFirst().sensor()));
        });
        return new SensorLayout(List.copyOf(sensors), places, lines);
    }

    List<Sensor> sensors() {
        return sensors;
    }

    /** Reports the readings of a page, at the time of the sink's row. */
    void report(List<Measure> measures, SampleSink sink) {
        report(measures, NOT_SERVED, Optional.empty(), sink);
    }

    /**
     * Reports the readings of a page that was read later.
     *
     * @param dated the times of its lines; empty if they have none
     */
    void report(List<Measure> measures, ServedTime served, Optional<DatedReadings> dated, SampleSink sink) {
        double[] values = new double[lines.length];
        int[] seen = new int[lines.length];
        @Nullable
        String[] lost = new @Nullable String[lines.length];
        long[] first = new long[lines.length];
        long[] last = new long[lines.length];
        for (Measure measure : measures) {
            Integer place = places.get(measure.key());
            if (place != null && (measure.part() || seen[place] == 0)) {
                values[place] += measure.value();
                seen[place]++;
                lost[place] = measure.lost().orElse(lost[place]);
                long time = measure.epochNanos().orElse(0);
                first[place] = seen[place] == 1 ? time : Math.min(first[place], time);
                last[place] = Math.max(last[place], time);
            }
        }
        IntConsumer reporter = i -> {
            String reason = seen[i] == lines[i] ? lost[i] : VANISHED;
            if (reason == null) {
                report(i, values[i], sink);
            } else {
                sink.lost(i, reason);
            }
        };
        if (dated.isPresent()) {
            IntStream.range(0, lines.length).filter(i -> seen[i] != lines[i] || lost[i] != null)
                    .forEach(i -> first[i] = 0);
            dated.get().report(served, first, last, sink, reporter);
        } else {
            IntStream.range(0, lines.length).forEach(reporter);
        }
    }

    private void report(int sensor, double value, SampleSink sink) {
        if (sensors.get(sensor).quantity() != Quantity.ENERGY_COUNTER) {
            sink.gauge(sensor, value);
        } else if (value < 0) {
            sink.lost(sensor, NEGATIVE);
        } else {
            sink.counter(sensor, Math.round(value / Measure.JOULES_PER_COUNT));
        }
    }

    /** Reports every sensor as lost. */
    void lose(String reason, SampleSink sink) {
        for (int i = 0; i < lines.length; i++) {
            sink.lost(i, reason);
        }
    }
}
