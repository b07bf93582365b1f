package dev.ipw.telemetry.hardware.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * One GPU, reached through its handle, and found again by its UUID after it was lost; by its number if its UUID is not
 * known, or is shared. For one thread at a time.
 */
final class NvmlDevice {
    static final long FIRST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long RAREST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(32);

    private final NvmlDriver driver;
    private final MemorySegment uuid;
    private final int index;
    private final boolean hasUuid;
    private final MemorySegment handleCell;
    private long handle;
    private int generation;
    private @Nullable NvmlStatus lost;
    private boolean renewed;
    private long lookNanos;
    private long pauseNanos = FIRST_LOOK_NANOS;

    NvmlDevice(NvmlDriver driver, Gpu gpu) {
        this.driver = driver;
        handle = gpu.handle();
        index = gpu.index();
        hasUuid = gpu.refusal().isEmpty() && !gpu.sharesUuid();
        generation = driver.generation();
        Arena arena = Arena.ofAuto();
        uuid = arena.allocateFrom(gpu.uuid());
        handleCell = arena.allocate(JAVA_LONG);
        gpu.refusal().ifPresent(this::lose);
    }

    NvmlDriver driver() {
        return driver;
    }

    NvmlApi api() {
        return driver.api();
    }

    long handle() {
        return handle;
    }

    int generation() {
        return generation;
    }

    /** Returns whether calls make sense; a lost device is looked for, each time after twice the pause. */
    boolean isReachable() {
        if (driver.offReason() != null) {
            return false;
        }
        if (generation != driver.generation()) {
            lookAgain();
            // Its counter may have restarted, so the next reading must not be compared with the last.
            renewed = lost == null;
            return false;
        }
        renewed = false;
        if (lost != null && driver.nanoTime() - lookNanos >= 0) {
            lookAgain();
        }
        return lost == null;
    }

    private void lookAgain() {
        int current = driver.generation();
        NvmlStatus status = NvmlStatus.of(hasUuid
                ? driver.api().handleByUuid.call(uuid, handleCell)
                : driver.api().handleByIndex.call(index, handleCell));
        switch (status.policy()) {
            case READ -> {
                handle = handleCell.get(JAVA_LONG, 0);
                generation = current;
                lost = null;
            }
            case ALL_OFF -> driver.switchOff(status);
            case INITIALISE_AGAIN -> driver.initialiseAgain(current);
            default -> {
                generation = current;
                lose(lost == null ? status : lost);
            }
        }
    }

    /**
     * Marks the device as lost, until it is looked for after a pause; the pause doubles each time until a call answers.
     */
    void lose(NvmlStatus status) {
        lost = status;
        lookNanos = driver.nanoTime() + pauseNanos;
        pauseNanos = Math.min(RAREST_LOOK_NANOS, 2 * pauseNanos);
    }

    /** Records that a call has answered. */
    void answered() {
        pauseNanos = FIRST_LOOK_NANOS;
    }

    /** Returns why the device cannot be read now; null if it can. */
    @Nullable
    String absenceReason() {
        NvmlStatus status = lost;
        String off = driver.offReason();
        if (off != null) {
            return off;
        }
        return status != null ? status.label() : renewed ? NvmlDriver.INITIALISED_AGAIN : null;
    }
}
