package dev.ipw.energy.attribution.internal.activity;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The times at which a request was served, and its work. All times are nanoseconds on the clock of the energy readings.
 *
 * @param id                a unique name of the request
 * @param startNanos        the time at which it was sent
 * @param prefillStartNanos the time at which the server accepted it, if the server reports it; between start and first
 *                          token
 * @param firstTokenNanos   the time of its first token, reasoning included; empty if there was none or its time is
 *                          unknown
 * @param endNanos          the time of its last token, or of its failure
 * @param inputTokens       tokens of its prompt
 * @param cachedInputTokens the tokens among them that were served from a cache
 * @param outputTokens      tokens of its answer, reasoning included
 * @param tokens            the times of its tokens
 * @param devices           the names of the devices that served it; empty if all did
 * @param earlierTokens     tokens of its answer before its output tokens and their times, where only its later part is
 *                          described; its start and first token are then those of the part
 * @param goesOn            whether it goes on after its end, where only its earlier part is described
 * @param isPromptOnly      whether it surely has no answer, as embeddings have none: no output tokens are then no work,
 *                          not unknown work
 * @param replicas          the names of the devices of each of several replicas, of which one served it and it is not
 *                          known which; empty if that is known
 */
public record RequestActivity(String id, long startNanos, OptionalLong prefillStartNanos, OptionalLong firstTokenNanos,
        long endNanos, long inputTokens, long cachedInputTokens, long outputTokens, TokenTimes tokens,
        Set<String> devices, double earlierTokens, boolean goesOn, boolean isPromptOnly,
        List<Set<String>> replicas) {

    /** Checks the order of the times. */
    public RequestActivity {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(tokens, "tokens");
        devices = Set.copyOf(devices);
        replicas = List.copyOf(replicas);
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
        if (inputTokens < 0 || cachedInputTokens < 0 || outputTokens < 0 || earlierTokens < 0) {
            throw new IllegalArgumentException("Request " + id + " cannot have fewer tokens than none");
        }
    }

    /** Creates a request that is described from its start to its end. */
    public RequestActivity(String id, long startNanos, OptionalLong prefillStartNanos, OptionalLong firstTokenNanos,
            long endNanos, long inputTokens, long cachedInputTokens, long outputTokens, TokenTimes tokens,
            Set<String> devices) {
        this(id, startNanos, prefillStartNanos, firstTokenNanos, endNanos, inputTokens, cachedInputTokens,
                outputTokens, tokens, devices, 0, false, false, List.of());
    }

    /**
     * Returns whether a device served it.
     *
     * @param device its name
     * @return true if it is among the devices, or they are not known; also if that is doubtful
     */
    public boolean uses(String device) {
        return devices.isEmpty() || devices.contains(device);
    }

    /**
     * Sets the devices that served it.
     *
     * @param names their names
     * @return a copy with them
     */
    public RequestActivity servedBy(Set<String> names) {
        return new RequestActivity(id, startNanos, prefillStartNanos, firstTokenNanos, endNanos, inputTokens,
                cachedInputTokens, outputTokens, tokens, names, earlierTokens, goesOn, isPromptOnly, replicas);
    }

    /**
     * Returns whether a device is one of those that may have served it or not.
     *
     * @param device its name
     * @return true if it is a device of a replica
     */
    public boolean isDoubtful(String device) {
        return replicas.stream().anyMatch(replica -> replica.contains(device));
    }

    /**
     * Sets the replicas of which one served it.
     *
     * @param replicas the names of the devices of each
     * @return a copy with them
     */
    public RequestActivity servedByOneOf(List<Set<String>> replicas) {
        return new RequestActivity(id, startNanos, prefillStartNanos, firstTokenNanos, endNanos, inputTokens,
                cachedInputTokens, outputTokens, tokens, devices, earlierTokens, goesOn, isPromptOnly, replicas);
    }

    /** Counts the prompt tokens that had to be computed. */
    public long computedInputTokens() {
        return isContinued() ? 0 : Math.max(0, inputTokens - cachedInputTokens);
    }

    /** Returns whether its prompt was processed before the part that is described. */
    public boolean isContinued() {
        return earlierTokens > 0;
    }

    /** Returns the number of tokens that the first of its described passes reads. */
    public double contextTokens() {
        return inputTokens + earlierTokens;
    }
}
