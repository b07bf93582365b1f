package dev.ipw.telemetry.hardware.amd;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.hardware.KernelText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A card that the driver amdgpu runs.
 *
 * @param device     its permanent name, the same for each way of reading: {@code GPU-} and its unique id, as ROCm names
 *                   it, else its PCI address
 * @param index      its place among the cards, in the driver's order
 * @param directory  the folder of its files
 * @param hwmon      the folder of its sensors; empty if the driver shows none
 * @param pciAddress its slot, for example {@code 0000:83:00.0}; blank if it is not known
 */
record AmdgpuCard(String device, int index, Path directory, Optional<Path> hwmon, String pciAddress) {
    /** The one accelerator of format 1 with processor cores, whose power is included in its own. */
    private static final String MI300A = "0x74a0";
    /** The driver and its library write power in microwatts. */
    static final double WATTS_PER_MICROWATT = 1e-6;

    String name() {
        return text("product_name").orElseGet(() -> "AMD GPU " + text("device").orElse("of an unknown kind"));
    }

    Path metrics() {
        return directory.resolve("gpu_metrics");
    }

    /**
     * Returns the scope of its power and energy: a processor with graphics has one sensor for both, which must not be
     * added to the energy of the processor.
     */
    Scope scope() {
        try {
            if (MetricsHeader.read(metrics()).filter(MetricsHeader::isOfProcessor).isPresent()) {
                return Scope.SOC;
            }
        } catch (IOException unreadable) {
            // Then nothing distinguishes a processor from a card; a card is the most frequent case.
        }
        return text("device").filter(MI300A::equals).isPresent() ? Scope.MODULE : Scope.GPU;
    }

    /** Returns a sensor with the card's power limit, if it is known. */
    Sensor limited(Sensor sensor) {
        OptionalDouble watts = limitWatts();
        return watts.isPresent() ? sensor.withLimitWatts(watts.getAsDouble()) : sensor;
    }

    /** Returns the configured power limit; empty if none is known. */
    private OptionalDouble limitWatts() {
        long microwatts = hwmon.map(folder -> KernelText.number(folder.resolve("power1_cap")).orElse(0)).orElse(0L);
        return microwatts > 0 ? OptionalDouble.of(microwatts * WATTS_PER_MICROWATT) : OptionalDouble.empty();
    }

    /** Describes the card for a reader; a name from the driver library overrides the files'. */
    DeviceInfo info(Optional<String> libraryName, Map<String, String> furtherDetails) {
        Map<String, String> details = new LinkedHashMap<>(furtherDetails);
        details.put("driver", "amdgpu");
        text("vbios_version").ifPresent(version -> details.put("vbios_version", version));
        text("device").ifPresent(id -> details.put("pci_device_id", id));
        if (!pciAddress.isEmpty()) {
            details.put("pci_address", pciAddress);
        }
        return new DeviceInfo(device, libraryName.orElseGet(this::name), Optional.of("AMD"), OptionalInt.of(index),
                details);
    }

    private Optional<String> text(String file) {
        return KernelText.read(directory.resolve(file)).filter(text -> !text.isBlank());
    }
}
