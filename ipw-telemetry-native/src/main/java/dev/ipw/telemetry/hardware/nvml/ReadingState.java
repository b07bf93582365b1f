package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import org.jspecify.annotations.Nullable;

/**
 * Decide from the codes of its calls what becomes of one thing that is read from one device. Every code that a reading
 * gives passes here. For one thread at a time.
 */
final class ReadingState {
    /** As many readings missing in a row leave a gap, which has to be explained. */
    static final int FAILURES_TO_EXPLAIN = 3;
    /** As many failures without a name in a row end the attempts. */
    static final int FAILURES_TO_GIVE_UP = 10;

    private final NvmlDevice device;
    private final boolean patient;
    private int failures;
    private boolean givenUp;
    private @Nullable String reason;

    ReadingState(NvmlDevice device) {
        this(device, false);
    }

    private ReadingState(NvmlDevice device, boolean patient) {
        this.device = device;
        this.patient = patient;
    }

    /** Takes every failure of a call for one of the device, which is then asked again after a pause. */
    static ReadingState patient(NvmlDevice device) {
        return new ReadingState(device, true);
    }

    /** Returns whether it is still asked for. */
    boolean isWanted() {
        return !givenUp;
    }

    /** Asks once more for what was given up; the next failure gives it up again. */
    void retry() {
        givenUp = false;
    }

    /** Takes a code; true if there is a reading. */
    boolean admits(int code) {
        NvmlStatus status = NvmlStatus.of(code);
        switch (patient ? status.patientPolicy() : status.policy()) {
            case READ -> {
                failures = 0;
                reason = null;
                device.answered();
                return true;
            }
            case NEVER -> giveUp(status);
            case LATER -> fail(status);
            case COUNT -> {
                fail(status);
                givenUp = failures >= FAILURES_TO_GIVE_UP;
            }
            case DEVICE_LOST -> device.lose(status);
            case INITIALISE_AGAIN -> {
                device.driver().initialiseAgain(device.generation());
                reason = NvmlDriver.INITIALISED_AGAIN;
            }
            case ALL_OFF -> device.driver().switchOff(status);
        }
        return false;
    }

    private void giveUp(NvmlStatus status) {
        givenUp = true;
        reason = status.label();
    }

    private void fail(NvmlStatus status) {
        if (++failures >= FAILURES_TO_EXPLAIN) {
            reason = status.label();
        }
    }

    /** Reports why a sensor has no reading; nothing if it is only late. */
    void explain(SampleSink sink, int sensor) {
        String absence = device.absenceReason();
        String why = absence != null ? absence : reason;
        if (why != null) {
            sink.lost(sensor, why);
        }
    }
}
