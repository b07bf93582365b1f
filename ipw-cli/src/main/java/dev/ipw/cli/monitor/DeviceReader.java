package dev.ipw.cli.monitor;

import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.PowerIntervals;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SamplerReport;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorReading;
import dev.ipw.telemetry.TelemetrySession;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The latest readings of a session, grouped by device. The reader stores the joules of the previous reading, so that
 * a device with a counter and no power sensor shows its mean power over roughly that time, and its minimum and
 * maximum power.
 */
public final class DeviceReader {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORTEST_MEAN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Set<Quantity> SHOWN = EnumSet.of(Quantity.POWER_WATTS, Quantity.UTILIZATION_PERCENT,
            Quantity.MEMORY_USED_BYTES, Quantity.MEMORY_TOTAL_BYTES, Quantity.TEMPERATURE_CELSIUS,
            Quantity.CLOCK_MEGAHERTZ, Quantity.THROTTLE_REASONS, Quantity.PROCESSES);
    // The quantities that a device's memory has separately from the device: shown with the device.
    private static final Set<Quantity> ALSO_OF_MEMORY = EnumSet.of(Quantity.TEMPERATURE_CELSIUS,
            Quantity.CLOCK_MEGAHERTZ, Quantity.UTILIZATION_PERCENT);

    private final TelemetrySession session;
    private final Map<String, Scope> mainScopes = new HashMap<>();
    private final Map<Key, EnergyTotal> previous = new HashMap<>();
    private final Map<DeviceSeries, PowerRange> ranges = new HashMap<>();

    /**
     * Creates a reader of a session.
     *
     * @param session the sampling session; it stays open
     */
    public DeviceReader(TelemetrySession session) {
        this.session = session;
        session.sensors().forEach(sensor -> mainScopes.merge(sensor.device(), sensor.scope(), DeviceReader::main));
    }

    /** Chooses the scope under which a device is shown, among those of its sensors. */
    private static Scope main(Scope first, Scope later) {
        return first == Scope.MEMORY || (!first.isAdditive() && later.isAdditive()) ? later : first;
    }

    /**
     * Reads every device.
     *
     * @return the devices, those with joules first
     */
    public List<DeviceReading> read() {
        return read(SensorFreshness.of(session));
    }

    List<DeviceReading> read(SensorFreshness freshness) {
        return List.copyOf(readAll(freshness).values());
    }

    /**
     * Returns the totals of the devices with joules since their first reading.
     *
     * @return the energy and power of each between the first reading of this reader and now
     */
    public List<DeviceTotal> totals() {
        Map<Key, DeviceReading> latest = readAll(SensorFreshness.of(session));
        List<DeviceTotal> totals = new ArrayList<>();
        for (DeviceSeries series : HeadlineDevices.distinct(DeviceSeries.of(session.deviceSeries()))) {
            DeviceReading reading = latest.get(Key.of(series));
            PowerRange range = ranges.get(series);
            if (reading != null && range != null) {
                totals.add(new DeviceTotal(reading, EnergyTotal.of(series), range.least(), range.most()));
            }
        }
        return totals;
    }

    private Map<Key, DeviceReading> readAll(SensorFreshness freshness) {
        Map<Key, Draft> drafts = new LinkedHashMap<>();
        for (DeviceSeries series : HeadlineDevices.distinct(DeviceSeries.of(session.deviceSeries()))) {
            ranges.computeIfAbsent(series, unknown -> new PowerRange(session, series)).look();
            drafts.computeIfAbsent(Key.of(series), key -> new Draft()).take(series, freshness);
        }
        for (SensorReading reading : session.latest()) {
            Sensor sensor = reading.sensor();
            if (SHOWN.contains(sensor.quantity())) {
                Scope main = mainScopes.getOrDefault(sensor.device(), sensor.scope());
                boolean ofMemory = sensor.scope() == Scope.MEMORY && main != Scope.MEMORY
                        && ALSO_OF_MEMORY.contains(sensor.quantity());
                drafts.computeIfAbsent(new Key(sensor.device(), ofMemory ? main : sensor.scope()), key -> new Draft())
                        .take(reading, ofMemory, freshness);
            }
        }
        Map<String, DeviceInfo> infos = session.devices().stream()
                .collect(Collectors.toMap(DeviceInfo::device, Function.identity(), (first, later) -> first));
        Map<String, Long> steps = session.samplers().stream().map(SamplerReport::updatePeriodNanos)
                .flatMap(periods -> periods.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::min));
        Map<Key, DeviceReading> readings = new LinkedHashMap<>();
        drafts.forEach((key, draft) -> readings.put(key, finish(key, draft,
                Optional.ofNullable(infos.get(key.device())), Optional.ofNullable(steps.get(key.device())))));
        return readings;
    }

    private DeviceReading finish(Key key, Draft draft, Optional<DeviceInfo> info, Optional<Long> stepNanos) {
        EnergyTotal before = previous.get(key);
        if (draft.power.isEmpty() && before != null) {
            draft.takeMean(before);
        }
        draft.energy.ifPresent(now -> previous.put(key, now));
        OptionalDouble step = draft.energy.isPresent() && stepNanos.isPresent()
                ? OptionalDouble.of(stepNanos.get() / NANOS_PER_SECOND)
                : OptionalDouble.empty();
        Optional<String> problem = draft.missing.isEmpty()
                ? Optional.empty()
                : Optional.of(MissingReading.text(draft.missing, !draft.answers));
        boolean main = mainScopes.get(key.device()) == key.scope();
        String part = key.scope().label();
        return new DeviceReading(main ? key.device() : key.device() + "/" + part, key.scope(),
                main ? info : info.map(known -> part(known, part)), draft.energy, draft.power, draft.values,
                draft.memoryValues, step, problem);
    }

    private static DeviceInfo part(DeviceInfo whole, String part) {
        return new DeviceInfo(whole.device(), whole.name() + " " + part, whole.vendor(), whole.index(),
                whole.details());
    }

    private record Key(String device, Scope scope) {
        static Key of(DeviceSeries series) {
            return new Key(series.device().name(), series.device().scope());
        }
    }

    /**
     * The readings of one device while they are gathered; of two sensors for the same quantity the first one counts.
     */
    private static final class Draft {
        private Optional<DeviceSeries> series = Optional.empty();
        private Optional<EnergyTotal> energy = Optional.empty();
        private Optional<DevicePower> power = Optional.empty();
        private final Map<Quantity, Double> values = new EnumMap<>(Quantity.class);
        private final Map<Quantity, Double> memoryValues = new EnumMap<>(Quantity.class);
        private final List<MissingReading> missing = new ArrayList<>();
        private boolean answers;

        void take(DeviceSeries one, SensorFreshness freshness) {
            Optional<MissingReading> why = freshness.missing(one);
            if (why.isPresent()) {
                missing.add(why.get());
                return;
            }
            answers |= one.sampleCount() > 0;
            series = Optional.of(one);
            energy = EnergyTotal.of(one);
            EnergyTotal.whyNone(one).ifPresent(none -> missing.add(MissingReading.of(one, none)));
        }

        void take(SensorReading reading, boolean ofMemory, SensorFreshness freshness) {
            Optional<MissingReading> why = freshness.missing(reading);
            if (why.isPresent()) {
                missing.add(why.get());
                return;
            }
            if (reading.value().isEmpty()) {
                return;
            }
            answers = true;
            Quantity quantity = reading.sensor().quantity();
            double value = reading.value().getAsDouble();
            (ofMemory ? memoryValues : values).putIfAbsent(quantity, value);
            if (quantity == Quantity.POWER_WATTS && power.isEmpty()) {
                power = Optional.of(new DevicePower(value, reading.sensor().source()));
            }
        }

        /** Sets the power to the mean over the latest interval. */
        void takeMean(EnergyTotal before) {
            if (energy.isEmpty() || series.isEmpty() || energy.get().nanos() <= before.nanos()) {
                return;
            }
            DeviceSeries known = series.get();
            long now = energy.get().nanos();
            PowerIntervals.latest(known, now, Math.max(SHORTEST_MEAN_NANOS, now - before.nanos()))
                    .ifPresentOrElse(interval -> power = Optional.of(new DevicePower(interval.watts(), String.format(
                            Locale.ROOT, "mean over the last %.1f s, from %s",
                            (interval.endNanos() - interval.startNanos()) / NANOS_PER_SECOND,
                            known.device().source()))),
                            () -> known.window(before.nanos(), now).reason()
                                    .ifPresent(why -> missing.add(MissingReading.of(known, why))));
        }
    }
}
