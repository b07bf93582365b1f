package dev.ipw.progress;

import dev.ipw.load.Load;
import dev.ipw.query.QueryOutcome;
import dev.ipw.run.RunPhase;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/** A listener of a run. All methods are called on the thread that called {@code run()}, never on a request's. */
@API(status = API.Status.EXPERIMENTAL)
public interface ProfilerListener {
    /**
     * Called when another run of a series begins.
     *
     * @param number the number of the run, from 1
     * @param of     the number of runs; empty if it depends on their results
     * @param load   its load
     */
    default void runStarted(int number, OptionalInt of, Load load) {}

    /**
     * Called when a phase of the run begins.
     *
     * @param phase the phase
     */
    default void phaseStarted(RunPhase phase) {}

    /**
     * Called when a measured query has finished or failed.
     *
     * @param outcome the outcome of the query
     */
    default void queryFinished(QueryOutcome outcome) {}

    /**
     * Called with the run's progress: after each step, and twice a second in between.
     *
     * @param phase    the phase
     * @param progress the progress of the phase
     */
    default void progressed(RunPhase phase, RunProgress progress) {}

    /**
     * Called when the run has waited for a second, for example for late readings of an exporter with a long refresh
     * interval. Stopping the run ends the wait.
     *
     * @param what the reason and the maximum duration of the wait
     */
    default void waiting(String what) {}

    /**
     * Called with a warning that does not end the run.
     *
     * @param message the event and its effect on the figures
     */
    default void warned(String message) {}
}
