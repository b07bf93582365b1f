package dev.ipw.record;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.energy.EnergyReading;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.statistics.Statistics;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The metrics of one query.
 *
 * @param energy              joules
 * @param latency             seconds
 * @param tokens              token counts
 * @param power               watts of the devices while it ran
 * @param hostMemoryMegabytes memory of the machine in use while it ran, in MiB
 * @param temperatureCelsius  temperature of the devices while it ran
 * @param compute             floating-point operations
 * @param system              the measured machine
 * @param gpu                 the measured graphics processors, if there were any
 * @param cost                US dollars
 * @param utilization         the utilization of the graphics processors while it ran
 * @param parts               the parts of its joules; empty for a plain question, which has only one call
 * @param hosted              the estimate of its joules at a hosted model, which is in no other figure; empty unless
 *                            asked for
 */
@API(status = API.Status.EXPERIMENTAL)
public record ModelMetrics(EnergyMetrics energy, LatencyMetrics latency, TokenUsage tokens, PowerMetrics power,
        Optional<Statistics> hostMemoryMegabytes, Optional<Statistics> temperatureCelsius,
        ComputeMetrics compute, SystemInfo system, Optional<GpuInfo> gpu, QueryCost cost,
        HardwareUtilization utilization, Optional<QueryParts> parts, Optional<HostedEstimate> hosted) {

    /** Refuses nulls. */
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
        Objects.requireNonNull(hosted, "hosted");
    }

    /**
     * Creates the metrics of a query without an estimate.
     *
     * @param energy              joules
     * @param latency             seconds
     * @param tokens              token counts
     * @param power               watts of the devices while it ran
     * @param hostMemoryMegabytes memory of the machine in use while it ran, in MiB
     * @param temperatureCelsius  temperature of the devices while it ran
     * @param compute             floating-point operations
     * @param system              the measured machine
     * @param gpu                 the measured graphics processors, if there were any
     * @param cost                US dollars
     * @param utilization         the utilization of the graphics processors while it ran
     * @param parts               the parts of its joules; empty for a plain question
     */
    public ModelMetrics(EnergyMetrics energy, LatencyMetrics latency, TokenUsage tokens, PowerMetrics power,
            Optional<Statistics> hostMemoryMegabytes, Optional<Statistics> temperatureCelsius, ComputeMetrics compute,
            SystemInfo system, Optional<GpuInfo> gpu, QueryCost cost, HardwareUtilization utilization,
            Optional<QueryParts> parts) {
        this(energy, latency, tokens, power, hostMemoryMegabytes, temperatureCelsius, compute, system, gpu, cost,
                utilization, parts, Optional.empty());
    }

    /**
     * Returns the query's joules over the time in which it was served. If others were served at the same time it is a
     * share of the devices' power, whose own watts are in {@link #power()}.
     *
     * @return watts; empty if the joules are not completely known, or it took no time
     */
    public OptionalDouble requestShareWatts() {
        return shareWatts(energy.headline(), latency.totalSeconds());
    }

    static OptionalDouble shareWatts(EnergyReading headline, double seconds) {
        return Ratio.of(completeJoules(headline), seconds);
    }

    /**
     * Returns the query's output tokens over its joules.
     *
     * @return tokens per joule; empty if the joules are not completely known or tokens were not counted
     */
    public OptionalDouble outputTokensPerJoule() {
        OptionalDouble output = tokens.output().isPresent()
                ? OptionalDouble.of((double) tokens.output().getAsLong())
                : OptionalDouble.empty();
        return Ratio.of(output, completeJoules(energy.headline()));
    }

    /** Joules of a part of a query would look like those of an economical one. */
    static OptionalDouble completeJoules(EnergyReading headline) {
        return headline.isComplete() ? headline.joules() : OptionalDouble.empty();
    }

    /**
     * The GPUs' utilization while a query ran, from their sensors. Several GPUs are combined: utilization as a mean,
     * memory as a sum.
     *
     * @param computePercent         the mean utilization of the cores
     * @param memoryBandwidthPercent the mean utilization of the memory controller, which is not a share of its
     *                               bandwidth
     * @param tensorCorePercent      the mean utilization of the tensor cores; no collector reads it yet
     * @param memoryUsedGibibytes    the maximum memory in use
     * @param memoryTotalGibibytes   the total memory
     */
    public record HardwareUtilization(OptionalDouble computePercent, OptionalDouble memoryBandwidthPercent,
            OptionalDouble tensorCorePercent, OptionalDouble memoryUsedGibibytes, OptionalDouble memoryTotalGibibytes) {
        /** Unknown utilization, without any sensor. */
        public static final HardwareUtilization NONE = new HardwareUtilization(OptionalDouble.empty(),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

        /** Refuses nulls. */
        public HardwareUtilization {
            Objects.requireNonNull(computePercent, "computePercent");
            Objects.requireNonNull(memoryBandwidthPercent, "memoryBandwidthPercent");
            Objects.requireNonNull(tensorCorePercent, "tensorCorePercent");
            Objects.requireNonNull(memoryUsedGibibytes, "memoryUsedGibibytes");
            Objects.requireNonNull(memoryTotalGibibytes, "memoryTotalGibibytes");
        }
    }
}
