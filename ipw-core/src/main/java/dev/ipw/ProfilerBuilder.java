package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.Datasets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.plugin.Parameters;
import dev.ipw.profile.internal.GenerationContradiction;
import dev.ipw.profile.internal.LatestProgress;
import dev.ipw.profile.internal.Listeners;
import dev.ipw.profile.internal.ProfilerRuns;
import dev.ipw.profile.internal.ProfilerSetup;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryRunner;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSettings;
import dev.ipw.settings.ClientSettings;
import dev.ipw.settings.CostSettings;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.PluginSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.settings.StorageSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;

/**
 * A builder of a profiler. The common settings have methods of their own; the others are in groups, which are changed
 * by a function:
 *
 * <pre>{@code
 * Profiler.builder().client(it -> it.baseUrl("http://127.0.0.1:8000/v1"))
 *         .dataset("questions.jsonl")
 *         .generation(how -> how.withMaxTokens(256).withTemperature(0.2))
 *         .measurement(how -> how.idleSeconds(0).telemetry("none"))
 *         .storage(where -> where.runName("first"));
 * }</pre>
 */
@API(status = API.Status.STABLE)
public final class ProfilerBuilder {
    private final List<ProfilerListener> listeners = new ArrayList<>();
    private Optional<InferenceClient> ownClient = Optional.empty();
    private Optional<Dataset> ownDataset = Optional.empty();
    private Optional<QueryRunner> runner = Optional.empty();
    private Optional<Evaluator> ownEvaluator = Optional.empty();
    private ClientSettings client = ClientSettings.NONE;
    private QuestionSettings questions = QuestionSettings.DEFAULTS;
    private EvaluationSettings evaluation = EvaluationSettings.DEFAULTS;
    private GenerationOptions generation = GenerationOptions.NONE;
    private Load load = Load.sequential();
    private MeasurementSettings measurement = MeasurementSettings.DEFAULTS;
    private CostSettings cost = CostSettings.DEFAULTS;
    private StorageSettings storage = StorageSettings.DEFAULTS;
    private PluginSettings plugins = PluginSettings.defaults();

    ProfilerBuilder() {}

    /**
     * Uses a client of your own; it stays open after the profiler is closed.
     *
     * @param instance the client
     * @return this builder for method chaining
     */
    public ProfilerBuilder client(InferenceClient instance) {
        ownClient = Optional.of(instance);
        return this;
    }

    /**
     * Uses the client with an id.
     *
     * @param id for example {@code openai}
     * @return this builder for method chaining
     */
    public ProfilerBuilder client(String id) {
        ownClient = Optional.empty();
        return client(known -> known.id(id));
    }

    /**
     * Changes the settings of a client that is created by its id: its server's address, its model, its parameters. With
     * an address and no id, the client is {@code openai}.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     * @throws ConfigurationException if an address is not valid
     */
    public ProfilerBuilder client(UnaryOperator<ClientSettings> change) {
        client = Objects.requireNonNull(change.apply(client), "client settings");
        return this;
    }

    /**
     * Sets the model of a client that is created by its id.
     *
     * @param name the model's name as its server knows it
     * @return this builder for method chaining
     */
    public ProfilerBuilder model(String name) {
        return client(known -> known.model(name));
    }

    /**
     * Runs each question with a runner of your own, for example as an agent with tools. By default the question is sent
     * unchanged. The runner's settings are kept with the run; resuming the run requires the same settings.
     *
     * @param instance makes the calls of one query; safe to use from many threads
     * @return this builder for method chaining
     */
    public ProfilerBuilder queryRunner(QueryRunner instance) {
        runner = Optional.of(instance);
        return this;
    }

    /**
     * Uses a dataset of your own.
     *
     * @param instance the dataset
     * @return this builder for method chaining
     */
    public ProfilerBuilder dataset(Dataset instance) {
        ownDataset = Optional.of(instance);
        return this;
    }

    /**
     * Uses the dataset with an id, or reads one from a path.
     *
     * @param idOrPath an id such as {@code starter}, or a path such as {@code questions.jsonl}
     * @return this builder for method chaining
     */
    public ProfilerBuilder dataset(String idOrPath) {
        ownDataset = Optional.empty();
        return questions(asked -> asked.dataset(idOrPath));
    }

    /**
     * Limits the number of questions, drawn so that each subject keeps its share.
     *
     * @param count at least 1
     * @return this builder for method chaining
     * @throws ConfigurationException if it is less
     */
    public ProfilerBuilder maxQueries(int count) {
        return questions(asked -> asked.maxQueries(count));
    }

    /**
     * Changes the questions: the dataset's parameters, the seed of the draw, the system prompt.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     */
    public ProfilerBuilder questions(UnaryOperator<QuestionSettings> change) {
        questions = Objects.requireNonNull(change.apply(questions), "question settings");
        return this;
    }

    /**
     * Evaluates every answer with an evaluator of your own, even if the records name others.
     *
     * @param instance the evaluator
     * @return this builder for method chaining
     */
    public ProfilerBuilder evaluator(Evaluator instance) {
        ownEvaluator = Optional.of(instance);
        return this;
    }

    /**
     * Changes the settings of the evaluation: the evaluator's id and its parameters.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     */
    public ProfilerBuilder evaluation(UnaryOperator<EvaluationSettings> change) {
        evaluation = Objects.requireNonNull(change.apply(evaluation), "evaluation settings");
        return this;
    }

    /**
     * Changes how the model generates. The defaults are temperature 0 and at most 1024 tokens, so that runs can be
     * repeated and end. A parameter of the client with the same meaning must not contradict an option.
     *
     * @param change returns the new options
     * @return this builder for method chaining
     */
    public ProfilerBuilder generation(UnaryOperator<GenerationOptions> change) {
        generation = Objects.requireNonNull(change.apply(generation), "generation options");
        return this;
    }

    /**
     * Sets the load on the model.
     *
     * @param shape the load
     * @return this builder for method chaining
     */
    public ProfilerBuilder load(Load shape) {
        load = Objects.requireNonNull(shape, "shape");
        return this;
    }

    /**
     * Changes how the run is measured: collectors, warm-up, idle times, where the model runs.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     */
    public ProfilerBuilder measurement(UnaryOperator<MeasurementSettings> change) {
        measurement = Objects.requireNonNull(change.apply(measurement), "measurement settings");
        return this;
    }

    /**
     * Changes the prices of tokens and machines, and the model's compute.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     */
    public ProfilerBuilder cost(UnaryOperator<CostSettings> change) {
        cost = Objects.requireNonNull(change.apply(cost), "cost settings");
        return this;
    }

    /**
     * Sets the folder of all runs.
     *
     * @param directory created if missing
     * @return this builder for method chaining
     */
    public ProfilerBuilder output(Path directory) {
        return storage(where -> where.output(directory));
    }

    /**
     * Changes how the run is stored: its name, and whether it replaces or resumes a run of that name.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     * @throws ConfigurationException if the name cannot be a folder
     */
    public ProfilerBuilder storage(UnaryOperator<StorageSettings> change) {
        StorageSettings changed = change.apply(storage);
        changed.runName().ifPresent(RunDirectory::requireName);
        storage = changed;
        return this;
    }

    /**
     * Adds a listener. Several may follow it.
     *
     * @param listener receives the events of the run
     * @return this builder for method chaining
     */
    public ProfilerBuilder listener(ProfilerListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Changes where plugins come from, and adds sensors of your own.
     *
     * @param change returns the new settings
     * @return this builder for method chaining
     */
    public ProfilerBuilder plugins(UnaryOperator<PluginSettings> change) {
        plugins = Objects.requireNonNull(change.apply(plugins), "plugin settings");
        return this;
    }

    /**
     * Creates the profiler. All checks that need no request are made here.
     *
     * @return the profiler; close it after use
     * @throws ConfigurationException       if something is missing, unknown or wrong
     * @throws dev.ipw.error.InputException if the dataset's file is missing
     */
    public Profiler build() {
        refuseUnused();
        GenerationContradiction.refuse(generation, client.parameters());
        Optional<InferenceClientProvider> provider = ownClient.isPresent()
                ? Optional.empty()
                : clientId().map(plugins.of("client", InferenceClientProvider.class)::require);
        InferenceClient chosen = ownClient.orElseGet(() -> create(provider.orElseThrow(
                () -> new ConfigurationException(
                        "No client: call client(...) with an id such as openai, with the address of a server, or with a"
                                + " client of your own"))));
        Evaluators evaluators = evaluators(chosen.describe());
        try {
            evaluation.evaluator().ifPresent(id -> evaluators.get(id, evaluation.parameters()));
            Dataset asked = dataset(provider);
            RunSettings settings = new RunSettings(client, inEpochs(asked), evaluation,
                    generation.orElse(GenerationOptions.defaults()), load.settings(), measurement,
                    runner.map(QueryRunner::settings).orElse(Map.of()));
            LatestProgress progress = new LatestProgress();
            List<ProfilerListener> heard = new ArrayList<>(listeners);
            heard.add(progress);
            ProfilerRuns runs = new ProfilerRuns(chosen, asked,
                    new ProfilerSetup(settings, load, cost, storage, plugins,
                            runner, ownEvaluator, heard),
                    evaluators);
            return new Profiler(runs, chosen, ownClient.isEmpty(), progress);
        } catch (RuntimeException wrong) {
            evaluators.close();
            if (ownClient.isEmpty()) {
                chosen.close();
            }
            throw wrong;
        }
    }

    /**
     * Returns the client's id. An address without an id means a server with OpenAI's API, which nearly all servers
     * offer.
     */
    private Optional<String> clientId() {
        return client.id().or(() -> client.baseUrl().map(url -> "openai"));
    }

    private InferenceClient create(InferenceClientProvider provider) {
        return provider.create(new ClientOptions(client.model(), client.baseUrl(),
                Parameters.of("client " + clientId().orElseThrow(), client.parameters()),
                plugins.environment().variables(), questions.seed()));
    }

    private Evaluators evaluators(ClientInfo modelUnderTest) {
        EvaluatorContext context = EvaluatorContext.builder()
                .clients(plugins.of("client", InferenceClientProvider.class))
                .variables(plugins.environment().variables()).progress(this::reportWait).modelUnderTest(modelUnderTest)
                .build();
        return new Evaluators(plugins.of("evaluator", EvaluatorProvider.class), context,
                evaluation, cost.prices());
    }

    private void reportWait(String sentence) {
        new Listeners(listeners).notifyEach(listener -> listener.waiting(sentence));
    }

    private Dataset dataset(Optional<InferenceClientProvider> provider) {
        if (load.shape() instanceof LoadShape.Replay replay) {
            return replay.trace().dataset();
        }
        return ownDataset.orElseGet(() -> {
            String id = questions.dataset().or(() -> provider.map(InferenceClientProvider::defaultDataset))
                    .orElseThrow(() -> new ConfigurationException("No dataset: call " + Setting.DATASET
                            + " with an id such as starter, a path, or a dataset of your own"));
            DatasetContext context = DatasetContext.of(plugins.environment().variables())
                    .withOffline(questions.offline())
                    .withProgress(this::reportWait);
            return Datasets.open(id, Parameters.of("dataset " + id, questions.parameters()), context,
                    plugins.of("dataset", DatasetProvider.class));
        });
    }

    private void refuseUnused() {
        refuseEpochs();
        if (ownClient.isPresent() && (client.model().isPresent() || client.baseUrl().isPresent()
                || !client.parameters().isEmpty())) {
            throw new ConfigurationException("The model, the base URL and the parameters of a client are for one found"
                    + " by its id; a client of your own is made with them already");
        }
        if (ownDataset.isPresent() && !questions.parameters().isEmpty()) {
            throw new ConfigurationException("Parameters of a dataset are for one found by its id or path;"
                    + " a dataset of your own is made with them already");
        }
        if (load.shape() instanceof LoadShape.Replay
                && (ownDataset.isPresent() || questions.dataset().isPresent())) {
            throw new ConfigurationException(
                    "A replay asks what its trace asks: leave " + Setting.DATASET + " out");
        }
    }

    /**
     * Sets how often each question is asked: as configured, otherwise as the dataset states, where the load allows it.
     */
    private QuestionSettings inEpochs(Dataset asked) {
        if (questions.epochs().isPresent()) {
            return questions;
        }
        int usual = replays() || isEndless() ? 1 : asked.epochs();
        if (usual > 1) {
            reportWait("Each question of " + asked.displayName() + " is asked " + usual
                    + " times, as the dataset says; " + Setting.EPOCHS + " says otherwise");
        }
        return questions.epochs(usual);
    }

    private boolean replays() {
        return load.shape() instanceof LoadShape.Replay;
    }

    private boolean isEndless() {
        return load.duration().isPresent() && questions.maxQueries().isEmpty();
    }

    private void refuseEpochs() {
        if (questions.rounds() > 1 && (replays() || isEndless())) {
            throw new ConfigurationException(Setting.EPOCHS + " asks each question so many times, and this load asks "
                    + (replays()
                            ? "what its trace asks: leave the epochs out"
                            : "again and again until its time is over: leave the epochs out, or give "
                                    + Setting.MAX_QUERIES));
        }
    }
}
