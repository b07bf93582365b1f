package dev.ipw.telemetry.hardware.foreign;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A gate through which one thread can use a resource that another thread may close, without either waiting for the
 * other. A resource that is closed during a use is released at the end of that use; a use that never ends keeps it, and
 * the closing thread continues.
 */
public final class CloseGate {
    private final AtomicReference<State> state = new AtomicReference<>(State.FREE);

    /** Creates an open gate. */
    public CloseGate() {}

    /**
     * Begins a use.
     *
     * @return true if it is open; only then call {@link #leave()} afterwards
     */
    public boolean enter() {
        return state.compareAndSet(State.FREE, State.IN_USE);
    }

    /**
     * Ends a use.
     *
     * @return true if the gate was closed meanwhile: the caller must release the resource
     */
    public boolean leave() {
        return !state.compareAndSet(State.IN_USE, State.FREE);
    }

    /**
     * Closes the gate. Calling it again changes nothing.
     *
     * @return true if the resource is unused: the caller must release it
     */
    public boolean close() {
        return state.getAndSet(State.CLOSED) == State.FREE;
    }

    private enum State {
        FREE, IN_USE, CLOSED
    }
}
