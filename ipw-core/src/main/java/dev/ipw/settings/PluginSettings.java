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

/**
 * The sources of plugins, and objects without an id. None of it is kept with a run.
 *
 * @param discovery   true to find plugins on the class path
 * @param classLoader sees the plugins; empty takes the thread's context class loader
 * @param providers   registered by hand; they win over discovered ones
 * @param sources     sensors that are read beside those of the collectors
 * @param tokenCount  counts the tokens of made-up prompts; empty asks the server
 * @param environment where the kernel's trees and the environment variables are
 */
public record PluginSettings(boolean discovery, Optional<ClassLoader> classLoader, List<PluginProvider> providers,
        List<TelemetrySource> sources, Optional<TokenCount> tokenCount, TelemetryEnvironment environment) {
    /** Copies the lists and refuse nulls. */
    public PluginSettings {
        Objects.requireNonNull(classLoader, "classLoader");
        providers = List.copyOf(providers);
        sources = List.copyOf(sources);
        Objects.requireNonNull(tokenCount, "tokenCount");
        Objects.requireNonNull(environment, "environment");
    }

    /**
     * Finds plugins on the class path, on this machine.
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
     * @return a copy with it
     */
    public PluginSettings discovery(boolean enabled) {
        return new PluginSettings(enabled, classLoader, providers, sources, tokenCount, environment);
    }

    /**
     * Returns where plugins are discovered.
     *
     * @param loader sees the plugins
     * @return a copy with it
     */
    public PluginSettings classLoader(ClassLoader loader) {
        return new PluginSettings(discovery, Optional.of(loader), providers, sources, tokenCount, environment);
    }

    /**
     * Registers a provider by hand: of clients, datasets, evaluators or sensors. It wins over a discovered one.
     *
     * @param provider the provider
     * @return a copy with it beside the others
     */
    public PluginSettings register(PluginProvider provider) {
        return new PluginSettings(discovery, classLoader, with(providers, provider), sources, tokenCount, environment);
    }

    /**
     * Reads sensors of your own beside the chosen collectors. They serve one run and are closed at its end.
     *
     * @param source the sensors
     * @return a copy with them beside the others
     */
    public PluginSettings telemetrySource(TelemetrySource source) {
        return new PluginSettings(discovery, classLoader, providers, with(sources, source), tokenCount, environment);
    }

    /**
     * Counts the tokens of made-up prompts by a tokenizer of your own. Without it the server is asked before the run,
     * by a few short requests, how many it counts.
     *
     * @param count counts the tokens of a prompt
     * @return a copy with it
     */
    public PluginSettings tokenCount(TokenCount count) {
        return new PluginSettings(discovery, classLoader, providers, sources, Optional.of(count), environment);
    }

    /**
     * Sets the kernel's trees and the environment variables, instead of this process' own.
     *
     * @param value the environment
     * @return a copy with it
     */
    public PluginSettings environment(TelemetryEnvironment value) {
        return new PluginSettings(discovery, classLoader, providers, sources, tokenCount, value);
    }

    /**
     * Looks plugins of a kind up by their ids.
     *
     * @param <T>  the kind's provider
     * @param kind what a person calls one, such as {@code client}
     * @param type the kind's provider
     * @return those registered and those found
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
