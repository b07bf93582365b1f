package dev.ipw.benchmarks.hub;

import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.secret.SecretRedactor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The address of the hub and the access to it, from the environment variables of its own tools.
 *
 * @param endpoint the hub's address, without a slash at its end
 * @param token    the user's token; never shown
 * @param cache    the folder of the repositories
 * @param offline  whether only the cache may be used
 */
record HubSettings(String endpoint, Optional<String> token, Path cache, boolean offline) {
    private static final String DEFAULT_ENDPOINT = "https://huggingface.co";
    private static final Set<String> YES = Set.of("1", "true", "yes", "on");
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,4096}");
    private static final int MAX_TOKEN_BYTES = 4096;

    static HubSettings of(DatasetContext context) {
        Path home = context.variable("HF_HOME").map(Path::of).orElseGet(() -> context.variable("XDG_CACHE_HOME")
                .map(Path::of).orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("huggingface"));
        Path cache = context.variable("HF_HUB_CACHE").map(Path::of).orElseGet(() -> home.resolve("hub"))
                .toAbsolutePath();
        boolean offline = context.isOffline() || context.variable("HF_HUB_OFFLINE")
                .filter(value -> YES.contains(value.strip().toLowerCase(Locale.ROOT))).isPresent();
        Optional<String> token = context.token("huggingface").map(String::strip)
                .or(() -> readToken(
                        context.variable("HF_TOKEN_PATH").map(Path::of).orElseGet(() -> home.resolve("token"))));
        if (token.filter(text -> !TOKEN.matcher(text).matches()).isPresent()) {
            throw new ConfigurationException(
                    "The token of the hub holds white space or characters that no token has; set"
                            + " HF_TOKEN, or the file of `hf auth login`, to one token in one line");
        }
        token.ifPresent(SecretRedactor::learn);
        return new HubSettings(endpoint(context), token, cache, offline);
    }

    private static String endpoint(DatasetContext context) {
        String given = context.variable("HF_ENDPOINT").orElse(DEFAULT_ENDPOINT).strip();
        String address = given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        if (!address.matches("https?://[^/?#@]+(/[^?#]*)?")) {
            throw new ConfigurationException("The environment variable HF_ENDPOINT must be an address such as "
                    + DEFAULT_ENDPOINT + ", without user, query or fragment");
        }
        return URI.create(address).toString();
    }

    private static Optional<String> readToken(Path file) {
        return Files.isReadable(file) && Files.isRegularFile(file)
                ? Optional.of(new String(BoundedFile.read(file, MAX_TOKEN_BYTES), StandardCharsets.UTF_8).strip())
                        .filter(token -> !token.isEmpty())
                : Optional.empty();
    }

    /** Returns a text without the token. */
    @Override
    public String toString() {
        return endpoint + (offline ? ", offline" : "");
    }
}
