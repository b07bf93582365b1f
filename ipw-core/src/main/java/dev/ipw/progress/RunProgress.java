package dev.ipw.progress;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The progress of a phase.
 *
 * @param planned  the number of steps of the phase: requests, answers to evaluate, or seconds; empty if only the time
 *                 ends it
 * @param duration its maximum duration, if a time ends it
 * @param finished the number of finished steps, including failed ones
 * @param failed   the number of failed steps
 * @param elapsed  time since the phase began
 * @param live     the figures of the requests so far; empty outside of the measurement window
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunProgress(OptionalInt planned, Optional<Duration> duration, int finished, int failed, Duration elapsed,
        Optional<LiveFigures> live) {
    /** Rejects a phase that nothing ends. */
    public RunProgress {
        Objects.requireNonNull(elapsed, "elapsed");
        if (planned.isEmpty() && duration.isEmpty()) {
            throw new IllegalArgumentException("A phase ends after its steps or its time");
        }
    }

    public static RunProgress ofSteps(int planned, int finished, Duration elapsed) {
        return new RunProgress(OptionalInt.of(planned), Optional.empty(), finished, 0, elapsed, Optional.empty());
    }

    /**
     * Returns the finished share, by steps or by time, whichever is larger.
     *
     * @return from 0 to 1
     */
    public double fraction() {
        double bySteps = planned.isPresent() ? (double) finished / Math.max(1, planned.getAsInt()) : 0;
        double byTime = duration.map(whole -> (double) elapsed.toNanos() / whole.toNanos()).orElse(0.0);
        return Math.min(1, Math.max(bySteps, byTime));
    }
}
