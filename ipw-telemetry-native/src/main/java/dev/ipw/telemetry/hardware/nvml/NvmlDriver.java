package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One initialisation of NVML, which several sources share; the last to release it shuts NVML down. For any number of
 * threads; no thread waits for another one's call.
 */
final class NvmlDriver {
    /** The reason for missing readings in the tick in which NVML was found uninitialised. */
    static final String INITIALISED_AGAIN = "NVML had to be initialised again: the driver was probably reloaded "
            + "and its energy counters reset; the joules in between are unknown";
    private static final String AFTERWARDS = "NVIDIA's driver was probably reloaded during the run, as NVML had "
            + "to be initialised again: its energy counters were reset, and the GPUs' joules across the reset "
            + "are missing from the figures";

    private final NativeLibrary library;
    private final NvmlApi api;
    private final LongSupplier nanoClock;
    // The opener is the first user.
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicBoolean initialisingAgain = new AtomicBoolean();
    private final AtomicBoolean retrying = new AtomicBoolean();
    private final AtomicInteger generation = new AtomicInteger();
    private volatile @Nullable String offReason;

    NvmlDriver(NativeLibrary library, LongSupplier nanoClock) {
        this.library = library;
        this.nanoClock = nanoClock;
        api = new NvmlApi(library);
    }

    /** Initialises NVML; only after SUCCESS must it be released. */
    NvmlStatus initialise() {
        NvmlStatus status = NvmlStatus.of(api.init.call());
        return status == NvmlStatus.ALREADY_INITIALIZED ? NvmlStatus.SUCCESS : status;
    }

    NvmlApi api() {
        return api;
    }

    String libraryName() {
        return library.name();
    }

    long nanoTime() {
        return nanoClock.getAsLong();
    }

    void retain() {
        users.incrementAndGet();
    }

    void release() {
        if (users.decrementAndGet() == 0) {
            api.shutdown.call();
        }
    }

    /** Counts the initialisations after the first: handles of devices are valid within one. */
    int generation() {
        return generation.get();
    }

    /**
     * Initialises NVML again because it reports that it is not initialised. It is done once: if NVML loses that
     * initialisation too, nothing is read until a {@link #retry} succeeds. Threads that notice the same loss meanwhile
     * continue.
     *
     * @param seen the generation of the handle whose call failed
     */
    void initialiseAgain(int seen) {
        if (initialisingAgain.compareAndSet(false, true)) {
            NvmlStatus status = initialise();
            if (status == NvmlStatus.SUCCESS) {
                generation.incrementAndGet();
            } else {
                switchOff(status);
            }
        } else if (seen > 0) {
            switchOff(NvmlStatus.UNINITIALIZED);
        }
    }

    /**
     * Initialises NVML again if nothing can be read any more, as a driver that was unloaded may be back. Handles of
     * devices must be looked up again then.
     */
    void retry() {
        if (offReason == null || !retrying.compareAndSet(false, true)) {
            return;
        }
        try {
            if (offReason != null && initialise() == NvmlStatus.SUCCESS) {
                generation.incrementAndGet();
                initialisingAgain.set(false);
                offReason = null;
            }
        } finally {
            retrying.set(false);
        }
    }

    void switchOff(NvmlStatus status) {
        offReason = status.label();
    }

    /** Returns warnings that do not concern a whole sensor. */
    List<String> problems() {
        return generation.get() > 0 ? List.of(AFTERWARDS) : List.of();
    }

    /** Returns why nothing can be read any more; null while it can. */
    @Nullable
    String offReason() {
        return offReason;
    }
}
