package dev.ipw.telemetry;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CountSeries;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.CpuEstimateRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.DuplicateCounterDetector;
import dev.ipw.energy.internal.EnergyRecorder;
import dev.ipw.energy.internal.GaugeSeries;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.energy.internal.ShapedCounterRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The recorders that turn the ticks of one source into series, live and from disk alike. Energy counters give MEASURED
 * joules, power INTEGRATED joules, processor time ESTIMATED joules; all other values are kept unchanged. Packages whose
 * counters move alike are marked.
 */
final class SourceRecorders {
    private static final int MAX_TOTALS = 1 << 18;
    private static final int MAX_VALUES = 1 << 16;

    private final List<SensorRecorder> recorders = new ArrayList<>();
    private final List<Sensor> sensors;
    // A value was true at some time within its age. A counter's movement lies between two readings, however old the
    // count is then.
    private final long[] resolutionNanos;
    private final TickTiming timing;
    private final ComparedCounters compared;
    private final ThrottledDevices throttled;
    private final LatestReadings latest;
    private final int[] packages;
    private final DuplicateCounterDetector duplicates;

    /**
     * Prepares to record.
     *
     * @param sensors     the sensors of the source
     * @param periodNanos the period of its readings, in nanoseconds
     * @param known       recorders by sensor: those of an earlier part of the same run are continued, and new ones are
     *                    added
     */
    SourceRecorders(List<Sensor> sensors, long periodNanos, Map<Sensor, SensorRecorder> known) {
        timing = new TickTiming(periodNanos);
        this.sensors = List.copyOf(sensors);
        latest = new LatestReadings(sensors);
        resolutionNanos = sensors.stream()
                .mapToLong(sensor -> sensor.quantity().isCounter() ? 0 : sensor.resolutionNanos().orElse(0)).toArray();
        int processors = indexOf(Quantity.LOGICAL_PROCESSORS, sensors);
        for (Sensor sensor : sensors) {
            recorders.add(known.computeIfAbsent(withoutLimit(sensor),
                    unknown -> create(sensor, periodNanos, sensors, processors)));
        }
        for (int i = 0; i < recorders.size(); i++) {
            if (recorders.get(i) instanceof Power power && sensors.get(i).limitWatts().isPresent()) {
                power.recorder().raiseLimit(sensors.get(i).limitWatts());
            }
        }
        List<DeviceSeries> watched = new ArrayList<>();
        packages = IntStream.range(0, recorders.size()).filter(i -> watch(recorders.get(i), watched)).toArray();
        duplicates = new DuplicateCounterDetector(watched);
        List<Optional<EnergyRecorder>> energy = recorders.stream().map(SensorRecorder::energy).toList();
        compared = new ComparedCounters(sensors, energy);
        throttled = new ThrottledDevices(sensors, energy);
    }

    private static boolean watch(SensorRecorder recorder, List<DeviceSeries> watched) {
        return recorder instanceof Counter counter && counter.recorder().series().device().scope() == Scope.PACKAGE
                && watched.add(counter.recorder().series());
    }

    /** Bounds the memory of the series, for sessions that last for days. */
    SourceRecorders bounded() {
        recorders.forEach(recorder -> recorder.energy()
                .ifPresent(energy -> energy.keepAtMost(recorder instanceof Power ? MAX_VALUES : MAX_TOTALS)));
        Readings held = readings();
        held.gauges().forEach(gauge -> gauge.series().keepAtMost(MAX_VALUES));
        held.times().forEach(time -> time.series().keepAtMost(MAX_TOTALS));
        return this;
    }

    /** A power limit may change between two parts of a run; the sensor is the same. */
    private static Sensor withoutLimit(Sensor sensor) {
        return sensor.withoutLimitWatts();
    }

    private static int indexOf(Quantity quantity, List<Sensor> sensors) {
        for (int i = 0; i < sensors.size(); i++) {
            if (sensors.get(i).quantity() == quantity) {
                return i;
            }
        }
        return -1;
    }

    private static SensorRecorder create(Sensor sensor, long periodNanos, List<Sensor> sensors, int processors) {
        return switch (sensor.quantity()) {
            case ENERGY_COUNTER -> isShaped(sensor, sensors)
                    ? new ShapedCounter(new ShapedCounterRecorder(device(sensor, Provenance.MEASURED, periodNanos),
                            sensor.joulesPerUnit().orElseThrow(), sensor.counterRange(), sensor.limitWatts()),
                            powerOf(sensor, sensors))
                    : new Counter(new CounterRecorder(device(sensor, Provenance.MEASURED, periodNanos),
                            sensor.joulesPerUnit().orElseThrow(), sensor.counterRange(), sensor.limitWatts()));
            // Also where there is a counter, which may turn out to stand still.
            case POWER_WATTS -> new Power(new PowerRecorder(device(sensor, Provenance.INTEGRATED, periodNanos),
                    ComparedCounters.limitWatts(sensor, sensors)),
                    gauge(sensor, periodNanos));
            case SYSTEM_CPU_TIME_NANOS -> processors < 0
                    ? new Time(time(sensor, periodNanos))
                    : new Estimate(new CpuEstimateRecorder(sensor.device(), sensor.source(), periodNanos), processors,
                            time(sensor, periodNanos));
            case PROCESS_CPU_TIME_NANOS -> new Time(time(sensor, periodNanos));
            default -> new Value(gauge(sensor, periodNanos));
        };
    }

    private static boolean isShaped(Sensor sensor, List<Sensor> sensors) {
        return sensor.readingNanos().isPresent() && powerOf(sensor, sensors) >= 0;
    }

    /** Returns the sensor of the power of a counter's device; -1 if there is none. */
    private static int powerOf(Sensor counter, List<Sensor> sensors) {
        return IntStream.range(0, sensors.size()).filter(i -> sensors.get(i).quantity() == Quantity.POWER_WATTS
                && sensors.get(i).device().equals(counter.device()) && sensors.get(i).scope() == counter.scope()
                && sensors.get(i).averagingNanos().orElse(0) == 0).findFirst().orElse(-1);
    }

    private static MeteredDevice device(Sensor sensor, Provenance provenance, long periodNanos) {
        return new MeteredDevice(sensor.device(), sensor.scope(), provenance, sensor.source(), periodNanos,
                sensor.quantity().isCounter() ? sensor.resolutionNanos().orElse(0) : 0,
                sensor.quantity().isCounter() ? 0 : sensor.averagingNanos().orElse(0));
    }

    private static ProcessorTime time(Sensor sensor, long periodNanos) {
        return new ProcessorTime(sensor, new CountSeries(periodNanos));
    }

    private static Gauge gauge(Sensor sensor, long periodNanos) {
        return new Gauge(sensor, new GaugeSeries(periodNanos));
    }

    /** Records the readings of one tick, made between two moments. */
    void record(long beforeNanos, long afterNanos, Tick tick) {
        timing.judge(beforeNanos, afterNanos, tick);
        throttled.note(tick);
        for (int i = 0; i < recorders.size(); i++) {
            long earliestNanos = beforeNanos - resolutionNanos[i];
            if (recorders.get(i).isRead(tick, i)) {
                recorders.get(i).record(earliestNanos, afterNanos, tick, i);
                continue;
            }
            String lost = tick.lostReason(i);
            if (lost != null) {
                recorders.get(i).lost(earliestNanos, afterNanos, lost);
            }
        }
        compared.compare(tick);
        latest.take(beforeNanos, afterNanos, tick);
        for (int i = 0; i < packages.length; i++) {
            if (tick.isPresent(packages[i])) {
                duplicates.record(i, tick.counts(packages[i]));
            }
        }
        duplicates.endTick();
    }

    /** Returns the last reading of each sensor, with energy counters in joules. */
    List<SensorReading> latest() {
        List<SensorReading> readings = latest.list();
        for (int i = 0; i < recorders.size(); i++) {
            if (sensors.get(i).quantity() == Quantity.ENERGY_COUNTER) {
                readings.set(i, inJoules(readings.get(i), recorders.get(i).energy().orElseThrow().series()));
            }
        }
        return readings;
    }

    /** Returns a counter's reading in joules since the first one. */
    private static SensorReading inJoules(SensorReading counts, DeviceSeries series) {
        return new SensorReading(counts.sensor(), counts.nanos(),
                counts.nanos().isPresent() ? OptionalDouble.of(series.totalJoules()) : OptionalDouble.empty(),
                counts.lossReason());
    }

    /** Returns the recorded series. */
    Readings readings() {
        return readings(recorders);
    }

    private static Readings readings(List<SensorRecorder> recorders) {
        List<DeviceSeries> energy = new ArrayList<>();
        List<Gauge> gauges = new ArrayList<>();
        List<ProcessorTime> times = new ArrayList<>();
        recorders.forEach(recorder -> {
            recorder.addTo(energy, gauges);
            recorder.addTo(times);
        });
        return new Readings(energy, gauges, times);
    }

    /** The recorder of one sensor. */
    sealed interface SensorRecorder {
        /** Returns whether a tick has readings for this recorder. */
        default boolean isRead(Tick tick, int sensor) {
            return tick.isPresent(sensor);
        }

        default void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {}

        default void lost(long beforeNanos, long afterNanos, String reason) {
            energy().ifPresent(recorder -> recorder.lost(reason));
        }

        /** Returns the recorder of the sensor's joules. */
        default Optional<EnergyRecorder> energy() {
            return Optional.empty();
        }

        default void addTo(List<DeviceSeries> energy, List<Gauge> gauges) {
            energy().ifPresent(recorder -> energy.add(recorder.series()));
        }

        default void addTo(List<ProcessorTime> times) {}
    }

    private record Counter(CounterRecorder recorder) implements SensorRecorder {
        @Override
        public void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {
            recorder.record(beforeNanos, afterNanos, tick.plannedStepNanos(), tick.isLate(), tick.counts(sensor));
        }

        @Override
        public Optional<EnergyRecorder> energy() {
            return Optional.of(recorder);
        }
    }

    /** The recorder of a counter that is read from time to time, and of the power that is read in each tick. */
    private record ShapedCounter(ShapedCounterRecorder recorder, int power) implements SensorRecorder {
        @Override
        public boolean isRead(Tick tick, int sensor) {
            return tick.isPresent(sensor) || tick.isPresent(power);
        }

        @Override
        public void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {
            if (tick.isPresent(power)) {
                recorder.recordPower(beforeNanos, afterNanos, tick.plannedStepNanos(), tick.isLate(),
                        tick.value(power));
            }
            if (tick.isPresent(sensor)) {
                recorder.recordCounter(beforeNanos, afterNanos, tick.counts(sensor));
                return;
            }
            recorder.skip();
            String lost = tick.lostReason(sensor);
            if (lost != null) {
                recorder.lost(lost);
            }
        }

        @Override
        public Optional<EnergyRecorder> energy() {
            return Optional.of(recorder);
        }
    }

    private record Power(PowerRecorder recorder, Gauge gauge) implements SensorRecorder {
        @Override
        public void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {
            recorder.record(beforeNanos, afterNanos, tick.plannedStepNanos(), tick.isLate(), tick.value(sensor));
            gauge.series().record(beforeNanos, afterNanos, tick.value(sensor));
        }

        @Override
        public void lost(long beforeNanos, long afterNanos, String reason) {
            recorder.lost(reason);
            gauge.series().lost(beforeNanos, afterNanos, reason);
        }

        @Override
        public Optional<EnergyRecorder> energy() {
            return Optional.of(recorder);
        }

        @Override
        public void addTo(List<DeviceSeries> energy, List<Gauge> gauges) {
            energy.add(recorder.series());
            gauges.add(gauge);
        }
    }

    private record Estimate(CpuEstimateRecorder recorder, int processors, ProcessorTime time)
            implements
                SensorRecorder {
        @Override
        public void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {
            time.series().record(beforeNanos, afterNanos, tick.counts(sensor));
            if (tick.isPresent(processors)) {
                recorder.record(beforeNanos, afterNanos, tick.plannedStepNanos(), tick.isLate(), tick.counts(sensor),
                        (int) tick.value(processors));
            }
        }

        @Override
        public void lost(long beforeNanos, long afterNanos, String reason) {
            recorder.lost(reason);
            time.series().lost(reason);
        }

        @Override
        public Optional<EnergyRecorder> energy() {
            return Optional.of(recorder);
        }

        @Override
        public void addTo(List<ProcessorTime> times) {
            times.add(time);
        }
    }

    /**
     * The recorder of values. A missing value shows by itself, since no value is valid for longer than three periods.
     */
    private record Value(Gauge gauge) implements SensorRecorder {
        @Override
        public void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {
            gauge.series().record(beforeNanos, afterNanos, tick.value(sensor));
        }

        @Override
        public void lost(long beforeNanos, long afterNanos, String reason) {
            gauge.series().lost(beforeNanos, afterNanos, reason);
        }

        @Override
        public void addTo(List<DeviceSeries> energy, List<Gauge> gauges) {
            gauges.add(gauge);
        }
    }

    /** The recorder of processor time, of which shares are computed. */
    private record Time(ProcessorTime time) implements SensorRecorder {
        @Override
        public void record(long beforeNanos, long afterNanos, Tick tick, int sensor) {
            time.series().record(beforeNanos, afterNanos, tick.counts(sensor));
        }

        @Override
        public void lost(long beforeNanos, long afterNanos, String reason) {
            time.series().lost(reason);
        }

        @Override
        public void addTo(List<ProcessorTime> times) {
            times.add(time);
        }
    }
}
