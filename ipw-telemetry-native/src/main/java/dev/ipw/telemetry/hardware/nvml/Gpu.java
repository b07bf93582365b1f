package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.DeviceInfo;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A GPU.
 *
 * @param index             its number in NVML's order, which a restart may change
 * @param handle            NVML's identifier of it, valid as long as NVML is initialised
 * @param uuid              its permanent name
 * @param sharesUuid        true if an earlier GPU has the same UUID, which happens only with a broken driver
 * @param name              its maker's name for it
 * @param pciAddress        its slot
 * @param architecture      NVML's number of its architecture
 * @param computeCapability ten times the major version and the minor version of CUDA, for example 90
 * @param limitWatts        its maximum power
 * @param mig               true if it is split into instances; empty if it cannot be
 * @param refusal           the reason why it could not be identified; its name is then derived from its number
 */
record Gpu(int index, long handle, String uuid, boolean sharesUuid, String name, Optional<PciAddress> pciAddress,
        OptionalInt architecture,
        OptionalInt computeCapability, OptionalDouble limitWatts, Optional<Boolean> mig, Optional<NvmlStatus> refusal) {
    private static final Map<Integer, String> ARCHITECTURES = Map.of(2, "Kepler", 3, "Maxwell", 4, "Pascal", 5, "Volta",
            6, "Turing", 7, "Ampere", 8, "Ada", 9, "Hopper", 10, "Blackwell", 13, "Rubin");
    private static final int AMPERE = 7;
    private static final int NEWEST_ARCHITECTURE_NUMBER = 1000;
    // GA100, of the A100 and related boards, is the last whose plain power reading is instantaneous.
    private static final int CAPABILITY_OF_GA100 = 80;
    private static final int MIN_UUID_LENGTH = 12;

    /** Returns a GPU of which NVML reports only the existence. */
    static Gpu unreadable(int index, NvmlStatus why) {
        return new Gpu(index, 0, "nvidia-" + index, false, "NVIDIA GPU", Optional.empty(), OptionalInt.empty(),
                OptionalInt.empty(), OptionalDouble.empty(), Optional.empty(), Optional.of(why));
    }

    /** Returns the name of its sensors' device: no two GPUs have the same, or their joules would count once. */
    String device() {
        return sharesUuid ? uuid + "#" + index : uuid;
    }

    boolean hasMig() {
        return mig.orElse(false);
    }

    /** Returns the UUID, shortened as far as a reader needs it to distinguish GPUs. */
    String shortUuid() {
        String whole = uuid.substring(0, Math.min(uuid.length(), MIN_UUID_LENGTH));
        return sharesUuid ? whole + "#" + index : whole;
    }

    /** Returns the name for a reader. */
    String label() {
        return "GPU " + index + " " + name + " (" + shortUuid() + ")";
    }

    /** Returns the averaging time of {@code nvmlDeviceGetPowerUsage}; empty if the architecture is unknown. */
    OptionalLong averagingNanos() {
        if (computeCapability.isPresent()) {
            return OptionalLong.of(
                    computeCapability.getAsInt() > CAPABILITY_OF_GA100 ? TimeUnit.SECONDS.toNanos(1) : 0);
        }
        int number = architecture.orElse(AMPERE);
        if (number == AMPERE || number < 0 || number > NEWEST_ARCHITECTURE_NUMBER) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(number > AMPERE ? TimeUnit.SECONDS.toNanos(1) : 0);
    }

    /** Describes it for the run. */
    DeviceInfo info(Map<String, String> driverDetails) {
        Map<String, String> details = new LinkedHashMap<>(driverDetails);
        pciAddress.ifPresent(address -> details.put("pci_address", address.toString()));
        architecture.ifPresent(
                number -> Optional.ofNullable(ARCHITECTURES.get(number)).ifPresent(known -> details.put("architecture",
                        known)));
        computeCapability.ifPresent(
                capability -> details.put("compute_capability", capability / 10 + "." + capability % 10));
        limitWatts.ifPresent(
                watts -> details.put("power_limit_watts", String.format(Locale.ROOT, "%.0f", watts)));
        mig.ifPresent(on -> details.put("mig_mode", on ? "enabled" : "disabled"));
        return new DeviceInfo(device(), name, Optional.of("NVIDIA"), OptionalInt.of(index), details);
    }
}
