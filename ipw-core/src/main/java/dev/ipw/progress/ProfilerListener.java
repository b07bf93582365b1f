package dev.ipw.progress;

import dev.ipw.load.Load;
import dev.ipw.query.QueryOutcome;
import dev.ipw.run.RunPhase;
import java.util.OptionalInt;

/** A listener of a run. All methods are called on the thread that called {@code run()}, never on a request's. */
public interface ProfilerListener {
    /**
     * Called when another run of a series begins.
     *
     * @param number which run, from 1
     * @param of     how many there will be; empty if that depends on them
     * @param load   how requests are sent to the model in it
     */
    default void runStarted(int number, OptionalInt of, Load load) {}

    /**
     * Called when a phase of the run begins.
     *
     * @param phase which phase
     */
    default void phaseStarted(RunPhase phase) {}

    /**
     * Called when a measured query has finished or failed.
     *
     * @param outcome what came of it
     */
    default void queryFinished(QueryOutcome outcome) {}

    /**
     * Called with the run's progress: after each step, and twice a second in between.
     *
     * @param phase    which phase
     * @param progress how far it is
     */
    default void progressed(RunPhase phase, RunProgress progress) {}

    /**
     * Called when the run has waited for a second, for example for late readings of an exporter that refreshes seldom.
     * Stopping the run ends the wait.
     *
     * @param what what it waits for and how long that can take
     */
    default void waiting(String what) {}

    /**
     * Called with a warning that does not end the run.
     *
     * @param message what happened and what it means for the figures
     */
    default void warned(String message) {}
}
