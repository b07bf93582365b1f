package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The choice of the calls for the energy and power of one GPU, made by trying each once: the energy counter and the
 * instantaneous power in one batch, on older drivers by a function each, and otherwise power alone. If the GPU's own
 * scope is refused, as on Grace Hopper, the module's figures are used and marked as the module's.
 */
final class EnergyPlan {
    private static final double JOULES_PER_COUNT = 1e-3;
    private static final double WATTS_PER_MILLIWATT = 1e-3;
    private static final long ONE_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_TRIALS = 3;

    private final Gpu gpu;
    private final NvmlDevice device;
    private final GpuPlan plan = new GpuPlan();
    private final List<Field> fields = new ArrayList<>();
    private final List<Sensor> fieldSensors = new ArrayList<>();
    private final Map<Field, NvmlStatus> statuses = new EnumMap<>(Field.class);

    private final Optional<Duration> counterPeriod;

    private EnergyPlan(Gpu gpu, NvmlDevice device, Optional<Duration> counterPeriod) {
        this.counterPeriod = counterPeriod;
        this.gpu = gpu;
        this.device = device;
    }

    /**
     * Makes the plan.
     *
     * @param counterPeriod the time between two looks at the energy counter; zero, or empty, to read it in each tick
     */
    static GpuPlan of(Gpu gpu, NvmlDevice device, Optional<Duration> counterPeriod) {
        EnergyPlan energy = new EnergyPlan(gpu, device, counterPeriod);
        if (gpu.refusal().isPresent()) {
            energy.plan.takeLate(energy.late(), gpu.refusal().get());
            return energy.plan;
        }
        energy.askForAllFields();
        energy.chooseEnergy();
        energy.choosePower();
        energy.chooseMemoryTemperature();
        energy.paceCounter();
        if (!energy.fields.isEmpty()) {
            energy.plan.calls().addFirst(new FieldBatch(device, energy.fields, energy.fieldSensors));
        }
        if (energy.plan.calls().stream().flatMap(call -> call.sensors().stream()).noneMatch(EnergyPlan::givesJoules)) {
            energy.keepIfOnlyUnreadable();
        }
        return energy.plan;
    }

    private static boolean givesJoules(Sensor sensor) {
        return sensor.quantity() == Quantity.ENERGY_COUNTER || sensor.quantity() == Quantity.POWER_WATTS;
    }

    /** A GPU that does not answer now must not be missing, or the others would count as all. */
    private void keepIfOnlyUnreadable() {
        plan.unread().stream().map(GpuPlan.Unread::why).filter(why -> !why.isAbsence()).findFirst().ifPresent(why -> {
            device.lose(why);
            plan.takeLate(late(), why);
        });
    }

    private LateEnergyCall late() {
        return new LateEnergyCall(device, energy("NVML energy counter", Scope.GPU));
    }

    private void askForAllFields() {
        List<Field> all = List.of(Field.values());
        FieldBatch batch = new FieldBatch(device, all, List.of());
        NvmlStatus answer = batch.tryOnce();
        for (Field field : all) {
            statuses.put(field, answer == NvmlStatus.SUCCESS ? NvmlStatus.of(batch.code(field.ordinal())) : answer);
        }
        plan.takes(quickestNanos(batch));
    }

    /**
     * Returns the minimum duration of the batch, measured again if it is long: a first call, or one on a busy machine,
     * is not representative.
     */
    private long quickestNanos(FieldBatch batch) {
        long quickest = Long.MAX_VALUE;
        for (int i = 0; i < MAX_TRIALS && quickest > NvmlOpening.LONG_READING.toNanos(); i++) {
            long start = device.driver().nanoTime();
            batch.tryOnce();
            quickest = Math.min(quickest, device.driver().nanoTime() - start);
        }
        return quickest;
    }

    private NvmlStatus status(Field field) {
        return statuses.getOrDefault(field, NvmlStatus.UNKNOWN);
    }

    private boolean isUsable(Field field) {
        return GpuPlan.isUsable(status(field));
    }

    private void take(String what, Field field, Sensor sensor) {
        fields.add(field);
        fieldSensors.add(sensor);
        plan.read().add(what);
    }

    private void chooseEnergy() {
        Optional<Field> counter = List.of(Field.ENERGY, Field.ENERGY_OF_SCOPE).stream().filter(this::isUsable)
                .findFirst();
        TotalEnergyCall function = new TotalEnergyCall(device, energy("NVML energy counter", Scope.GPU));
        if (counter.isPresent()) {
            take("energy counter", counter.get(), energy("NVML energy counter", Scope.GPU));
            return;
        }
        NvmlStatus answer = function.tryOnce();
        if (GpuPlan.isUsable(answer)) {
            plan.take("energy counter", function);
        } else {
            plan.refuse("energy counter of the GPU",
                    status(Field.ENERGY).isAbsence() && !answer.isAbsence() ? answer : status(Field.ENERGY));
            if (isUsable(Field.MODULE_ENERGY)) {
                take("energy counter of the module (processor, GPU and memory, not added to GPUs)", Field.MODULE_ENERGY,
                        energy("NVML energy counter of the module", Scope.MODULE));
            }
        }
    }

    private void choosePower() {
        if (isUsable(Field.INSTANT_POWER)) {
            take("instant power", Field.INSTANT_POWER, power("NVML instant power", Scope.GPU, OptionalLong.of(0)));
            return;
        }
        plan.refuse("instant power of the GPU", status(Field.INSTANT_POWER));
        boolean module = isUsable(Field.MODULE_INSTANT_POWER);
        if (module) {
            take("instant power of the module (processor, GPU and memory)", Field.MODULE_INSTANT_POWER,
                    power("NVML instant power of the module", Scope.MODULE, OptionalLong.of(0)));
        }
        if (isUsable(Field.AVERAGE_POWER)) {
            take("power as 1 s average", Field.AVERAGE_POWER,
                    power("NVML power, 1 s average", Scope.GPU, OptionalLong.of(ONE_SECOND)));
        } else if (!module) {
            takePowerUsage();
        }
    }

    /** Reads power by the function that all drivers have; the GPU's generation gives its averaging time. */
    private void takePowerUsage() {
        OptionalLong averaging = gpu.averagingNanos();
        String mode = averaging.isEmpty()
                ? "averaged over an unknown time"
                : averaging.getAsLong() == 0 ? "of the instant" : "1 s average";
        Sensor sensor = power("NVML power, " + mode, Scope.GPU, averaging);
        plan.takeFirst("power, " + mode, List.of(new UnsignedCall(device, device.api().powerUsage, OptionalInt.empty(),
                sensor, WATTS_PER_MILLIWATT)));
    }

    /**
     * Reads the counter apart from the other fields, and less often, if that is requested. The power of an instant, of the
     * same part of the board, then divides its joules.
     */
    private void paceCounter() {
        int counter = IntStream.range(0, fields.size()).filter(i -> fields.get(i).isEnergy()).findFirst().orElse(-1);
        Duration period = counterPeriod.orElse(Duration.ZERO);
        if (counter < 0 || period.isZero() || fieldSensors.stream()
                .noneMatch(sensor -> sensor.quantity() == Quantity.POWER_WATTS
                        && sensor.scope() == fieldSensors.get(counter).scope()
                        && sensor.averagingNanos().equals(OptionalLong.of(0)))) {
            return;
        }
        Field field = fields.get(counter);
        long counterNanos = quickestNanos(new FieldBatch(device, List.of(field), List.of()));
        Sensor sensor = fieldSensors.remove(counter).withReadingNanos(period.toNanos());
        fields.remove(counter);
        plan.pace(new PacedCounter(new FieldBatch(device, List.of(field), List.of(sensor)), period),
                String.format(Locale.ROOT,
                        "energy counter each %.1f s, divided by instant power between (a reading of the counter takes "
                                + "%.1f ms)",
                        period.toNanos() / 1e9, counterNanos / 1e6));
    }

    private void chooseMemoryTemperature() {
        if (isUsable(Field.MEMORY_TEMPERATURE)) {
            take("memory temperature", Field.MEMORY_TEMPERATURE,
                    Sensor.of(gpu.device(), Scope.MEMORY, Quantity.TEMPERATURE_CELSIUS,
                            words("NVML memory temperature")));
        } else {
            plan.refuse("memory temperature", status(Field.MEMORY_TEMPERATURE));
        }
    }

    private Sensor energy(String source, Scope scope) {
        return limited(
                Sensor.energyCounter(gpu.device(), scope, words(source), JOULES_PER_COUNT, OptionalLong.empty()));
    }

    private Sensor power(String source, Scope scope, OptionalLong averagingNanos) {
        Sensor sensor = limited(Sensor.of(gpu.device(), scope, Quantity.POWER_WATTS, words(source)));
        return averagingNanos.isPresent() ? sensor.withAveragingNanos(averagingNanos.getAsLong()) : sensor;
    }

    /** The limit is the GPU's; the limit of the module is unknown. */
    private Sensor limited(Sensor sensor) {
        return sensor.scope() == Scope.GPU && gpu.limitWatts().isPresent()
                ? sensor.withLimitWatts(gpu.limitWatts().getAsDouble())
                : sensor;
    }

    private String words(String source) {
        return source + ", " + gpu.shortUuid() + (gpu.hasMig() ? ", whole board (MIG is on)" : "");
    }
}
