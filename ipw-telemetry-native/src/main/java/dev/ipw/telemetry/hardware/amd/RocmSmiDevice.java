package dev.ipw.telemetry.hardware.amd;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sensors that ROCm SMI has for one device that amdgpu shows too. */
final class RocmSmiDevice {
    private static final double JOULES_PER_MICROJOULE = 1e-6;
    private static final double CELSIUS_PER_MILLIDEGREE = 1e-3;
    private static final int NAME_BYTES = 256;
    private static final int CURRENT = 0;
    private static final int VIDEO_MEMORY = 0;
    private static final int EDGE = 0;
    private static final int JUNCTION = 1;
    private static final int MEMORY = 2;
    private static final int FIRST_MEMORY_STACK = 3;
    private static final int MEMORY_STACKS = 4;
    private static final int INSTANT_POWER = 1;
    private static final String INSTANT = "power of an instant";
    private static final String AVERAGE = "average power";

    private final RocmSmi library;
    private final int index;
    private final AmdgpuCard card;
    private final Scope scope;
    // Never freed explicitly: a getter that hangs may still write to it after the session was closed.
    private final Arena arena = Arena.ofAuto();
    private final List<CardSensor> sensors = new ArrayList<>();
    private final String story;
    private final boolean readsPower;

    /**
     * Reads a device. Calls its getters: only for a device that the library counts and amdgpu shows.
     *
     * @param library the library, initialised
     * @param index   the device's number in the library, below its count
     * @param card    the same device as the driver shows it
     */
    RocmSmiDevice(RocmSmi library, int index, AmdgpuCard card) {
        this.library = library;
        this.index = index;
        this.card = card;
        scope = card.scope();
        Optional<CardSensor> power = power();
        Optional<CardSensor> counter = energy();
        readsPower = power.isPresent();
        if (power.isPresent()) {
            counter.ifPresent(sensors::add);
            sensors.add(power.get());
            String kind = power.get().sensor().averagingNanos().isPresent() ? INSTANT : AVERAGE;
            story = kind + (counter.isPresent()
                    ? "; energy counter, believed once it agrees with the power"
                    : "; no energy counter");
        } else {
            story = "no power: ROCm SMI gives none, 0 or all ones";
            failingPower().ifPresent(sensors::add);
        }
        addGauges();
    }

    AmdgpuCard card() {
        return card;
    }

    List<CardSensor> sensors() {
        return sensors;
    }

    boolean readsPower() {
        return readsPower;
    }

    /** Returns a description of its power and energy. */
    String story() {
        return story;
    }

    DeviceInfo info() {
        return card.info(name(), Map.of("library", library.name(), "rocm_smi_index", String.valueOf(index)));
    }

    /** The library returns a hexadecimal number if its list of names is missing. */
    private Optional<String> name() {
        MemorySegment text = arena.allocate(NAME_BYTES);
        return library.function("rsmi_dev_name_get", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG)
                .map(getter -> MethodHandles.insertArguments(getter, 0, index, text, (long) NAME_BYTES - 1))
                .filter(getter -> RocmSmi.call(getter) == RocmSmiStatus.SUCCESS.code())
                .map(getter -> text.getString(0, StandardCharsets.UTF_8).strip())
                .filter(name -> !name.isEmpty() && !name.startsWith("0x"));
    }

    /** Since 6.0 the library reports which of the two powers it returns; an older one returns the average. */
    private Optional<CardSensor> power() {
        MemorySegment type = arena.allocate(ValueLayout.JAVA_INT);
        Optional<CardSensor> either = number("rsmi_dev_power_get", ValueLayout.JAVA_LONG, List.of(type))
                .filter(number -> power(number, "power").gives())
                .map(number -> type.get(ValueLayout.JAVA_INT, 0) == INSTANT_POWER
                        ? instantPower(number)
                        : power(number, AVERAGE));
        return either
                .or(() -> number("rsmi_dev_current_socket_power_get", ValueLayout.JAVA_LONG, List.of())
                        .map(this::instantPower).filter(CardSensor::gives))
                .or(() -> number("rsmi_dev_power_ave_get", ValueLayout.JAVA_LONG, List.of(), 0)
                        .map(number -> power(number, AVERAGE)).filter(CardSensor::gives));
    }

    /** Keeps a power that fails now but may come back, so that the other devices do not count as all. */
    private Optional<CardSensor> failingPower() {
        return number("rsmi_dev_power_get", ValueLayout.JAVA_LONG, List.of(arena.allocate(ValueLayout.JAVA_INT)))
                .or(() -> number("rsmi_dev_power_ave_get", ValueLayout.JAVA_LONG, List.of(), 0))
                .filter(number -> !number.read() && number.mayComeBack()).map(number -> power(number, AVERAGE));
    }

    private CardSensor instantPower(RocmNumber number) {
        CardSensor power = power(number, INSTANT);
        return new CardSensor(power.sensor().withAveragingNanos(0), number, power.unit());
    }

    private CardSensor power(RocmNumber number, String what) {
        return new CardSensor(Sensor.of(card.device(), scope, Quantity.POWER_WATTS, source(what)), number,
                AmdgpuCard.WATTS_PER_MICROWATT);
    }

    /** The library reports the size of a count; its additional clock is not used. */
    private Optional<CardSensor> energy() {
        MemorySegment resolution = arena.allocate(ValueLayout.JAVA_FLOAT);
        MemorySegment clock = arena.allocate(ValueLayout.JAVA_LONG);
        return number("rsmi_dev_energy_count_get", ValueLayout.JAVA_LONG, List.of(resolution, clock))
                .filter(RocmNumber::read)
                .map(number -> counter(number, decimal(resolution.get(ValueLayout.JAVA_FLOAT, 0))))
                .filter(CardSensor::gives);
    }

    private CardSensor counter(RocmNumber number, double microjoules) {
        Sensor sensor = Sensor.energyCounter(card.device(), scope, source("energy counter"),
                microjoules * JOULES_PER_MICROJOULE, GpuMetricsLayout.rangeOfNarrow(number.value()));
        return new CardSensor(card.limited(sensor).doubtful(), number, 1);
    }

    /** A number with few digits means exactly these digits: 15.3, not 15.30000019. */
    private static double decimal(float number) {
        return Double.parseDouble(Float.toString(number));
    }

    private void addGauges() {
        addTemperature(EDGE, scope, "edge temperature");
        addTemperature(JUNCTION, scope, "junction temperature");
        addTemperature(MEMORY, Scope.MEMORY, "memory temperature");
        for (int stack = 0; stack < MEMORY_STACKS; stack++) {
            addTemperature(FIRST_MEMORY_STACK + stack, Scope.MEMORY, "memory stack " + stack + " temperature");
        }
        add(number("rsmi_dev_busy_percent_get", ValueLayout.JAVA_INT, List.of()), scope,
                Quantity.UTILIZATION_PERCENT, "busy share", 1);
        add(number("rsmi_dev_memory_busy_percent_get", ValueLayout.JAVA_INT, List.of()), Scope.MEMORY,
                Quantity.UTILIZATION_PERCENT, "memory busy share", 1);
        add(number("rsmi_dev_memory_usage_get", ValueLayout.JAVA_LONG, List.of(), VIDEO_MEMORY), scope,
                Quantity.MEMORY_USED_BYTES, "memory in use", 1);
        add(number("rsmi_dev_memory_total_get", ValueLayout.JAVA_LONG, List.of(), VIDEO_MEMORY), scope,
                Quantity.MEMORY_TOTAL_BYTES, "memory", 1);
    }

    private void addTemperature(int sensor, Scope where, String what) {
        add(number("rsmi_dev_temp_metric_get", ValueLayout.JAVA_LONG, List.of(), sensor, CURRENT), where,
                Quantity.TEMPERATURE_CELSIUS, what, CELSIUS_PER_MILLIDEGREE);
    }

    private void add(Optional<RocmNumber> number, Scope where, Quantity quantity, String what, double unit) {
        number.map(one -> new CardSensor(Sensor.of(card.device(), where, quantity, source(what)), one, unit))
                .filter(CardSensor::gives).ifPresent(sensors::add);
    }

    /**
     * Binds a getter with the device, the selectors of the sensor, the memory for the number, and the memory for
     * further results.
     */
    private Optional<RocmNumber> number(String symbol, ValueLayout layout, List<MemorySegment> furtherResults,
            int... selectors) {
        MemorySegment result = arena.allocate(layout);
        List<MemoryLayout> layouts = new ArrayList<>(List.of(ValueLayout.JAVA_INT));
        List<Object> arguments = new ArrayList<>(List.of(index));
        for (int selector : selectors) {
            layouts.add(ValueLayout.JAVA_INT);
            arguments.add(selector);
        }
        layouts.add(ValueLayout.ADDRESS);
        arguments.add(result);
        for (MemorySegment further : furtherResults) {
            layouts.add(ValueLayout.ADDRESS);
            arguments.add(further);
        }
        return library.function(symbol, layouts.toArray(MemoryLayout[]::new))
                .map(getter -> new RocmNumber(MethodHandles.insertArguments(getter, 0, arguments.toArray()), result));
    }

    private String source(String what) {
        return "ROCm SMI " + card.device() + " " + what;
    }
}
