package dev.ipw.settings;

import dev.ipw.dataset.TokenCount;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The sources of plugins, and objects without an id. None of it is kept with a run.
 *
 * @param discovery   true to find plugins on the class path
 * @param classLoader the class loader of the plugins; empty for the thread's context class loader
 * @param providers   registered by hand; they win over discovered ones
 * @param sources     sensors that are read in addition to those of the collectors
 * @param tokenCount  counts the tokens of generated prompts; empty to ask the server
 * @param environment the kernel's trees and the environment variables
 */
@API(status = API.Status.EXPERIMENTAL)
public record PluginSettings(boolean discovery, Optional<ClassLoader> classLoader, List<PluginProvider> providers,
        List<TelemetrySource> sources, Optional<TokenCount> tokenCount, TelemetryEnvironment environment) {
    /** Copies the lists and rejects nulls. */
    public PluginSettings {
        Objects.requireNonNull(classLoader, "classLoader");
        providers = List.copyOf(providers);
        sources = List.copyOf(sources);
        Objects.requireNonNull(tokenCount, "tokenCount");
        Objects.requireNonNull(environment, "environment");
    }

    /**
     * Returns the settings that find plugins on the class path, on this machine.
     *
     * @return the defaults
     */
    public static PluginSettings defaults() {
        return new PluginSettings(true, Optional.empty(), List.of(), List.of(), Optional.empty(),
                TelemetryEnvironment.system());
    }

    /**
     * Switches the discovery of plugins on the class path on or off. It is on by default.
     *
     * @param enabled false to use registered providers and own instances only
     * @return the changed copy
     */
    public PluginSettings discovery(boolean enabled) {
        return new PluginSettings(enabled, classLoader, providers, sources, tokenCount, environment);
    }

    /**
     * Sets the class loader in which plugins are discovered.
     *
     * @param loader sees the plugins
     * @return the changed copy
     */
    public PluginSettings classLoader(ClassLoader loader) {
        return new PluginSettings(discovery, Optional.of(loader), providers, sources, tokenCount, environment);
    }

    /**
     * Registers a provider explicitly: of clients, datasets, evaluators or sensors. It takes precedence over a
     * discovered one.
     *
     * @param provider the provider
     * @return a copy with it in addition to the others
     */
    public PluginSettings register(PluginProvider provider) {
        return new PluginSettings(discovery, classLoader, with(providers, provider), sources, tokenCount, environment);
    }

    /**
     * Adds sensors of your own to the chosen collectors. They serve one run and are closed at its end.
     *
     * @param source the sensors
     * @return a copy with them in addition to the others
     */
    public PluginSettings telemetrySource(TelemetrySource source) {
        return new PluginSettings(discovery, classLoader, providers, with(sources, source), tokenCount, environment);
    }

    /**
     * Counts the tokens of generated prompts with a tokenizer of your own. Without it the server is asked before the
     * run, with a few short requests.
     *
     * @param count counts the tokens of a prompt
     * @return the changed copy
     */
    public PluginSettings tokenCount(TokenCount count) {
        return new PluginSettings(discovery, classLoader, providers, sources, Optional.of(count), environment);
    }

    /**
     * Sets the kernel's trees and the environment variables, instead of this process' own.
     *
     * @param value the environment
     * @return the changed copy
     */
    public PluginSettings environment(TelemetryEnvironment value) {
        return new PluginSettings(discovery, classLoader, providers, sources, tokenCount, value);
    }

    /**
     * Finds plugins of a kind by their ids.
     *
     * @param <T>  the kind's provider
     * @param kind the kind's name for people, such as {@code client}
     * @param type the kind's provider
     * @return the registered and the discovered ones
     */
    public <T extends PluginProvider> Plugins<T> of(String kind, Class<T> type) {
        Plugins.Builder<T> plugins = Plugins.builder(kind, type).discovery(discovery);
        classLoader.ifPresent(plugins::classLoader);
        providers.stream().filter(type::isInstance).map(type::cast).forEach(plugins::register);
        return plugins.build();
    }

    private static <T> List<T> with(List<T> before, T one) {
        List<T> more = new ArrayList<>(before);
        more.add(Objects.requireNonNull(one, "one"));
        return more;
    }
}
