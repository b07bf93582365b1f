package dev.ipw.telemetry.hardware.foreign;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Let one thread use something that another may close, without either waiting for the other. What is closed during a use
 * is released at the end of that use; a use that never ends keeps it, and the thread that closes goes on.
 */
public final class CloseGate {
    private final AtomicReference<State> state = new AtomicReference<>(State.FREE);

    /** Creates an open gate. */
    public CloseGate() {}

    /**
     * Begins to use it.
     *
     * @return true if it is open; only then call {@link #leave()} afterwards
     */
    public boolean enter() {
        return state.compareAndSet(State.FREE, State.IN_USE);
    }

    /**
     * Ends a use.
     *
     * @return true if it was closed meanwhile: the caller has to release what it used
     */
    public boolean leave() {
        return !state.compareAndSet(State.IN_USE, State.FREE);
    }

    /**
     * Closes it. Doing so again changes nothing.
     *
     * @return true if it is unused: the caller has to release it
     */
    public boolean close() {
        return state.getAndSet(State.CLOSED) == State.FREE;
    }

    private enum State {
        FREE, IN_USE, CLOSED
    }
}
