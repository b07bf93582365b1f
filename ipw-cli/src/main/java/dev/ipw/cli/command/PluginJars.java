package dev.ipw.cli.command;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.PluginProvider;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/** The class loader for the jars of {@code --plugins}. */
final class PluginJars {
    private static final String CLASS = ".class";
    private static final String SERVICES = "META-INF/services/dev.ipw.";

    private PluginJars() {}

    /**
     * Creates a class loader that sees the jars and everything its parent sees.
     *
     * @param jars   the jars as typed
     * @param parent sees the command itself
     * @return the parent if there are no jars
     * @throws ConfigurationException if one of them is missing or no jar
     */
    static ClassLoader classLoader(List<Path> jars, ClassLoader parent) {
        if (jars.isEmpty()) {
            return parent;
        }
        URL[] urls = jars.stream().map(PluginJars::url).toArray(URL[]::new);
        // Lives as long as the process.
        return new URLClassLoader("plugins", urls, parent);
    }

    /**
     * Lists the errors in the jars: providers that cannot be loaded, and jars without any.
     *
     * @param jars   the jars as typed
     * @param loader sees them
     * @return one sentence each
     */
    static List<String> problems(List<Path> jars, ClassLoader loader) {
        List<String> problems = new ArrayList<>();
        jars.stream().filter(jar -> !hasProviders(jar)).forEach(jar -> problems.add("no providers in "
                + jar.getFileName() + ": it has no file META-INF/services/dev.ipw..., by which plugins are found"));
        if (!jars.isEmpty()) {
            // A catalogue that cannot be made is a problem of every kind.
            Arrays.stream(PluginKind.values()).flatMap(kind -> kind.problems(loader).stream()).distinct()
                    .forEach(problems::add);
        }
        return problems;
    }

    /**
     * Lists providers in the jars that are not found, as where several jars were packed into one without merging their
     * files of providers. Loads every class of the jars.
     *
     * @param jars   the jars as typed
     * @param loader sees them
     * @return one sentence each
     */
    static List<String> notFound(List<Path> jars, ClassLoader loader) {
        Set<String> named = jars.stream().flatMap(jar -> namedProviders(jar).stream()).collect(Collectors.toSet());
        return jars.stream().flatMap(jar -> providers(jar, loader).stream().filter(type -> !named.contains(type))
                .map(type -> jar.getFileName() + ": " + type + " is a plugin that is not found, as no file"
                        + " META-INF/services/dev.ipw... names it. Where several jars were packed into one, merge"
                        + " these files of all of them"))
                .toList();
    }

    private static List<String> providers(Path jar, ClassLoader loader) {
        try (JarFile readable = new JarFile(jar.toFile())) {
            return readable.stream().map(JarEntry::getName).filter(name -> name.endsWith(CLASS))
                    .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                    .filter(name -> isProvider(name, loader)).toList();
        } catch (IOException noJar) {
            throw unreadable(jar, noJar);
        }
    }

    /** Returns whether a class of the jars is a provider that a service loader could make. */
    private static boolean isProvider(String name, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return type.getClassLoader() == loader && PluginProvider.class.isAssignableFrom(type)
                    && Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers())
                    && Arrays.stream(type.getConstructors())
                            .anyMatch(constructor -> constructor.getParameterCount() == 0);
        } catch (ClassNotFoundException | LinkageError unusable) {
            return false;
        }
    }

    /** Returns the classes that the files of providers in a jar name. */
    private static List<String> namedProviders(Path jar) {
        try (JarFile readable = new JarFile(jar.toFile())) {
            List<String> named = new ArrayList<>();
            for (JarEntry file : readable.stream().filter(entry -> entry.getName().startsWith(SERVICES)).toList()) {
                String text = new String(readable.getInputStream(file).readAllBytes(), StandardCharsets.UTF_8);
                text.lines().map(line -> line.replaceFirst("#.*", "").strip()).forEach(named::add);
            }
            return named;
        } catch (IOException noJar) {
            throw unreadable(jar, noJar);
        }
    }

    private static boolean hasProviders(Path jar) {
        try (JarFile readable = new JarFile(jar.toFile())) {
            return readable.stream().anyMatch(entry -> entry.getName().startsWith(SERVICES));
        } catch (IOException noJar) {
            throw unreadable(jar, noJar);
        }
    }

    private static URL url(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new ConfigurationException(
                    "No such plugin jar: " + jar.toAbsolutePath() + " (--plugins takes jars, separated by commas)");
        }
        try (JarFile readable = new JarFile(jar.toFile())) {
            return Path.of(readable.getName()).toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new ConfigurationException("Cannot be opened: " + jar, impossible);
        } catch (IOException noJar) {
            throw unreadable(jar, noJar);
        }
    }

    private static ConfigurationException unreadable(Path jar, IOException why) {
        return new ConfigurationException("Not a jar that can be read: " + jar.toAbsolutePath() + " ("
                + why.getMessage() + ")", why);
    }
}
