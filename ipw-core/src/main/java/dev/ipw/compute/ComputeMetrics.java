package dev.ipw.compute;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The work of one query, and its share of the devices' peak. If others were served at the same time the share is the
 * query's own: the devices did more.
 *
 * @param floatingPointOperations the operations; empty if unknown
 * @param source                  the origin of the count: {@value #CLIENT}, or the model card
 * @param flopsUtilization        operations over the devices' peak operations in its time (MFU)
 * @param bandwidthUtilization    bytes over the devices' peak bytes in its time (MBU); only for a query that had the
 *                                devices to itself
 * @param arithmeticIntensity     operations over bytes; only for a query that had the devices to itself
 * @param isShared                whether others were served at the same time
 */
@API(status = API.Status.EXPERIMENTAL)
public record ComputeMetrics(OptionalDouble floatingPointOperations, Optional<String> source,
        OptionalDouble flopsUtilization, OptionalDouble bandwidthUtilization, OptionalDouble arithmeticIntensity,
        boolean isShared) {
    /** The source of work that the client computed itself. */
    public static final String CLIENT = "client";
    /** Unknown work. */
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
     * Creates the work of a query with only the operations that a client computed.
     *
     * @param floatingPointOperations the operations
     * @return the work with its source
     */
    public static ComputeMetrics ofClient(double floatingPointOperations) {
        return new ComputeMetrics(OptionalDouble.of(floatingPointOperations), Optional.of(CLIENT),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), false);
    }
}
