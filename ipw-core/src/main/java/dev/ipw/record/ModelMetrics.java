package dev.ipw.record;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.statistics.Statistics;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the metrics of one query.
 *
 * @param energy                  joules
 * @param latency                 seconds
 * @param tokens                  token counts
 * @param power                   watts of the devices while it ran
 * @param hostMemoryMegabytes     memory of the machine in use while it ran, in MiB
 * @param temperatureCelsius      temperature of the devices while it ran
 * @param compute                 how much work it was
 * @param system                  the machine that was measured
 * @param gpu                     the graphics processors that were measured, if there were any
 * @param cost                    US dollars
 * @param utilization             how busy the graphics processors were while it ran
 * @param parts                   what its joules are made of; empty for a plain question, whose one call made them
 */
public record ModelMetrics(EnergyMetrics energy, LatencyMetrics latency, TokenUsage tokens, PowerMetrics power,
        Optional<Statistics> hostMemoryMegabytes, Optional<Statistics> temperatureCelsius,
        ComputeMetrics compute, SystemInfo system, Optional<GpuInfo> gpu, QueryCost cost,
        HardwareUtilization utilization, Optional<QueryParts> parts) {

    /** Refuse nulls. */
    public ModelMetrics {
        Objects.requireNonNull(energy, "energy");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(power, "power");
        Objects.requireNonNull(compute, "compute");
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(cost, "cost");
        Objects.requireNonNull(utilization, "utilization");
        Objects.requireNonNull(parts, "parts");
    }

    /**
     * Create the metrics of a query without cost and without the devices' peak.
     *
     * @param energy                  joules
     * @param latency                 seconds
     * @param tokens                  token counts
     * @param power                   watts of the devices while it ran
     * @param hostMemoryMegabytes     memory of the machine in use while it ran, in MiB
     * @param temperatureCelsius      temperature of the devices while it ran
     * @param floatingPointOperations work, where the client can compute it
     * @param system                  the machine that was measured
     * @param gpu                     the graphics processors that were measured, if there were any
     */
    public ModelMetrics(EnergyMetrics energy, LatencyMetrics latency, TokenUsage tokens, PowerMetrics power,
            Optional<Statistics> hostMemoryMegabytes, Optional<Statistics> temperatureCelsius,
            OptionalDouble floatingPointOperations, SystemInfo system, Optional<GpuInfo> gpu) {
        this(energy, latency, tokens, power, hostMemoryMegabytes, temperatureCelsius,
                ComputeMetrics.ofClient(floatingPointOperations), system, gpu, QueryCost.UNKNOWN,
                HardwareUtilization.NONE, Optional.empty());
    }

    /**
     * Give the query's joules over the time in which it was served. Where others were served meanwhile it is a share of
     * what the devices drew, whose own watts are in {@link #power()}.
     *
     * @return watts; empty if the joules are not completely known, or it took no time
     */
    public OptionalDouble requestShareWatts() {
        return Ratio.of(completeJoules(), latency.totalSeconds());
    }

    /**
     * Give the query's output tokens over its joules.
     *
     * @return tokens per joule; empty if the joules are not completely known or tokens were not counted
     */
    public OptionalDouble outputTokensPerJoule() {
        OptionalDouble output = tokens.output().isPresent()
                ? OptionalDouble.of((double) tokens.output().getAsLong())
                : OptionalDouble.empty();
        return Ratio.of(output, completeJoules());
    }

    /** Joules of a part of a query would pass for those of a thrifty one. */
    private OptionalDouble completeJoules() {
        return energy.headline().isComplete() ? energy.headline().joules() : OptionalDouble.empty();
    }
}
