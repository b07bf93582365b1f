package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.error.Setting;
import java.util.Arrays;

/** The return codes of NVML's calls, each with its effect on the reading and the remedy. */
enum NvmlStatus {
    SUCCESS(0, Policy.READ, "it was read", "nothing needs to be done"),
    UNINITIALIZED(1, Policy.INITIALISE_AGAIN, "NVML is not initialised",
            "start the run again; the driver was probably reloaded"),
    INVALID_ARGUMENT(2, Policy.NEVER, "this driver does not know the question", "install a newer driver"),
    NOT_SUPPORTED(3, Policy.NEVER, "this GPU or driver does not support it",
            "a newer driver may; MIG and virtual GPUs refuse much"),
    NO_PERMISSION(4, Policy.NEVER, "this user may not read it",
            "ls -l /dev/nvidia* shows who may: join that group with sudo usermod -aG <group> $USER and log in again, or "
                    + "open them until the next start with sudo chmod a+rw /dev/nvidia*; start a container with --gpus all"),
    ALREADY_INITIALIZED(5, Policy.COUNT, "NVML was already initialised", "start the run again"),
    NOT_FOUND(6, Policy.LATER, "NVML did not find it", "if it stays so, run nvidia-smi and compare"),
    INSUFFICIENT_SIZE(7, Policy.LATER, "the answer is longer than expected",
            "if it stays so, report it with " + Setting.PROBE),
    INSUFFICIENT_POWER(8, Policy.DEVICE_LOST, "the GPU's power cables are not properly attached",
            "attach them and restart the machine"),
    DRIVER_NOT_LOADED(9, Policy.ALL_OFF, "the NVIDIA driver is not loaded",
            "load it with modprobe nvidia, or run nvidia-smi as root once; in a container use the NVIDIA runtime"),
    TIMEOUT(10, Policy.LATER, "the driver did not answer in time", "if it stays so, look into dmesg for Xid messages"),
    IRQ_ISSUE(11, Policy.DEVICE_LOST, "the kernel sees an interrupt problem with the GPU",
            "look into dmesg, and restart the machine"),
    LIBRARY_NOT_FOUND(12, Policy.NEVER, "NVML could not load a library that it needs for it",
            "install all packages of the driver in one version; the stub library of the CUDA toolkit reads nothing"),
    FUNCTION_NOT_FOUND(13, Policy.NEVER, "this version of NVML has no such function", "install a newer driver"),
    CORRUPTED_INFOROM(14, Policy.NEVER, "the GPU's information memory is corrupted",
            "ask the vendor; nvidia-smi -q names what is damaged"),
    GPU_IS_LOST(15, Policy.DEVICE_LOST, "the GPU has fallen off the bus or cannot be reached",
            "look into dmesg for Xid messages; reset the GPU or restart the machine"),
    RESET_REQUIRED(16, Policy.DEVICE_LOST, "the GPU has to be reset",
            "stop what uses it and run nvidia-smi --gpu-reset, or restart the machine"),
    OPERATING_SYSTEM(17, Policy.NEVER, "the operating system blocks the GPU for this process",
            "allow the devices /dev/nvidia* to this container or control group"),
    LIB_RM_VERSION_MISMATCH(18, Policy.ALL_OFF, "the driver in the kernel and NVML are of different versions",
            "the driver was upgraded: restart the machine, or reload the kernel module"),
    IN_USE(19, Policy.LATER, "the GPU is in use, which prevents this call",
            "if it stays so, stop other monitors"),
    MEMORY(20, Policy.LATER, "NVML ran out of memory", "free memory of the machine"),
    NO_DATA(21, Policy.LATER, "there is no data yet", "if it stays so, let the GPU do something"),
    VGPU_ECC_NOT_SUPPORTED(22, Policy.NEVER, "it is refused for a virtual GPU with ECC",
            "read it on the host of the virtual machine"),
    INSUFFICIENT_RESOURCES(23, Policy.LATER, "the driver lacks resources other than memory",
            "if it stays so, stop other monitors"),
    FREQ_NOT_SUPPORTED(24, Policy.NEVER, "the GPU does not support the frequency", "install a newer driver"),
    ARGUMENT_VERSION_MISMATCH(25, Policy.NEVER, "this version of NVML has another signature of this call",
            "install a newer driver"),
    DEPRECATED(26, Policy.NEVER, "this version of NVML has given the function up", "take a newer version of ipw"),
    NOT_READY(27, Policy.LATER, "the GPU is not ready", "if it stays so, restart what uses it"),
    GPU_NOT_FOUND(28, Policy.DEVICE_LOST, "the GPU is no longer there",
            "look into dmesg; reset the GPU or restart the machine"),
    INVALID_STATE(29, Policy.LATER, "the GPU is in a state that does not allow it", "if it stays so, reset the GPU"),
    RESET_TYPE_NOT_SUPPORTED(30, Policy.NEVER, "the GPU does not support this kind of reset", "install a newer driver"),
    UNKNOWN(999, Policy.COUNT, "NVML failed for a reason that it does not name",
            "look into dmesg; run nvidia-smi and compare");

    private static final NvmlStatus[] BY_CODE = new NvmlStatus[RESET_TYPE_NOT_SUPPORTED.code + 1];

    static {
        Arrays.stream(values()).filter(status -> status != UNKNOWN).forEach(status -> BY_CODE[status.code] = status);
    }

    private final int code;
    private final Policy policy;
    private final String reason;
    private final String nextStep;
    private final String label;

    NvmlStatus(int code, Policy policy, String reason, String nextStep) {
        this.code = code;
        this.policy = policy;
        this.reason = reason + " (NVML " + code + ", " + name() + ")";
        this.nextStep = nextStep;
        label = this.reason + "; " + nextStep;
    }

    /** Returns the status of a code; one that no version knows yet counts as UNKNOWN. */
    static NvmlStatus of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    }

    int code() {
        return code;
    }

    Policy policy() {
        return policy;
    }

    /** Returns the policy where every failure counts as one of the whole device. */
    Policy patientPolicy() {
        return switch (policy) {
            case NEVER, LATER, COUNT -> Policy.DEVICE_LOST;
            default -> policy;
        };
    }

    /** Returns whether the requested thing does not exist here, rather than being unreachable. */
    boolean isAbsence() {
        return switch (this) {
            case INVALID_ARGUMENT, NOT_SUPPORTED, FUNCTION_NOT_FOUND, VGPU_ECC_NOT_SUPPORTED, FREQ_NOT_SUPPORTED,
                    ARGUMENT_VERSION_MISMATCH, DEPRECATED, RESET_TYPE_NOT_SUPPORTED ->
                true;
            default -> false;
        };
    }

    /** Returns the reason, for a reader. */
    String reason() {
        return reason;
    }

    /** Returns the remedy. */
    String nextStep() {
        return nextStep;
    }

    /** Returns reason and next step in one text. */
    String label() {
        return label;
    }

    /** The consequences of a code for its reading. */
    enum Policy {
        /** The reading is available. */
        READ,
        /** The reading is not requested again. */
        NEVER,
        /** There is no reading in this tick; the next one tries again. */
        LATER,
        /** Like LATER, but given up after several in a row. */
        COUNT,
        /** No reading of the device is possible until it is found again. */
        DEVICE_LOST,
        /** NVML is initialised again; if that does not last, the consequence is ALL_OFF. */
        INITIALISE_AGAIN,
        /** No reading of any device is possible in this process. */
        ALL_OFF
    }
}
