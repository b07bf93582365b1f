package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A request to a model server while its answer streams: its start, the times of its tokens so far, and its end. One
 * thread at a time reports its events; the division reads them from another. All times are
 * {@link System#nanoTime()}.
 */
public final class StreamedRequest {
    private static final int FIRST_TIMES = 16;
    private static final int SHRINK_BELOW = 4;
    // More tokens at one moment come from a server that does not stream.
    private static final int MAX_AT_ONCE = 8;

    private final String id;
    private final long startNanos;
    private volatile Set<String> devices;
    private volatile boolean isReplicaUnknown;
    private final double expectedInputTokens;
    private long inputTokens;
    private long cachedTokens;
    private OptionalLong countedNanos = OptionalLong.empty();
    private boolean isWhole;
    private boolean isDivided;
    private long[] nanos = new long[FIRST_TIMES];
    private float[] tokens = new float[FIRST_TIMES];
    private int times;
    private double earlierTokens;
    private long lastTokenNanos;
    private double reportedTokens;
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
        this(id, startNanos, devices, expectedInputTokens, false);
    }

    /**
     * Creates a request that starts.
     *
     * @param id                  a unique name
     * @param startNanos          when it was sent to the server
     * @param devices             the names of the devices that serve it, or may serve it; empty if all do
     * @param expectedInputTokens an estimate of its prompt's tokens, at least zero
     * @param isReplicaUnknown    whether one of several replicas serves it, and it is not known which: its joules are
     *                            then only bounded
     */
    public StreamedRequest(String id, long startNanos, Set<String> devices, double expectedInputTokens,
            boolean isReplicaUnknown) {
        this.id = id;
        this.startNanos = startNanos;
        this.devices = Set.copyOf(devices);
        this.expectedInputTokens = expectedInputTokens;
        this.isReplicaUnknown = isReplicaUnknown;
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

    /** Returns whether one of several replicas serves it, and it is not known which. */
    public boolean isReplicaUnknown() {
        return isReplicaUnknown;
    }

    /**
     * Names the replica that serves it, for the blocks that are divided from now on.
     *
     * @param serving the names of the devices of the replica
     */
    public void serveBy(Set<String> serving) {
        devices = Set.copyOf(serving);
        isReplicaUnknown = false;
    }

    /** Marks the answer as one that comes at once, not in pieces as it is generated. */
    public synchronized void expectWhole() {
        isWhole = true;
    }

    /**
     * Sets the tokens of the prompt as the server counted them, with the last event before.
     *
     * @param input  all of them
     * @param cached those served from a cache
     */
    public void countInput(long input, long cached) {
        countInput(input, cached, Long.MIN_VALUE);
    }

    /**
     * Sets the tokens of the prompt as the server counted them. A later count replaces an earlier one.
     *
     * @param input   all of them
     * @param cached  those served from a cache
     * @param atNanos when the count arrived; what is divided without it keeps the estimate
     */
    public synchronized void countInput(long input, long cached, long atNanos) {
        inputTokens = input;
        cachedTokens = Math.min(input, cached);
        countedNanos = OptionalLong.of(Math.max(lastTokenNanos, atNanos));
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
        reportedTokens += count;
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

    /**
     * Describes its part of a time by the events up to a moment.
     *
     * @param fromNanos  the start of the time; tokens before it count as earlier ones
     * @param knownNanos the moment
     * @param counted    the tokens that servers count for expected ones
     * @return its part; empty if it does not lie in the time
     */
    synchronized Optional<RequestActivity> activity(long fromNanos, long knownNanos, CountedTokens counted) {
        boolean hasEnded = isEndedBy(knownNanos);
        long end = hasEnded ? endNanos.getAsLong() : knownNanos;
        if (startNanos > knownNanos || end < fromNanos) {
            return Optional.empty();
        }
        int from = timesBefore(fromNanos);
        int to = timesBefore(knownNanos + 1);
        double scale = hasEnded && outputTokens.isPresent() && reportedTokens > 0
                ? outputTokens.getAsLong() / reportedTokens
                : counted.outputRatio();
        double before = earlierTokens;
        for (int i = 0; i < from; i++) {
            before += tokens[i];
        }
        double[] counts = new double[to - from];
        double reported = 0;
        for (int i = from; i < to; i++) {
            counts[i - from] = scale * tokens[i];
            reported += counts[i - from];
        }
        long input = inputTokens(knownNanos, counted);
        long cached = isInputCountedBy(knownNanos) ? cachedTokens : 0;
        if (before > 0) {
            long start = Math.max(startNanos, fromNanos);
            return Optional.of(new RequestActivity(id, start, OptionalLong.empty(), OptionalLong.of(start), end, input,
                    cached, Math.round(reported), TokenTimes.of(Arrays.copyOfRange(nanos, from, to), counts), Set.of(),
                    scale * before, !hasEnded, false, List.of()));
        }
        if (isWhole || (hasEnded && from < to && nanos[to - 1] == nanos[from] && reported > MAX_AT_ONCE)) {
            double whole = hasEnded
                    ? outputTokens.orElse(Math.round(reported))
                    : counted.wholeTokensASecond() * (end - startNanos) / 1e9;
            return Optional.of(new RequestActivity(id, startNanos, OptionalLong.empty(), OptionalLong.empty(), end,
                    input, cached, Math.round(whole), TokenTimes.NONE, Set.of(), 0, false,
                    isPromptOnly(knownNanos), List.of()));
        }
        OptionalLong first = from < to ? OptionalLong.of(nanos[from]) : OptionalLong.empty();
        long output = hasEnded ? outputTokens.orElse(Math.round(reported)) : Math.round(reported);
        return Optional.of(new RequestActivity(id, startNanos, OptionalLong.empty(), first, end, input, cached, output,
                TokenTimes.of(Arrays.copyOfRange(nanos, from, to), counts), Set.of(), 0, !hasEnded,
                isPromptOnly(knownNanos), List.of()));
    }

    private boolean isPromptOnly(long knownNanos) {
        return isEndedBy(knownNanos) && outputTokens.equals(OptionalLong.of(0)) && reportedTokens == 0;
    }

    /** Returns whether the server did nothing for it, as is known by a moment: no prompt was processed, and no answer. */
    synchronized boolean isWithoutWork(long knownNanos) {
        return isPromptOnly(knownNanos) && isInputCountedBy(knownNanos) && inputTokens == 0;
    }

    private long inputTokens(long knownNanos, CountedTokens counted) {
        return isInputCountedBy(knownNanos) ? inputTokens : Math.round(counted.inputRatio() * expectedInputTokens);
    }

    /** Returns whether the server had counted its prompt by a moment. */
    synchronized boolean isInputCountedBy(long knownNanos) {
        return countedNanos.isPresent() && countedNanos.getAsLong() <= knownNanos;
    }

    /** Returns whether it is an answer that comes at once, and has not come by a moment. */
    synchronized boolean isEstimatedAt(long knownNanos) {
        return isWhole && !isEndedBy(knownNanos);
    }

    /** Returns whether it had ended by a moment. */
    public synchronized boolean isEndedBy(long knownNanos) {
        return endNanos.isPresent() && endNanos.getAsLong() <= knownNanos;
    }

    /** Returns whether its first token came before a moment. */
    synchronized boolean isAnsweredBefore(long atNanos) {
        return firstTokenNanos.isPresent() && firstTokenNanos.getAsLong() < atNanos;
    }

    /**
     * Returns the share of the time up to its first token that lies after a moment. The prompt of an answer that comes
     * at once is taken as processed at the beginning.
     */
    synchronized double promptShareAfter(long atNanos, long nowNanos) {
        if (isWhole && atNanos > startNanos) {
            return 0;
        }
        long first = firstTokenNanos.orElse(endNanos.orElse(nowNanos));
        long left = first - Math.max(startNanos, atNanos);
        return left <= 0 ? 0 : (double) left / (first - startNanos);
    }

    /** Counts the kept times of tokens up to a moment. */
    synchronized int timesBefore(long atNanos) {
        int low = 0;
        int high = times;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nanos[middle] < atNanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Adds the counts of this request, which has ended, to those of others. */
    synchronized CountedTokens count(CountedTokens before) {
        CountedTokens learned = before.withInput(expectedInputTokens,
                countedNanos.isPresent() ? inputTokens : 0);
        long output = outputTokens.orElse(0);
        return isWhole
                ? learned.withWhole(output, (endNanos.orElse(startNanos) - startNanos) / 1e9)
                : learned.withOutput(reportedTokens, output);
    }

    /** Returns whether all its joules are divided for good. */
    boolean isDivided() {
        return isDivided;
    }

    /** Marks all its joules as divided for good. */
    void finish() {
        isDivided = true;
    }

    /** Drops the times of tokens before a moment, which are not needed any more. */
    synchronized void dropBefore(long untilNanos) {
        int from = timesBefore(untilNanos);
        for (int i = 0; i < from; i++) {
            earlierTokens += tokens[i];
        }
        times -= from;
        System.arraycopy(nanos, from, nanos, 0, times);
        System.arraycopy(tokens, from, tokens, 0, times);
        if (nanos.length > FIRST_TIMES && times < nanos.length / SHRINK_BELOW) {
            nanos = Arrays.copyOf(nanos, Math.max(FIRST_TIMES, 2 * times));
            tokens = Arrays.copyOf(tokens, nanos.length);
        }
    }

    /** Counts the kept times of tokens. */
    synchronized int keptTimes() {
        return times;
    }
}
