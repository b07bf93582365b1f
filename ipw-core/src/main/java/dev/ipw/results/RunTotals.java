package dev.ipw.results;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.statistics.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Hold what a run came to. The counts of queries stand in {@code summary.json} as {@code queries},
 * {@code queries_with_energy}, {@code queries_with_partial_energy} and {@code queries_without_energy}, the last being the
 * rest, under {@code telemetry_coverage}. Energy statistics, intelligence per joule among them, are taken over queries with
 * energy only.
 *
 * @param queries           finished requests, failed ones among them
 * @param failed            requests without a whole answer
 * @param queriesWithEnergy requests whose joules are completely known
 * @param queriesWithPartialEnergy requests with joules of a part of their time, or of their devices; not among those with
 *                          energy
 * @param inputTokens       tokens of all prompts; empty if a whole answer came without a count
 * @param outputTokens      tokens of all answers; empty if a whole answer came without a count
 * @param measuredNanos     length of the measured stretch in nanoseconds
 * @param deviceEnergy      joules of the headline's devices over the measured stretch, requests and idle together
 * @param headlineScope     the headline's scopes in one word
 * @param devices           each device on its own, those outside the headline too
 * @param phases            headline joules of every stretch that was timed, the measured one among them
 * @param processorPercent  how busy the machine's processors were over the measured stretch
 * @param memoryBytes       the machine's memory in use over the measured stretch
 * @param profilerCost      what this process and all it started used over the measured stretch; a model that is run in it,
 *                          or that it serves, is included
 */
public record RunTotals(long queries, long failed, long queriesWithEnergy, long queriesWithPartialEnergy,
        OptionalLong inputTokens, OptionalLong outputTokens, long measuredNanos, EnergyReading deviceEnergy,
        String headlineScope,
        List<DeviceTotals> devices, Map<RunPhase, EnergyReading> phases,
        Optional<Statistics> processorPercent, Optional<Statistics> memoryBytes, ProcessShare profilerCost) {

    private static final double NANOS = 1e9;

    /** Copy the collections. */
    public RunTotals {
        Objects.requireNonNull(deviceEnergy, "deviceEnergy");
        Objects.requireNonNull(profilerCost, "profilerCost");
        devices = List.copyOf(devices);
        phases = Map.copyOf(phases);
    }

    /**
     * Count the requests whose joules nobody knows.
     *
     * @return queries - queriesWithEnergy - queriesWithPartialEnergy
     */
    public long queriesWithoutEnergy() {
        return queries - queriesWithEnergy - queriesWithPartialEnergy;
    }

    /**
     * Give the length of the measured stretch.
     *
     * @return seconds
     */
    public double measuredSeconds() {
        return measuredNanos / NANOS;
    }
}
