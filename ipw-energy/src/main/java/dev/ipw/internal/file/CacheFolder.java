package dev.ipw.internal.file;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** The folder for files that may be kept between runs and can be created or fetched again. */
public final class CacheFolder {
    private static final String OURS = "ipw";

    private CacheFolder() {}

    /**
     * Returns it: {@code IPW_CACHE_DIR}, otherwise {@code ipw} in {@code XDG_CACHE_HOME} or in the user's
     * {@code .cache}.
     *
     * @param variable looks up an environment variable
     * @return the folder, which need not exist
     */
    public static Path of(Function<String, Optional<String>> variable) {
        return variable.apply("IPW_CACHE_DIR").filter(text -> !text.isBlank()).map(Path::of)
                .orElseGet(() -> variable.apply("XDG_CACHE_HOME").filter(text -> !text.isBlank()).map(Path::of)
                        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache")).resolve(OURS));
    }

    /**
     * Creates a folder with its parents, unless it exists.
     *
     * @param folder the folder
     * @return the folder
     * @throws InputException if it cannot be created
     */
    public static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new InputException("Cannot make the folder " + folder.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure) + ". Name another one in the environment variable IPW_CACHE_DIR",
                    failure);
        }
    }
}
