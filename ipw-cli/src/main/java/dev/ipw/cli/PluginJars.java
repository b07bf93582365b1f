package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

/** Put the jars of {@code --plugins} behind one class loader. */
final class PluginJars {
    private PluginJars() {}

    /**
     * Make a class loader that sees the jars and everything its parent sees.
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
            throw new ConfigurationException("Not a jar that can be read: " + jar.toAbsolutePath() + " ("
                    + noJar.getMessage() + ")", noJar);
        }
    }
}
