package dev.ipw.results.internal.finishing;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.internal.CallId;
import dev.ipw.query.ModelCall;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;

/** The work of each call, and its time. */
final class Activities {
    private Activities() {}

    static RequestActivity of(CallId id, ModelCall call) {
        ResponseTimeline timeline = call.timeline();
        TokenUsage usage = call.response().usage();
        long start = call.startNanos();
        long end = call.endNanos();
        // Moments that contradict each other show only when the machine was used.
        boolean known = timeline.isOrdered() && timeline.firstTokenNanos().isPresent();
        OptionalLong first = known ? timeline.firstTokenNanos() : OptionalLong.empty();
        long[] chunks = known
                ? Arrays.stream(timeline.chunkNanos()).filter(nanos -> nanos >= first.getAsLong() && nanos <= end)
                        .toArray()
                : new long[0];
        OptionalLong queued = call.response().serverTimings().queueNanos();
        OptionalLong prefillStart = queued.isPresent() && known
                ? OptionalLong.of(Math.clamp(start + queued.getAsLong(), start, first.getAsLong()))
                : OptionalLong.empty();
        return new RequestActivity(id.toString(), start, prefillStart, first, end, usage.input().orElse(0),
                usage.cachedInput().orElse(0), usage.output().orElse(chunks.length),
                chunks.length > 0 ? TokenTimes.of(chunks) : TokenTimes.NONE, Set.of());
    }
}
