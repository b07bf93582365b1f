package dev.ipw.benchmarks.math;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The budget of steps and time of one comparison, which is stopped when it is exceeded. */
final class WorkBudget {
    static final long MAX_STEPS = 2_000_000;
    private static final long MAX_NANOSECONDS = TimeUnit.SECONDS.toNanos(2);
    private static final long STEPS_BETWEEN_CLOCK_READS = 256;

    private final long mostSteps;
    private final LongSupplier nanoTime;
    private final long startNanoseconds;
    private long steps;
    private long nextClockRead = STEPS_BETWEEN_CLOCK_READS;

    WorkBudget(long mostSteps, LongSupplier nanoTime) {
        this.mostSteps = mostSteps;
        this.nanoTime = nanoTime;
        startNanoseconds = nanoTime.getAsLong();
    }

    /** Starts the budget of one comparison: a maximum of steps, and two seconds. */
    static WorkBudget ofComparison() {
        return new WorkBudget(MAX_STEPS, System::nanoTime);
    }

    /** Takes steps before doing the work. */
    void take(long count) {
        steps += count;
        if (steps > mostSteps) {
            throw new MathLimitException("takes more than " + mostSteps + " steps");
        }
        if (steps >= nextClockRead) {
            nextClockRead = steps + STEPS_BETWEEN_CLOCK_READS;
            if (nanoTime.getAsLong() - startNanoseconds > MAX_NANOSECONDS) {
                throw new MathLimitException("takes more than 2 seconds");
            }
        }
    }

    long steps() {
        return steps;
    }
}
