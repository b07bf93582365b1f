package dev.ipw.profile;

import dev.ipw.query.QueryOutcome;
import dev.ipw.results.RunPhase;
import java.util.OptionalInt;

/** Follow a run as it goes. All methods are called on the thread that called {@code run()}, never on a request's. */
public interface ProfilerListener {
    /**
     * Hear that another run of a series begins.
     *
     * @param number which run, from 1
     * @param of     how many there will be; empty if that depends on them
     * @param load   how requests are put on the model in it
     */
    default void runStarted(int number, OptionalInt of, Load load) {}

    /**
     * Hear that a stretch of the run begins.
     *
     * @param phase which stretch
     */
    default void phaseStarted(RunPhase phase) {}

    /**
     * Hear that a measured query has finished or failed.
     *
     * @param outcome what came of it
     */
    default void queryFinished(QueryOutcome outcome) {}

    /**
     * Hear how far the run has come: after each step, and twice a second while nothing finishes.
     *
     * @param phase    which stretch
     * @param progress how far it is
     */
    default void progressed(RunPhase phase, RunProgress progress) {}

    /**
     * Hear what the run waits for, once that has taken a second: readings that come late, say of an exporter that is refreshed
     * now and then. Stopping the run ends the wait.
     *
     * @param what what it waits for and how long that can take
     */
    default void waiting(String what) {}

    /**
     * Hear of something that does not end the run but belongs on a screen.
     *
     * @param message what happened and what it means for the figures
     */
    default void warned(String message) {}
}
