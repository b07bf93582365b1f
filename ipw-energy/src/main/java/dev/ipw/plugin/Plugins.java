package dev.ipw.plugin;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.names.NearestNames;
import java.io.Serial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugins of one kind, found by id. Registered providers come first, then those that {@link ServiceLoader}
 * discovers: for each class loader those of a {@link PluginCatalogue}, then the others. The plugins of this project are
 * also found in a jar of jars whose service files were not merged. The first that claims an id keeps it, and an id takes precedence over another's alias. A provider that cannot be loaded is omitted, with a log
 * line and one of {@link #problems()}.
 *
 * <pre>{@code
 * Plugins<DatasetProvider> datasets = Plugins.builder("dataset", DatasetProvider.class).build();
 * DatasetProvider starter = datasets.require("starter");
 * }</pre>
 *
 * @param <T> the provider interface
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Plugins<T extends PluginProvider> {
    private static final Logger LOGGER = LoggerFactory.getLogger(Plugins.class);

    /** The maximum number of failures; a loader that fails at every step would otherwise never end. */
    private static final int MAX_BROKEN = 1000;

    private final String kind;
    private final List<T> providers;
    private final Map<String, T> byId;
    private final Map<String, T> byAlias;
    private final List<String> problems = new ArrayList<>();

    private Plugins(Builder<T> builder) {
        kind = builder.kind;
        byId = new LinkedHashMap<>();
        byAlias = new LinkedHashMap<>();
        providers = new ArrayList<>();
        builder.registered.forEach(this::add);
        if (builder.discovery) {
            // A provider interface may be in a module unknown to this one.
            Plugins.class.getModule().addUses(builder.type);
            Set<Class<?>> seen = new HashSet<>();
            builder.classLoaders().forEach(loader -> discover(builder.type, loader, seen));
        }
    }

    /**
     * Starts a lookup for one kind of plugin.
     *
     * @param <T>  the provider interface
     * @param kind the kind's name for messages: {@code "client"}
     * @param type the provider interface
     * @return a builder with discovery on
     */
    public static <T extends PluginProvider> Builder<T> builder(String kind, Class<T> type) {
        return new Builder<>(kind, type);
    }

    private void discover(Class<T> type, ClassLoader loader, Set<Class<?>> seen) {
        discover(PluginCatalogue.class, loader, seen, catalogue -> addAll(catalogue, type, loader));
        discover(type, loader, seen, provider -> addDiscovered(provider, type, loader));
    }

    private <S> void discover(Class<S> service, ClassLoader loader, Set<Class<?>> seen, Consumer<S> user) {
        discoverServices(service, loader, seen, user);
        for (String name : UnmergedServices.providers(service, loader)) {
            try {
                Class<?> type = Class.forName(name, false, loader);
                if (service.isAssignableFrom(type) && seen.add(type)) {
                    user.accept(service.cast(type.getConstructor().newInstance()));
                }
            } catch (ReflectiveOperationException | LinkageError | RuntimeException failure) {
                if (problems.stream().noneMatch(problem -> problem.contains(name))) {
                    note(BrokenProvider.unmerged(name, failure), failure);
                }
            }
        }
    }

    private <S> void discoverServices(Class<S> service, ClassLoader loader, Set<Class<?>> seen, Consumer<S> user) {
        Iterator<ServiceLoader.Provider<S>> found = ServiceLoader.load(service, loader).stream().iterator();
        while (problems.size() < MAX_BROKEN) {
            try {
                if (!found.hasNext()) {
                    return;
                }
                ServiceLoader.Provider<S> provider = found.next();
                if (seen.add(provider.type())) {
                    user.accept(provider.get());
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException failure) {
                note(BrokenProvider.describe(service, loader, failure), failure);
            }
        }
    }

    private void addAll(PluginCatalogue catalogue, Class<T> type, ClassLoader loader) {
        try {
            if (catalogue.type().equals(type)) {
                catalogue.plugins().forEach(plugin -> addDiscovered(type.cast(plugin), type, loader));
            }
        } catch (LinkageError | RuntimeException failure) {
            note(BrokenProvider.unlisted(loader, catalogue, failure), failure);
        }
    }

    private void addDiscovered(T provider, Class<T> type, ClassLoader loader) {
        try {
            add(provider);
        } catch (LinkageError | RuntimeException failure) {
            note(BrokenProvider.nameless(type, loader, provider, failure), failure);
        }
    }

    private void note(String problem, Throwable failure) {
        if (problems.contains(problem)) {
            return;
        }
        problems.add(problem);
        LOGGER.warn("A {} plugin could not be loaded and is left out: {}", kind, problem);
        LOGGER.debug("A {} plugin could not be loaded", kind, failure);
    }

    private void add(T provider) {
        List<String> aliases = provider.aliases();
        if (byId.putIfAbsent(normalise(provider.id()), provider) != null) {
            LOGGER.debug("A second {} plugin with id {} is left out: {}", kind, provider.id(), provider.getClass());
            return;
        }
        providers.add(provider);
        aliases.forEach(alias -> byAlias.putIfAbsent(normalise(alias), provider));
    }

    /**
     * Lists the providers, registered ones first.
     *
     * @return all providers, each once
     */
    public List<T> all() {
        return List.copyOf(providers);
    }

    /**
     * Lists the providers that could not be loaded.
     *
     * @return one sentence for each, for example {@code weather.jar: dev.weather.Nope not found}; empty without
     *         problems
     */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /**
     * Finds a provider by an id or alias. Case does not matter, and an underscore is the same as a dash.
     *
     * @param id the id or alias
     * @return the provider; empty if none has it
     */
    public Optional<T> find(String id) {
        String name = normalise(id);
        return Optional.ofNullable(byId.get(name)).or(() -> Optional.ofNullable(byAlias.get(name)));
    }

    /**
     * Finds a provider by an id or alias that must exist.
     *
     * @param id the id or alias
     * @return the provider
     * @throws UnknownPluginException if none has it; the message names the nearest ids
     */
    public T require(String id) {
        return find(id).orElseThrow(() -> new UnknownPluginException(unknown(id)));
    }

    private String unknown(String id) {
        Optional<String> artifact = ShippedPlugins.artifact(kind, normalise(id));
        if (artifact.isPresent()) {
            return "The " + kind + " '" + id + "' is not on the class path. Add the dependency dev.ipw:"
                    + artifact.get() + notLoaded();
        }
        List<String> ids = providers.stream().map(PluginProvider::id).sorted().toList();
        String available = ids.isEmpty() ? "None is installed" : "Available: " + String.join(", ", ids);
        Set<String> names = new HashSet<>(ids);
        providers.forEach(provider -> names.addAll(provider.aliases()));
        String written = id.strip().toLowerCase(Locale.ROOT);
        return "Unknown " + kind + " '" + id + "'." + NearestNames.question(written, names) + " " + available
                + ". " + Setting.PLUGIN + notLoaded();
    }

    private String notLoaded() {
        return problems.isEmpty() ? "" : ". Not loaded: " + String.join("; ", problems);
    }

    private static String normalise(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * A builder of a lookup.
     *
     * @param <T> the provider interface
     */
    public static final class Builder<T extends PluginProvider> {
        private final String kind;
        private final Class<T> type;
        private final List<T> registered = new ArrayList<>();
        private Optional<ClassLoader> classLoader = Optional.empty();
        private boolean discovery = true;

        private Builder(String kind, Class<T> type) {
            this.kind = Objects.requireNonNull(kind, "kind");
            this.type = Objects.requireNonNull(type, "type");
        }

        /** Lists the class loaders: the caller's choice, otherwise that of the thread, then that of this library. */
        private List<ClassLoader> classLoaders() {
            ClassLoader own = Plugins.class.getClassLoader();
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            return classLoader.map(List::of)
                    .orElseGet(() -> context == null || context.equals(own) || !isSeen(context)
                            ? List.of(own)
                            : List.of(context, own));
        }

        /**
         * Returns whether a class loader sees this very type: one with another copy of this library has plugins of that
         * copy.
         */
        private boolean isSeen(ClassLoader loader) {
            try {
                return loader.loadClass(type.getName()).equals(type);
            } catch (ClassNotFoundException | LinkageError hidden) {
                return false;
            }
        }

        /**
         * Registers a provider explicitly; it takes precedence over a discovered one with the same id.
         *
         * @param provider the provider
         * @return this builder for method chaining
         */
        public Builder<T> register(T provider) {
            registered.add(Objects.requireNonNull(provider, "provider"));
            return this;
        }

        /**
         * Switches discovery through {@link ServiceLoader} on or off. It is on by default.
         *
         * @param enabled false to use registered providers only
         * @return this builder for method chaining
         */
        public Builder<T> discovery(boolean enabled) {
            discovery = enabled;
            return this;
        }

        /**
         * Sets the class loader of the discovery. The default is the thread's context class loader, then that of this
         * library, which differ if an agent or a container loads the library separately from the application.
         *
         * @param loader the class loader that sees the plugins
         * @return this builder for method chaining
         */
        public Builder<T> classLoader(ClassLoader loader) {
            classLoader = Optional.of(loader);
            return this;
        }

        /**
         * Loads the providers that can be loaded.
         *
         * @return the lookup
         */
        public Plugins<T> build() {
            return new Plugins<>(this);
        }
    }

    /** An error of an unknown plugin id. The message names the nearest ids and all that exist. */
    public static final class UnknownPluginException extends ConfigurationException {
        @Serial
        private static final long serialVersionUID = 1L;

        UnknownPluginException(String message) {
            super(message);
        }
    }
}
