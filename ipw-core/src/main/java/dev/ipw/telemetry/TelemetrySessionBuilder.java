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
import java.util.function.Supplier;

/** Configure a telemetry session. */
public final class TelemetrySessionBuilder {
    private final List<TelemetryProvider> providers = new ArrayList<>();
    private final List<TelemetrySource> sources = new ArrayList<>();
    private String selection = "auto";
    private boolean discovery = true;
    private TelemetryEnvironment environment = TelemetryEnvironment.system();
    private Optional<Supplier<SampleSpool>> spool = Optional.empty();
    private CollectorPatience patience = CollectorPatience.silent();
    private SamplerClock clock = SamplerClock.SYSTEM;

    TelemetrySessionBuilder() {}

    /**
     * Choose collectors: {@code auto} for all that work here and measure (the default), {@code none}, or ids joined by
     * commas, which may include {@code auto}. An id may bring an argument after a colon, and parameters {@code
     * key=value} as the next parts of the list. A collector that was named must work; one that {@code auto} chose may
     * not.
     *
     * @param text for example {@code auto}, {@code powercap,host}, {@code auto,replay:meter.csv,offset=2s}
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder collectors(String text) {
        selection = Objects.requireNonNull(text, "text");
        return this;
    }

    /**
     * Add a collector by hand; it wins over a discovered one with the same id and is chosen like it.
     *
     * @param provider the collector
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder provider(TelemetryProvider provider) {
        providers.add(Objects.requireNonNull(provider, "provider"));
        return this;
    }

    /**
     * Add a source, whatever the selection says. The session closes it.
     *
     * @param source the source
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder source(TelemetrySource source) {
        sources.add(Objects.requireNonNull(source, "source"));
        return this;
    }

    /**
     * Switch the discovery of collectors on or off. It is on by default.
     *
     * @param enabled false to use those added by hand only
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder discovery(boolean enabled) {
        discovery = enabled;
        return this;
    }

    /**
     * Choose where collectors look. The default is this machine.
     *
     * @param where the environment
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder environment(TelemetryEnvironment where) {
        environment = Objects.requireNonNull(where, "where");
        return this;
    }

    /**
     * Keep the raw samples on disk, one file for each source, synced each second.
     *
     * @param directory where; made if it does not exist
     * @param clock     what the times in the files count from
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder spool(Path directory, RunClock clock) {
        spool = Optional.of(() -> new SampleSpool(directory, clock));
        return this;
    }

    /**
     * Report the reason for waiting if opening the collectors takes longer than a second.
     *
     * @param notice takes one sentence, on the thread that opens the session
     * @return this builder for method chaining
     */
    public TelemetrySessionBuilder onWait(Consumer<String> notice) {
        patience = patience.telling(Objects.requireNonNull(notice, "notice"));
        return this;
    }

    /** Wait so long for collectors to open. */
    TelemetrySessionBuilder longestOpening(Duration longest) {
        patience = patience.atMost(longest);
        return this;
    }

    /** Wait for collectors as a test says. */
    TelemetrySessionBuilder patience(CollectorPatience other) {
        patience = other;
        return this;
    }

    /** Sample by another clock than the system's. */
    TelemetrySessionBuilder clock(SamplerClock other) {
        clock = other;
        return this;
    }

    /**
     * Open the sources and begin to sample. Waits a moment for the first readings, and 4 seconds at most for all
     * collectors together, or as long again for those that get no processor on a busy machine. One that has not answered by then is
     * left out, and {@link TelemetrySession#problems()} names it; if it answers later, it is sampled from then on. If it fails, no
     * source is left open, also of those added by hand.
     *
     * @return the session
     * @throws ConfigurationException                   if the selection names a collector that does not exist or does
     *                                                  not work here, or a source has no period
     * @throws dev.ipw.error.ServerUnreachableException if the selection names an exporter that does not answer
     * @throws dev.ipw.error.IpwException               if the thread is interrupted meanwhile, which it is again
     *                                                  afterwards
     */
    public TelemetrySession open() {
        try (OpenedTelemetry opened = openSources()) {
            return opened.sample(spool.map(Supplier::get));
        }
    }

    /**
     * Open the sources and do not sample yet, as {@link #open()} does, so that it is known what will be sampled.
     *
     * @return the sources; close it after use
     * @throws ConfigurationException                   if the selection names a collector that does not exist or does not
     *                                                  work here
     * @throws dev.ipw.error.ServerUnreachableException if the selection names an exporter that does not answer
     * @throws dev.ipw.error.IpwException               if the thread is interrupted meanwhile, which it is again afterwards
     */
    public OpenedTelemetry openSources() {
        List<TelemetrySource> opened = new ArrayList<>(sources);
        try {
            CollectorSelection chosen = CollectorSelection.parse(selection, collectors());
            return new OpenedTelemetry(OpenedCollectors.open(chosen, environment, patience, opened),
                    chosen.none() && sources.isEmpty(), clock);
        } catch (RuntimeException | Error failed) {
            SourceClosing.closeAll(opened);
            throw failed;
        }
    }

    /**
     * Check that the selection names collectors that exist. Nothing is opened.
     *
     * @throws ConfigurationException if it names another, or is not understood; the message says which dependency has it
     */
    public void requireKnown() {
        CollectorSelection.parse(selection, collectors());
    }

    private Plugins<TelemetryProvider> collectors() {
        Plugins.Builder<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .discovery(discovery);
        providers.forEach(collectors::register);
        return collectors.build();
    }

    /**
     * Hold opened sources that are not sampled yet. Sampling hands them to the session; without it, closing this
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
         * List what can be sampled.
         *
         * @return the sources
         */
        public List<TelemetrySource> sources() {
            return List.copyOf(opened.sources());
        }

        /**
         * Begin to sample, and keep the raw samples on disk, one file for each source, synced each second. Waits a moment for the
         * first readings. If it fails, the sources are closed.
         *
         * @param directory where the files are kept; made if it does not exist
         * @param clock     what the times in the files count from
         * @return the session, which closes the sources
         * @throws dev.ipw.error.ConfigurationException if a source has no period
         */
        public TelemetrySession sample(Path directory, RunClock clock) {
            return sample(Optional.of(new SampleSpool(directory, clock)));
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

        /** Close the sources, unless a session has them. */
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
