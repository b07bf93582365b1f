package dev.ipw.cli.profile;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.cli.command.TypedCommand;
import dev.ipw.cli.options.CostOptions;
import dev.ipw.cli.options.EvaluationOptions;
import dev.ipw.cli.options.GeneratingOptions;
import dev.ipw.cli.options.JudgeOptions;
import dev.ipw.cli.options.LoadOptions;
import dev.ipw.cli.options.SeriesOptions;
import dev.ipw.cli.options.ShardOptions;
import dev.ipw.cli.servers.AutoServerOptions;
import dev.ipw.dataset.Sampling;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.ServingHost;
import dev.ipw.load.Load;
import dev.ipw.series.SeriesPlan;
import dev.ipw.settings.ClientSettings;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.settings.ReplicaMap;
import dev.ipw.settings.ShardSettings;
import dev.ipw.settings.StorageSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of {@code ipw profile}. */
public final class ProfileOptions {
    public static final String EMBEDDED = "embedded";
    public static final String OPENAI = "openai";
    private static final int EMBEDDED_QUERIES = 60;

    @Option(names = "--client", paramLabel = "ID",
            description = "The client that calls the model; see 'ipw list clients'. Default: " + OPENAI
                    + " with --client-base-url, else " + EMBEDDED + ".")
    private Optional<String> client = Optional.empty();

    @Option(names = "--client-base-url", paramLabel = "URL",
            description = "Where the server is. Without --client it is asked as OpenAI's API.")
    Optional<String> clientBaseUrl = Optional.empty();

    @Option(names = "--client-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the client; may be given several times.")
    private List<String> clientParameters = new ArrayList<>();

    @Option(names = TypedCommand.HEADER, paramLabel = "'NAME: VALUE'",
            description = "A header of every request, as a gateway asks for it; may be given several times. Its value is"
                    + " kept nowhere.")
    private List<String> headers = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nA server of the run's own:%n")
    public AutoServerOptions autoServer = new AutoServerOptions();

    @Option(names = "--model", paramLabel = "NAME", description = "The model. Default: the client's.")
    public Optional<String> model = Optional.empty();

    @Option(names = "--dataset", paramLabel = "ID|FILE",
            description = "The dataset with the questions; see 'ipw list datasets'. Default: the client's.")
    Optional<String> dataset = Optional.empty();

    @Option(names = "--dataset-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the dataset; may be given several times.")
    private List<String> datasetParameters = new ArrayList<>();

    @Option(names = "--task-env", paramLabel = "NAME", split = ",",
            description = "Let tasks have the value of this variable where they ask for it by name; may be given several"
                    + " times, or names between commas. No other variable is theirs.")
    private List<String> taskVariables = new ArrayList<>();

    @Option(names = "--evaluator", paramLabel = "ID",
            description = "The evaluator of every answer; see 'ipw list evaluators'. Default: the one that the "
                    + "question names.")
    Optional<String> evaluator = Optional.empty();

    @Option(names = "--evaluator-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the evaluator; may be given several times.")
    private List<String> evaluatorParameters = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nWho judges answers:%n")
    private JudgeOptions judge = new JudgeOptions();

    @ArgGroup(validate = false, heading = "%nHow answers are evaluated:%n")
    EvaluationOptions evaluation = new EvaluationOptions();

    @Option(names = "--max-queries", paramLabel = "N", description = "Ask at most N questions. Default: "
            + EMBEDDED_QUERIES + " for " + EMBEDDED
            + ", otherwise all.")
    Optional<Integer> maxQueries = Optional.empty();

    @Option(names = "--epochs", paramLabel = "N",
            description = "Ask each question N times, one round after the other. Default: as often as the dataset says,"
                    + " nearly always once.")
    Optional<Integer> epochs = Optional.empty();

    @Option(names = "--prompt-template", paramLabel = "ID",
            description = "The prompt template of the dataset. Default: its first.")
    Optional<String> promptTemplate = Optional.empty();

    @Option(names = "--offline", description = "Use only datasets on this machine; download nothing.")
    boolean offline;

    @Option(names = "--warmup-queries", paramLabel = "N", defaultValue = "3",
            description = "Send N warm-up requests first and discard their answers; they use up no question. "
                    + "Default: ${DEFAULT-VALUE}.")
    int warmupQueries;

    @Option(names = "--idle-seconds", paramLabel = "S", defaultValue = "5",
            description = "Measure idle power for S seconds before and after the questions, where a sensor "
                    + "measures the machine; 0 for none. Default: ${DEFAULT-VALUE}.")
    double idleSeconds;

    @Option(names = "--system", paramLabel = "TEXT",
            description = "The system prompt of every question.")
    private Optional<String> system = Optional.empty();

    @ArgGroup(validate = false, heading = "%nHow the model generates:%n")
    GeneratingOptions generation = new GeneratingOptions();

    @ArgGroup(validate = false, heading = "%nThe load on the model:%n")
    public LoadOptions load = new LoadOptions();

    @ArgGroup(validate = false, heading = "%nSeveral runs, each in a folder of its own inside one folder:%n")
    SeriesOptions series = new SeriesOptions();

    @ArgGroup(validate = false, heading = "%nOne shard of a run, on this machine or another:%n")
    private ShardOptions shard = new ShardOptions();

    @ArgGroup(validate = false, heading = "%nCost, and compute of the model:%n")
    CostOptions cost = new CostOptions();

    // ConfigFile reads it before the options are parsed.
    @SuppressWarnings("unused")
    @Option(names = "--config", paramLabel = "FILE",
            description = "Take options from a YAML or JSON file, by their names without dashes; options on the "
                    + "command line override it.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--slo", paramLabel = "LEVELS",
            description = "Count the answers that keep service levels, such as ttft=200ms,tpot=30ms.")
    private Optional<String> serviceLevels = Optional.empty();

    @Option(names = "--no-calibration",
            description = "Skip the calibration: half a second before the run that measures how late the client "
                    + "notes events here.")
    boolean noCalibration;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "" + Sampling.DEFAULT_SEED,
            description = "Seed for drawing the questions. Default: ${DEFAULT-VALUE}.")
    public long seed;

    @Option(names = "--output-dir", paramLabel = "FOLDER", defaultValue = "runs",
            description = "Where runs are kept. Default: ${DEFAULT-VALUE}.")
    public Path outputFolder = Path.of("runs");

    @Option(names = "--run-name", paramLabel = "NAME",
            description = "The run's folder. Default: named after machine, model and dataset.")
    public Optional<String> runName = Optional.empty();

    @Option(names = "--overwrite", description = "Replace the run that --run-name names.")
    public boolean overwrite;

    @Option(names = "--resume", description = "Continue the run that --run-name names: ask the questions that "
            + "have no answer yet.")
    public boolean resume;

    @Option(names = "--view",
            description = "Serve the pages of 'ipw view' while the run goes on, and then until Ctrl-C.")
    public boolean view;

    @Option(names = "--telemetry", paramLabel = "CHOICE",
            description = "auto, none, or ids of 'ipw list collectors' separated by commas,"
                    + " such as nvml; docs/cli.md has them all."
                    + " Default: auto; if no energy sensor can be read, auto,estimate.")
    public Optional<String> telemetry = Optional.empty();

    @Option(names = "--serving-host", paramLabel = "local|remote",
            description = "Where the model runs. Default: local for this machine's own addresses, else remote; a tunnel to"
                    + " another machine looks local. Joules of a remote server come from%n"
                    + "--telemetry prometheus:URL.")
    private Optional<String> servingHost = Optional.empty();

    @Option(names = "--replica", paramLabel = "response-header:NAME=VALUE=DEVICE",
            description = "The devices, separated by commas, of the replica of the server that this header of a response"
                    + " names; may be given for each replica. Calls without it get bounds and no figure.")
    private List<String> replicas = new ArrayList<>();

    /** Returns the client's id. */
    public String client() {
        return client.orElse(clientBaseUrl.isPresent() ? OPENAI : EMBEDDED);
    }

    /** Returns the maximum number of questions: as typed, a small number for the embedded model, or all. */
    public OptionalInt questions() {
        if (maxQueries.isPresent()) {
            return OptionalInt.of(maxQueries.get());
        }
        boolean isEndedOtherwise = load.isTimed() || load.isReplay() || series.isSearch();
        return client().equals(EMBEDDED) && !isEndedOtherwise ? OptionalInt.of(EMBEDDED_QUERIES) : OptionalInt.empty();
    }

    /** Applies the options of questions. */
    public QuestionSettings asked(QuestionSettings settings) {
        QuestionSettings changed = settings.parameters(KeyValues.ofDataset(datasetParameters, taskVariables)).seed(seed)
                .offline(offline);
        changed = epochs.isPresent() || series.isSearch() ? changed.epochs(epochs.orElse(1)) : changed;
        changed = promptTemplate.isPresent() ? changed.promptTemplate(promptTemplate.get()) : changed;
        changed = dataset.isPresent() ? changed.dataset(dataset.get()) : changed;
        changed = questions().isPresent() ? changed.maxQueries(questions().getAsInt()) : changed;
        return system.isPresent() ? changed.system(system.get()) : changed;
    }

    /** Applies the options of evaluation. */
    EvaluationSettings judged(EvaluationSettings settings) {
        Map<String, String> parameters = new LinkedHashMap<>(judge.parameters());
        parameters.putAll(KeyValues.of("--evaluator-param", evaluatorParameters));
        EvaluationSettings changed = evaluation.in(settings.parameters(parameters));
        return evaluator.isPresent() ? changed.evaluator(evaluator.get()) : changed;
    }

    /** Applies the options of measurement. */
    MeasurementSettings measured(MeasurementSettings settings) {
        MeasurementSettings changed = settings.warmupQueries(warmupQueries).idleSeconds(idleSeconds)
                .coolDown(series.coolDown()).calibration(!noCalibration)
                .replicas(ReplicaMap.parse(replicas));
        return servingHost().isPresent() ? changed.servingHost(servingHost().get()) : changed;
    }

    /** Applies the options of storage. */
    StorageSettings applyStorage(StorageSettings settings) {
        StorageSettings changed = settings.output(outputFolder).overwrite(overwrite).resume(resume);
        changed = runName.isPresent() ? changed.runName(runName.get()) : changed;
        Optional<ShardSettings> part = shard();
        return part.isPresent() ? changed.shard(part.get()) : changed;
    }

    private Optional<ShardSettings> shard() {
        return shard.settings(System.getenv());
    }

    /** Applies the options of the client. */
    ClientSettings asking(ClientSettings settings) {
        ClientSettings changed = settings.parameters(clientParameters());
        changed = clientBaseUrl.isPresent() ? changed.baseUrl(clientBaseUrl.get()) : changed;
        return model.isPresent() ? changed.model(model.get()) : changed;
    }

    /** Changes the client to a server that this command starts itself. */
    void askServer(String clientId, String baseUrl, String servedModel) {
        client = Optional.of(client().equals(EMBEDDED) ? clientId : client());
        clientBaseUrl = Optional.of(baseUrl);
        model = Optional.of(servedModel);
    }

    /** Returns the load. */
    public Load load() {
        return load.load(series);
    }

    /** Returns the plan of several runs; empty for a single run. */
    public Optional<SeriesPlan> plan() {
        return series.plan(serviceLevels(), load.rate());
    }

    public Optional<ServiceLevels> serviceLevels() {
        return serviceLevels.map(ServiceLevels::parse);
    }

    Optional<ServingHost> servingHost() {
        return servingHost.map(text -> ServingHost.of(text).orElseThrow(
                () -> new ConfigurationException("--serving-host must be local or remote, not '" + text + "'")));
    }

    public Map<String, String> clientParameters() {
        Map<String, String> parameters = new LinkedHashMap<>(KeyValues.of("--client-param", clientParameters));
        KeyValues.ofHeaders(TypedCommand.HEADER, headers)
                .forEach((name, value) -> parameters.put("header." + name, value));
        return parameters;
    }

    /**
     * Checks the numbers, and the options that require another one.
     *
     * @throws ConfigurationException if something cannot work
     */
    public void check() {
        asked(QuestionSettings.DEFAULTS);
        measured(MeasurementSettings.DEFAULTS);
        generation.in(GenerationOptions.NONE);
        load();
        plan();
        judged(EvaluationSettings.DEFAULTS);
        autoServer.check();
        if (autoServer.isAsked() && clientBaseUrl.isPresent()) {
            throw new ConfigurationException("--auto-server starts a server of its own: leave --client-base-url out");
        }
        if (series.isSearch() && maxQueries.isPresent()) {
            throw new ConfigurationException("--find-rate asks as many questions as each step needs:"
                    + " leave --max-queries out");
        }
        if (series.isSearch() && epochs.orElse(1) > 1) {
            throw new ConfigurationException(
                    "--find-rate asks questions as often as each step needs: leave --epochs out");
        }
        if (shard().isPresent() && runName.isEmpty()) {
            throw new ConfigurationException(
                    "--shard runs a part of the run that --run-name names: add --run-name NAME");
        }
        if (shard().isPresent() && plan().isPresent()) {
            throw new ConfigurationException(
                    "--shard divides a single run: leave --sweep, --find-rate and --repeat out");
        }
        if (resume && runName.isEmpty()) {
            throw new ConfigurationException(
                    "--resume continues the run that --run-name names: add --run-name NAME");
        }
        if (resume && overwrite) {
            throw new ConfigurationException("--resume keeps a run and --overwrite replaces it: give one of the two");
        }
        if (overwrite && runName.isEmpty()) {
            throw new ConfigurationException("--overwrite replaces the run that --run-name names: add --run-name NAME");
        }
    }
}
