package dev.ipw;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.Datasets;
import dev.ipw.dataset.Sampling;
import dev.ipw.dataset.TokenCount;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.Load;
import dev.ipw.profile.LoadShape;
import dev.ipw.profile.ProfilerListener;
import dev.ipw.results.RunDirectory;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Say what to profile and how. Each setter replaces what was set before; those named in the plural accumulate. */
public final class ProfilerBuilder {
    private static final Duration MOST_COOL_DOWN = Duration.ofHours(1);
    private static final int DEFAULT_WARM_UP = 3;
    private static final double DEFAULT_IDLE_SECONDS = 5;
    private static final double MOST_IDLE_SECONDS = 600;

    private final Map<String, String> clientParameters = new LinkedHashMap<>();
    private final Map<String, String> datasetParameters = new LinkedHashMap<>();
    private final Map<String, String> evaluatorParameters = new LinkedHashMap<>();
    private final List<PluginProvider> providers = new ArrayList<>();
    final List<ProfilerListener> listeners = new ArrayList<>();
    final List<TelemetrySource> sources = new ArrayList<>();
    private @Nullable InferenceClient client;
    private @Nullable String clientId;
    private @Nullable String model;
    private @Nullable URI baseUrl;
    private @Nullable Dataset dataset;
    private @Nullable String datasetId;
    private @Nullable ClassLoader classLoader;
    private boolean discovery = true;
    private TelemetryEnvironment environment = TelemetryEnvironment.system();
    Optional<TokenCount> tokenCount = Optional.empty();
    Optional<Evaluator> evaluator = Optional.empty();
    Optional<String> evaluatorId = Optional.empty();
    OptionalInt maxQueries = OptionalInt.empty();
    int warmupQueries = DEFAULT_WARM_UP;
    double idleSeconds = DEFAULT_IDLE_SECONDS;
    Duration coolDown = Duration.ZERO;
    long seed = Sampling.DEFAULT_SEED;
    Load load = Load.sequential();
    GenerationOptions generation = GenerationOptions.defaults();
    String telemetry = "auto";
    boolean calibration = true;
    Optional<ServingHost> servingHost = Optional.empty();
    Path output = Path.of("runs");
    Optional<String> runName = Optional.empty();
    Optional<String> command = Optional.empty();
    AccountingChoice accounting = AccountingChoice.NONE;
    boolean overwrite;
    boolean resume;

    ProfilerBuilder() {}

    /**
     * Ask through a client of your own; it stays open after the profiler is closed.
     *
     * @param instance the client
     * @return this builder for method chaining
     */
    public ProfilerBuilder client(InferenceClient instance) {
        client = Objects.requireNonNull(instance, "instance");
        clientId = null;
        return this;
    }

    /**
     * Ask through a client found by its id.
     *
     * @param id for example {@code openai}
     * @return this builder for method chaining
     */
    public ProfilerBuilder client(String id) {
        clientId = Objects.requireNonNull(id, "id");
        client = null;
        return this;
    }

    /**
     * Name the model, for a client found by its id.
     *
     * @param name the model's name as its server knows it
     * @return this builder for method chaining
     */
    public ProfilerBuilder model(String name) {
        model = Objects.requireNonNull(name, "name");
        return this;
    }

    /**
     * Say where the server is, for a client found by its id.
     *
     * @param url for example {@code http://127.0.0.1:8000/v1}
     * @return this builder for method chaining
     * @throws ConfigurationException if it is no address
     */
    public ProfilerBuilder baseUrl(String url) {
        try {
            baseUrl = new URI(Objects.requireNonNull(url, "url").strip());
        } catch (URISyntaxException notAnAddress) {
            // No cause: it quotes the address, and a user or a key may stand in it.
            throw new ConfigurationException(
                    "'" + Redaction.typedAddress(url) + "' is no address: " + notAnAddress.getReason()
                            + ". Give one such as http://127.0.0.1:8000/v1");
        }
        return this;
    }

    /**
     * Give parameters to a client found by its id.
     *
     * @param parameters by name; added to those given before
     * @return this builder for method chaining
     */
    public ProfilerBuilder clientParameters(Map<String, String> parameters) {
        clientParameters.putAll(parameters);
        return this;
    }

    /**
     * Ask the questions of a dataset of your own.
     *
     * @param instance the dataset
     * @return this builder for method chaining
     */
    public ProfilerBuilder dataset(Dataset instance) {
        dataset = Objects.requireNonNull(instance, "instance");
        datasetId = null;
        return this;
    }

    /**
     * Ask the questions of a dataset found by its id, or read from a path.
     *
     * @param idOrPath an id such as {@code starter}, or a path such as {@code questions.jsonl}
     * @return this builder for method chaining
     */
    public ProfilerBuilder dataset(String idOrPath) {
        datasetId = Objects.requireNonNull(idOrPath, "idOrPath");
        dataset = null;
        return this;
    }

    /**
     * Give parameters to a dataset found by its id or path.
     *
     * @param parameters by name; added to those given before
     * @return this builder for method chaining
     */
    public ProfilerBuilder datasetParameters(Map<String, String> parameters) {
        datasetParameters.putAll(parameters);
        return this;
    }

    /**
     * Count the tokens of made-up prompts by a tokenizer of your own. Without it the server is asked before the run, by a few
     * short requests, how many it counts.
     *
     * @param count counts the tokens of a prompt
     * @return this builder for method chaining
     */
    public ProfilerBuilder tokenCount(TokenCount count) {
        tokenCount = Optional.of(count);
        return this;
    }

    /**
     * Judge every answer by an evaluator of your own, whatever the records name.
     *
     * @param instance the evaluator
     * @return this builder for method chaining
     */
    public ProfilerBuilder evaluator(Evaluator instance) {
        evaluator = Optional.of(instance);
        evaluatorId = Optional.empty();
        return this;
    }

    /**
     * Judge every answer by an evaluator found by its id, whatever the records name.
     *
     * @param id for example {@code numeric}
     * @return this builder for method chaining
     */
    public ProfilerBuilder evaluator(String id) {
        evaluatorId = Optional.of(id);
        evaluator = Optional.empty();
        return this;
    }

    /**
     * Give parameters, such as tolerances, to the evaluator chosen by {@link #evaluator(String)}.
     *
     * @param parameters by name; added to those given before
     * @return this builder for method chaining
     */
    public ProfilerBuilder evaluatorParameters(Map<String, String> parameters) {
        evaluatorParameters.putAll(parameters);
        return this;
    }

    /**
     * Ask at most so many questions, drawn so that each subject keeps its share.
     *
     * @param count at least 1
     * @return this builder for method chaining
     */
    public ProfilerBuilder maxQueries(int count) {
        if (count < 1) {
            throw new ConfigurationException("The number of queries must be at least 1, not " + count
                    + "; leave it out to ask the whole dataset");
        }
        maxQueries = OptionalInt.of(count);
        return this;
    }

    /**
     * Send requests first that are thrown away. They are no records of the dataset.
     *
     * @param count at least 0
     * @return this builder for method chaining
     */
    public ProfilerBuilder warmupQueries(int count) {
        if (count < 0) {
            throw new ConfigurationException("The number of warm-up queries must be at least 0, not " + count);
        }
        warmupQueries = count;
        return this;
    }

    /**
     * Let devices cool down between the runs of a series, until each is at most 3 degrees warmer than where the first run
     * began. Where no temperature is readable, it waits for all of the time.
     *
     * @param longest how long to wait at most, up to an hour; zero for no wait, as if nothing is said
     * @return this builder
     */
    public ProfilerBuilder coolDown(Duration longest) {
        if (longest.isNegative() || longest.compareTo(MOST_COOL_DOWN) > 0) {
            throw new ConfigurationException("A cool-down lasts 0 to " + MOST_COOL_DOWN.toMinutes() + " minutes, not "
                    + longest.toSeconds() + " s");
        }
        coolDown = longest;
        return this;
    }

    /**
     * Rest for a while before the measured stretch, with the model loaded, and again after it, so that it is known what the
     * devices draw anyway. The default is 5 seconds each; where nothing measures the machine that serves, there is no rest.
     *
     * @param seconds 0 to 600; 0 for no rest
     * @return this builder for method chaining
     */
    public ProfilerBuilder idleSeconds(double seconds) {
        if (!(seconds >= 0 && seconds <= MOST_IDLE_SECONDS)) {
            throw new ConfigurationException("The rest before and after the run must last 0 to 600 seconds, not "
                    + seconds + "; 0 switches it off");
        }
        idleSeconds = seconds;
        return this;
    }

    /**
     * Choose the seed of the sample.
     *
     * @param value any number
     * @return this builder for method chaining
     */
    public ProfilerBuilder seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Say how requests are put on the model.
     *
     * @param shape the load
     * @return this builder for method chaining
     */
    public ProfilerBuilder load(Load shape) {
        load = Objects.requireNonNull(shape, "shape");
        return this;
    }

    /**
     * Say how the model should generate.
     *
     * @param options the options
     * @return this builder for method chaining
     */
    public ProfilerBuilder generation(GenerationOptions options) {
        generation = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Say whether to find out before the run how late this library's clients note events on this machine; it takes half a
     * second, and a client that does not use the library's transport has none. It is on by default.
     *
     * @param enabled false to leave it out
     * @return this builder for method chaining
     */
    public ProfilerBuilder calibration(boolean enabled) {
        calibration = enabled;
        return this;
    }

    /**
     * Choose the collectors.
     *
     * @param selection {@code auto} for every sensor of this machine, {@code none}, or collector ids joined by commas;
     *                  {@code auto,estimate} estimates the processor's joules where nothing measures them
     * @return this builder for method chaining
     */
    public ProfilerBuilder telemetry(String selection) {
        telemetry = Objects.requireNonNull(selection, "selection");
        return this;
    }

    /**
     * Say where the model runs, in place of the client's own guess: it takes loopback and the machine's own addresses for
     * this machine, and cannot tell a tunnel from a server. The joules of another machine come only from a collector that
     * reads it, such as {@code prometheus}.
     *
     * @param host where the model runs
     * @return this builder for method chaining
     */
    public ProfilerBuilder servingHost(ServingHost host) {
        servingHost = Optional.of(host);
        return this;
    }

    /**
     * Read sensors of your own beside the chosen collectors. They serve one run and are closed at its end.
     *
     * @param source the sensors
     * @return this builder for method chaining
     */
    public ProfilerBuilder telemetrySource(TelemetrySource source) {
        sources.add(Objects.requireNonNull(source, "source"));
        return this;
    }

    /**
     * Say where the kernel's trees and the environment variables are, in place of this process' own.
     *
     * @param value the environment
     * @return this builder for method chaining
     */
    public ProfilerBuilder environment(TelemetryEnvironment value) {
        environment = Objects.requireNonNull(value, "value");
        return this;
    }

    /**
     * Say where runs are kept.
     *
     * @param directory created if missing
     * @return this builder for method chaining
     */
    public ProfilerBuilder output(Path directory) {
        output = Objects.requireNonNull(directory, "directory");
        return this;
    }

    /**
     * Name the run. A run of that name that exists is refused unless {@link #overwrite(boolean)} is set.
     *
     * @param name one folder name
     * @return this builder for method chaining
     */
    public ProfilerBuilder runName(String name) {
        RunDirectory.requireName(name);
        runName = Optional.of(name);
        return this;
    }

    /**
     * Replace an existing run of the same name. One that is still going, in any process, and a folder with anything that no
     * run made are refused when the run begins.
     *
     * @param allowed true to delete it
     * @return this builder for method chaining
     */
    public ProfilerBuilder overwrite(boolean allowed) {
        overwrite = allowed;
        return this;
    }

    /**
     * Go on with the run that {@link #runName(String)} names: one that was killed, ended early or lost its server. What has
     * no outcome is asked, and what never reached the server is asked again; every other outcome stands. What is asked for
     * must be the same as when the run was begun.
     *
     * @param goOn true to go on; false, which it is without this call, to begin a run
     * @return this builder
     */
    public ProfilerBuilder resume(boolean goOn) {
        resume = goOn;
        return this;
    }

    /**
     * Keep the command line that starts the run with it; secrets in it are replaced.
     *
     * @param line the command line
     * @return this builder for method chaining
     */
    public ProfilerBuilder command(String line) {
        command = Optional.of(line);
        return this;
    }

    /**
     * Reckon money by a price list of your own, which wins over the one that comes with this library.
     *
     * @param list the prices; {@link PriceList#read} reads a file
     * @return this builder for method chaining
     */
    public ProfilerBuilder prices(PriceList list) {
        accounting = accounting.withPrices(Objects.requireNonNull(list, "list"));
        return this;
    }

    /**
     * Reckon what a machine of your own costs: its time, its electricity and the carbon behind that.
     *
     * @param factors what is known of it
     * @return this builder for method chaining
     */
    public ProfilerBuilder costFactors(CostFactors factors) {
        accounting = accounting.withFactors(Objects.requireNonNull(factors, "factors"));
        return this;
    }

    /**
     * Reckon work by the model's sizes, in place of the short list that comes with this library.
     *
     * @param card the sizes; {@link ModelCard#read} reads a {@code config.json} or a GGUF file
     * @return this builder for method chaining
     */
    public ProfilerBuilder modelCard(ModelCard card) {
        accounting = accounting.withCard(Objects.requireNonNull(card, "card"));
        return this;
    }

    /**
     * Say what the model's matrices are multiplied in, in place of what its card says.
     *
     * @param value the precision
     * @return this builder for method chaining
     */
    public ProfilerBuilder precision(Precision value) {
        accounting = accounting.withPrecision(Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Follow the run. Several may follow it.
     *
     * @param listener hears what happens
     * @return this builder for method chaining
     */
    public ProfilerBuilder listener(ProfilerListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Register a provider by hand: of clients, datasets, evaluators or sensors. It wins over a discovered one.
     *
     * @param provider the provider
     * @return this builder for method chaining
     */
    public ProfilerBuilder register(PluginProvider provider) {
        providers.add(Objects.requireNonNull(provider, "provider"));
        return this;
    }

    /**
     * Switch the discovery of plugins on the class path on or off. It is on by default.
     *
     * @param enabled false to use registered providers and own instances only
     * @return this builder for method chaining
     */
    public ProfilerBuilder discovery(boolean enabled) {
        discovery = enabled;
        return this;
    }

    /**
     * Say where plugins are discovered. The default is the thread's context class loader.
     *
     * @param loader sees the plugins
     * @return this builder for method chaining
     */
    public ProfilerBuilder classLoader(ClassLoader loader) {
        classLoader = Objects.requireNonNull(loader, "loader");
        return this;
    }

    /**
     * Look up and check everything that can be checked without sending a request.
     *
     * @return the profiler; close it after use
     * @throws ConfigurationException       if something is missing, unknown or wrong
     * @throws dev.ipw.error.InputException if the dataset's file is missing
     */
    public Profiler build() {
        refuseUnused();
        Parameters ofClient = Parameters.of("client " + clientId, clientParameters);
        Optional<InferenceClientProvider> provider = Optional.ofNullable(clientId)
                .filter(id -> client == null)
                .map(plugins("client", InferenceClientProvider.class)::require);
        InferenceClient chosen = client != null
                ? client
                : provider.orElseThrow(() -> new ConfigurationException(
                        "No client: call client(...) with an id such as openai, or with a client of your own"))
                        .create(new ClientOptions(Optional.ofNullable(model), Optional.ofNullable(baseUrl), ofClient,
                                environment.variables(), seed));
        try {
            Dataset asked = load.shape() instanceof LoadShape.Replay replay
                    ? replay.trace().dataset()
                    : dataset != null ? dataset : openDataset(provider);
            ProfilerPlanner planner = new ProfilerPlanner(this, chosen, asked);
            return new Profiler(planner, chosen, client == null);
        } catch (RuntimeException wrong) {
            if (client == null) {
                chosen.close();
            }
            throw wrong;
        }
    }

    private void refuseUnused() {
        if (client != null && (model != null || baseUrl != null || !clientParameters.isEmpty())) {
            throw new ConfigurationException(
                    "model(...), baseUrl(...) and clientParameters(...) are for a client found by"
                            + " its id; a client of your own is made with them already");
        }
        if (dataset != null && !datasetParameters.isEmpty()) {
            throw new ConfigurationException("datasetParameters(...) are for a dataset found by its id or path;"
                    + " a dataset of your own is made with them already");
        }
        if (load.shape() instanceof LoadShape.Replay && (dataset != null || datasetId != null)) {
            throw new ConfigurationException(
                    "A replay asks what its trace asks: leave dataset(...) out (on the command line --dataset)");
        }
        if (evaluatorId.isEmpty() && !evaluatorParameters.isEmpty()) {
            throw new ConfigurationException("evaluatorParameters(...) are for the evaluator chosen by evaluator(id);"
                    + " choose one (on the command line --evaluator ID)");
        }
        evaluatorId.ifPresent(id -> Evaluators.create(id, evaluatorParameters, evaluators()));
    }

    private Dataset openDataset(Optional<InferenceClientProvider> provider) {
        String id = Optional.ofNullable(datasetId).or(() -> provider.map(InferenceClientProvider::defaultDataset))
                .orElseThrow(() -> new ConfigurationException(
                        "No dataset: call dataset(...) with an id such as starter, a path, or a dataset of your own"));
        return Datasets.open(id, Parameters.of("dataset " + id, datasetParameters),
                plugins("dataset", DatasetProvider.class));
    }

    Plugins<EvaluatorProvider> evaluators() {
        return plugins("evaluator", EvaluatorProvider.class);
    }

    List<TelemetryProvider> collectors() {
        return plugins("collector", TelemetryProvider.class).all();
    }

    TelemetryEnvironment environment() {
        return environment;
    }

    Map<String, String> clientParameters() {
        return Map.copyOf(clientParameters);
    }

    Map<String, String> evaluatorParameters() {
        return Map.copyOf(evaluatorParameters);
    }

    Map<String, String> datasetParameters() {
        return Map.copyOf(datasetParameters);
    }

    private <T extends PluginProvider> Plugins<T> plugins(String kind, Class<T> type) {
        Plugins.Builder<T> builder = Plugins.builder(kind, type).discovery(discovery);
        if (classLoader != null) {
            builder.classLoader(classLoader);
        }
        providers.stream().filter(type::isInstance).map(type::cast).forEach(builder::register);
        return builder.build();
    }
}
