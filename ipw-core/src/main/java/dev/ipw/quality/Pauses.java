package dev.ipw.quality;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Tell how long this process stood still, as a thread saw it that wanted to wake every few milliseconds, and what that may
 * have done to the times. A pause delays a moment that is stamped over the wire only if it ends right before; a model
 * that runs in this process is delayed by each.
 *
 * @param beats                  how often that thread woke
 * @param usualLatenessSeconds   the median of how late it woke, which is the machine's habit
 * @param count                  how many pauses there were
 * @param totalSeconds           how long they were together
 * @param longestSeconds         how long the longest was; empty without any
 * @param longestHitSeconds      how long the longest was that delayed a request; empty without any
 * @param collections            how many collections of garbage stopped the process
 * @param collectionSeconds      how long those stopped it together, by the JVM's own count in whole milliseconds
 * @param requestsHit            how many answers may have been delayed
 * @param firstToken             the most that may have been added to the time to first token, of every answer
 * @param latency                the same for the latency
 * @param betweenChunks          the same for an answer's mean time between chunks
 */
public record Pauses(long beats, OptionalDouble usualLatenessSeconds, long count, double totalSeconds,
        OptionalDouble longestSeconds, OptionalDouble longestHitSeconds, long collections, double collectionSeconds,
        long requestsHit, Delays firstToken, Delays latency, Delays betweenChunks) {
    /** Refuse nulls. */
    public Pauses {
        Objects.requireNonNull(firstToken, "firstToken");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(betweenChunks, "betweenChunks");
    }
}
