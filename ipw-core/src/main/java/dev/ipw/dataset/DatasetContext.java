package dev.ipw.dataset;

import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.secret.SecretRedactor;
import java.io.File;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * Provide datasets with environment variables, a cache folder, the network permission and a progress listener. Nothing
 * of it is written into a run.
 */
@API(status = API.Status.STABLE)
public final class DatasetContext {
    private static final Map<String, String> VARIABLES = Map.of("huggingface", "HF_TOKEN");

    private final Map<String, String> variables;
    private final Optional<Path> cacheFolder;
    private final boolean offline;
    private final Consumer<String> progress;

    private DatasetContext(Map<String, String> variables, Optional<Path> cacheFolder, boolean offline,
            Consumer<String> progress) {
        this.variables = Map.copyOf(variables);
        this.cacheFolder = cacheFolder;
        this.offline = offline;
        this.progress = progress;
    }

    /**
     * Creates a context with this process' environment, the user's cache folder and the network, without a listener.
     *
     * @return the context
     */
    public static DatasetContext system() {
        return of(System.getenv());
    }

    /**
     * Takes other environment variables.
     *
     * @param variables by name
     * @return a context with the cache folder that they name, and the network
     */
    public static DatasetContext of(Map<String, String> variables) {
        return new DatasetContext(variables, Optional.empty(), false, sentence -> {});
    }

    /**
     * Chooses the folder for what is fetched.
     *
     * @param folder is created when a dataset needs it
     * @return a copy with it
     */
    public DatasetContext withCacheFolder(Path folder) {
        return new DatasetContext(variables, Optional.of(folder), offline, progress);
    }

    /**
     * Returns whether the network must not be used.
     *
     * @param only true to use only what is on this machine
     * @return a copy that says so
     */
    public DatasetContext withOffline(boolean only) {
        return new DatasetContext(variables, cacheFolder, only, progress);
    }

    /**
     * Sets the listener of slow steps.
     *
     * @param listener takes the sentences
     * @return a copy that tells it
     */
    public DatasetContext withProgress(Consumer<String> listener) {
        return new DatasetContext(variables, cacheFolder, offline, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Looks up an environment variable.
     *
     * @param name its name
     * @return its value; empty if it is not set, or blank. Never write a secret into a record, a message or a file
     */
    public Optional<String> variable(String name) {
        Optional<String> value = Optional.ofNullable(variables.get(name)).filter(text -> !text.isBlank());
        value.ifPresent(text -> SecretRedactor.learn(name, text));
        return value;
    }

    /**
     * Looks up the token of a service in the environment variable that {@link #tokenVariable} names.
     *
     * @param service for example {@code huggingface}
     * @return the token; empty if there is none. Never write it into a record, a message or a file
     */
    public Optional<String> token(String service) {
        return variable(tokenVariable(service));
    }

    /**
     * Names the environment variable that holds the token of a service.
     *
     * @param service for example {@code huggingface}
     * @return {@code HF_TOKEN} for {@code huggingface}, otherwise the service in capitals and {@code _TOKEN}
     */
    public static String tokenVariable(String service) {
        return VARIABLES.getOrDefault(service,
                service.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_TOKEN");
    }

    /**
     * Returns the folder for what is fetched once and read again, without making it.
     *
     * @return the folder
     */
    public Path cachePath() {
        return cacheFolder.orElseGet(() -> CacheFolder.of(this::variable));
    }

    /**
     * Returns the folder for what is fetched once and read again; it is made if missing. Datasets share it: use a
     * folder of your own in it, named after the dataset.
     *
     * @return the folder
     * @throws dev.ipw.error.InputException if it cannot be made
     */
    public Path cacheFolder() {
        return CacheFolder.made(cachePath());
    }

    /**
     * Returns whether the network must not be used.
     *
     * @return true if only what is on this machine may be read
     */
    public boolean isOffline() {
        return offline;
    }

    /**
     * Reports progress of a slow step to the run's listener.
     *
     * @param sentence what is going on, without secrets
     */
    public void progress(String sentence) {
        progress.accept(Objects.requireNonNull(sentence, "sentence"));
    }

    /** Names the folders in which the environment looks for programs. */
    Stream<Path> programFolders() {
        return variable("PATH").stream().flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .filter(folder -> !folder.isBlank()).map(Path::of);
    }

    /** Shows nothing of the environment, which may hold secrets. */
    @Override
    public String toString() {
        return "dataset context" + (offline ? ", offline" : "");
    }
}
