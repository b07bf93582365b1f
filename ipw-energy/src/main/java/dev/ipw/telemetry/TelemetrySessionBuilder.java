package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Plugins;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/** A builder of telemetry sessions. */
@API(status = API.Status.EXPERIMENTAL)
public final class TelemetrySessionBuilder {
    private final List<TelemetryProvider> providers = new ArrayList<>();
    private final List<TelemetrySource> sources = new ArrayList<>();
    private CollectorSelection selection = CollectorSelection.auto();
    private boolean discovery = true;
    private TelemetryEnvironment environment = TelemetryEnvironment.system();
    private Optional<Supplier<SampleSpool>> spool = Optional.empty();
    private CollectorPatience patience = CollectorPatience.silent();
    private Predicate<TelemetrySource> isWanted = source -> true;
    private SamplerClock clock = SamplerClock.SYSTEM;

    TelemetrySessionBuilder() {}

    /**
     * Chooses collectors. The default is {@link CollectorSelection#auto()}.
     *
     * @param chosen for example {@code CollectorSelection.auto().without("perf").orEstimate()}
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder collectors(CollectorSelection chosen) {
        selection = Objects.requireNonNull(chosen, "chosen");
        return this;
    }

    /**
     * Chooses collectors by the text of a {@link CollectorSelection}.
     *
     * @param text for example {@code auto}, {@code powercap,host}, {@code auto,replay:meter.csv,offset=2s}
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder collectors(String text) {
        return collectors(new CollectorSelection(text));
    }

    /**
     * Adds a collector; it replaces a discovered one with the same id, and is chosen in the same way.
     *
     * @param provider the collector
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder provider(TelemetryProvider provider) {
        providers.add(Objects.requireNonNull(provider, "provider"));
        return this;
    }

    /**
     * Adds a source, whatever the selection is. The session closes it.
     *
     * @param source the source
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder source(TelemetrySource source) {
        sources.add(Objects.requireNonNull(source, "source"));
        return this;
    }

    /**
     * Switches the discovery of collectors on or off. It is on by default.
     *
     * @param enabled false to use added collectors only
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder discovery(boolean enabled) {
        discovery = enabled;
        return this;
    }

    /**
     * Sets the place where collectors look. The default is this machine.
     *
     * @param where the environment
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder environment(TelemetryEnvironment where) {
        environment = Objects.requireNonNull(where, "where");
        return this;
    }

    /**
     * Keeps the raw samples on disk, one file for each source, synced each second.
     *
     * @param directory the folder; created if it does not exist
     * @param clock     the clock to which the times in the files refer
     * @return this builder for method chaining
     * @throws dev.ipw.error.ConfigurationException if no library keeps samples in files: {@code ipw-core} does
     */
    public TelemetrySessionBuilder spool(Path directory, RunClock clock) {
        SampleFormat format = SampleFormats.require();
        spool = Optional.of(() -> new SampleSpool(directory, clock, format));
        return this;
    }

    /**
     * Sets the receiver of the reason for waiting, if opening the collectors takes longer than a second.
     *
     * @param notice receives one sentence, on the thread that opens the session
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder onWait(Consumer<String> notice) {
        patience = patience.withNotice(Objects.requireNonNull(notice, "notice"));
        return this;
    }

    /**
     * Sets whether the session opens although a named collector does not answer, such as that of an exporter which does
     * not run yet; false by default. The collector is then asked each second, and sampled once it answers;
     * {@link TelemetrySession#awaitedCollectors()} lists those that are missing.
     *
     * @param areAllowed true to open without them
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder lateCollectors(boolean areAllowed) {
        patience = areAllowed ? patience.withLate() : patience;
        return this;
    }

    /**
     * Sets whether the model server runs on another machine; false by default. Collectors then open only sources that
     * read the server's machine: the joules of this one are not the server's.
     *
     * @param isRemote true to leave out the sources of this machine
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder remoteServer(boolean isRemote) {
        isWanted = isRemote ? TelemetrySource::readsServingMachine : source -> true;
        return this;
    }

    /** Sets the maximum time for collectors to open. */
    TelemetrySessionBuilder longestOpening(Duration longest) {
        patience = patience.atMost(longest);
        return this;
    }

    /** Sets the waiting times for collectors, for tests. */
    TelemetrySessionBuilder patience(CollectorPatience other) {
        patience = other;
        return this;
    }

    /** Sets the clock for sampling instead of the system's. */
    TelemetrySessionBuilder clock(SamplerClock other) {
        clock = other;
        return this;
    }

    /**
     * Opens the sources and begins to sample. Waits a moment for the first readings, and at most 4 seconds for all
     * collectors together, or half a minute more for those that get no processor on a busy machine. A collector that has not
     * answered by then is left out, and {@link TelemetrySession#problems()} names it; if it answers later, it is
     * sampled from then on. If opening fails, all sources are closed, also those that the caller added.
     *
     * @return the session
     * @throws ConfigurationException                   if the selection names a collector that does not exist or does
     *         not work here, or a source has no period
     * @throws dev.ipw.error.ServerUnreachableException if the selection names an exporter that does not answer
     * @throws dev.ipw.error.IpwException               if the thread is interrupted meanwhile; its interrupt flag is
     *         set again
     */
    public TelemetrySession open() {
        try (OpenedTelemetry opened = openSources()) {
            return opened.sample(spool.map(Supplier::get));
        }
    }

    /**
     * Opens the sources as {@link #open()} does, but does not sample yet, so that the sources of the samples are known
     * in advance.
     *
     * @return the sources; close it after use
     * @throws ConfigurationException                   if the selection names a collector that does not exist or does
     *         not work here
     * @throws dev.ipw.error.ServerUnreachableException if the selection names an exporter that does not answer
     * @throws dev.ipw.error.IpwException               if the thread is interrupted meanwhile; its interrupt flag is
     *         set again
     */
    public OpenedTelemetry openSources() {
        List<TelemetrySource> opened = new ArrayList<>(sources);
        try {
            SelectedCollectors chosen = SelectedCollectors.of(selection, collectors());
            return new OpenedTelemetry(OpenedCollectors.open(chosen, environment, patience, isWanted, opened),
                    chosen.none() && sources.isEmpty(), clock);
        } catch (RuntimeException | Error failed) {
            SourceClosing.closeAll(opened);
            throw failed;
        }
    }

    /**
     * Checks that the selection names collectors that exist. Nothing is opened.
     *
     * @throws ConfigurationException if it names another, or cannot be parsed; the message names the dependency that
     *         has the collector
     */
    public void requireKnown() {
        SelectedCollectors.of(selection, collectors());
    }

    private Plugins<TelemetryProvider> collectors() {
        Plugins.Builder<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .discovery(discovery);
        providers.forEach(collectors::register);
        return collectors.build();
    }

    /**
     * Opened sources that are not sampled yet. Sampling passes them to the session; otherwise, closing this object
     * closes them.
     */
    public static final class OpenedTelemetry implements AutoCloseable {
        private final OpenedCollectors opened;
        private final boolean switchedOff;
        private final SamplerClock clock;
        private boolean handedOver;

        OpenedTelemetry(OpenedCollectors opened, boolean switchedOff, SamplerClock clock) {
            this.opened = opened;
            this.switchedOff = switchedOff;
            this.clock = clock;
        }

        /**
         * Lists the sources that can be sampled.
         *
         * @return the sources
         */
        public List<TelemetrySource> sources() {
            return List.copyOf(opened.sources());
        }

        /**
         * Begins to sample, and keeps the raw samples on disk, one file for each source, synced each second. Waits a
         * moment for the first readings. If it fails, the sources are closed.
         *
         * @param directory the folder of the files; created if it does not exist
         * @param clock     the clock to which the times in the files refer
         * @return the session, which closes the sources
         * @throws dev.ipw.error.ConfigurationException if a source has no period
         */
        public TelemetrySession sample(Path directory, RunClock clock) {
            return sample(Optional.of(new SampleSpool(directory, clock, SampleFormats.require())));
        }

        TelemetrySession sample(Optional<SampleSpool> spool) {
            TelemetrySession session;
            try {
                session = new TelemetrySession(opened, spool, switchedOff, clock);
            } catch (RuntimeException | Error failed) {
                spool.ifPresent(SampleSpool::close);
                throw failed;
            }
            handedOver = true;
            session.start();
            return session;
        }

        /** Closes the sources, unless a session has them. */
        @Override
        public void close() {
            if (!handedOver) {
                handedOver = true;
                opened.leaveLate();
                SourceClosing.closeAll(opened.sources());
            }
        }
    }
}
