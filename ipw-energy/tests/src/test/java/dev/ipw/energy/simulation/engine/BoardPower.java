package dev.ipw.energy.simulation.engine;

/** The power that flows into the board: the engine's and another process's, after the board's lag. */
public final class BoardPower {
    private final PowerTimeline engine;
    private final PowerTimeline foreign;

    BoardPower(PowerTimeline engine, PowerTimeline foreign) {
        this.engine = engine;
        this.foreign = foreign;
    }

    /** Return the first moment of the trace. */
    public long startNanos() {
        return engine.startNanos();
    }

    /** Return the last moment of the trace. */
    public long endNanos() {
        return engine.endNanos();
    }

    /** Return the joules that flowed from the start of the trace to {@code nanos}, a moment of the trace. */
    public double joulesUntil(long nanos) {
        return engine.joulesUntil(nanos) + foreign.joulesUntil(nanos);
    }

    /** Return all joules of the trace. */
    public double joules() {
        return joulesUntil(endNanos());
    }
}
