package dev.ipw.run;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.Pricing;
import dev.ipw.inference.ClientInfo;
import dev.ipw.record.SystemInfo;
import dev.ipw.settings.ClientSettings;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the configuration of a run and its machine, without secrets.
 *
 * @param settings        what was asked
 * @param client          the client and its model, as the client describes itself
 * @param datasetName     the dataset's name for a person
 * @param accounting      what tokens, machine and electricity cost, and the sizes of the model
 * @param telemetryNote   what a reader should know about the energy of this run, or why there is none
 * @param system          the machine
 * @param hardwareLabel   the machine in one short word
 * @param clock           how the run's nanoseconds tie to the wall clock
 * @param outputDirectory where the run is kept
 * @param command         the command line, if one started the run
 * @param versions        versions by name: {@code ipw}, {@code java}
 */
public record RunConfiguration(RunSettings settings, ClientInfo client, String datasetName, RunAccounting accounting,
        Optional<String> telemetryNote, SystemInfo system, String hardwareLabel, RunClock clock,
        String outputDirectory, Optional<String> command, Map<String, String> versions) {
    /** Under the client's details, the tool that made a run which was imported. */
    public static final String ORIGIN = "origin";
    /** Under the client's details of an imported run, whether the tool kept when each request was sent. */
    public static final String ORIGIN_TIMES = "origin_times";
    /** Under {@link #ORIGIN_TIMES}: when a request was sent is known to less than a second. */
    public static final String EXACT_TIMES = "exact";
    /** Under {@link #ORIGIN_TIMES}: it is known to the second only, or not at all. */
    public static final String COARSE_TIMES = "coarse";

    /** Copies the map. What the client says of itself is what was in effect, so it stands in the settings too. */
    public RunConfiguration {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(accounting, "accounting");
        settings = settings.withClient(ClientSettings.of(client, settings.client().parameters()))
                .withMeasurement(settings.measurement().servingHost(client.servingHost()));
        versions = Map.copyOf(versions);
    }

    /**
     * Returns how requests were put on the model.
     *
     * @return the load
     */
    public LoadSettings load() {
        return settings.load();
    }

    /**
     * Names the dataset.
     *
     * @return its id
     */
    public String dataset() {
        return settings.questions().dataset().orElseThrow();
    }

    /**
     * Returns whether the times show which requests overlapped, so that rates and windows of the run are meaningful.
     *
     * @return false of an imported run whose tool kept to the second, or not at all, when a request was sent
     */
    public boolean hasExactTimes() {
        return !COARSE_TIMES.equals(client.details().get(ORIGIN_TIMES));
    }

    /**
     * Hold the prices and model sizes of a run. It is kept with the run, so that a run which was cut off is finished by
     * the same prices although the file they came from is gone.
     *
     * @param pricing      what tokens and tools are charged
     * @param factors      what a machine of one's own costs
     * @param card         the sizes of the model; empty if unknown
     * @param isOwnCard    whether a person gave the card, rather than the list that comes with this library
     * @param precision    what the model's matrices are multiplied in, where a person says so
     */
    public record RunAccounting(Pricing pricing, CostFactors factors, Optional<ModelCard> card, boolean isOwnCard,
            Optional<Precision> precision) {
        /** Nothing was looked up. */
        public static final RunAccounting NONE = new RunAccounting(Pricing.UNKNOWN, CostFactors.NONE, Optional.empty(),
                false, Optional.empty());

        /** Refuses nulls. */
        public RunAccounting {
            Objects.requireNonNull(pricing, "pricing");
            Objects.requireNonNull(factors, "factors");
            Objects.requireNonNull(card, "card");
            Objects.requireNonNull(precision, "precision");
        }

        /** Names the parts that were not asked for: a run may be resumed by a version that comes with other lists. */
        public List<String> notAskedFor() {
            List<String> parts = new ArrayList<>();
            if (pricing.basis() != Pricing.Basis.OWN_LIST) {
                parts.add("pricing");
            }
            if (!isOwnCard) {
                parts.add("model_card");
            }
            return parts;
        }
    }
}
