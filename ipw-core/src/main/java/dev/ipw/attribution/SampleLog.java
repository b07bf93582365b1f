package dev.ipw.attribution;

import dev.ipw.energy.CounterRecorder;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.GaugeSeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.PowerRecorder;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Hold what a meter logged: one sample a line, {@code {"t_ns":..,"device":"gpu0","energy_mj":..,"power_mw":..}}, of which either
 * reading may be missing, and lines {@code {"device":"gpu0","idle_w":..,"limit_w":..,"averaging_ms":..}} among them. A device
 * with an energy counter is read by it, another by its power, which is a mean over the last {@code averaging_ms}: 0 for power
 * of an instant. Where no line says, power that follows itself as a mean over a second does is taken for one.
 */
public final class SampleLog {
    private static final double COUNTS_PER_MILLIJOULE = 1000;
    private static final double JOULES_PER_COUNT = 1e-6;
    // Any meter may have logged, of a building too; a counter that starts anew is known by its fall.
    private static final OptionalDouble ANY_METER_WATTS = OptionalDouble.of(1e9);
    private static final double WATTS_PER_MILLIWATT = 1e-3;
    private static final int LATE_PERIODS = 10;
    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final double MOST_AVERAGING_MILLIS = 600_000;
    // That of graphics boards is a mean over a second at most.
    private static final long ASSUMED_AVERAGING_NANOS = 1_000_000_000L;
    private static final double LEAST_RANGE = 0.1;
    private static final double STEEP_PART_OF_RANGE = 0.5;
    private static final int STEEP_PART_OF_AVERAGING = 5;

    private final Map<String, Columns> devices = new LinkedHashMap<>();
    private final Map<String, EnergySeries> series = new LinkedHashMap<>();
    private final boolean cutOff;

    private SampleLog(Path file) {
        cutOff = LogLines.read("the samples", file, this::take);
        devices.forEach((device, columns) -> columns.series(device).filter(one -> one.sampleCount() > 1)
                .ifPresent(one -> series.put(device, one)));
        if (series.isEmpty()) {
            throw new InputException(
                    file + " holds no two samples of any device. Each line needs t_ns, which grows from"
                            + " sample to sample, device, and energy_mj or power_mw, which are not negative");
        }
    }

    /**
     * Read a log.
     *
     * @param file JSON lines
     * @return the log
     * @throws InputException if the file cannot be read, or a line is no sample; the message names the line
     */
    public static SampleLog read(Path file) {
        return new SampleLog(file);
    }

    /**
     * Give each device's joules.
     *
     * @return a series a device, in the order in which the devices appear
     */
    public Map<String, EnergySeries> series() {
        return Collections.unmodifiableMap(series);
    }

    /**
     * List the devices that are named but have no two samples, so that nothing is known of their joules.
     *
     * @return their names, in the order in which they appear
     */
    public List<String> withoutSamples() {
        return devices.keySet().stream().filter(device -> !series.containsKey(device)).toList();
    }

    /**
     * Tell when a device's counter was read last, if its power was read for long after that.
     *
     * @param device its name
     * @return nanoseconds on the clock of the log; empty if the counter was read to the end, or there is none
     */
    public OptionalLong counterEndNanos(String device) {
        return devices.containsKey(device) ? devices.get(device).counterEndNanos() : OptionalLong.empty();
    }

    /**
     * Give the longest time between two samples of a device.
     *
     * @param device its name
     * @return nanoseconds; 0 without two samples
     */
    public long longestPauseNanos(String device) {
        return devices.containsKey(device) ? devices.get(device).longestPauseNanos() : 0;
    }

    /**
     * Give the power of a device that is read by its counter.
     *
     * @param device its name
     * @return watts over time; empty if the log holds only one of both readings
     */
    public Optional<GaugeSeries> power(String device) {
        return Optional.ofNullable(devices.get(device)).flatMap(Columns::powerBesideCounter);
    }

    /**
     * Tell what a device draws when idle, if the log says so.
     *
     * @param device its name
     * @return watts
     */
    public OptionalDouble idleWatts(String device) {
        return devices.containsKey(device) ? devices.get(device).idleWatts : OptionalDouble.empty();
    }

    /**
     * Tell the most a device may draw, if the log says so.
     *
     * @param device its name
     * @return watts
     */
    public OptionalDouble limitWatts(String device) {
        return devices.containsKey(device) ? devices.get(device).limitWatts : OptionalDouble.empty();
    }

    /**
     * List the devices that are read by their power, which looks like a mean though no line says so.
     *
     * @return their names, in the order in which they appear; a mean over a second is assumed of each
     */
    public List<String> withoutAveraging() {
        return devices.entrySet().stream()
                .filter(entry -> series.containsKey(entry.getKey()) && entry.getValue().assumesAveraging())
                .map(Map.Entry::getKey).toList();
    }

    /**
     * Say whether the last line was cut off and left out.
     *
     * @return true if it was
     */
    public boolean isCutOff() {
        return cutOff;
    }

    private void take(TreeReader line) {
        Columns columns = devices.computeIfAbsent(line.text("device"), device -> new Columns());
        OptionalLong time = line.optionalWhole("t_ns");
        OptionalDouble energy = atLeast(0, line, "energy_mj");
        OptionalDouble power = atLeast(0, line, "power_mw");
        if (energy.isEmpty() && power.isEmpty()) {
            OptionalDouble idle = atLeast(0, line, "idle_w");
            OptionalDouble limit = atLeast(Double.MIN_VALUE, line, "limit_w");
            columns.idleWatts = idle.isPresent() ? idle : columns.idleWatts;
            columns.limitWatts = limit.isPresent() ? limit : columns.limitWatts;
            if (columns.idleWatts.orElse(0) > columns.limitWatts.orElse(Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("idle_w of " + columns.idleWatts.getAsDouble()
                        + " is more than limit_w, " + columns.limitWatts.getAsDouble());
            }
            OptionalDouble averaging = averagingMillis(line);
            columns.averagingMillis = averaging.isPresent() ? averaging : columns.averagingMillis;
            return;
        }
        if (time.isEmpty()) {
            throw new IllegalArgumentException("a sample needs its time, t_ns in nanoseconds");
        }
        columns.add(time.getAsLong(), energy.orElse(Double.NaN), power.orElse(Double.NaN));
    }

    private static OptionalDouble atLeast(double least, TreeReader line, String key) {
        OptionalDouble value = line.optionalReal(key);
        if (value.orElse(least) < least) {
            throw new IllegalArgumentException(key + " must be " + (least == 0 ? "at least 0" : "above 0") + ", not "
                    + value.getAsDouble());
        }
        return value;
    }

    private static OptionalDouble averagingMillis(TreeReader line) {
        OptionalDouble millis = line.optionalReal("averaging_ms");
        if (!(millis.orElse(0) >= 0 && millis.orElse(0) <= MOST_AVERAGING_MILLIS)) {
            throw new IllegalArgumentException("averaging_ms must be the milliseconds over which power is a mean, "
                    + "0 for power of an instant, not " + millis.getAsDouble());
        }
        return millis;
    }

    /** Hold the samples of one device side by side. */
    private static final class Columns {
        private long[] nanos = new long[256];
        private double[] millijoules = new double[256];
        private double[] milliwatts = new double[256];
        private int count;
        private boolean sorted = true;
        private int counted;
        private int powered;
        private OptionalDouble idleWatts = OptionalDouble.empty();
        private OptionalDouble limitWatts = OptionalDouble.empty();
        private OptionalDouble averagingMillis = OptionalDouble.empty();

        void add(long time, double energy, double power) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
                millijoules = Arrays.copyOf(millijoules, count * 2);
                milliwatts = Arrays.copyOf(milliwatts, count * 2);
            }
            sorted &= count == 0 || time >= nanos[count - 1];
            counted += Double.isNaN(energy) ? 0 : 1;
            powered += Double.isNaN(power) ? 0 : 1;
            nanos[count] = time;
            millijoules[count] = energy;
            milliwatts[count++] = power;
        }

        /** List the samples that have a reading, by their times. Of those of one moment the last counts. */
        private int[] order(double[] readings) {
            int[] order = sorted
                    ? IntStream.range(0, count).toArray()
                    : IntStream.range(0, count).boxed().sorted((a, b) -> Long.compare(nanos[a], nanos[b]))
                            .mapToInt(Integer::intValue).toArray();
            int kept = 0;
            for (int sample : order) {
                if (!Double.isNaN(readings[sample])) {
                    boolean again = kept > 0 && nanos[order[kept - 1]] == nanos[sample];
                    order[again ? kept - 1 : kept++] = sample;
                }
            }
            return Arrays.copyOf(order, kept);
        }

        /** Tell when the counter was read last, if power was read for long after that. */
        OptionalLong counterEndNanos() {
            if (counted < 2 || powered < 2) {
                return OptionalLong.empty();
            }
            int[] counts = order(millijoules);
            int[] powers = order(milliwatts);
            long last = nanos[counts[counts.length - 1]];
            boolean isShort = nanos[powers[powers.length - 1]] - last > LATE_PERIODS * period(counts);
            return isShort ? OptionalLong.of(last) : OptionalLong.empty();
        }

        /** Give the longest time between two samples. */
        long longestPauseNanos() {
            int[] order = order(counted > 1 ? millijoules : milliwatts);
            return IntStream.range(1, order.length).mapToLong(i -> nanos[order[i]] - nanos[order[i - 1]]).max()
                    .orElse(0);
        }

        Optional<GaugeSeries> powerBesideCounter() {
            if (counted < 2 || powered < 2) {
                return Optional.empty();
            }
            int[] order = order(milliwatts);
            GaugeSeries power = new GaugeSeries(period(order));
            for (int sample : order) {
                power.record(nanos[sample], nanos[sample], milliwatts[sample] * WATTS_PER_MILLIWATT);
            }
            return Optional.of(power);
        }

        Optional<EnergySeries> series(String device) {
            int[] order = order(counted > 1 ? millijoules : milliwatts);
            return order.length < 2
                    ? Optional.empty()
                    : Optional.of(counted > 1 ? counter(device, order) : power(device, order));
        }

        boolean assumesAveraging() {
            return counted < 2 && averagingMillis.isEmpty() && looksAveraged(order(milliwatts));
        }

        /**
         * Say whether power follows itself as a mean over a second does, which moves by a fifth of its range in a fifth of that
         * time where power itself jumps over all of it. Power that hardly changes, or is read too seldom, does not tell.
         */
        private boolean looksAveraged(int[] order) {
            double least = IntStream.of(order).mapToDouble(sample -> milliwatts[sample]).min().orElse(0);
            double most = IntStream.of(order).mapToDouble(sample -> milliwatts[sample]).max().orElse(0);
            boolean told = false;
            int from = 0;
            for (int to = 1; to < order.length; to++) {
                while (nanos[order[to]] - nanos[order[from]] > ASSUMED_AVERAGING_NANOS / STEEP_PART_OF_AVERAGING) {
                    from++;
                }
                told |= from < to;
                double jump = Math.abs(milliwatts[order[to]] - milliwatts[order[from]]);
                if (from < to && jump > STEEP_PART_OF_RANGE * (most - least)) {
                    return false;
                }
            }
            return told && most - least > LEAST_RANGE * most;
        }

        private EnergySeries counter(String device, int[] order) {
            CounterRecorder recorder = new CounterRecorder(
                    new MeteredDevice(device, Scope.GPU, Provenance.MEASURED, "logged counter", period(order)),
                    JOULES_PER_COUNT, OptionalLong.empty(), ANY_METER_WATTS);
            // Counted from the least reading, since a large one in small counts would not fit.
            double least = IntStream.of(order).mapToDouble(sample -> millijoules[sample]).min().orElse(0);
            for (int sample : order) {
                recorder.record(nanos[sample], nanos[sample],
                        Math.round((millijoules[sample] - least) * COUNTS_PER_MILLIJOULE));
            }
            return recorder.series();
        }

        private EnergySeries power(String device, int[] order) {
            PowerRecorder recorder = new PowerRecorder(
                    new MeteredDevice(device, Scope.GPU, Provenance.INTEGRATED, "logged power", period(order),
                            0, averagingNanos(order)));
            for (int sample : order) {
                recorder.record(nanos[sample], nanos[sample], milliwatts[sample] * WATTS_PER_MILLIWATT);
            }
            return recorder.series();
        }

        private long averagingNanos(int[] order) {
            if (averagingMillis.isPresent()) {
                return Math.round(averagingMillis.getAsDouble() * NANOS_PER_MILLISECOND);
            }
            return looksAveraged(order) ? ASSUMED_AVERAGING_NANOS : 0;
        }

        /** Take the median distance of two samples for the period of the log. */
        private long period(int[] order) {
            long[] distances = new long[order.length - 1];
            for (int i = 0; i < distances.length; i++) {
                distances[i] = nanos[order[i + 1]] - nanos[order[i]];
            }
            Arrays.sort(distances);
            return Math.max(1, distances[distances.length / 2]);
        }
    }
}
