package dev.ipw.results;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.statistics.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
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
 * @param net               how much of the device's energy would have been used anyway, and how much beyond that; empty if
 *                          one of its devices has no idle baseline
 * @param steadyState       what a token costs while the load is steady; empty with fewer than ten requests, if more than a
 *                          tenth of them failed, if a whole answer came without a count of tokens, or if the stretch is
 *                          shorter than ten steps of a device's counter
 * @param devices           each device on its own, those outside the headline too
 * @param phases            headline joules of every stretch that was timed, the measured one among them
 * @param processorPercent  how busy the machine's processors were over the measured stretch
 * @param memoryBytes       the machine's memory in use over the measured stretch
 * @param profilerCost      what this process and all it started used over the measured stretch; a model that is run in it,
 *                          or that it serves, is included
 */
public record RunTotals(long queries, long failed, long queriesWithEnergy, long queriesWithPartialEnergy,
        OptionalLong inputTokens, OptionalLong outputTokens, long measuredNanos, EnergyReading deviceEnergy,
        String headlineScope, Optional<NetEnergy> net, Optional<SteadyState> steadyState,
        List<DeviceTotals> devices, Map<RunPhase, EnergyReading> phases,
        Optional<Statistics> processorPercent, Optional<Statistics> memoryBytes, ProcessShare profilerCost) {

    private static final double NANOS = 1e9;

    /** Copy the collections. */
    public RunTotals {
        Objects.requireNonNull(deviceEnergy, "deviceEnergy");
        Objects.requireNonNull(net, "net");
        Objects.requireNonNull(steadyState, "steadyState");
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

    /**
     * Give the average power of the headline's devices over the measured stretch: energy over time, no mean of readings.
     *
     * @return watts; empty if the joules of the stretch are not completely known, or it has no length
     */
    public OptionalDouble averageWatts() {
        return ratio(completeJoules(), measuredSeconds());
    }

    /**
     * Give how many tokens came for a joule: the tokens of all whole answers over all that the headline's devices used in the
     * measured stretch, failed requests and pauses among it.
     *
     * @return tokens per joule; empty if either is not completely known, or nothing was used
     */
    public OptionalDouble outputTokensPerJoule() {
        return ratio(tokens(), completeJoules().orElse(0));
    }

    /**
     * Give what a token of an answer cost: all that the headline's devices used in the measured stretch, failed requests and
     * pauses among it, over the tokens of all whole answers.
     *
     * @return joules per token; empty if either is not completely known, or no token came
     */
    public OptionalDouble energyPerOutputTokenJoules() {
        return ratio(completeJoules(), tokens().orElse(0));
    }

    private OptionalDouble completeJoules() {
        return deviceEnergy.isComplete() ? deviceEnergy.joules() : OptionalDouble.empty();
    }

    private OptionalDouble tokens() {
        return outputTokens.isPresent() ? OptionalDouble.of((double) outputTokens.getAsLong()) : OptionalDouble.empty();
    }

    private static OptionalDouble ratio(OptionalDouble above, double below) {
        return above.isEmpty() || !(below > 0)
                ? OptionalDouble.empty()
                : OptionalDouble.of(above.getAsDouble() / below);
    }
}
