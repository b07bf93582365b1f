package dev.ipw.telemetry.hardware.amd;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.hardware.KernelBlob;
import dev.ipw.telemetry.hardware.KernelFile;
import dev.ipw.telemetry.hardware.KernelText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files in which amdgpu shows the sensors of one card, with a description of their content. No native code is
 * involved.
 */
final class SysfsCard {
    private static final double CELSIUS_PER_MILLIDEGREE = 1e-3;
    private static final double MEGAHERTZ_PER_HERTZ = 1e-6;
    private static final int MAX_CHANNELS = 8;
    /** The remedy for a card that gives no power. */
    static final String SILENT_STEP = "nothing to do for the second die of a module, which is read with the first; "
            + "otherwise update the kernel's amdgpu or the card's firmware";

    private final AmdgpuCard card;
    private final List<CardSensor> sensors = new ArrayList<>();
    private final List<RawNumber> files = new ArrayList<>();
    private final Scope scope;
    private boolean forbidden;
    private Optional<Path> forbiddenCounter = Optional.empty();
    private String energyStory = "";
    private String powerStory = "";
    private boolean readsPower;
    private String nextStep = "update the kernel, whose amdgpu may show it then; in a virtual machine, measure on its host";

    /** Opens a card. Unreadable sensors are left out and reported. */
    SysfsCard(AmdgpuCard card) {
        this.card = card;
        Optional<MetricsHeader> header = header();
        scope = card.scope();
        Optional<CardSensor> power = power();
        Optional<CardSensor> counter = header.flatMap(this::counter);
        if (readsPower) {
            counter.ifPresent(sensors::add);
        } else {
            // Only the card's power could distinguish a working counter from a dead one.
            counter.ifPresent(counts -> energyStory += ", left aside as no power confirms it");
        }
        power.ifPresent(sensors::add);
        addGauges();
    }

    AmdgpuCard card() {
        return card;
    }

    DeviceInfo info() {
        return card.info(Optional.empty(), Map.of());
    }

    List<CardSensor> sensors() {
        return sensors;
    }

    /** Returns whether the card gives joules. */
    boolean readsPower() {
        return readsPower;
    }

    /** Returns whether the card shows power that cannot be read. */
    boolean isForbidden() {
        return forbidden;
    }

    /** Returns the file of the card's energy counter if it exists and cannot be read. */
    Optional<Path> forbiddenCounter() {
        return forbiddenCounter;
    }

    /** Closes the files. */
    void close() {
        files.forEach(RawNumber::close);
    }

    /** Returns a description of its power and energy. */
    String story() {
        return powerStory + "; " + energyStory;
    }

    /** Returns the remedy if the card gives no power. */
    String nextStep() {
        return nextStep;
    }

    private Optional<MetricsHeader> header() {
        Path file = card.metrics();
        energyStory = Files.exists(file)
                ? "no energy counter: " + file + " may not be read by this user, or the card sleeps"
                : "no energy counter: the driver shows no gpu_metrics for it";
        try {
            Optional<MetricsHeader> header = MetricsHeader.read(file);
            if (header.isEmpty()) {
                energyStory = "no energy counter: gpu_metrics is empty";
            }
            return header;
        } catch (IOException unreadable) {
            forbiddenCounter = Optional.of(file).filter(Files::exists);
            return Optional.empty();
        }
    }

    private Optional<CardSensor> counter(MetricsHeader header) {
        Optional<GpuMetricsLayout> layout = header.layout();
        if (layout.isEmpty()) {
            energyStory = header.isOfProcessor()
                    ? "no energy counter: " + header + ", of a processor with graphics, has none"
                    : "no energy counter: " + header + " with " + header.size() + " bytes is not known";
            return Optional.empty();
        }
        energyStory = "no energy counter: the one in " + header + " reports 0 or all ones";
        try {
            KernelBlob blob = KernelBlob.open(card.metrics(), layout.get().bytesToRead());
            MetricsCounter number = new MetricsCounter(blob, layout.get());
            files.add(number);
            Optional<CardSensor> counter = Optional
                    .of(new CardSensor(counterSensor(header, layout.get(), number), number,
                            GpuMetricsLayout.JOULES_PER_COUNT))
                    .filter(CardSensor::gives);
            counter.ifPresent(counts -> energyStory = "energy counter in " + header
                    + ", believed once it agrees with the power");
            return counter;
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private Sensor counterSensor(MetricsHeader header, GpuMetricsLayout layout, MetricsCounter number) {
        long seen = number.read() ? number.value() : 0;
        return card.limited(Sensor.energyCounter(card.device(), scope, source("energy counter, " + header),
                GpuMetricsLayout.JOULES_PER_COUNT, layout.range(seen))).doubtful();
    }

    /**
     * Instantaneous power distinguishes one phase from the next; the average, whose averaging time is unknown, is the
     * second choice.
     */
    private Optional<CardSensor> power() {
        if (card.hwmon().isEmpty()) {
            powerStory = "no power: the driver shows no hwmon folder for it";
            return Optional.empty();
        }
        Path instant = card.hwmon().get().resolve("power1_input");
        Path average = card.hwmon().get().resolve("power1_average");
        Sensor instantPower = powerSensor("power of an instant").withAveragingNanos(0);
        Sensor averagePower = powerSensor("average power");
        Optional<CardSensor> readable = power(instant, instantPower).or(() -> power(average, averagePower));
        readsPower = readable.isPresent();
        // A card that cannot be read is lost, so that the others do not count as all.
        return readable.or(() -> unreadable(instant, instantPower)).or(() -> unreadable(average, averagePower));
    }

    private Sensor powerSensor(String what) {
        return card.limited(Sensor.of(card.device(), scope, Quantity.POWER_WATTS, source(what)));
    }

    private Optional<CardSensor> power(Path file, Sensor sensor) {
        Optional<CardSensor> power = open(file, sensor, AmdgpuCard.WATTS_PER_MICROWATT);
        if (power.isPresent()) {
            powerStory = sensor.averagingNanos().isPresent() ? "power of an instant" : "average power";
        } else if (Files.exists(file)) {
            powerStory = "no power: " + file + " gives 0 or all ones";
            nextStep = SILENT_STEP;
        } else if (powerStory.isEmpty()) {
            powerStory = "no power: the driver shows neither power1_input nor power1_average";
        }
        return power;
    }

    /** Keeps a file that does not even return 0: it may recover. */
    private Optional<CardSensor> unreadable(Path file, Sensor sensor) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        RawNumber number;
        try {
            number = new SysfsNumber(KernelFile.open(file));
        } catch (IOException forbidden) {
            number = new ForbiddenNumber();
        }
        files.add(number);
        if (number.read()) {
            return Optional.empty();
        }
        forbidden = true;
        powerStory = "no power: " + file + " cannot be read: " + number.reason();
        nextStep = "sudo chmod a+r " + file + ", which lasts until the next start; a card that sleeps is read once "
                + "something uses it";
        return Optional.of(new CardSensor(sensor, number, AmdgpuCard.WATTS_PER_MICROWATT));
    }

    private void addGauges() {
        addChannel("temp", "edge", scope, Quantity.TEMPERATURE_CELSIUS, "edge temperature", CELSIUS_PER_MILLIDEGREE);
        addChannel("temp", "junction", scope, Quantity.TEMPERATURE_CELSIUS, "junction temperature",
                CELSIUS_PER_MILLIDEGREE);
        addChannel("temp", "mem", Scope.MEMORY, Quantity.TEMPERATURE_CELSIUS, "memory temperature",
                CELSIUS_PER_MILLIDEGREE);
        addChannel("freq", "sclk", scope, Quantity.CLOCK_MEGAHERTZ, "clock", MEGAHERTZ_PER_HERTZ);
        addChannel("freq", "mclk", Scope.MEMORY, Quantity.CLOCK_MEGAHERTZ, "memory clock", MEGAHERTZ_PER_HERTZ);
        addFile("gpu_busy_percent", scope, Quantity.UTILIZATION_PERCENT, "busy share");
        addFile("mem_busy_percent", Scope.MEMORY, Quantity.UTILIZATION_PERCENT, "memory busy share");
        addFile("mem_info_vram_used", scope, Quantity.MEMORY_USED_BYTES, "memory in use");
        addFile("mem_info_vram_total", scope, Quantity.MEMORY_TOTAL_BYTES, "memory");
    }

    private void addFile(String file, Scope where, Quantity quantity, String what) {
        open(card.directory().resolve(file), Sensor.of(card.device(), where, quantity, source(what)), 1)
                .ifPresent(sensors::add);
    }

    /** Adds the channel of hwmon with a label; its number differs from card to card. */
    private void addChannel(String kind, String label, Scope where, Quantity quantity, String what, double unit) {
        for (int i = 1; card.hwmon().isPresent() && i <= MAX_CHANNELS; i++) {
            Path hwmon = card.hwmon().get();
            if (KernelText.read(hwmon.resolve(kind + i + "_label")).filter(label::equals).isPresent()) {
                open(hwmon.resolve(kind + i + "_input"), Sensor.of(card.device(), where, quantity, source(what)), unit)
                        .ifPresent(sensors::add);
                return;
            }
        }
    }

    /** Opens a file, if it gives a reading. */
    private Optional<CardSensor> open(Path path, Sensor sensor, double unit) {
        try {
            SysfsNumber number = new SysfsNumber(KernelFile.open(path));
            CardSensor opened = new CardSensor(sensor, number, unit);
            if (opened.gives()) {
                files.add(number);
                return Optional.of(opened);
            }
            number.close();
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private String source(String what) {
        return "amdgpu " + card.device() + " " + what;
    }

    /** A file that may not be opened. */
    private static final class ForbiddenNumber implements RawNumber {
        private static final String FORBIDDEN = "its file may not be read by this user";

        @Override
        public boolean read() {
            return false;
        }

        @Override
        public long value() {
            throw new IllegalStateException(FORBIDDEN);
        }

        @Override
        public String reason() {
            return FORBIDDEN;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
