package dev.ipw.quality;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Say whether a run's times may be trusted, why not, and what was seen. It judges what this process and this machine did
 * to the times, not the model, nor whether enough was asked.
 *
 * @param level               the worst of the reasons' levels
 * @param reasons             why the times are not to be trusted, the worst first; none if they are
 * @param dispatch            how late requests were taken up
 * @param pauses              how long this process stood still
 * @param ownProcessorPercent how much of the machine's processors this process used, 0 to 100; empty if the JVM does not
 *                            tell. It includes a model that runs in this process
 * @param clockJumpSeconds    the largest jump of the wall clock against the clock of all times, ahead or, below zero, back;
 *                            empty if it kept pace
 * @param calibration         how late this library's clients stamp on this machine; empty if that was not tried
 */
public record RunValidity(Trust level, List<Reason> reasons, DispatchLag dispatch, Pauses pauses,
        OptionalDouble ownProcessorPercent, OptionalDouble clockJumpSeconds, Optional<Calibration> calibration) {
    /** Copy the reasons and refuse nulls. */
    public RunValidity {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(dispatch, "dispatch");
        Objects.requireNonNull(pauses, "pauses");
        reasons = List.copyOf(reasons);
    }

    /**
     * Judge a run of several measurement windows.
     *
     * @param other the validity of another window
     * @return the worse of the two, with the reasons of both
     */
    public RunValidity and(RunValidity other) {
        if (level.compareTo(other.level) < 0) {
            return other.and(this);
        }
        List<Reason> both = Stream.concat(reasons.stream(), other.reasons.stream()).distinct().toList();
        return new RunValidity(level, both, dispatch, pauses, ownProcessorPercent, clockJumpSeconds, calibration);
    }

    /**
     * Doubt the times for a reason that was not seen while they were taken.
     *
     * @param why what is not known, and what to do about it
     * @return this validity, doubtful at least
     */
    public RunValidity doubted(String why) {
        List<Reason> more = Stream.concat(reasons.stream(), Stream.of(new Reason(Trust.DOUBTFUL, why))).toList();
        return new RunValidity(level.worse(Trust.DOUBTFUL), more, dispatch, pauses, ownProcessorPercent,
                clockJumpSeconds, calibration);
    }
}
