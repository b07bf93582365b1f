package dev.ipw.run;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.internal.number.Ratio;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.statistics.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold the totals of a run. The counts of queries stand in {@code summary.json} as {@code queries}, {@code
 * queries_with_energy}, {@code queries_with_partial_energy} and {@code queries_without_energy}, the last being the
 * rest, under {@code telemetry_coverage}. Energy statistics, intelligence per joule among them, are taken over queries
 * with energy only.
 *
 * @param queries           finished requests, failed ones among them
 * @param failed            requests without a whole answer
 * @param queriesWithEnergy requests whose joules are completely known
 * @param queriesWithPartialEnergy requests with joules of a part of their time, or of their devices; not among those with
 *                          energy
 * @param inputTokens       tokens of all prompts; empty if a whole answer came without a count
 * @param outputTokens      tokens of all answers; empty if a whole answer came without a count
 * @param measuredNanos     length of the measurement window in nanoseconds
 * @param deviceEnergy      joules of the headline's devices over the measurement window, requests and idle together
 * @param headlineScope     the headline's scopes in one word
 * @param net               how much of the device's energy would have been used anyway, and how much beyond that; empty if
 *                          one of its devices has no idle baseline
 * @param steadyState       what a token costs while the load is steady; empty with fewer than ten requests, if more than a
 *                          tenth of them failed, if a whole answer came without a count of tokens, or if the window is
 *                          shorter than ten steps of a device's counter
 * @param devices           each device on its own, those outside the headline too
 * @param phases            headline joules of every phase that was timed, the measured one among them
 * @param processorPercent  how busy the machine's processors were over the measurement window
 * @param memoryBytes       the machine's memory in use over the measurement window
 * @param profilerCost      what this process and all it started used over the measurement window; a model that is run in it,
 *                          or that it serves, is included
 * @param asked             requests that were sent, or tried to be; turns of a conversation that were never reached are none
 * @param offeredPerSecond  how many requests a second the load really offered: those that were to start, less one, over the
 *                          time from the first to the last; empty where answers made room for requests
 * @param gross             joules of the headline's devices over the measurement window as far as they can be told; empty if they
 *                          cannot
 */
public record RunTotals(long queries, long failed, long queriesWithEnergy, long queriesWithPartialEnergy,
        OptionalLong inputTokens, OptionalLong outputTokens, long measuredNanos, EnergyReading deviceEnergy,
        String headlineScope, Optional<NetEnergy> net, Optional<SteadyState> steadyState,
        List<DeviceTotals> devices, Map<RunPhase, EnergyReading> phases,
        Optional<Statistics> processorPercent, Optional<Statistics> memoryBytes, ProcessShare profilerCost, long asked,
        OptionalDouble offeredPerSecond, Optional<GrossEnergy> gross) {
    /** How much of the time must be read, or how many of the requests must have joules, for a figure to speak of the run. */
    public static final double LEAST_COVERAGE = 0.95;

    private static final double WIDEST_FILLED = 0.25;
    private static final double NANOS = 1e9;

    /** Takes joules that were read all the time. */
    public static Optional<GrossEnergy> whole(EnergyReading energy) {
        return energy.isComplete() ? Optional.of(new GrossEnergy(energy, 1)) : Optional.empty();
    }

    /** Copies the collections. */
    public RunTotals {
        Objects.requireNonNull(deviceEnergy, "deviceEnergy");
        Objects.requireNonNull(net, "net");
        Objects.requireNonNull(steadyState, "steadyState");
        Objects.requireNonNull(profilerCost, "profilerCost");
        Objects.requireNonNull(gross, "gross");
        devices = List.copyOf(devices);
        phases = Map.copyOf(phases);
    }

    /**
     * Counts the requests of unknown joules.
     *
     * @return queries - queriesWithEnergy - queriesWithPartialEnergy
     */
    public long queriesWithoutEnergy() {
        return queries - queriesWithEnergy - queriesWithPartialEnergy;
    }

    /**
     * Returns the length of the measurement window.
     *
     * @return seconds
     */
    public double measuredSeconds() {
        return measuredNanos / NANOS;
    }

    /**
     * Counts the whole answers a second.
     *
     * @return answers over the measured seconds; empty if no time passed
     */
    public OptionalDouble requestsPerSecond() {
        return perSecond(queries - failed);
    }

    /**
     * Returns the rate of requests without a complete answer, in requests per second.
     *
     * @return failed requests over the measured seconds; empty if no time passed
     */
    public OptionalDouble failedPerSecond() {
        return perSecond(asked - (queries - failed));
    }

    private OptionalDouble perSecond(long requests) {
        return Ratio.of(OptionalDouble.of((double) requests), measuredSeconds());
    }

    /**
     * Returns the joules that headlines divide: all that the headline's devices used in the measurement window.
     *
     * @return the joules with their bounds, however few of the requests have shares that are whole: one step that is not known
     *         spoils those of all requests that were open; empty if less than {@link #LEAST_COVERAGE} of the time was read, or what
     *         is filled in leaves bounds that lie further apart than a quarter of the joules
     */
    public Optional<EnergyReading> headlineEnergy() {
        return gross
                .filter(known -> !known.isFilled() || (known.timeShare() >= LEAST_COVERAGE && isNarrow(known.energy())))
                .map(GrossEnergy::energy);
    }

    private static boolean isNarrow(EnergyReading energy) {
        double width = energy.upper().orElse(Double.POSITIVE_INFINITY) - energy.lower().orElse(0);
        return width <= WIDEST_FILLED * energy.joules().orElse(0);
    }

    /**
     * Returns the time of the measurement window without that in which only phases around queries were at work, such as making
     * a task's environment. The headline's joules are of this time.
     *
     * @return seconds
     */
    public double querySeconds() {
        return measuredSeconds() - gross.map(GrossEnergy::phaseSeconds).orElse(0.0);
    }

    /**
     * Returns the average power of the headline's devices over the measurement window: energy over time, no mean of readings.
     *
     * @return watts; empty without {@link #headlineEnergy()}, or if the window has no length
     */
    public OptionalDouble averageWatts() {
        return Ratio.of(headlineJoules(), querySeconds());
    }

    /**
     * Returns the joules per request: all joules of the headline's devices in the measurement window over the requests
     * asked in it, failed ones included.
     *
     * @return joules per request; empty without {@link #headlineEnergy()}, or if nothing was asked
     */
    public OptionalDouble joulesPerQuery() {
        return Ratio.of(headlineJoules(), (double) asked);
    }

    /**
     * Returns the output tokens per joule: the tokens of all complete answers over all joules of the headline's devices
     * in the measurement window, failed requests and pauses included.
     *
     * @return tokens per joule; empty if either is not known, or nothing was used
     */
    public OptionalDouble outputTokensPerJoule() {
        return Ratio.of(tokens(), headlineJoules());
    }

    /**
     * Returns the joules per output token: all joules of the headline's devices in the measurement window, failed
     * requests and pauses included, over the tokens of all complete answers.
     *
     * @return joules per token; empty if either is not known, or no token came
     */
    public OptionalDouble joulesPerOutputToken() {
        return Ratio.of(headlineJoules(), tokens());
    }

    private OptionalDouble headlineJoules() {
        return headlineEnergy().map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    private OptionalDouble tokens() {
        return outputTokens.isPresent() ? OptionalDouble.of((double) outputTokens.getAsLong()) : OptionalDouble.empty();
    }

    /**
     * Hold the joules that the headline's devices used over the measurement window, as far as they can be told: those of counters,
     * which count through gaps in the readings, and those of polled power, with the time that was not read filled in.
     *
     * @param energy    the joules; their bounds hold what may have been used while the device was not read
     * @param timeShare how much of the measured time was read or counted, of the device that was read least; 1 where nothing is
     *                  filled in
     * @param phaseSeconds how much of the window was no time of queries, since only phases around them were at work; neither are its
     *                  joules among these
     * @param limitWatts the most that the devices may draw together; empty if that of one is not known
     * @param blocks    the joules of pieces of the window, each of the same measured time, in order; empty if they are not known
     */
    public record GrossEnergy(EnergyReading energy, double timeShare, double phaseSeconds, OptionalDouble limitWatts,
            List<EnergyBlock> blocks) {
        /**
         * Holds the joules of a window without phases around queries, of devices whose limit is not known.
         *
         * @param energy    the joules
         * @param timeShare how much of the window was read
         */
        public GrossEnergy(EnergyReading energy, double timeShare) {
            this(energy, timeShare, 0, OptionalDouble.empty(), List.of());
        }

        /** Checks that there are joules. */
        public GrossEnergy {
            Objects.requireNonNull(energy, "energy");
            Objects.requireNonNull(limitWatts, "limitWatts");
            blocks = List.copyOf(blocks);
            if (!energy.isAvailable() || !(timeShare > 0 && timeShare <= 1)) {
                throw new IllegalArgumentException(
                        "Gross energy has joules of a share of the time, not " + energy + " of "
                                + timeShare);
            }
        }

        /**
         * Returns whether time that was not read is filled in.
         *
         * @return false if the joules of the whole window are known
         */
        public boolean isFilled() {
            return timeShare < 1;
        }

        /**
         * Adds those of another device over the same window, without blocks.
         *
         * @param other the other's
         * @return the joules and the limit of both
         */
        public GrossEnergy plus(GrossEnergy other) {
            OptionalDouble limit = limitWatts.isPresent() && other.limitWatts.isPresent()
                    ? OptionalDouble.of(limitWatts.getAsDouble() + other.limitWatts.getAsDouble())
                    : OptionalDouble.empty();
            return new GrossEnergy(energy.plus(other.energy), Math.min(timeShare, other.timeShare),
                    Math.max(phaseSeconds, other.phaseSeconds), limit, List.of());
        }

        /**
         * Sets the most that the devices may draw.
         *
         * @param watts the limit; empty if it is not known
         * @return a copy with it
         */
        public GrossEnergy limitedTo(OptionalDouble watts) {
            return new GrossEnergy(energy, timeShare, phaseSeconds, watts, blocks);
        }

        /**
         * Sets the joules of pieces of the window.
         *
         * @param pieces the pieces in order, each of the same measured time
         * @return a copy with them
         */
        public GrossEnergy inBlocks(List<EnergyBlock> pieces) {
            return new GrossEnergy(energy, timeShare, phaseSeconds, limitWatts, pieces);
        }
    }

    /**
     * Hold the joules of a piece of the measurement window.
     *
     * @param startNanos when it begins, in nanoseconds since the run's anchor
     * @param endNanos   when it ends; a pause between two parts of a resumed run may lie in between
     * @param joules     joules of the headline's devices in it
     */
    public record EnergyBlock(long startNanos, long endNanos, double joules) {}

    /**
     * Hold the joules per token while the load is steady: from when the number of requests in flight first reaches its
     * median, weighted by time, until it last leaves it. What it takes to begin and to end a run is not in it, so it
     * compares with runs of any length under the same load. All that the headline's devices used is in it, idle power too.
     *
     * @param startNanos   when the window begins, in nanoseconds since the run's anchor
     * @param endNanos     when it ends
     * @param energy       joules of the headline's devices in it
     * @param outputTokens tokens of whole answers that came in it by their stamps
     */
    public record SteadyState(long startNanos, long endNanos, EnergyReading energy, double outputTokens) {
        /** Checks that there are joules and tokens. */
        public SteadyState {
            Objects.requireNonNull(energy, "energy");
            if (!energy.isAvailable() || !(outputTokens > 0)) {
                throw new IllegalArgumentException("A steady state has joules and tokens, not " + energy + " and "
                        + outputTokens);
            }
        }

        /**
         * Returns the joules of a token.
         *
         * @return joules over output tokens
         */
        public double energyPerOutputTokenJoules() {
            return perToken(energy.joules());
        }

        /**
         * Returns the least that they can be.
         *
         * @return the lower bound of the joules over output tokens
         */
        public double lowestEnergyPerOutputTokenJoules() {
            return perToken(energy.lower());
        }

        /**
         * Returns the most that they can be.
         *
         * @return the upper bound of the joules over output tokens
         */
        public double highestEnergyPerOutputTokenJoules() {
            return perToken(energy.upper());
        }

        private double perToken(OptionalDouble joules) {
            return joules.orElseThrow() / outputTokens;
        }
    }
}
