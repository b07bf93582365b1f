package dev.ipw.results;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.IdlePower;
import dev.ipw.energy.attribution.RequestActivity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hold the pieces of a run in which nothing was asked of the machine and nothing was done with the answers.
 *
 * @param before pieces of the rest before the measured stretch
 * @param within pieces of pauses in it
 * @param after  pieces of the rest after it
 */
record QuietTimes(List<TimeSpan> before, List<TimeSpan> within, List<TimeSpan> after) {
    static QuietTimes of(Map<RunPhase, TimeSpan> phases, TimeSpan measured, List<RequestActivity> requests) {
        return new QuietTimes(
                rest(Optional.ofNullable(phases.get(RunPhase.RESTING_BEFORE)), Long.MIN_VALUE, measured.startNanos()),
                IdlePower.quietPieces(measured, requests),
                rest(Optional.ofNullable(phases.get(RunPhase.RESTING_AFTER)), measured.endNanos(), Long.MAX_VALUE));
    }

    /** A request that strays out of the measured stretch ends the rest. */
    private static List<TimeSpan> rest(Optional<TimeSpan> rest, long earliest, long latest) {
        return rest.filter(span -> span.startNanos() < latest && span.endNanos() > earliest)
                .map(span -> IdlePower.piecesOfRest(new TimeSpan(Math.max(span.startNanos(), earliest),
                        Math.min(span.endNanos(), latest))))
                .orElse(List.of());
    }

    List<TimeSpan> all() {
        return Stream.of(before, within, after).flatMap(List::stream).toList();
    }
}
