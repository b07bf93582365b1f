package dev.ipw.agents;

import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.secret.SecretRedactor;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** Provide tools with environment variables, a cache folder and a progress listener. Nothing of it is written into a run. */
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
     * Create a context with this process' environment and the user's cache folder.
     *
     * @return the context
     */
    public static ToolContext system() {
        return of(System.getenv());
    }

    /**
     * Create a context with other environment variables.
     *
     * @param variables by name
     * @return the context
     */
    public static ToolContext of(Map<String, String> variables) {
        return new ToolContext(variables, Optional.empty(), sentence -> {});
    }

    /**
     * Choose the folder for what is kept between runs.
     *
     * @param folder is made when a tool needs it
     * @return a copy with it
     */
    public ToolContext withCacheFolder(Path folder) {
        return new ToolContext(variables, Optional.of(folder), progress);
    }

    /**
     * Set the listener of slow steps.
     *
     * @param listener takes sentences, from any thread
     * @return a copy that tells it
     */
    public ToolContext withProgress(Consumer<String> listener) {
        return new ToolContext(variables, cacheFolder, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Look up an environment variable, where secrets such as API keys come from.
     *
     * @param name its name
     * @return its value; empty if it is not set or blank. Never tell it to a model, nor write it into a file
     */
    public Optional<String> variable(String name) {
        Optional<String> value = Optional.ofNullable(variables.get(name)).filter(text -> !text.isBlank());
        value.ifPresent(text -> SecretRedactor.learn(name, text));
        return value;
    }

    /**
     * Return the folder for what may be kept between runs; it is made if missing. Use a folder of your own in it.
     *
     * @return the folder
     * @throws dev.ipw.error.InputException if it cannot be made
     */
    public Path cacheFolder() {
        return CacheFolder.made(cacheFolder.orElseGet(() -> CacheFolder.of(this::variable)));
    }

    /**
     * Tell of a slow step.
     *
     * @param sentence what is going on, without secrets
     */
    public void progress(String sentence) {
        progress.accept(Objects.requireNonNull(sentence, "sentence"));
    }

    /** Show nothing of the environment, which may hold secrets. */
    @Override
    public String toString() {
        return "tool context";
    }
}
