package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import org.jspecify.annotations.Nullable;

/**
 * The state of one reading of one device, decided by the codes of its calls. Every code of a reading passes through it.
 * For one thread at a time.
 */
final class ReadingState {
    /** This number of missing readings in a row leaves a gap, which must be explained. */
    static final int FAILURES_TO_EXPLAIN = 3;
    /** This number of unspecified failures in a row ends the attempts. */
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

    /** Creates a state that treats every failure as one of the device, which is then tried again after a pause. */
    static ReadingState patient(NvmlDevice device) {
        return new ReadingState(device, true);
    }

    /** Returns whether the reading is still requested. */
    boolean isWanted() {
        return !givenUp;
    }

    /** Retries a reading that was given up; the next failure gives it up again. */
    void retry() {
        givenUp = false;
    }

    /** Processes a code, and returns whether there is a reading. */
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

    /** Reports why a sensor has no reading; does nothing if it is only late. */
    void explain(SampleSink sink, int sensor) {
        String absence = device.absenceReason();
        String why = absence != null ? absence : reason;
        if (why != null) {
            sink.lost(sensor, why);
        }
    }
}
