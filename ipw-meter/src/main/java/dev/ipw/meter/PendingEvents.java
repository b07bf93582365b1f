package dev.ipw.meter;

import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The events of a request since the last block. The division sees exactly those that were taken before it divides, so
 * that a log of them gives the same figures. Guarded by its request.
 */
final class PendingEvents {
    private static final int FIRST_TIMES = 16;

    private final StreamedRequest request;
    private final StreamedDivision division;
    private RequestOrigin origin;
    private final double expectedInputTokens;
    private long[] nanos = new long[FIRST_TIMES];
    private float[] tokens = new float[FIRST_TIMES];
    private int times;
    private int passedTimes;
    private OptionalLong input = OptionalLong.empty();
    private long cached;
    private long inputNanos;
    private long lastTokenNanos = Long.MIN_VALUE;
    private final boolean isReplicaUnknown;
    private Optional<Set<String>> replica = Optional.empty();
    private boolean isWhole;
    private boolean isAdded;
    private OptionalLong end = OptionalLong.empty();
    private OptionalLong output = OptionalLong.empty();
    private boolean isNew = true;
    private boolean isHeld;

    PendingEvents(StreamedRequest request, StreamedDivision division, RequestOrigin origin,
            double expectedInputTokens) {
        this.request = request;
        this.division = division;
        this.origin = origin;
        this.expectedInputTokens = expectedInputTokens;
        isReplicaUnknown = request.isReplicaUnknown();
    }

    void addTokens(long atNanos, double count) {
        if (times == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * times);
            tokens = Arrays.copyOf(tokens, 2 * times);
        }
        lastTokenNanos = Math.max(lastTokenNanos, atNanos);
        nanos[times] = atNanos;
        tokens[times++] = (float) count;
    }

    void countInput(long counted, long cachedTokens, long atNanos) {
        input = OptionalLong.of(counted);
        cached = cachedTokens;
        // Passed before the tokens of the same block, it must not seem to precede them.
        inputNanos = Math.max(lastTokenNanos, atNanos);
    }

    void serveBy(Set<String> devices) {
        replica = Optional.of(devices);
    }

    void countFor(String tenant) {
        origin = new RequestOrigin(origin.model(), tenant, origin.devices());
    }

    void expectWhole() {
        isWhole = true;
    }

    void end(long atNanos, OptionalLong outputTokens) {
        end = OptionalLong.of(atNanos);
        output = outputTokens;
    }

    /** Passes the events so far to the division, unless it is dividing. */
    void pass() {
        if (isHeld) {
            return;
        }
        if (!isAdded) {
            isAdded = true;
            division.add(request);
        }
        if (isWhole) {
            request.expectWhole();
        }
        replica.ifPresent(request::serveBy);
        input.ifPresent(counted -> request.countInput(counted, cached, inputNanos));
        while (passedTimes < times) {
            request.addTokens(nanos[passedTimes], tokens[passedTimes]);
            passedTimes++;
        }
        end.ifPresent(at -> request.end(at, output));
    }

    /**
     * Passes the events so far of a request that the division knows. Only the meter's own thread adds one: a division
     * that runs must not see a request that the log of its block does not have.
     */
    void passIfAdded() {
        if (isAdded) {
            pass();
        }
    }

    /** Passes the events so far and returns them, and holds later ones back. */
    Optional<RequestEvents> take() {
        pass();
        isHeld = true;
        if (!isNew && times == 0 && input.isEmpty() && end.isEmpty()
                && replica.isEmpty()) {
            return Optional.empty();
        }
        RequestEvents taken = new RequestEvents(request.id(), origin, isNew, request.startNanos(), expectedInputTokens,
                isReplicaUnknown, replica, isWhole, Arrays.copyOf(nanos, times), Arrays.copyOf(tokens, times), input,
                cached, inputNanos, end, output);
        isNew = false;
        times = 0;
        passedTimes = 0;
        input = OptionalLong.empty();
        replica = Optional.empty();
        end = OptionalLong.empty();
        return Optional.of(taken);
    }

    void release() {
        isHeld = false;
    }
}
