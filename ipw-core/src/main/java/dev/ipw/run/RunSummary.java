package dev.ipw.run;

import dev.ipw.compute.ComputeTotals;
import dev.ipw.cost.CostTotals;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.hosted.HostedTotals;
import dev.ipw.internal.number.SignificantDigits;
import dev.ipw.quality.RunValidity;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampledDevice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The configuration and the totals of a run: the content of {@code summary.json}.
 *
 * @param configuration the configuration
 * @param totals        the totals
 * @param endTime       the end of the last phase
 * @param interrupted   true if it was ended early, so that not every planned question was asked
 * @param segments      the processes of the run, in order: the one that began it, then those that resumed it
 * @param devices       the descriptions of the sampled devices
 * @param warnings      warnings for readers about the run, for example a sensor that was lost
 * @param validity      whether its times can be trusted; empty if it was cut off before that was known, no request was
 *                      answered, or an older version ran it
 * @param accounts      its cost in money, and its operations
 * @param temperatures  the temperatures of devices at the start and the end of the measurement window, as far as they
 *                      were read
 * @param evaluation    the cost of evaluating the answers, which is in no other figure
 * @param judging       the joules of the judges, which are in no other figure; empty if no model judged
 * @param resumption    the kept and the asked queries of its resumption; empty if it never was resumed, or an older
 *                      version ran it
 * @param shards        the shards of a merged run; empty for any other
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunSummary(RunConfiguration configuration, RunTotals totals, Instant endTime, boolean interrupted,
        List<RunSegment> segments, List<SampledDevice> devices, List<String> warnings,
        Optional<RunValidity> validity, RunAccounts accounts, List<DeviceTemperature> temperatures,
        EvaluationTotals evaluation, Optional<JudgingEnergy> judging, Optional<Resumption> resumption,
        List<MergedShard> shards) {
    /** Copies the lists and refuses nulls. */
    public RunSummary {
        Objects.requireNonNull(configuration, "configuration");
        Objects.requireNonNull(totals, "totals");
        Objects.requireNonNull(endTime, "endTime");
        Objects.requireNonNull(accounts, "accounts");
        Objects.requireNonNull(evaluation, "evaluation");
        Objects.requireNonNull(judging, "judging");
        Objects.requireNonNull(resumption, "resumption");
        segments = List.copyOf(segments);
        devices = List.copyOf(devices);
        warnings = List.copyOf(warnings);
        temperatures = List.copyOf(temperatures);
        shards = List.copyOf(shards);
    }

    /**
     * Returns warnings of damaged files, whose content is missing from the figures.
     *
     * @return the warnings about damage
     */
    public List<String> damage() {
        return warnings.stream().filter(warning -> warning.contains(" damaged: ")).toList();
    }

    /**
     * Formats what was asked and the joules for a reader, for example {@code 60 queries of gsm8k to qwen3 in 31.2 s: 412 J
     * [401, 423] MEASURED (NVML)}.
     */
    @Override
    public String toString() {
        return totals.queries() + " queries of " + configuration.dataset() + " to " + configuration.client().model()
                + (interrupted ? ", ended early," : "") + " in " + SignificantDigits.four(totals.measuredNanos() / 1e9)
                + " s: " + totals.deviceEnergy();
    }

    /**
     * Returns the start of the run.
     *
     * @return the wall clock at the run's anchor
     */
    public Instant startTime() {
        return configuration.clock().instant(configuration.clock().monotonicAnchorNanos());
    }

    /**
     * The temperature of a device at the start and the end of a run's measurement window: a warm device draws more for
     * the same work.
     *
     * @param device       the device's permanent name
     * @param startCelsius the first temperature read in the window
     * @param endCelsius   the last one
     */
    public record DeviceTemperature(String device, double startCelsius, double endCelsius) {
        /** Refuses nulls. */
        public DeviceTemperature {
            Objects.requireNonNull(device, "device");
        }
    }

    /**
     * The part of a run that one process ran: the first began it, each further one resumed it.
     *
     * @param clock    the relation of the process's nanoseconds to the run's anchor and to the wall clock
     * @param measured its measurement window, in nanoseconds since the run's anchor; empty if it asked nothing
     * @param attempt  its attempt at the shard; empty if the run is no shard
     */
    public record RunSegment(RunClock clock, Optional<TimeSpan> measured, Optional<ShardAttempt> attempt) {
        /** Refuses nulls. */
        public RunSegment {
            Objects.requireNonNull(clock, "clock");
            Objects.requireNonNull(measured, "measured");
            Objects.requireNonNull(attempt, "attempt");
        }
    }

    /**
     * The share of a run's queries that all resuming processes together made.
     *
     * @param times  the number of resumptions
     * @param kept   the valid queries that the first process finished
     * @param asked  queries that a later process finished, asked for the first time or again
     * @param paused the time during which no process worked on the run
     */
    public record Resumption(int times, long kept, long asked, Duration paused) {
        /** Refuses nulls, and a run that was not resumed. */
        public Resumption {
            Objects.requireNonNull(paused, "paused");
            if (times < 1) {
                throw new IllegalArgumentException(
                        "A run that was resumed was so once at least, not " + times + " times");
            }
        }
    }

    /**
     * The cost and the operations of a run.
     *
     * @param cost    US dollars, kilowatt-hours and carbon
     * @param compute operations and shares of the devices' peak
     * @param hosted  the estimate of a hosted model, which is in no other figure; empty if none was asked for
     */
    public record RunAccounts(CostTotals cost, ComputeTotals compute, Optional<HostedTotals> hosted) {
        /** Accounts with unknown cost and operations. */
        public static final RunAccounts UNKNOWN = new RunAccounts(CostTotals.UNKNOWN, ComputeTotals.UNKNOWN,
                Optional.empty());

        /** Refuses nulls. */
        public RunAccounts {
            Objects.requireNonNull(cost, "cost");
            Objects.requireNonNull(compute, "compute");
            Objects.requireNonNull(hosted, "hosted");
        }
    }

    /**
     * The joules of a run's judges, which are in no figure of the model under test: the joules of the machine's devices
     * while a call to a judge on it was in flight, idle power included. Answers are judged after the measurement
     * window, when no query is in flight.
     *
     * @param energy         joules of the headline's devices; 0 if a cache had all judgements, UNAVAILABLE with the
     *                       reason if no judge could be read, PARTIAL if some of the calls could not
     * @param localCalls     calls to models of this machine while its sensors could be read; those in {@code energy}
     * @param remoteCalls    calls to models of other machines, whose joules are not read
     * @param unmeteredCalls calls to models of this machine by a process that read no sensors, such as one that
     *                       evaluates again
     * @param otherCalls     calls that evaluators reported and that none of their clients made, so that their machine
     *                       is unknown
     * @param cacheHits      judgements that a cache had from an earlier run, at 0 J
     * @param devices        the division of the joules of each device while answers were judged
     */
    public record JudgingEnergy(EnergyReading energy, long localCalls, long remoteCalls, long unmeteredCalls,
            long otherCalls, long cacheHits, List<DeviceJudging> devices) {
        /** Copies the list and checks the counts. */
        public JudgingEnergy {
            Objects.requireNonNull(energy, "energy");
            devices = List.copyOf(devices);
            if (localCalls < 0 || remoteCalls < 0 || unmeteredCalls < 0 || otherCalls < 0 || cacheHits < 0) {
                throw new IllegalArgumentException("Judges are asked 0 times or more");
            }
        }

        /**
         * Returns the calls whose joules are not in the figure.
         *
         * @return remote, unmetered and other calls
         */
        public long callsWithoutEnergy() {
            return remoteCalls + unmeteredCalls + otherCalls;
        }

        /**
         * The joules of one device over the time in which answers were judged, and their division: judging + idle +
         * other = total.
         *
         * @param device        the device's permanent name
         * @param total         its joules over that time
         * @param judgingJoules joules while a call to a judge was in flight
         * @param idleJoules    joules while no call was in flight
         * @param otherJoules   joules in steps that cannot be divided, such as a gap between readings
         */
        public record DeviceJudging(String device, EnergyReading total, OptionalDouble judgingJoules,
                OptionalDouble idleJoules, OptionalDouble otherJoules) {
            /** Refuses nulls. */
            public DeviceJudging {
                Objects.requireNonNull(device, "device");
                Objects.requireNonNull(total, "total");
            }
        }
    }
}
