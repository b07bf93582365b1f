package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Efficiency;
import dev.ipw.energy.Provenance;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Estimate;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The facts of a whole run for the formats.
 *
 * @param setup  the setup of the run
 * @param counts its counts
 * @param energy its joules
 */
record RunFacts(Setup setup, Counts counts, Energy energy) {
    private static final String IPW = "ipw";
    private static final String UNKNOWN_VERSION = "unknown";

    /**
     * The setup of a run.
     *
     * @param name          the run's folder
     * @param model         the model
     * @param dataset       the dataset
     * @param hardware      the machine in one short word
     * @param version       the version of this library that ran it
     * @param start         the start of the run
     * @param end           the end of the run
     * @param isInterrupted whether it ended early
     * @param epochs        the number of times that each question was asked
     */
    record Setup(String name, Model model, Dataset dataset, String hardware, String version, Instant start,
            Instant end, boolean isInterrupted, int epochs) {}

    /**
     * The model of a run.
     *
     * @param name         its name
     * @param client       the client's id
     * @param isServedHere whether the measured machine served it
     */
    record Model(String name, String client, boolean isServedHere) {}

    /**
     * The dataset of a run.
     *
     * @param id   its id
     * @param name its name for a person
     */
    record Dataset(String id, String name) {}

    /**
     * The counts of a run.
     *
     * @param queries      finished queries
     * @param failed       requests without a whole answer
     * @param scored       answers with a verdict, including failed requests
     * @param correct      right answers
     * @param accuracy     the share of right answers with its interval; empty if none was scored
     * @param inputTokens  tokens of all prompts, if known
     * @param outputTokens tokens of all answers, if known
     */
    record Counts(long queries, long failed, long scored, long correct, Optional<Estimate> accuracy,
            OptionalLong inputTokens, OptionalLong outputTokens) {}

    /**
     * The joules of the run, or the reason that there are none.
     *
     * @param joulesPerQuery       joules over the requests that were asked
     * @param intelligencePerJoule accuracy over joules per query
     * @param intelligencePerWatt  accuracy over watts
     * @param watts                the watts of the devices
     * @param provenance           the provenance of the joules
     * @param scope                the scope of the joules
     * @param source               the sensors in words
     * @param whyNone              the reason that there are none
     */
    record Energy(Optional<Estimate> joulesPerQuery, Optional<Estimate> intelligencePerJoule,
            Optional<Estimate> intelligencePerWatt, Optional<Estimate> watts, Provenance provenance, String scope,
            String source, Optional<String> whyNone) {}

    /** Gathers the facts of a run. */
    static RunFacts of(ProfileRun run) {
        RunSummary summary = run.summary();
        RunConfiguration configuration = summary.configuration();
        ClientInfo client = configuration.client();
        Efficiency efficiency = run.efficiency();
        RunTotals totals = summary.totals();
        Setup setup = new Setup(String.valueOf(run.path().toAbsolutePath().normalize().getFileName()),
                new Model(client.model(), client.id(), client.servingHost() == ServingHost.LOCAL),
                new Dataset(configuration.dataset(), configuration.datasetName()), configuration.hardwareLabel(),
                configuration.versions().getOrDefault(IPW, UNKNOWN_VERSION),
                summary.startTime(), summary.endTime(), summary.interrupted(),
                configuration.settings().questions().rounds());
        Counts counts = new Counts(totals.queries(), efficiency.failed(), efficiency.scored(), efficiency.correct(),
                efficiency.accuracy().estimate(), totals.tokens().input(), totals.outputTokens());
        return new RunFacts(setup, counts,
                new Energy(efficiency.joulesPerQuery().estimate(), efficiency.intelligencePerJoule().estimate(),
                        efficiency.intelligencePerWatt().estimate(), efficiency.deviceWatts().estimate(),
                        efficiency.energyProvenance(),
                        efficiency.energyScope(), efficiency.energySource(), efficiency.whyNoHeadline()));
    }
}
