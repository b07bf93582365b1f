package dev.ipw.telemetry.internal.stream;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A request to a model server while its answer streams: its start, the times of its tokens so far, and its end. One
 * thread at a time reports its events; the division reads them from another. All times are
 * {@link System#nanoTime()}.
 */
public final class StreamedRequest {
    private static final int FIRST_TIMES = 16;

    private final String id;
    private final long startNanos;
    private final Set<String> devices;
    private double inputTokens;
    private boolean isInputCounted;
    private double cachedTokens;
    private long[] nanos = new long[FIRST_TIMES];
    private float[] tokens = new float[FIRST_TIMES];
    private int times;
    private double earlierTokens;
    private long lastTokenNanos;
    private OptionalLong firstTokenNanos = OptionalLong.empty();
    private OptionalLong endNanos = OptionalLong.empty();
    private OptionalLong outputTokens = OptionalLong.empty();

    /**
     * Creates a request that starts.
     *
     * @param id                  a unique name
     * @param startNanos          when it was sent to the server
     * @param devices             the names of the devices that serve it; empty if all do
     * @param expectedInputTokens an estimate of its prompt's tokens, at least zero
     */
    public StreamedRequest(String id, long startNanos, Set<String> devices, double expectedInputTokens) {
        this.id = id;
        this.startNanos = startNanos;
        this.devices = Set.copyOf(devices);
        inputTokens = expectedInputTokens;
        lastTokenNanos = startNanos;
    }

    /** Returns the unique name. */
    public String id() {
        return id;
    }

    /** Returns when it was sent to the server. */
    public long startNanos() {
        return startNanos;
    }

    /** Returns the names of the devices that serve it; empty if all do. */
    public Set<String> devices() {
        return devices;
    }

    /**
     * Sets the tokens of the prompt as the server counted them.
     *
     * @param input  all of them
     * @param cached those served from a cache
     */
    public synchronized void countInput(long input, long cached) {
        inputTokens = input;
        cachedTokens = Math.min(input, cached);
        isInputCounted = true;
    }

    /**
     * Adds tokens of the answer.
     *
     * @param atNanos when they arrived; a time before that of the tokens before counts as that one
     * @param count   an estimate of their number, above zero
     */
    public synchronized void addTokens(long atNanos, double count) {
        if (endNanos.isPresent()) {
            return;
        }
        if (times == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * times);
            tokens = Arrays.copyOf(tokens, 2 * times);
        }
        lastTokenNanos = Math.max(lastTokenNanos, atNanos);
        if (firstTokenNanos.isEmpty()) {
            firstTokenNanos = OptionalLong.of(lastTokenNanos);
        }
        nanos[times] = lastTokenNanos;
        tokens[times++] = (float) count;
    }

    /**
     * Ends the request.
     *
     * @param atNanos when its answer was complete, or broke off
     * @param output  the tokens of its answer as the server counted them; empty if it did not
     */
    public synchronized void end(long atNanos, OptionalLong output) {
        if (endNanos.isEmpty()) {
            endNanos = OptionalLong.of(Math.max(lastTokenNanos, atNanos));
            outputTokens = output;
        }
    }

    /** Returns whether it has not ended yet. */
    public synchronized boolean isOpen() {
        return endNanos.isEmpty();
    }

    /** Returns when it ended; empty while it is open. */
    public synchronized OptionalLong endNanos() {
        return endNanos;
    }

    /** The state of a request at one moment. */
    record State(double inputTokens, boolean isInputCounted, double cachedTokens, double earlierTokens, long[] nanos,
            float[] tokens, OptionalLong firstTokenNanos, OptionalLong endNanos, OptionalLong outputTokens) {}

    /** Copies its state. */
    synchronized State state() {
        return new State(inputTokens, isInputCounted, cachedTokens, earlierTokens, Arrays.copyOf(nanos, times),
                Arrays.copyOf(tokens, times), firstTokenNanos, endNanos, outputTokens);
    }

    /** Drops the times of tokens before a moment, whose joules are divided for good. */
    synchronized void dropBefore(long untilNanos) {
        int from = 0;
        while (from < times && nanos[from] < untilNanos) {
            earlierTokens += tokens[from++];
        }
        times -= from;
        System.arraycopy(nanos, from, nanos, 0, times);
        System.arraycopy(tokens, from, tokens, 0, times);
    }
}
