package dev.ipw.engine.attribution;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Describe when a request was served and what work it was. All times are nanoseconds on the clock of the energy readings.
 *
 * @param id                a name that only this request has
 * @param startNanos        when it was sent
 * @param prefillStartNanos when the server took it up, where the server tells; between start and first token
 * @param firstTokenNanos   when its first token came, reasoning included; empty if none did or its time is unknown
 * @param endNanos          when its last token came, or it failed
 * @param inputTokens       tokens of its prompt
 * @param cachedInputTokens those of them that were served from a cache
 * @param outputTokens      tokens of its answer, reasoning included
 * @param tokens            when they came
 * @param devices           the names of the devices that served it; empty if all did
 */
public record RequestActivity(String id, long startNanos, OptionalLong prefillStartNanos, OptionalLong firstTokenNanos,
        long endNanos, long inputTokens, long cachedInputTokens, long outputTokens, TokenTimes tokens,
        Set<String> devices) {

    /** Checks the order of the times. */
    public RequestActivity {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(tokens, "tokens");
        devices = Set.copyOf(devices);
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "Request " + id + " cannot end " + (startNanos - endNanos) + " ns before it starts");
        }
        long first = firstTokenNanos.orElse(endNanos);
        if (first < startNanos || first > endNanos) {
            throw new IllegalArgumentException("The first token of request " + id + " must come while it is served");
        }
        if (prefillStartNanos.isPresent()
                && (prefillStartNanos.getAsLong() < startNanos || prefillStartNanos.getAsLong() > first)) {
            throw new IllegalArgumentException(
                    "The prefill of request " + id + " must start between its start and its first token");
        }
        if (inputTokens < 0 || cachedInputTokens < 0 || outputTokens < 0) {
            throw new IllegalArgumentException("Request " + id + " cannot have fewer tokens than none");
        }
    }

    /**
     * Returns whether a device served it.
     *
     * @param device its name
     * @return true if it is among the devices, or they are not known
     */
    public boolean uses(String device) {
        return devices.isEmpty() || devices.contains(device);
    }

    /** Counts the prompt tokens that had to be worked through. */
    long computedInputTokens() {
        return Math.max(0, inputTokens - cachedInputTokens);
    }
}
