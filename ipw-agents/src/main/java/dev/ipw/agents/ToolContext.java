package dev.ipw.agents;

import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.secret.SecretRedactor;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** The environment of tools: variables, a cache folder and a progress listener. None of it is written into a run. */
@API(status = API.Status.EXPERIMENTAL)
public final class ToolContext {
    private final Map<String, String> variables;
    private final Optional<Path> cacheFolder;
    private final Consumer<String> progress;

    private ToolContext(Map<String, String> variables, Optional<Path> cacheFolder, Consumer<String> progress) {
        this.variables = Map.copyOf(variables);
        this.cacheFolder = cacheFolder;
        this.progress = progress;
    }

    /**
     * Creates a context with this process' environment and the user's cache folder.
     *
     * @return the context
     */
    public static ToolContext system() {
        return of(System.getenv());
    }

    /**
     * Creates a context with other environment variables.
     *
     * @param variables by name
     * @return the context
     */
    public static ToolContext of(Map<String, String> variables) {
        return new ToolContext(variables, Optional.empty(), sentence -> {});
    }

    /**
     * Returns a copy with another folder for data that is kept between runs.
     *
     * @param folder is created when a tool needs it
     * @return a copy with it
     */
    public ToolContext withCacheFolder(Path folder) {
        return new ToolContext(variables, Optional.of(folder), progress);
    }

    /**
     * Returns a copy with a listener of slow steps.
     *
     * @param listener receives sentences, from any thread
     * @return a copy that reports to it
     */
    public ToolContext withProgress(Consumer<String> listener) {
        return new ToolContext(variables, cacheFolder, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Returns an environment variable, the place of secrets such as API keys.
     *
     * @param name its name
     * @return its value; empty if it is not set or blank. Never pass it to a model or write it into a file
     */
    public Optional<String> variable(String name) {
        Optional<String> value = Optional.ofNullable(variables.get(name)).filter(text -> !text.isBlank());
        value.ifPresent(text -> SecretRedactor.learn(name, text));
        return value;
    }

    /**
     * Returns the folder for data that is kept between runs; it is created if missing. Use a subfolder of your own.
     *
     * @return the folder
     * @throws dev.ipw.error.InputException if it cannot be created
     */
    public Path cacheFolder() {
        return CacheFolder.made(cacheFolder.orElseGet(() -> CacheFolder.of(this::variable)));
    }

    /**
     * Reports a slow step.
     *
     * @param sentence the description of the step, without secrets
     */
    public void progress(String sentence) {
        progress.accept(Objects.requireNonNull(sentence, "sentence"));
    }

    /** Returns a text without the environment, which may contain secrets. */
    @Override
    public String toString() {
        return "tool context";
    }
}
