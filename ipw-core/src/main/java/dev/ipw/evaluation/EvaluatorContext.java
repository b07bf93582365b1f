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
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The context of evaluators: model clients, environment variables, a cache folder and a progress listener. None of it
 * is written into a run.
 */
@API(status = API.Status.EXPERIMENTAL)
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
     * Creates a client of a model. The evaluator owns it and closes it in its own {@code close}.
     *
     * @param id         the client's id, for example {@code openai}
     * @param model      the model to ask; empty for the client's default, if it has one
     * @param baseUrl    the server's address; empty for the client's default
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
     * Returns an environment variable, the source of secrets such as API keys.
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
     * Returns the folder for files that may be kept between runs; it is created if missing. Evaluators share it: use a
     * folder of your own in it, named after the evaluator.
     *
     * @return the folder
     * @throws dev.ipw.error.InputException if it cannot be created
     */
    public Path cacheFolder() {
        return CacheFolder.made(cacheFolder.orElseGet(() -> CacheFolder.of(this::variable)));
    }

    /**
     * Describes the model whose answers are evaluated, which should not judge itself.
     *
     * @return its description; empty if it is unknown
     */
    public Optional<ClientInfo> modelUnderTest() {
        return modelUnderTest;
    }

    /**
     * Reports progress of a slow step to the run's listener, from any thread.
     *
     * @param sentence the current activity, without secrets
     */
    public void progress(String sentence) {
        progress.accept(Objects.requireNonNull(sentence, "sentence"));
    }

    /**
     * Sets the listener of slow steps.
     *
     * @param listener takes the sentences
     * @return the changed copy
     */
    public EvaluatorContext withProgress(Consumer<String> listener) {
        return new EvaluatorContext(clients, variables, cacheFolder, listener, wrapper, modelUnderTest);
    }

    /**
     * Wraps every client that is created, for example to count its calls.
     *
     * @param around returns the evaluators' client for the one that was created
     * @return the changed copy
     */
    public EvaluatorContext withClients(UnaryOperator<InferenceClient> around) {
        return new EvaluatorContext(clients, variables, cacheFolder, progress, around, modelUnderTest);
    }

    /**
     * Sets the model whose answers are evaluated.
     *
     * @param model the model under test
     * @return the changed copy
     */
    public EvaluatorContext withModelUnderTest(ClientInfo model) {
        return new EvaluatorContext(clients, variables, cacheFolder, progress, wrapper, Optional.of(model));
    }

    /** Hides the environment, which may contain secrets. */
    @Override
    public String toString() {
        return "evaluator context";
    }

    /** A builder of a context. */
    public static final class Builder {
        private @Nullable Plugins<InferenceClientProvider> clients;
        private Map<String, String> variables = System.getenv();
        private Optional<Path> cacheFolder = Optional.empty();
        private Consumer<String> progress = sentence -> {};

        private Optional<ClientInfo> modelUnderTest = Optional.empty();

        private Builder() {}

        /**
         * Sets the clients that are found by their ids.
         *
         * @param lookup finds them
         * @return this builder for method chaining
         */
        public Builder clients(Plugins<InferenceClientProvider> lookup) {
            clients = Objects.requireNonNull(lookup, "lookup");
            return this;
        }

        /**
         * Sets the environment variables.
         *
         * @param values by name
         * @return this builder for method chaining
         */
        public Builder variables(Map<String, String> values) {
            variables = Map.copyOf(values);
            return this;
        }

        /**
         * Sets the model whose answers are evaluated.
         *
         * @param model its description
         * @return this builder for method chaining
         */
        public Builder modelUnderTest(ClientInfo model) {
            modelUnderTest = Optional.of(model);
            return this;
        }

        /**
         * Sets the folder for files that are kept between runs.
         *
         * @param folder the folder, created when an evaluator needs it
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
         * Builds the context.
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
