package dev.ipw.compute;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold how much work one query was, and what share of the devices' peak. Where others were served meanwhile the share is the
 * query's own: the devices did more.
 *
 * @param floatingPointOperations the work; empty if unknown
 * @param source                  who counted: {@value #CLIENT}, or the model card
 * @param flopsUtilization        operations over what the devices could have done in its time (MFU)
 * @param bandwidthUtilization    bytes over what the devices could have moved in its time (MBU); only of a query that had
 *                                the devices to itself
 * @param arithmeticIntensity     operations over bytes; only of a query that had the devices to itself
 * @param isShared                whether others were served meanwhile
 */
public record ComputeMetrics(OptionalDouble floatingPointOperations, Optional<String> source,
        OptionalDouble flopsUtilization, OptionalDouble bandwidthUtilization, OptionalDouble arithmeticIntensity,
        boolean isShared) {
    /** The source of work that the client computed itself. */
    public static final String CLIENT = "client";
    /** Nothing is known. */
    public static final ComputeMetrics NONE = new ComputeMetrics(OptionalDouble.empty(), Optional.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), false);

    /** Refuses nulls. */
    public ComputeMetrics {
        Objects.requireNonNull(floatingPointOperations, "floatingPointOperations");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(flopsUtilization, "flopsUtilization");
        Objects.requireNonNull(bandwidthUtilization, "bandwidthUtilization");
        Objects.requireNonNull(arithmeticIntensity, "arithmeticIntensity");
    }

    /**
     * Keeps what a client computed, and nothing else.
     *
     * @param floatingPointOperations the work
     * @return the work with its source
     */
    public static ComputeMetrics ofClient(double floatingPointOperations) {
        return new ComputeMetrics(OptionalDouble.of(floatingPointOperations), Optional.of(CLIENT),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), false);
    }
}
