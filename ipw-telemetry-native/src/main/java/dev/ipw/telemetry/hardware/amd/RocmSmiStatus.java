package dev.ipw.telemetry.hardware.amd;

import dev.ipw.error.Setting;

/** The return codes of ROCm SMI, each with its consequence. */
enum RocmSmiStatus {
    SUCCESS(0, Policy.READ, ""),
    INVALID_ARGS(1, Policy.ABSENT, "ROCm SMI refuses the arguments; this device does not have the sensor"),
    NOT_SUPPORTED(2, Policy.ABSENT, "the device or its driver does not have the sensor"),
    FILE_ERROR(3, Policy.LOST, "the driver's file cannot be read; the card vanished, sleeps or is being reset"),
    PERMISSION(4, Policy.LOST, "this user may not read it; join the groups video and render, or run as root"),
    OUT_OF_RESOURCES(5, Policy.LOST, "ROCm SMI is out of memory or file handles; raise the limits of this process"),
    INTERNAL_EXCEPTION(6, Policy.LOST,
            "ROCm SMI had an internal error; " + Setting.SYSFS_COLLECTOR + " works without it"),
    INPUT_OUT_OF_BOUNDS(7, Policy.ABSENT, "ROCm SMI knows no such sensor of the device"),
    INIT_ERROR(8, Policy.LOST, "ROCm SMI is not or no longer initialised; is the driver amdgpu loaded?"),
    NOT_YET_IMPLEMENTED(9, Policy.ABSENT, "this version of ROCm SMI does not read it"),
    NOT_FOUND(10, Policy.LOST, "the device is no longer there"),
    INSUFFICIENT_SIZE(11, Policy.ABSENT, "this version of ROCm SMI needs a larger buffer than this program provides"),
    INTERRUPT(12, Policy.AGAIN, "the call was interrupted"),
    UNEXPECTED_SIZE(13, Policy.ABSENT,
            "the driver gives a structure that this version of ROCm SMI does not know; update it"),
    NO_DATA(14, Policy.AGAIN, "the driver has no data for it now"),
    UNEXPECTED_DATA(15, Policy.LOST,
            "the driver gives data that this version of ROCm SMI does not understand; update it"),
    BUSY(16, Policy.AGAIN,
            "another process holds the device; a process that ended badly leaves /dev/shm/rocm_smi_card* "
                    + "held: remove those files when nothing uses ROCm SMI"),
    REFCOUNT_OVERFLOW(17, Policy.LOST, "ROCm SMI was opened too often in this process"),
    SETTING_UNAVAILABLE(18, Policy.ABSENT, "the setting is not available on this device"),
    AMDGPU_RESTART_ERROR(19, Policy.LOST, "the driver amdgpu could not be restarted; load it anew"),
    UNKNOWN_ERROR(0xFFFF_FFFF, Policy.LOST, "ROCm SMI failed for a reason it does not know"),
    /** A code that is in none of the known versions. */
    UNLISTED(Integer.MIN_VALUE, Policy.LOST,
            "ROCm SMI returned an unknown code; its version is newer than this program");

    private static final RocmSmiStatus[] ALL = values();

    private final int code;
    private final Policy policy;
    private final String meaning;

    RocmSmiStatus(int code, Policy policy, String meaning) {
        this.code = code;
        this.policy = policy;
        this.meaning = meaning;
    }

    /** The consequences of a code. */
    enum Policy {
        /** The value is available. */
        READ,
        /** There is no such sensor; it is left out when the source opens. */
        ABSENT,
        /** The next reading is likely to succeed; this one is left out. */
        AGAIN,
        /** The sensor is lost until it answers again. */
        LOST
    }

    /** Returns the meaning of a code. Allocates nothing. */
    static RocmSmiStatus of(int code) {
        for (RocmSmiStatus status : ALL) {
            if (status.code == code) {
                return status;
            }
        }
        return UNLISTED;
    }

    int code() {
        return code;
    }

    Policy policy() {
        return policy;
    }

    String meaning() {
        return meaning;
    }

    /** Returns the reason to report for a failed reading: blank if the next one may succeed. */
    String lossReason() {
        return policy == Policy.AGAIN ? "" : meaning;
    }
}
