package dev.ipw.profile.internal;

import dev.ipw.compute.ModelCard;
import dev.ipw.cost.Pricing;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.hosted.HostedModel;
import dev.ipw.hosted.HostedTable;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.version.LibraryVersions;
import dev.ipw.load.Load;
import dev.ipw.record.SystemInfo;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunSettings;
import dev.ipw.run.RunShard;
import dev.ipw.settings.CostSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.TelemetrySession;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * The description of a run's settings and of its machine, without secrets.
 *
 * @param setup    the settings
 * @param client   the client's description of itself
 * @param dataset  the dataset
 * @param template writes the prompts
 * @param system   this machine
 * @param clock    the run's clock
 * @param shard    the shard of a larger run; empty for a whole run, and before the shard begins
 */
record RunDescription(ProfilerSetup setup, ClientInfo client, Dataset dataset, PromptTemplate template,
        SystemInfo system, RunClock clock, Optional<RunShard> shard) {
    private static final String UNSEEN_SERVER = "the server runs on another machine, whose energy the sensors of this one"
            + " do not see; " + Setting.EXPORTER + " prometheus:http://HOST:PORT/metrics here, or give "
            + Setting.LOCAL_SERVING_HOST + " if its address is a tunnel to this machine";

    /** Describes a run before it has a folder. */
    RunConfiguration configuration(Load load) {
        return configuration(load, "", "", Optional.empty());
    }

    RunConfiguration configuration(Load load, String hardware, String directory, Optional<String> telemetryNote) {
        ClientInfo clean = new ClientInfo(client.id(), client.model(), client.endpoint().map(Redaction::address),
                client.servingHost(), Redaction.parameters(client.details()));
        return new RunConfiguration(settings(load), clean, dataset.displayName(), accounting(clean), telemetryNote,
                system, hardware, clock, directory, setup.storage().command().map(Redaction::text),
                LibraryVersions.current(), shard);
    }

    private RunSettings settings(Load load) {
        RunSettings clean = setup.settings().withLoad(load.settings()).withoutSecrets();
        QuestionSettings questions = clean.questions().dataset(dataset.id());
        return clean.withQuestions(questions.promptTemplate(template.id()));
    }

    /**
     * Returns the prices, the factors and the model's sizes of the run, with defaults for those that the user did not
     * set.
     */
    private RunAccounting accounting(ClientInfo clean) {
        CostSettings cost = setup.cost();
        LocalDate day = LocalDate.ofInstant(clock.instant(clock.monotonicAnchorNanos()), ZoneOffset.UTC);
        return new RunAccounting(Pricing.of(cost.prices(), cost.factors(), clean, day), cost.factors(),
                cost.modelCard().or(() -> ModelCard.shipped(clean.model())), cost.modelCard().isPresent(),
                cost.precision(), cost.hosted().map(table -> hosted(table, clean)));
    }

    private static HostedModel hosted(HostedTable table, ClientInfo client) {
        if (client.servingHost() == ServingHost.LOCAL) {
            throw new ConfigurationException("An estimate is for models that others host, and '" + client.model()
                    + "' runs on this machine, whose sensors measure it. Leave out " + Setting.ESTIMATE_HOSTED);
        }
        return table.require(client.model(), client.endpoint());
    }

    /** Returns a note for the reader about the energy of this run. */
    Optional<String> telemetryNote(TelemetrySession session) {
        if (client.servingHost() == ServingHost.REMOTE) {
            return session.metersServingMachine() ? Optional.empty() : Optional.of(UNSEEN_SERVER);
        }
        return session.energyUnavailableReason().or(() -> failures(session));
    }

    /**
     * Returns the sensors that this machine has but cannot read, so that a partial reading is not taken for the whole.
     */
    private static Optional<String> failures(TelemetrySession session) {
        List<String> problems = session.problems();
        boolean guessed = HeadlineDevices.choose(DeviceSeries.of(session.deviceSeries())).stream()
                .allMatch(series -> series.device().provenance() == Provenance.ESTIMATED);
        String instead = guessed ? ". The joules are an estimate from processor time instead" : "";
        return problems.isEmpty() ? Optional.empty() : Optional.of(String.join(". ", problems) + instead);
    }
}
