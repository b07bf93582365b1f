package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.IdlePower;
import dev.ipw.results.internal.journal.RunPart;
import dev.ipw.run.RunPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a run in which none of its parts worked: no call, no tool, no agent between its calls, no phase around a
 * query and no judge.
 *
 * @param before pieces of the rests before the measurement windows
 * @param within pieces of pauses in them
 * @param after  pieces of the rests after them
 */
record QuietTimes(List<TimeSpan> before, List<TimeSpan> within, List<TimeSpan> after) {
    static QuietTimes of(List<RunPart> parts, ActiveTimes work) {
        QuietTimes all = new QuietTimes(List.of(), List.of(), List.of());
        long earlier = Long.MIN_VALUE;
        for (int part = 0; part < parts.size(); part++) {
            Map<RunPhase, TimeSpan> phases = parts.get(part).phases();
            TimeSpan measured = parts.get(part).measured().orElse(new TimeSpan(0, 0));
            long later = part + 1 < parts.size()
                    ? parts.get(part + 1).measured().map(TimeSpan::startNanos).orElse(Long.MAX_VALUE)
                    : Long.MAX_VALUE;
            all = new QuietTimes(
                    both(all.before, rest(phases.get(RunPhase.RESTING_BEFORE), earlier, measured.startNanos())),
                    both(all.within, IdlePower.quietPieces(measured, work)),
                    both(all.after, rest(phases.get(RunPhase.RESTING_AFTER), measured.endNanos(), later)));
            earlier = measured.endNanos();
        }
        return all;
    }

    private static List<TimeSpan> both(List<TimeSpan> some, List<TimeSpan> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Cuts a rest at a request that extends beyond the measurement window. */
    private static List<TimeSpan> rest(@Nullable TimeSpan rest, long earliest, long latest) {
        return Optional.ofNullable(rest).filter(span -> span.startNanos() < latest && span.endNanos() > earliest)
                .map(span -> IdlePower.piecesOfRest(new TimeSpan(Math.max(span.startNanos(), earliest),
                        Math.min(span.endNanos(), latest))))
                .orElse(List.of());
    }

    List<TimeSpan> rests() {
        return both(before, after);
    }

    List<TimeSpan> all() {
        return both(rests(), within);
    }
}
