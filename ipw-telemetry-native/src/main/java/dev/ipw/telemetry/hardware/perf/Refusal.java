package dev.ipw.telemetry.hardware.perf;

import java.util.Arrays;
import java.util.List;

/** The reasons why the kernel refuses to open an event, to every user or to this one, with the remedies. */
enum Refusal {
    /** EPERM and EACCES. */
    FORBIDDEN(List.of(1, 13), "this user may not count energy of all processes",
            "sudo sysctl kernel.perf_event_paranoid=0, and to keep it: echo kernel.perf_event_paranoid=0 | sudo tee "
                    + "/etc/sysctl.d/70-ipw.conf; or give only this program the right, by "
                    + "AmbientCapabilities=CAP_PERFMON in its systemd unit or by setcap cap_perfmon=ep on its own copy of "
                    + "java; start a container with --cap-add PERFMON and a "
                    + "seccomp profile that allows perf_event_open"),
    /** ENOENT and EOPNOTSUPP. */
    NO_SUCH_EVENT(List.of(2, 95), "this processor has no such counter",
            "nothing to do here; the collector 'powercap' may read it"),
    /** ENODEV, ENXIO and EINVAL. */
    NOT_HERE(List.of(19, 6, 22), "the processor is offline, or the driver does not count on it",
            "bring it online in /sys/devices/system/cpu"),
    /** EMFILE and ENFILE. */
    TOO_MANY_FILES(List.of(24, 23), "too many files are open", "raise the limit with ulimit -n"),
    /** ENOSYS. */
    NO_PERF(List.of(38), "the kernel is built without perf events, or a sandbox hides them",
            "choose the collector 'powercap'"),
    /** Any other error. */
    OTHER(List.of(), "the kernel does not say more", "look at dmesg, or choose the collector 'powercap'");

    private final List<Integer> errors;
    private final String reason;
    private final String nextStep;

    Refusal(List<Integer> errors, String reason, String nextStep) {
        this.errors = errors;
        this.reason = reason;
        this.nextStep = nextStep;
    }

    static Refusal of(int error) {
        return Arrays.stream(values()).filter(refusal -> refusal.errors.contains(error)).findFirst().orElse(OTHER);
    }

    String reason() {
        return reason;
    }

    String nextStep() {
        return nextStep;
    }
}
