package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.ActiveTimes;
import dev.ipw.energy.attribution.internal.activity.IdlePower;
import dev.ipw.energy.internal.TimeSpans;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.RunPart;
import dev.ipw.run.RunPhase;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private static final Set<RunPhase> RESTS = EnumSet.of(RunPhase.RESTING_BEFORE, RunPhase.RESTING_AFTER);

    static QuietTimes of(JournalDigest digest) {
        return digest.hasShards()
                ? ofShards(digest.parts(), digest.measured(), digest.work())
                : of(digest.parts(), digest.work());
    }

    /** Returns the rests of shards, as far as no other shard worked then, and the pauses of all shards. */
    private static QuietTimes ofShards(List<RunPart> parts, List<TimeSpan> measured, ActiveTimes work) {
        List<TimeSpan> busy = TimeSpans.merged(Stream.concat(measured.stream(),
                parts.stream().flatMap(part -> part.phases().entrySet().stream())
                        .filter(phase -> !RESTS.contains(phase.getKey())).map(Map.Entry::getValue))
                .toList());
        return new QuietTimes(restsOf(RunPhase.RESTING_BEFORE, parts, busy),
                measured.stream().flatMap(window -> IdlePower.quietPieces(window, work).stream()).toList(),
                restsOf(RunPhase.RESTING_AFTER, parts, busy));
    }

    private static List<TimeSpan> restsOf(RunPhase phase, List<RunPart> parts, List<TimeSpan> busy) {
        List<TimeSpan> rests = parts.stream().flatMap(part -> Optional.ofNullable(part.phases().get(phase)).stream())
                .toList();
        return TimeSpans.merged(rests).stream().flatMap(rest -> TimeSpans.without(rest, busy).stream())
                .flatMap(rest -> IdlePower.piecesOfRest(rest).stream()).toList();
    }

    private static QuietTimes of(List<RunPart> parts, ActiveTimes work) {
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
