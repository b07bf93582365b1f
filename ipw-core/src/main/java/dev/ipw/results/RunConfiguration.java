package dev.ipw.results;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.record.SystemInfo;
import dev.ipw.telemetry.RunClock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Hold what was asked of a run and on which machine, without secrets.
 *
 * @param client              the client and its model
 * @param clientParameters    the client's parameters, secrets taken out
 * @param dataset             the dataset's id
 * @param datasetName         the dataset's name for a person
 * @param datasetParameters   the dataset's parameters, secrets taken out
 * @param evaluatorParameters the parameters of the evaluator that was chosen for all answers, secrets taken out
 * @param maxQueries          how many records to draw at most; empty for all
 * @param warmupQueries       how many requests to throw away first
 * @param idleSeconds         how long to rest before and after the measured stretch, in seconds; zero for not at all
 * @param load                how requests are put on the model
 * @param seed                the seed of the sample
 * @param generation          how the model was asked to generate
 * @param telemetry           which collectors were chosen
 * @param telemetryNote       what a reader should know about the energy of this run, or why there is none
 * @param system              the machine
 * @param hardwareLabel       the machine in one short word
 * @param clock               how the run's nanoseconds tie to the wall clock
 * @param outputDirectory     where the run is kept
 * @param command             the command line, if one started the run
 * @param versions            versions by name: {@code ipw}, {@code java}
 * @param accounting          what tokens, machine and electricity cost, and the sizes of the model
 */
public record RunConfiguration(ClientInfo client, Map<String, String> clientParameters, String dataset,
        String datasetName, Map<String, String> datasetParameters, Map<String, String> evaluatorParameters,
        OptionalInt maxQueries, int warmupQueries,
        double idleSeconds, LoadSettings load, long seed, GenerationOptions generation, String telemetry,
        Optional<String> telemetryNote,
        SystemInfo system, String hardwareLabel, RunClock clock, String outputDirectory, Optional<String> command,
        Map<String, String> versions, RunAccounting accounting) {

    /**
     * Hold what was asked of a run for which nobody looked up prices or the sizes of the model.
     *
     * @param client              the client and its model
     * @param clientParameters    the client's parameters, secrets taken out
     * @param dataset             the dataset's id
     * @param datasetName         the dataset's name for a person
     * @param datasetParameters   the dataset's parameters, secrets taken out
     * @param evaluatorParameters the parameters of the evaluator that was chosen for all answers, secrets taken out
     * @param maxQueries          how many records to draw at most; empty for all
     * @param warmupQueries       how many requests to throw away first
     * @param idleSeconds         how long to rest before and after the measured stretch, in seconds
     * @param load                how requests are put on the model
     * @param seed                the seed of the sample
     * @param generation          how the model was asked to generate
     * @param telemetry           which collectors were chosen
     * @param telemetryNote       what a reader should know about the energy of this run
     * @param system              the machine
     * @param hardwareLabel       the machine in one short word
     * @param clock               how the run's nanoseconds tie to the wall clock
     * @param outputDirectory     where the run is kept
     * @param command             the command line, if one started the run
     * @param versions            versions by name
     */
    public RunConfiguration(ClientInfo client, Map<String, String> clientParameters, String dataset,
            String datasetName, Map<String, String> datasetParameters, Map<String, String> evaluatorParameters,
            OptionalInt maxQueries, int warmupQueries, double idleSeconds, LoadSettings load, long seed,
            GenerationOptions generation, String telemetry, Optional<String> telemetryNote, SystemInfo system,
            String hardwareLabel, RunClock clock, String outputDirectory, Optional<String> command,
            Map<String, String> versions) {
        this(client, clientParameters, dataset, datasetName, datasetParameters, evaluatorParameters, maxQueries,
                warmupQueries, idleSeconds, load, seed, generation, telemetry, telemetryNote, system, hardwareLabel,
                clock, outputDirectory, command, versions, RunAccounting.NONE);
    }

    /** Under the client's details, the tool that made a run which was imported. */
    public static final String ORIGIN = "origin";
    /** Under the client's details of an imported run, whether the tool kept when each request was sent. */
    public static final String ORIGIN_TIMES = "origin_times";
    /** Under {@link #ORIGIN_TIMES}: when a request was sent is known to less than a second. */
    public static final String EXACT_TIMES = "exact";
    /** Under {@link #ORIGIN_TIMES}: it is known to the second only, or not at all. */
    public static final String COARSE_TIMES = "coarse";

    /** Copy the maps. */
    public RunConfiguration {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(accounting, "accounting");
        clientParameters = Map.copyOf(clientParameters);
        datasetParameters = Map.copyOf(datasetParameters);
        evaluatorParameters = Map.copyOf(evaluatorParameters);
        versions = Map.copyOf(versions);
    }

    /**
     * Say whether it can be told which requests overlapped, so that rates and windows of the run mean something.
     *
     * @return false of an imported run whose tool kept to the second, or not at all, when a request was sent
     */
    public boolean hasExactTimes() {
        return !COARSE_TIMES.equals(client.details().get(ORIGIN_TIMES));
    }
}
