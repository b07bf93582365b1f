package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SamplerReport;
import dev.ipw.telemetry.SensorReading;
import dev.ipw.telemetry.TelemetrySession;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Put the latest readings of a session together by device. Remembers the joules of the reading before, so that a device
 * that has a counter and no power sensor shows what it drew on average since.
 */
public final class DeviceReader {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Set<Quantity> SHOWN = EnumSet.of(Quantity.POWER_WATTS, Quantity.UTILIZATION_PERCENT,
            Quantity.MEMORY_USED_BYTES, Quantity.MEMORY_TOTAL_BYTES, Quantity.TEMPERATURE_CELSIUS,
            Quantity.CLOCK_MEGAHERTZ, Quantity.THROTTLE_REASONS, Quantity.PROCESSES);
    // What a device's memory has of its own, beside what the device has: shown with the device.
    private static final Set<Quantity> ALSO_OF_MEMORY = EnumSet.of(Quantity.TEMPERATURE_CELSIUS,
            Quantity.CLOCK_MEGAHERTZ);

    private final TelemetrySession session;
    private final Map<Key, EnergyTotal> previous = new HashMap<>();

    /**
     * Read a session.
     *
     * @param session what samples; it stays open
     */
    public DeviceReader(TelemetrySession session) {
        this.session = session;
    }

    /**
     * Read every device.
     *
     * @return the devices, those with joules first
     */
    public List<DeviceReading> read() {
        List<SensorReading> latest = session.latest();
        Map<String, Scope> owners = latest.stream().filter(reading -> reading.sensor().scope() != Scope.MEMORY)
                .collect(Collectors.toMap(reading -> reading.sensor().device(), reading -> reading.sensor().scope(),
                        (first, later) -> first));
        Map<Key, Draft> drafts = new LinkedHashMap<>();
        for (EnergySeries series : HeadlineDevices.distinct(session.deviceSeries())) {
            drafts.computeIfAbsent(new Key(series.device().name(), series.device().scope()), key -> new Draft())
                    .take(series);
        }
        for (SensorReading reading : latest) {
            if (SHOWN.contains(reading.sensor().quantity())) {
                String device = reading.sensor().device();
                boolean ofMemory = reading.sensor().scope() == Scope.MEMORY && owners.containsKey(device)
                        && ALSO_OF_MEMORY.contains(reading.sensor().quantity());
                Scope scope = ofMemory ? owners.getOrDefault(device, Scope.MEMORY) : reading.sensor().scope();
                drafts.computeIfAbsent(new Key(device, scope), key -> new Draft()).take(reading, ofMemory);
            }
        }
        Map<String, DeviceInfo> infos = session.devices().stream()
                .collect(Collectors.toMap(DeviceInfo::device, Function.identity(), (first, later) -> first));
        Map<String, Long> steps = session.samplers().stream().map(SamplerReport::updatePeriodNanos)
                .flatMap(periods -> periods.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::min));
        return drafts.entrySet().stream()
                .map(draft -> finish(draft.getKey(), draft.getValue(),
                        Optional.ofNullable(infos.get(draft.getKey().device())),
                        Optional.ofNullable(steps.get(draft.getKey().device()))))
                .toList();
    }

    private DeviceReading finish(Key key, Draft draft, Optional<DeviceInfo> info, Optional<Long> stepNanos) {
        Optional<DevicePower> power = draft.power.or(() -> draft.energy.flatMap(now -> mean(key, now)));
        draft.energy.ifPresent(now -> previous.put(key, now));
        OptionalDouble step = draft.energy.isPresent() && stepNanos.isPresent()
                ? OptionalDouble.of(stepNanos.get() / NANOS_PER_SECOND)
                : OptionalDouble.empty();
        return new DeviceReading(key.device(), key.scope(), info, draft.energy, power, draft.values,
                draft.memoryTemperature, step, draft.lost);
    }

    private Optional<DevicePower> mean(Key key, EnergyTotal now) {
        EnergyTotal before = previous.get(key);
        if (before == null || now.nanos() <= before.nanos()) {
            return Optional.empty();
        }
        double seconds = (now.nanos() - before.nanos()) / NANOS_PER_SECOND;
        return Optional.of(new DevicePower((now.joules() - before.joules()) / seconds,
                "mean over the last interval, from " + now.source()));
    }

    private record Key(String device, Scope scope) {}

    /** Gather the readings of one device; of two sensors for the same the first one counts. */
    private static final class Draft {
        private Optional<EnergyTotal> energy = Optional.empty();
        private Optional<DevicePower> power = Optional.empty();
        private final Map<Quantity, Double> values = new EnumMap<>(Quantity.class);
        private OptionalDouble memoryTemperature = OptionalDouble.empty();
        private Optional<String> lost = Optional.empty();

        void take(EnergySeries series) {
            lost = series.lossReason();
            energy = EnergyTotal.of(series);
        }

        void take(SensorReading reading, boolean ofMemory) {
            if (reading.lossReason().isPresent()) {
                lost = lost.or(reading::lossReason);
                return;
            }
            if (reading.value().isEmpty()) {
                return;
            }
            Quantity quantity = reading.sensor().quantity();
            double value = reading.value().getAsDouble();
            if (!ofMemory) {
                values.putIfAbsent(quantity, value);
            } else if (quantity == Quantity.TEMPERATURE_CELSIUS && memoryTemperature.isEmpty()) {
                memoryTemperature = OptionalDouble.of(value);
            }
            if (quantity == Quantity.POWER_WATTS && power.isEmpty()) {
                power = Optional.of(new DevicePower(value, reading.sensor().source()));
            }
        }
    }
}
