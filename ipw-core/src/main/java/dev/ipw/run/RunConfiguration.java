package dev.ipw.run;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.Pricing;
import dev.ipw.hosted.HostedModel;
import dev.ipw.inference.ClientInfo;
import dev.ipw.record.SystemInfo;
import dev.ipw.settings.ClientSettings;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The configuration of a run and its machine, without secrets.
 *
 * @param settings        the settings of the run
 * @param client          the client and its model, as the client describes itself
 * @param datasetName     the dataset's display name
 * @param accounting      the prices of tokens, machine and electricity, and the sizes of the model
 * @param telemetryNote   a note for readers about the energy of this run, or the reason why there is none
 * @param system          the machine
 * @param hardwareLabel   the machine as one short word
 * @param clock           the relation of the run's nanoseconds to the wall clock
 * @param outputDirectory the folder of the run
 * @param command         the command line, if one started the run
 * @param versions        versions by name: {@code ipw}, {@code java}
 * @param shard           the shard of a larger run; empty for a whole run
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunConfiguration(RunSettings settings, ClientInfo client, String datasetName, RunAccounting accounting,
        Optional<String> telemetryNote, SystemInfo system, String hardwareLabel, RunClock clock,
        String outputDirectory, Optional<String> command, Map<String, String> versions, Optional<RunShard> shard) {
    /** The key, in the client's details, of the tool that made an imported run. */
    public static final String ORIGIN = "origin";
    /**
     * The key, in the client's details of an imported run, of whether the tool recorded the time at which each request
     * was sent.
     */
    public static final String ORIGIN_TIMES = "origin_times";
    /** The value of {@link #ORIGIN_TIMES} if the times of sending are known to less than a second. */
    public static final String EXACT_TIMES = "exact";
    /** The value of {@link #ORIGIN_TIMES} if the times of sending are known to the second only, or not at all. */
    public static final String COARSE_TIMES = "coarse";

    /** Copies the map. The client's description of itself was in effect, so it replaces the client's settings. */
    public RunConfiguration {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(accounting, "accounting");
        settings = settings.withClient(ClientSettings.of(client, settings.client().parameters()))
                .withMeasurement(settings.measurement().servingHost(client.servingHost()));
        versions = Map.copyOf(versions);
        Objects.requireNonNull(shard, "shard");
    }

    /**
     * Describes a whole run.
     *
     * @param settings        the settings of the run
     * @param client          the client and its model, as the client describes itself
     * @param datasetName     the dataset's display name
     * @param accounting      the prices of tokens, machine and electricity, and the sizes of the model
     * @param telemetryNote   a note for readers about the energy of this run, or the reason why there is none
     * @param system          the machine
     * @param hardwareLabel   the machine as one short word
     * @param clock           the relation of the run's nanoseconds to the wall clock
     * @param outputDirectory the folder of the run
     * @param command         the command line, if one started the run
     * @param versions        versions by name: {@code ipw}, {@code java}
     */
    public RunConfiguration(RunSettings settings, ClientInfo client, String datasetName, RunAccounting accounting,
            Optional<String> telemetryNote, SystemInfo system, String hardwareLabel, RunClock clock,
            String outputDirectory, Optional<String> command, Map<String, String> versions) {
        this(settings, client, datasetName, accounting, telemetryNote, system, hardwareLabel, clock, outputDirectory,
                command, versions, Optional.empty());
    }

    /**
     * Returns a copy on another clock.
     *
     * @param other the relation of the run's nanoseconds to the wall clock
     * @return a copy with it
     */
    public RunConfiguration onClock(RunClock other) {
        return new RunConfiguration(settings, client, datasetName, accounting, telemetryNote, system, hardwareLabel,
                other, outputDirectory, command, versions, shard);
    }

    /**
     * Returns the load on the model.
     *
     * @return the load
     */
    public LoadSettings load() {
        return settings.load();
    }

    /**
     * Returns the planned number of requests per second: that of a shard is its part of the whole run's.
     *
     * @return the rate; empty without one
     */
    public OptionalDouble askedPerSecond() {
        OptionalDouble whole = load().perSecond();
        return whole.isPresent() && shard.isPresent()
                ? OptionalDouble.of(whole.getAsDouble() / shard.get().spec().count())
                : whole;
    }

    /**
     * Returns the id of the dataset.
     *
     * @return its id
     */
    public String dataset() {
        return settings.questions().dataset().orElseThrow();
    }

    /**
     * Returns whether the times show the overlaps of requests, so that rates and windows of the run are meaningful.
     *
     * @return false for an imported run whose tool recorded the times of sending to the second only, or not at all
     */
    public boolean hasExactTimes() {
        return !COARSE_TIMES.equals(client.details().get(ORIGIN_TIMES));
    }

    /**
     * The prices and model sizes of a run. They are kept with the run, so that a run which was cut off is finished with
     * the same prices although the file they came from is gone.
     *
     * @param pricing   the prices of tokens and tools
     * @param factors   the cost of a machine of one's own
     * @param card      the sizes of the model; empty if unknown
     * @param isOwnCard whether the user gave the card, rather than the list that comes with this library
     * @param precision the precision of the model's matrix multiplications, if the user gave it
     * @param hosted    the hosted model whose joules are estimated, if the user asked for that
     */
    public record RunAccounting(Pricing pricing, CostFactors factors, Optional<ModelCard> card, boolean isOwnCard,
            Optional<Precision> precision, Optional<HostedModel> hosted) {
        /** Accounting without any price or size. */
        public static final RunAccounting NONE = new RunAccounting(Pricing.UNKNOWN, CostFactors.NONE, Optional.empty(),
                false, Optional.empty(), Optional.empty());

        /** Refuses nulls. */
        public RunAccounting {
            Objects.requireNonNull(pricing, "pricing");
            Objects.requireNonNull(factors, "factors");
            Objects.requireNonNull(card, "card");
            Objects.requireNonNull(precision, "precision");
            Objects.requireNonNull(hosted, "hosted");
        }

        /**
         * Lists the parts that the user did not request: a run may be resumed by a version that comes with other lists.
         */
        public List<String> notAskedFor() {
            List<String> parts = new ArrayList<>();
            if (pricing.basis() != Pricing.Basis.OWN_LIST) {
                parts.add("pricing");
            }
            if (!isOwnCard) {
                parts.add("model_card");
            }
            if (hosted.filter(model -> model.isShipped()).isPresent()) {
                parts.add("hosted_model");
            }
            return parts;
        }
    }
}
