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
 * The context of datasets: environment variables, a cache folder, the network permission and a progress listener. None
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
     * Creates a context with other environment variables.
     *
     * @param variables by name
     * @return a context with the cache folder that they name, and the network
     */
    public static DatasetContext of(Map<String, String> variables) {
        return new DatasetContext(variables, Optional.empty(), false, sentence -> {});
    }

    /**
     * Sets the folder for downloaded files.
     *
     * @param folder the folder, created when a dataset needs it
     * @return the changed copy
     */
    public DatasetContext withCacheFolder(Path folder) {
        return new DatasetContext(variables, Optional.of(folder), offline, progress);
    }

    /**
     * Forbids or allows the network.
     *
     * @param only true to use only data on this machine
     * @return the changed copy
     */
    public DatasetContext withOffline(boolean only) {
        return new DatasetContext(variables, cacheFolder, only, progress);
    }

    /**
     * Sets the listener of slow steps.
     *
     * @param listener takes the sentences
     * @return the changed copy
     */
    public DatasetContext withProgress(Consumer<String> listener) {
        return new DatasetContext(variables, cacheFolder, offline, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Returns an environment variable.
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
     * Returns the token of a service from the environment variable that {@link #tokenVariable} names.
     *
     * @param service for example {@code huggingface}
     * @return the token; empty without one. Never write it into a record, a message or a file
     */
    public Optional<String> token(String service) {
        return variable(tokenVariable(service));
    }

    /**
     * Returns the name of the environment variable for the token of a service.
     *
     * @param service for example {@code huggingface}
     * @return {@code HF_TOKEN} for {@code huggingface}, otherwise the service in capitals and {@code _TOKEN}
     */
    public static String tokenVariable(String service) {
        return VARIABLES.getOrDefault(service,
                service.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_TOKEN");
    }

    /**
     * Returns the folder for downloaded files, without creating it.
     *
     * @return the folder
     */
    public Path cachePath() {
        return cacheFolder.orElseGet(() -> CacheFolder.of(this::variable));
    }

    /**
     * Returns the folder for downloaded files; it is created if missing. Datasets share it: use a folder of your own in
     * it, named after the dataset.
     *
     * @return the folder
     * @throws dev.ipw.error.InputException if it cannot be created
     */
    public Path cacheFolder() {
        return CacheFolder.made(cachePath());
    }

    /**
     * Returns whether the network must not be used.
     *
     * @return true if only data on this machine may be read
     */
    public boolean isOffline() {
        return offline;
    }

    /**
     * Reports progress of a slow step to the run's listener.
     *
     * @param sentence the current activity, without secrets
     */
    public void progress(String sentence) {
        progress.accept(Objects.requireNonNull(sentence, "sentence"));
    }

    /** Returns the folders in which the environment finds programs. */
    Stream<Path> programFolders() {
        return variable("PATH").stream().flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .filter(folder -> !folder.isBlank()).map(Path::of);
    }

    /** Hides the environment, which may contain secrets. */
    @Override
    public String toString() {
        return "dataset context" + (offline ? ", offline" : "");
    }
}
