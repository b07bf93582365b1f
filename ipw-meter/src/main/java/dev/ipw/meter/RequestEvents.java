package dev.ipw.meter;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The events of a request since the block before, from which its joules are divided. All times are
 * {@link System#nanoTime()}, and whole microseconds after the start of the meter's clock.
 *
 * @param id                  the request's unique name
 * @param origin              its labels and devices
 * @param isNew               whether no block before had events of it
 * @param startNanos          when it was sent to the server
 * @param expectedInputTokens an estimate of its prompt's tokens
 * @param isReplicaUnknown    whether one of several replicas served it at its start, and it was not known which
 * @param replica             the devices of its replica, if they became known in this block
 * @param isWhole             whether its answer comes at once, not in pieces as it is generated
 * @param tokenNanos          when tokens of its answer arrived
 * @param tokens              the number of tokens of each of these times, or an estimate of it
 * @param inputTokens         the tokens of its prompt, if the server counted them in this block
 * @param cachedTokens        the tokens among them that were served from a cache
 * @param inputNanos          when the server's count of them arrived; meaningless without a count
 * @param endNanos            when it ended; empty while it is open
 * @param outputTokens        the tokens of its answer as the server counted them
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestEvents(String id, RequestOrigin origin, boolean isNew, long startNanos,
        double expectedInputTokens, boolean isReplicaUnknown, Optional<Set<String>> replica, boolean isWhole,
        long[] tokenNanos, float[] tokens,
        OptionalLong inputTokens, long cachedTokens, long inputNanos, OptionalLong endNanos,
        OptionalLong outputTokens) {}
