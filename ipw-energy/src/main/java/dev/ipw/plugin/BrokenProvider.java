package dev.ipw.plugin;

import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import java.io.IOException;
import java.net.URL;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The description of a provider that could not be loaded: the jar that names it, and the problem. */
final class BrokenProvider {
    private static final int MAX_CHARACTERS = 300;
    /** The message of {@link java.util.ServiceLoader}: the kind, and the class in question. */
    private static final Pattern NAMED = Pattern.compile("[\\w.$]+: Provider ([\\w.$]+) (.*)", Pattern.DOTALL);
    private static final Pattern JAR = Pattern.compile(".*/([^/!]+)!/.*");

    private BrokenProvider() {}

    /** Returns one sentence such as {@code weather.jar: dev.weather.Nope not found}. */
    static String describe(Class<?> type, ClassLoader loader, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        Matcher named = NAMED.matcher(message);
        if (!(failure instanceof ServiceConfigurationError) || !named.matches()) {
            return excerpt(failure instanceof ServiceConfigurationError
                    ? message.replace(type.getName() + ": ", "")
                    : "a provider's class cannot be loaded (" + FailureText.of(failure) + ")");
        }
        Throwable cause = failure.getCause();
        return sentence(type, loader, named.group(1),
                named.group(2) + (cause == null ? "" : " (" + FailureText.of(cause) + ")"));
    }

    /** Describes a provider that failed when it was asked for its id: the jar that names it, and the failure. */
    static String nameless(Class<?> type, ClassLoader loader, Object provider, Throwable failure) {
        return sentence(type, loader, provider.getClass().getName(),
                "does not give its id (" + FailureText.of(failure) + ")");
    }

    /** Describes a catalogue that failed when it was asked for its plugins: the jar that names it, and the failure. */
    static String unlisted(ClassLoader loader, PluginCatalogue catalogue, Throwable failure) {
        return sentence(PluginCatalogue.class, loader, catalogue.getClass().getName(),
                "does not list its plugins (" + FailureText.of(failure) + ")");
    }

    /** Describes a provider of this project whose class a jar of jars lacks, or that fails. */
    static String unmerged(String provider, Throwable failure) {
        return excerpt(provider + " could not be instantiated (" + FailureText.of(failure)
                + "). If this is a jar of jars, pack every class of the dependencies into it");
    }

    private static String sentence(Class<?> type, ClassLoader loader, String provider, String why) {
        return excerpt(jar(type, loader, provider).map(jar -> jar + ": ").orElse("") + provider + " " + why);
    }

    private static String excerpt(String sentence) {
        return Redaction.excerpt(sentence, MAX_CHARACTERS);
    }

    private static Optional<String> jar(Class<?> type, ClassLoader loader, String provider) {
        try {
            List<URL> files = Collections.list(loader.getResources("META-INF/services/" + type.getName()));
            for (URL file : files) {
                if (names(file, provider)) {
                    return Optional.of(name(file));
                }
            }
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean names(URL file, String provider) throws IOException {
        try (var content = file.openStream()) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .anyMatch(line -> line.split("#", 2)[0].strip().equals(provider));
        }
    }

    /** Returns the name of the jar, or the path of a folder's file. */
    private static String name(URL file) {
        Matcher jar = JAR.matcher(file.toString());
        // A plus sign in a file's name is literal.
        return URLDecoder.decode((jar.matches() ? jar.group(1) : file.getPath()).replace("+", "%2B"),
                StandardCharsets.UTF_8);
    }
}
