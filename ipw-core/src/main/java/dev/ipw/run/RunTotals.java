package dev.ipw.run;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.number.Ratio;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.statistics.Statistics;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The totals of a run. {@code summary.json} has the counts of queries as {@code queries}, {@code queries_with_energy},
 * {@code queries_with_partial_energy} and {@code queries_without_energy}, the last being the rest, under
 * {@code telemetry_coverage}. Energy statistics, intelligence per joule among them, use only queries with energy.
 *
 * @param requests         the counts of the requests
 * @param offeredPerSecond the actual rate of offered requests per second: those that were to start, minus one, over the
 *                         time from the first to the last; empty if answers made room for requests
 * @param tokens           the tokens of all complete answers and their prompts
 * @param measuredNanos    length of the measurement window in nanoseconds
 * @param headline         the energy of the headline's devices over the measurement window
 * @param devices          each device alone, also those outside the headline
 * @param phases           headline joules of every timed phase, the measured one among them
 * @param machine          the use of the machine over the measurement window
 * @param profilerCost     the energy of this process and its children over the measurement window; a model that runs in
 *                         it, or that it serves, is included
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunTotals(Requests requests, OptionalDouble offeredPerSecond, Tokens tokens, long measuredNanos,
        Headline headline, List<DeviceTotals> devices, Map<RunPhase, EnergyReading> phases, MachineUse machine,
        ProcessShare profilerCost) {
    /**
     * The minimum share of the time that must be read, or of the requests that must have joules, for a figure to
     * represent the run.
     */
    public static final double MIN_COVERAGE = 0.95;

    private static final double WIDEST_FILLED = 0.25;
    private static final double NANOS = 1e9;

    /** Copies the collections. */
    public RunTotals {
        Objects.requireNonNull(requests, "requests");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(headline, "headline");
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(profilerCost, "profilerCost");
        devices = List.copyOf(devices);
        phases = Map.copyOf(phases);
    }

    /**
     * Returns the number of finished requests.
     *
     * @return the count, failed ones included
     */
    public long queries() {
        return requests.finished();
    }

    /**
     * Returns the number of requests without a complete answer.
     *
     * @return the count
     */
    public long failed() {
        return requests.failed();
    }

    /**
     * Returns the tokens of all answers.
     *
     * @return the sum; empty if a complete answer came without a count
     */
    public OptionalLong outputTokens() {
        return tokens.output();
    }

    /**
     * Returns the joules of the headline's devices over the measurement window, requests and idle together.
     *
     * @return the joules
     */
    public EnergyReading deviceEnergy() {
        return headline.energy();
    }

    /**
     * Returns the headline's scopes.
     *
     * @return the scopes in one word
     */
    public String headlineScope() {
        return headline.scope();
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
     * Returns the rate of complete answers, in requests per second.
     *
     * @return answers over the measured seconds; empty if no time passed
     */
    public OptionalDouble requestsPerSecond() {
        return perSecond(requests.complete());
    }

    /**
     * Returns the rate of requests without a complete answer, in requests per second.
     *
     * @return failed requests over the measured seconds; empty if no time passed
     */
    public OptionalDouble failedPerSecond() {
        return perSecond(requests.asked() - requests.complete());
    }

    private OptionalDouble perSecond(long count) {
        return Ratio.of(OptionalDouble.of((double) count), measuredSeconds());
    }

    /**
     * Returns the joules that headlines divide: all joules of the headline's devices in the measurement window.
     *
     * @return the joules with their bounds, even if few of the requests have complete shares: one unknown step spoils
     *         those of all requests that were open; empty if less than {@link #MIN_COVERAGE} of the time was read, or
     *         if the bounds of the filled-in joules differ by more than a quarter of the joules
     */
    public Optional<EnergyReading> headlineEnergy() {
        return headline.gross()
                .filter(known -> !known.isFilled() || (known.timeShare() >= MIN_COVERAGE && isNarrow(known.energy())))
                .map(GrossEnergy::energy);
    }

    private static boolean isNarrow(EnergyReading energy) {
        double width = energy.upper().orElse(Double.POSITIVE_INFINITY) - energy.lower().orElse(0);
        return width <= WIDEST_FILLED * energy.joules().orElse(0);
    }

    /**
     * Returns the length of the measurement window without the time in which only phases around queries were running,
     * such as the creation of a task's environment. The headline's joules are of this time.
     *
     * @return seconds
     */
    public double querySeconds() {
        return measuredSeconds() - headline.gross().map(GrossEnergy::phaseSeconds).orElse(0.0);
    }

    /**
     * Returns the average power of the headline's devices over the measurement window: energy over time, not a mean of
     * readings.
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
     * @return joules per request; empty without {@link #headlineEnergy()}, or if no request was made
     */
    public OptionalDouble joulesPerQuery() {
        return Ratio.of(headlineJoules(), (double) requests.asked());
    }

    /**
     * Returns a lower bound of the joules per request of a run of which a part of the joules is unknown: those that were
     * surely used while its devices were read, over all requests asked.
     *
     * @return joules per request; empty with {@link #headlineEnergy()}, if nothing was measured, or if the joules that
     *         are known may be wrong, counted twice, or those of phases around queries
     */
    public OptionalDouble leastJoulesPerQuery() {
        EnergyReading known = deviceEnergy();
        boolean isBound = headlineEnergy().isEmpty() && known.lower().orElse(0) > 0
                && devices.stream().allMatch(device -> device.phasesJoules().orElse(0) == 0)
                && known.provenance() != Provenance.ESTIMATED
                && Collections.disjoint(known.flags(), Set.of(EnergyFlag.INCONSISTENT, EnergyFlag.MIRRORED));
        return isBound ? Ratio.of(known.lower(), (double) requests.asked()) : OptionalDouble.empty();
    }

    /**
     * Returns the output tokens per joule: the tokens of all complete answers over all joules of the headline's devices
     * in the measurement window, failed requests and pauses included.
     *
     * @return tokens per joule; empty if either is not known, or no joules were used
     */
    public OptionalDouble outputTokensPerJoule() {
        return Ratio.of(answerTokens(), headlineJoules());
    }

    /**
     * Returns the joules per output token: all joules of the headline's devices in the measurement window, failed
     * requests and pauses included, over the tokens of all complete answers.
     *
     * @return joules per token; empty if either is not known, or no token came
     */
    public OptionalDouble joulesPerOutputToken() {
        return Ratio.of(headlineJoules(), answerTokens());
    }

    private OptionalDouble headlineJoules() {
        return headlineEnergy().map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    private OptionalDouble answerTokens() {
        return tokens.output().isPresent()
                ? OptionalDouble.of((double) tokens.output().getAsLong())
                : OptionalDouble.empty();
    }

    /**
     * The counts of a run's requests.
     *
     * @param asked             requests that were sent, or tried to be; unreached turns of a conversation are not
     *                          counted
     * @param finished          finished requests, failed ones among them
     * @param failed            requests without a complete answer
     * @param withEnergy        requests whose joules are completely known
     * @param withPartialEnergy requests with joules of a part of their time, or of their devices; not among those with
     *                          energy
     */
    public record Requests(long asked, long finished, long failed, long withEnergy, long withPartialEnergy) {
        /**
         * Counts the complete answers.
         *
         * @return finished - failed
         */
        public long complete() {
            return finished - failed;
        }

        /**
         * Counts the requests with unknown joules.
         *
         * @return finished - withEnergy - withPartialEnergy
         */
        public long withoutEnergy() {
            return finished - withEnergy - withPartialEnergy;
        }
    }

    /**
     * The tokens of a run's complete answers.
     *
     * @param input  tokens of all prompts; empty if a complete answer came without a count
     * @param output tokens of all answers; empty if a complete answer came without a count
     */
    public record Tokens(OptionalLong input, OptionalLong output) {}

    /**
     * The energy of the headline's devices over the measurement window.
     *
     * @param energy      their joules, requests and idle together
     * @param scope       the headline's scopes in one word
     * @param net         the idle part of the energy, and the part beyond it; empty if a device has no idle baseline
     * @param gross       the joules as far as they are known; empty if they are not
     * @param steadyState the cost of a token while the load is steady; empty with fewer than ten requests, if more than
     *                    a tenth of them failed, if a complete answer came without a count of tokens, or if the window
     *                    is shorter than ten steps of a device's counter
     */
    public record Headline(EnergyReading energy, String scope, Optional<NetEnergy> net, Optional<GrossEnergy> gross,
            Optional<SteadyState> steadyState) {
        /**
         * Creates the energy of devices without idle baseline or steady state.
         *
         * @param energy their joules
         * @param scope  the headline's scopes in one word
         */
        public Headline(EnergyReading energy, String scope) {
            this(energy, scope, Optional.empty(), GrossEnergy.whole(energy), Optional.empty());
        }

        /** Refuses nulls. */
        public Headline {
            Objects.requireNonNull(energy, "energy");
            Objects.requireNonNull(net, "net");
            Objects.requireNonNull(gross, "gross");
            Objects.requireNonNull(steadyState, "steadyState");
        }
    }

    /**
     * The use of the machine over the measurement window.
     *
     * @param processorPercent the utilization of its processors
     * @param memoryBytes      its memory in use
     */
    public record MachineUse(Optional<Statistics> processorPercent, Optional<Statistics> memoryBytes) {
        /** A machine whose use was not read. */
        public static final MachineUse UNKNOWN = new MachineUse(Optional.empty(), Optional.empty());
    }

    /**
     * The joules of the headline's devices over the measurement window, as far as they are known: those of counters,
     * which count through gaps in the readings, and those of polled power, with the unread time filled in.
     *
     * @param energy       the joules; their bounds allow for the joules used while the device was not read
     * @param timeShare    the share of the measured time that was read or counted, of the device with the minimum; 1 if
     *                     nothing is filled in
     * @param phaseSeconds the part of the window that was not the time of queries, because only phases around them were
     *                     running; its joules are not included either
     * @param limitWatts   the maximum power of the devices together; empty if that of one is not known
     * @param blocks       the joules of pieces of the window, each of the same measured time, in order; empty if they
     *                     are not known
     */
    public record GrossEnergy(EnergyReading energy, double timeShare, double phaseSeconds, OptionalDouble limitWatts,
            List<EnergyBlock> blocks) {
        /**
         * Creates the joules of a window without phases around queries, of devices whose limit is not known.
         *
         * @param energy    the joules
         * @param timeShare the share of the window that was read
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

        /** Returns joules that were read all the time as gross energy. */
        public static Optional<GrossEnergy> whole(EnergyReading energy) {
            return energy.isComplete() ? Optional.of(new GrossEnergy(energy, 1)) : Optional.empty();
        }

        /**
         * Returns whether unread time is filled in.
         *
         * @return false if the joules of the whole window are known
         */
        public boolean isFilled() {
            return timeShare < 1;
        }

        /**
         * Adds the joules of another device over the same window, without blocks.
         *
         * @param other the other device's joules
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
         * Sets the maximum power of the devices.
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
     * The joules of a piece of the measurement window.
     *
     * @param startNanos its start, in nanoseconds since the run's anchor
     * @param endNanos   its end; a pause between two parts of a resumed run may lie in between
     * @param joules     joules of the headline's devices in it
     */
    public record EnergyBlock(long startNanos, long endNanos, double joules) {}

    /**
     * The joules per token while the load is steady: from the time at which the number of requests in flight first
     * reaches its median, weighted by time, to the time at which it last falls below it. The start and the end of a run
     * are excluded, so it compares with runs of any length under the same load. All joules of the headline's devices
     * are included, idle power too.
     *
     * @param startNanos   the start of the window, in nanoseconds since the run's anchor
     * @param endNanos     the end of the window
     * @param energy       joules of the headline's devices in it
     * @param outputTokens tokens of complete answers in the window, by their times
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
         * Returns the lower bound of the joules of a token.
         *
         * @return the lower bound of the joules over output tokens
         */
        public double lowestEnergyPerOutputTokenJoules() {
            return perToken(energy.lower());
        }

        /**
         * Returns the upper bound of the joules of a token.
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
