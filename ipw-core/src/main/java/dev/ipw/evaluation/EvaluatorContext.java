package dev.ipw.evaluation;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Provide evaluators with model clients, environment variables, a cache folder and a progress listener. Nothing of it
 * is written into a run.
 */
public final class EvaluatorContext {
    private final Supplier<Plugins<InferenceClientProvider>> clients;
    private final Map<String, String> variables;
    private final Optional<Path> cacheFolder;
    private final Consumer<String> progress;
    private final UnaryOperator<InferenceClient> wrapper;
    private final Optional<ClientInfo> modelUnderTest;

    private EvaluatorContext(Supplier<Plugins<InferenceClientProvider>> clients, Map<String, String> variables,
            Optional<Path> cacheFolder, Consumer<String> progress, UnaryOperator<InferenceClient> wrapper,
            Optional<ClientInfo> modelUnderTest) {
        this.clients = clients;
        this.variables = variables;
        this.cacheFolder = cacheFolder;
        this.progress = progress;
        this.wrapper = wrapper;
        this.modelUnderTest = modelUnderTest;
    }

    /**
     * Starts a context.
     *
     * @return a builder with the clients on the class path, this process' environment and the user's cache folder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Makes a client of a model. It belongs to the evaluator, which closes it when it is closed itself.
     *
     * @param id         the client's id, for example {@code openai}
     * @param model      the model to ask; empty takes the client's default, if it has one
     * @param baseUrl    where the server is; empty takes the client's default
     * @param parameters further parameters of the client; API keys come from environment variables
     * @return the client; nothing has been sent yet
     * @throws dev.ipw.error.ConfigurationException if there is no such client, or an option is wrong
     */
    public InferenceClient client(String id, Optional<String> model, Optional<URI> baseUrl,
            Map<String, String> parameters) {
        return wrapper.apply(clients.get().require(id).create(
                new ClientOptions(model, baseUrl, Parameters.of("client " + id, parameters), variables)));
    }

    /**
     * Looks up an environment variable, where secrets such as API keys come from.
     *
     * @param name its name
     * @return its value; empty if it is not set. Never write a secret into a reason, metadata or a file
     */
    public Optional<String> variable(String name) {
        Optional<String> value = Optional.ofNullable(variables.get(name));
        value.ifPresent(text -> SecretRedactor.learn(name, text));
        return value;
    }

    /**
     * Returns the folder for what may be kept between runs; it is made if missing. Evaluators share it: use a folder of
     * your own in it, named after the evaluator.
     *
     * @return the folder
     * @throws dev.ipw.error.InputException if it cannot be made
     */
    public Path cacheFolder() {
        return CacheFolder.made(cacheFolder.orElseGet(() -> CacheFolder.of(this::variable)));
    }

    /**
     * Describes the model whose answers are evaluated, which should not judge itself.
     *
     * @return its description; empty if it is not known
     */
    public Optional<ClientInfo> modelUnderTest() {
        return modelUnderTest;
    }

    /**
     * Reports progress of a slow step to the run's listener, from any thread.
     *
     * @param sentence what is going on, without secrets
     */
    public void progress(String sentence) {
        progress.accept(Objects.requireNonNull(sentence, "sentence"));
    }

    /**
     * Sets the listener of slow steps.
     *
     * @param listener takes the sentences
     * @return a copy with it
     */
    public EvaluatorContext withProgress(Consumer<String> listener) {
        return new EvaluatorContext(clients, variables, cacheFolder, listener, wrapper, modelUnderTest);
    }

    /**
     * Wraps every client that is made, for example to count its calls.
     *
     * @param around makes the client that evaluators get of the one that was made
     * @return a copy with it
     */
    public EvaluatorContext withClients(UnaryOperator<InferenceClient> around) {
        return new EvaluatorContext(clients, variables, cacheFolder, progress, around, modelUnderTest);
    }

    /**
     * Says whose answers are judged.
     *
     * @param model the model under test
     * @return a copy with it
     */
    public EvaluatorContext withModelUnderTest(ClientInfo model) {
        return new EvaluatorContext(clients, variables, cacheFolder, progress, wrapper, Optional.of(model));
    }

    /** Shows nothing of the environment, which may hold secrets. */
    @Override
    public String toString() {
        return "evaluator context";
    }

    /** Build a context. */
    public static final class Builder {
        private @Nullable Plugins<InferenceClientProvider> clients;
        private Map<String, String> variables = System.getenv();
        private Optional<Path> cacheFolder = Optional.empty();
        private Consumer<String> progress = sentence -> {};

        private Optional<ClientInfo> modelUnderTest = Optional.empty();

        private Builder() {}

        /**
         * Chooses the clients that have ids.
         *
         * @param lookup finds them
         * @return this builder for method chaining
         */
        public Builder clients(Plugins<InferenceClientProvider> lookup) {
            clients = Objects.requireNonNull(lookup, "lookup");
            return this;
        }

        /**
         * Returns the environment variables.
         *
         * @param values by name
         * @return this builder for method chaining
         */
        public Builder variables(Map<String, String> values) {
            variables = Map.copyOf(values);
            return this;
        }

        /**
         * Describes the model whose answers are evaluated.
         *
         * @param model its description
         * @return this builder for method chaining
         */
        public Builder modelUnderTest(ClientInfo model) {
            modelUnderTest = Optional.of(model);
            return this;
        }

        /**
         * Chooses the folder for what is kept between runs.
         *
         * @param folder is created when an evaluator needs it
         * @return this builder for method chaining
         */
        public Builder cacheFolder(Path folder) {
            cacheFolder = Optional.of(folder);
            return this;
        }

        /**
         * Sets the listener of slow steps.
         *
         * @param listener takes the sentences
         * @return this builder for method chaining
         */
        public Builder progress(Consumer<String> listener) {
            progress = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /**
         * Makes the context.
         *
         * @return the context
         */
        public EvaluatorContext build() {
            Plugins<InferenceClientProvider> chosen = clients;
            return new EvaluatorContext(
                    chosen != null
                            ? () -> chosen
                            : () -> Plugins.builder("client", InferenceClientProvider.class).build(),
                    variables, cacheFolder, progress, UnaryOperator.identity(), modelUnderTest);
        }
    }
}
