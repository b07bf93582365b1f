package dev.ipw.results.internal.format;

import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.ResponseTimeline;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The time of one request, from its intended start to its end, divided into consecutive parts. Their sum is that time
 * to the nanosecond. A part whose end was not recorded is absent, and its time is in the next one that is present; none
 * is negative.
 *
 * @param waitingNanos         from the intended start until it was started
 * @param retryingNanos        from there to the start of the last try: failed tries and the waits between; absent with
 *                             one try
 * @param connectingNanos      the setup of the connection: look-up, TCP or proxy, TLS; absent if an earlier connection
 *                             was reused
 * @param sendingNanos         to write and hand over the request
 * @param untilFirstByteNanos  from the send to the first byte of the response
 * @param untilFirstTokenNanos from there to the first token of any kind
 * @param generatingNanos      from there to the last token
 * @param untilEndNanos        from the last known moment to the end: counts and the end mark of a stream, or the rest
 *                             of a failed request
 */
public record TimeParts(long waitingNanos, OptionalLong retryingNanos, OptionalLong connectingNanos,
        OptionalLong sendingNanos, OptionalLong untilFirstByteNanos, OptionalLong untilFirstTokenNanos,
        OptionalLong generatingNanos, long untilEndNanos) {

    /**
     * Divides the time of a request.
     *
     * @param timeline its moments; if two are not in order, the later one is taken to be at the earlier one
     * @return its parts
     */
    public static TimeParts of(ResponseTimeline timeline) {
        DispatchTimings dispatch = timeline.dispatch();
        Cut cut = new Cut(timeline.intendedStartNanos(), timeline.endNanos());
        long waiting = cut.until(dispatch.takenUpNanos());
        OptionalLong retrying = cut.until(dispatch.lastTryNanos());
        long tryStart = cut.last;
        OptionalLong connecting = dispatch.connection().isEmpty()
                ? OptionalLong.empty()
                : cut.until(OptionalLong.of(Math.min(tryStart + dispatch.connection().get().totalNanos(),
                        timeline.sentNanos().orElse(Long.MAX_VALUE))));
        return new TimeParts(waiting, retrying, connecting, cut.until(timeline.sentNanos()),
                cut.until(timeline.firstByteNanos()), cut.until(timeline.firstTokenNanos()),
                cut.until(timeline.lastTokenNanos()), cut.until(timeline.endNanos()));
    }

    /**
     * Returns the sum of the parts.
     *
     * @return end - intended start, in nanoseconds
     */
    public long totalNanos() {
        return waitingNanos + Stream.of(retryingNanos, connectingNanos, sendingNanos, untilFirstByteNanos,
                untilFirstTokenNanos, generatingNanos).flatMapToLong(OptionalLong::stream).sum() + untilEndNanos;
    }

    /** A cut of time from the front, at moments that may be missing. */
    private static final class Cut {
        private final long end;
        private long last;

        Cut(long start, long end) {
            last = start;
            this.end = Math.max(start, end);
        }

        long until(long moment) {
            long before = last;
            last = Math.clamp(moment, before, end);
            return last - before;
        }

        OptionalLong until(OptionalLong moment) {
            return moment.isEmpty() ? moment : OptionalLong.of(until(moment.getAsLong()));
        }
    }
}
