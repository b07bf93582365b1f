package dev.ipw.progress;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The progress of a phase.
 *
 * @param planned  how many steps the phase has: requests, answers to judge, or seconds; empty if only the time ends it
 * @param duration how long it lasts at most, where a time ends it
 * @param finished how many steps are done, failed ones among them
 * @param failed   how many failed
 * @param elapsed  time since the phase began
 * @param live     what the requests have shown so far; empty outside of the measurement window
 */
public record RunProgress(OptionalInt planned, Optional<Duration> duration, int finished, int failed, Duration elapsed,
        Optional<LiveFigures> live) {
    /** Refuses a phase that nothing ends. */
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
     * Returns the share that is done, by steps or by time, whichever is larger.
     *
     * @return from 0 to 1
     */
    public double fraction() {
        double bySteps = planned.isPresent() ? (double) finished / Math.max(1, planned.getAsInt()) : 0;
        double byTime = duration.map(whole -> (double) elapsed.toNanos() / whole.toNanos()).orElse(0.0);
        return Math.min(1, Math.max(bySteps, byTime));
    }
}
