package dev.ipw.telemetry.hardware.nvml;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** Reach one GPU through its handle, and find it again by its UUID after it was lost. For one thread at a time. */
final class NvmlDevice {
    static final long FIRST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long RAREST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(32);

    private final NvmlDriver driver;
    private final MemorySegment uuid;
    private final MemorySegment handleCell;
    private long handle;
    private int generation;
    private @Nullable NvmlStatus lost;
    private long lookNanos;
    private long pauseNanos = FIRST_LOOK_NANOS;

    NvmlDevice(NvmlDriver driver, String uuid, long handle) {
        this.driver = driver;
        this.handle = handle;
        generation = driver.generation();
        Arena arena = Arena.ofAuto();
        this.uuid = arena.allocateFrom(uuid);
        handleCell = arena.allocate(JAVA_LONG);
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

    /** Say whether calls make sense; a device that was lost is looked for, each time after twice the pause. */
    boolean isReachable() {
        if (driver.offReason() != null) {
            return false;
        }
        if (generation != driver.generation()) {
            lookAgain();
        } else if (lost != null && driver.nanoTime() - lookNanos >= 0) {
            lookAgain();
        }
        return lost == null;
    }

    private void lookAgain() {
        int current = driver.generation();
        NvmlStatus status = NvmlStatus.of(driver.api().handleByUuid.call(uuid, handleCell));
        switch (status.policy()) {
            case READ -> {
                handle = handleCell.get(JAVA_LONG, 0);
                generation = current;
                lost = null;
                pauseNanos = FIRST_LOOK_NANOS;
            }
            case ALL_OFF -> driver.switchOff(status);
            case INITIALISE_AGAIN -> driver.initialiseAgain(current);
            default -> {
                generation = current;
                lose(lost == null ? status : lost);
            }
        }
    }

    void lose(NvmlStatus status) {
        if (lost != null) {
            pauseNanos = Math.min(RAREST_LOOK_NANOS, 2 * pauseNanos);
        }
        lost = status;
        lookNanos = driver.nanoTime() + pauseNanos;
    }

    /** Say why nothing of it can be read now; null if it can. */
    @Nullable
    String absenceReason() {
        NvmlStatus status = lost;
        String off = driver.offReason();
        return off != null || status == null ? off : status.label();
    }
}
