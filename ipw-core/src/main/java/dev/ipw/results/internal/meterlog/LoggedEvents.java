package dev.ipw.results.internal.meterlog;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The events of a request since the block before. Times are in microseconds since the anchor of the meter's clock.
 *
 * @param id           the request's unique name
 * @param start        its start; only in its first block
 * @param replica      the devices of its replica, if they became known after its start
 * @param stamps       the tokens that arrived
 * @param inputTokens  tokens of its prompt, once the server counted them
 * @param cachedTokens the tokens among them that were served from a cache
 * @param inputMicros  when the count of its prompt arrived; meaningless without one
 * @param isWhole      whether its answer comes at once
 * @param endMicros    its end; empty while it is open
 * @param outputTokens tokens of its answer as the server counted them
 */
public record LoggedEvents(String id, Optional<Start> start, Optional<Set<String>> replica, TokenStamps stamps,
        OptionalLong inputTokens,
        long cachedTokens, long inputMicros, boolean isWhole, OptionalLong endMicros, OptionalLong outputTokens) {
    /**
     * The start of a request.
     *
     * @param model               the requested model
     * @param tenant              who asks
     * @param devices             the devices that serve it; empty if all do
     * @param startMicros         when it was sent
     * @param expectedInputTokens an estimate of its prompt's tokens
     * @param isReplicaUnknown    whether one of several replicas serves it, and it is not known which
     */
    public record Start(String model, String tenant, Set<String> devices, long startMicros,
            double expectedInputTokens, boolean isReplicaUnknown) {}
}
