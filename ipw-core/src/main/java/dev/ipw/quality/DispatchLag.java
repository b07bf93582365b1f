package dev.ipw.quality;

import java.util.Objects;

/**
 * Tell how long after its intended start each request was taken up by its thread. That wait is part of its latency, and it
 * is this process', not the server's.
 *
 * @param lags             how long, of every request
 * @param late             how many were late
 * @param lateAfterSeconds from when on a request counts as late
 */
public record DispatchLag(Delays lags, long late, double lateAfterSeconds) {
    /** Refuse nulls. */
    public DispatchLag {
        Objects.requireNonNull(lags, "lags");
    }
}
