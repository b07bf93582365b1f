package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.statistics.Statistics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The sampling of this machine's energy from open to close, and the windows of it. For use by any number of threads.
 *
 * <pre>{@code
 * try (TelemetrySession telemetry = TelemetrySession.open()) {
 *     Measured<String> measured = telemetry.measure(() -> chat.answer(question));
 *     System.out.println(measured.energy());
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class TelemetrySession implements AutoCloseable {
    /** The maximum time that a session waits for readings that come late. */
    public static final Duration LONGEST_SETTLE = Duration.ofSeconds(35);
    private static final long LONGEST_WINDOW_SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_SETTLE_NANOS = LONGEST_SETTLE.toNanos();
    private static final long PATIENT_CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(750);

    private final OpenMeasurements measurements = new OpenMeasurements();
    private final Demand demand;
    private final SamplerClock clock;
    private final OpenedCollectors opened;
    private final List<Sampler> samplers = new CopyOnWriteArrayList<>();
    private final List<Reopening> reopenings = new CopyOnWriteArrayList<>();
    private final Readings readings = Readings.of(List.of());
    private final Readings ownReadings = Readings.of(List.of());
    private final Optional<SampleSpool> spool;
    private final List<SensorStatus> found;
    private final List<String> brokenCollectors;
    private final AwaitedSamplers awaited;
    private final MissingEnergy missingEnergy;
    private final RequestAccounts requests;
    private volatile boolean closed;

    /** Creates a session, which keeps its samples in the spool. */
    TelemetrySession(OpenedCollectors opened, Optional<SampleSpool> spool, boolean switchedOff, SamplerClock clock) {
        this.opened = opened;
        this.spool = spool;
        this.clock = clock;
        demand = new Demand(clock, this::wakeSamplers);
        brokenCollectors = new CopyOnWriteArrayList<>(opened.problems());
        found = new CopyOnWriteArrayList<>(opened.statuses());
        opened.sources().forEach(this::add);
        awaited = new AwaitedSamplers(samplers, demand);
        missingEnergy = new MissingEnergy(switchedOff, found, samplers);
        requests = new RequestAccounts(readings, ownReadings, awaited, missingEnergy, this::sensors, clock);
    }

    private Sampler add(TelemetrySource source) {
        requirePeriod(source);
        SourceRecorders own = new SourceRecorders(source.sensors(), source.period().toNanos(), new HashMap<>())
                .bounded();
        Sampler sampler = new Sampler(source, own, spool.map(disk -> disk.add(source)), demand, clock);
        readings.add(own.readings());
        if (!source.readsServingMachine()) {
            ownReadings.add(own.readings());
        }
        samplers.add(sampler);
        return sampler;
    }

    /** Adds the sources that a collector opened late; they are sampled from now on. */
    private synchronized void join(CollectorFindings late) {
        if (closed) {
            SourceClosing.closeAll(late.sources());
            return;
        }
        Set<String> collectors = late.statuses().stream().map(SensorStatus::collector).collect(Collectors.toSet());
        found.removeIf(status -> collectors.contains(status.collector()));
        found.addAll(late.statuses());
        for (String collector : collectors) {
            brokenCollectors.removeIf(problem -> problem.startsWith(OpenedCollectors.problemOf(collector)));
            brokenCollectors.addAll(OpenedCollectors.failures(collector, late.statuses()));
        }
        if (late.again().isPresent()) {
            tryAgain(late);
        }
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        for (TelemetrySource source : late.sources()) {
            try {
                Sampler sampler = add(source);
                brokenCollectors.add("The source '" + source.id() + "' opened late (" + named(source.sensors())
                        + "): what its devices used before " + now + " is missing");
                sampler.start();
            } catch (RuntimeException refused) {
                SourceClosing.closeAll(List.of(source));
                brokenCollectors.add("The source '" + source.id() + "' opened late and cannot be read: "
                        + FailureText.of(refused));
            }
        }
    }

    private static String named(List<Sensor> sensors) {
        return sensors.getFirst().source() + (sensors.size() > 1 ? " and " + (sensors.size() - 1) + " more" : "");
    }

    private void tryAgain(CollectorFindings incomplete) {
        Reopening reopening = new Reopening(incomplete, this::replace);
        reopenings.add(reopening);
        reopening.start();
    }

    /** Adds the sources that a collector has opened since, and removes those that stood for them. */
    private synchronized void replace(CollectorFindings before, CollectorFindings now) {
        List<TelemetrySource> added = new ArrayList<>(now.sources());
        added.removeAll(before.sources());
        List<TelemetrySource> replaced = new ArrayList<>(before.sources());
        replaced.removeAll(now.sources());
        samplers.stream().filter(sampler -> replaced.contains(sampler.source())).forEach(this::remove);
        if (!added.isEmpty()) {
            List<TelemetrySource> wanted = closed ? List.of() : opened.wanted(added);
            added.removeAll(wanted);
            SourceClosing.closeAll(added);
            join(new CollectorFindings(now.statuses(), wanted));
        }
    }

    private void remove(Sampler sampler) {
        sampler.stop();
        readings.remove(sampler.readings());
        samplers.remove(sampler);
    }

    private static void requirePeriod(TelemetrySource source) {
        if (!source.period().isPositive() || !source.shortestPeriod().isPositive()) {
            throw new ConfigurationException("The telemetry source '" + source.id() + "' is to be read each "
                    + source.period() + " or " + source.shortestPeriod() + "; give it a period above zero");
        }
    }

    /**
     * Opens every collector that works on this machine and measures. Nothing is estimated.
     *
     * @return the session; without a sensor it still works, and reports why it has no joules
     */
    public static TelemetrySession open() {
        return builder().open();
    }

    /**
     * Creates a builder.
     *
     * @return a builder with automatic choice
     */
    public static TelemetrySessionBuilder builder() {
        return new TelemetrySessionBuilder();
    }

    /** Begins to sample, and waits a moment for the first readings. */
    void start() {
        try {
            spool.ifPresent(SampleSpool::start);
            samplers.forEach(Sampler::start);
            opened.whenAnswered(this::join);
            opened.incomplete().forEach(this::tryAgain);
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
        awaited.awaitFirstTick();
    }

    private void wakeSamplers() {
        samplers.forEach(Sampler::wake);
    }

    /**
     * Measures a task. The session samples at its full rate meanwhile. If it did not before, the task begins once each
     * energy counter has moved, or after a moment. The joules of a counter that has not moved by then are flagged
     * SHORT.
     *
     * <p>A window holds all joules of the machine in its time. If another task is measured on this session at the same
     * time, even one within the other on the same thread, both windows hold the joules of their common time. The joules
     * of both are then flagged OVERLAPPED and must not be added. The same holds for a window at whose start or end a
     * {@link #request} was open: its joules are also charged to that request. Requests within the window are parts of
     * it. For work that overlaps use {@link #request}: its shares add up.
     *
     * @param <T>  the type of the result
     * @param <E>  the exception that the task may throw
     * @param task the task; it runs on the calling thread
     * @return its result and the window from its start to its end
     * @throws E if the task throws it
     */
    public <T extends @Nullable Object, E extends Exception> Measured<T> measure(MeasuredTask<T, E> task) throws E {
        List<Sampler> resting = awaited.resting();
        Watch watch = watch();
        try (watch) {
            Set<DeviceSeries> unseen = awaited.awaitMovements(resting);
            OpenMeasurements.Measurement measurement = measurements.begin();
            boolean isWithinRequest = requests.isAnyOpen();
            long start = System.nanoTime();
            T value;
            long end;
            try {
                value = task.call();
            } finally {
                end = System.nanoTime();
                measurement.end();
            }
            boolean isOverlapped = measurement.isOverlapped() || isWithinRequest || requests.isAnyOpen();
            return new Measured<>(value, window(start, end, new WindowDoubts(unseen, isOverlapped)));
        }
    }

    /**
     * Measures a task without a result, as {@link #measure(MeasuredTask)} does.
     *
     * @param <E>    the exception that the task may throw
     * @param action the task; it runs on the calling thread
     * @return the window from its start to its end, and no value
     * @throws E if the task throws it
     */
    public <E extends Exception> Measured<@Nullable Void> measure(MeasuredAction<E> action) throws E {
        MeasuredTask<@Nullable Void, E> task = () -> {
            action.act();
            return null;
        };
        return measure(task);
    }

    /**
     * Opens a span for work that may overlap other work: its joules are a share, so that those of all spans add up to
     * the joules of the devices. Sampling stays at the full rate while any span is open. Waits for nothing.
     *
     * @param id a name for it, which need not be unique
     * @return the span, to be closed by any thread
     */
    public RequestSpan request(String id) {
        return requests.open(id, null);
    }

    /**
     * Adds up the shares of all spans so far. Waits, for at most a second, until the counters show the joules up to
     * now. Keeps at most a thousand outermost spans that are closed and finally divided, whatever their number.
     *
     * @return the spans' joules, and the remaining joules of the devices since they were first read
     */
    public RequestReport requests() {
        return requests.report();
    }

    /**
     * Adds up the input tokens that spans reported with {@link RequestSpan#tokens}. Waits for nothing.
     *
     * @return the tokens of the closed spans, except those with a span within them that reported some; empty if none
     *         were reported
     */
    public OptionalLong requestInputTokens() {
        return requests.inputTokens();
    }

    /**
     * Adds up the output tokens that spans reported with {@link RequestSpan#tokens}. Waits for nothing.
     *
     * @return the tokens of the closed spans, except those with a span within them that reported some; empty if none
     *         were reported
     */
    public OptionalLong requestOutputTokens() {
        return requests.outputTokens();
    }

    /**
     * Samples at the full rate from now on, until the watch is closed and a moment longer. Any number of watches may be
     * open. Without one, sources are read once a second. {@link #measure(MeasuredTask)} opens one itself.
     *
     * @return the watch
     */
    public Watch watch() {
        long start = System.nanoTime();
        return new Watch(() -> awaited.awaitSteady(start), demand.open());
    }

    /**
     * Returns the window between two moments. Waits, for at most a second, until each source of joules has delivered
     * its readings of it; the first time also until the sensors are known to measure or not, as {@link #awaitSensors}
     * does. For a source that takes longer, such as an exporter that is refreshed now and then, only the next reading
     * is awaited: joules that it has not shown yet are PROVISIONAL, or UNAVAILABLE if it has shown nothing since the
     * start. {@link #settle} waits longer.
     *
     * @param startNanos its start, as {@link System#nanoTime()}
     * @param endNanos   its end; not before its start
     * @return the window of the samples, at whatever rate they were taken
     */
    public TelemetryWindow window(long startNanos, long endNanos) {
        return window(startNanos, endNanos, WindowDoubts.NONE);
    }

    private TelemetryWindow window(long startNanos, long endNanos, WindowDoubts doubts) {
        awaited.settle(endNanos, LONGEST_WINDOW_SETTLE_NANOS, false);
        awaited.awaitProof();
        return new TelemetryWindow(readings, ownReadings, startNanos, endNanos, missingEnergy.reason(), doubts);
    }

    /**
     * Waits until the joules of each source up to a moment are known: it was read after that moment, and its counters
     * have moved since. The wait lasts three periods of a source, a little more, and twice the maximum age of its
     * readings or the update period of its counters, but never beyond {@link #LONGEST_SETTLE}, which is enough for
     * exporters that are refreshed each 15 s. A source that does not answer in that time makes the window PARTIAL.
     * Sources without joules are not waited for, since their last value stays valid, nor is a recording that has ended.
     *
     * @param nanos the moment, as {@link System#nanoTime()}; one in the future counts as now
     */
    public void settle(long nanos) {
        awaited.settle(nanos, LONGEST_SETTLE_NANOS, true);
    }

    /**
     * Waits as {@link #settle(long)} does, but only until the given time has passed since the moment, so that a caller
     * can call again after other work.
     *
     * @param nanos   the moment, as {@link System#nanoTime()}; one in the future counts as now
     * @param longest the maximum time to wait after the moment
     * @return the ids of the sources that are worth a longer wait; empty if everything is known that can be
     */
    public List<String> settle(long nanos, Duration longest) {
        long longestNanos = Math.min(LONGEST_SETTLE_NANOS, longest.toNanos());
        return awaited.worthWaitingFor(awaited.settle(nanos, longestNanos, true), LONGEST_SETTLE_NANOS);
    }

    /**
     * Lists the sensors that are sampled.
     *
     * @return the sensors of all sources
     */
    public List<Sensor> sensors() {
        return samplers.stream().flatMap(sampler -> sampler.source().sensors().stream()).toList();
    }

    /**
     * Describes the devices.
     *
     * @return their descriptions, for all sources
     */
    public List<DeviceInfo> devices() {
        return samplers.stream().flatMap(sampler -> sampler.source().devices().stream()).toList();
    }

    /**
     * Lists the latest reading of each sensor. If a reading of a source has not returned for two seconds, or for three
     * periods if those are longer, its sensors are lost until it returns.
     *
     * @return one reading for each sensor of each source, in the order of {@link #sensors()}
     */
    public List<SensorReading> latest() {
        samplers.forEach(Sampler::noteLongSilence);
        return samplers.stream().flatMap(sampler -> sampler.latest().stream()).toList();
    }

    /**
     * Summarises a sensor's values between two moments, as far as it has been read. Waits for nothing.
     *
     * @param sensor     one of {@link #sensors()} that is not a counter
     * @param startNanos the start, as {@link System#nanoTime()}
     * @param endNanos   the end; not before the start
     * @return its values in its quantity's unit; empty if it gave none
     */
    public Optional<Statistics> statistics(Sensor sensor, long startNanos, long endNanos) {
        return readings.statistics(sensor, startNanos, endNanos);
    }

    /**
     * Reports the sampling of each source so far.
     *
     * @return one report for each source
     */
    public List<SamplerReport> samplers() {
        return samplers.stream().map(Sampler::report).toList();
    }

    /**
     * Returns the joules of each device, by the currently best of its sensors, on the clock of
     * {@link System#nanoTime()}. As in {@link #latest()}, a source that does not answer makes its devices lost.
     *
     * @return the series, which grow until the session is closed
     */
    public List<EnergySeries> deviceSeries() {
        samplers.forEach(Sampler::noteLongSilence);
        return List.copyOf(readings.distinct());
    }

    /**
     * Returns those of {@link #deviceSeries()} that add up to the headline figure. Waits for nothing. The choice
     * changes when a sensor proves itself, stands still or is doubted.
     *
     * @return the series; empty if no energy is sampled
     */
    public List<EnergySeries> headlineSeries() {
        samplers.forEach(Sampler::noteLongSilence);
        return List.copyOf(readings.headline());
    }

    /**
     * Compares a device's joules with its other readings. Waits for nothing.
     *
     * @param series one of {@link #deviceSeries()}, or a copy of it
     * @param span   the time to compare
     * @return the times in which its figures are in doubt; empty if nothing contradicts them
     */
    public List<EnergyFinding> findings(EnergySeries series, TimeSpan span) {
        return readings.energy().stream()
                .filter(own -> series instanceof DeviceSeries asked && own == asked.origin()).findFirst()
                .map(own -> readings.findings(own, span)).orElse(List.of());
    }

    /**
     * Returns warnings: collectors that failed to open or may not read a sensor of this machine, sensors that are lost
     * now, samples that are missing on disk. Absent hardware is no problem. A source that does not answer is lost as in
     * {@link #latest()}. May be called again, also after {@link #close()}, which can add the last ones.
     *
     * @return one sentence each, with its effect on the joules; empty if there is no problem
     */
    public List<String> problems() {
        samplers.forEach(Sampler::noteLongSilence);
        List<String> problems = new ArrayList<>(brokenCollectors);
        problems.addAll(readings.losses(devices()));
        samplers.forEach(sampler -> problems.addAll(sampler.problems()));
        spool.ifPresent(disk -> problems.addAll(disk.problems()));
        return problems.stream().distinct().toList();
    }

    /**
     * Returns the reason why there are no joules. Waits for nothing: see {@link #awaitSensors}.
     *
     * @return the reason and the remedy; empty if a device's energy is sampled, and its sensor measures as far as is
     *         known
     */
    public Optional<String> energyUnavailableReason() {
        List<DeviceSeries> chosen = readings.headline();
        return chosen.isEmpty()
                ? Optional.of(missingEnergy.reason())
                : chosen.stream().allMatch(series -> series.state().isRefuted())
                        ? Optional.of(missingEnergy.reason(chosen))
                        : Optional.empty();
    }

    /**
     * Returns whether joules are measured, as far as is known; an estimate from processor time does not count.
     *
     * @return true if a device of the headline has a sensor of energy or power
     */
    public boolean measuresEnergy() {
        return readings.headline().stream()
                .anyMatch(series -> series.device().provenance() != Provenance.ESTIMATED
                        && !series.state().isRefuted());
    }

    /**
     * Lists the collectors that have not answered yet, whose sensors may still join. Waits for nothing.
     *
     * @return their ids
     */
    public List<String> awaitedCollectors() {
        return opened.awaited();
    }

    /**
     * Waits until each energy sensor is known to measure or not to measure: some milliseconds where its counter moves,
     * about 1.5 s where it stands still. A later call does not wait again for the same sensor.
     */
    public void awaitSensors() {
        awaited.awaitProof();
    }

    /**
     * Returns the status of each energy sensor, with the reason for each one that cannot be read. Waits for nothing.
     *
     * @return one status for each sampled sensor of energy or power, then those of the sensors that cannot be sampled
     */
    public List<SensorStatus> sensorStatuses() {
        List<SensorStatus> statuses = new ArrayList<>();
        boolean isMeasured = measuresEnergy();
        for (Sampler sampler : samplers) {
            sampler.noteLongSilence();
            sampler.energy().forEach(
                    series -> statuses.add(MissingEnergy.status(sampler.source().id(), series, isMeasured)));
        }
        statuses.addAll(missingEnergy.unread());
        return List.copyOf(statuses);
    }

    /**
     * Returns whether joules of the machine that serves the model are sampled, wherever that is.
     *
     * @return true if a source that reads the serving machine has a sensor of energy or power
     */
    public boolean metersServingMachine() {
        return samplers.stream().anyMatch(sampler -> sampler.source().readsServingMachine() && sampler.readsEnergy());
    }

    /**
     * Stops sampling and finishes the files. A source that does not return is left behind within a second; a slow disk
     * gets ten. An interrupt does not shorten that, and the interrupt flag is set again afterwards. Windows can still
     * be cut later.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        opened.leaveLate();
        reopenings.forEach(Reopening::stop);
        samplers.forEach(Sampler::stop);
        long now = System.nanoTime() + demand.slackNanos();
        samplers.forEach(sampler -> sampler.awaitEnd(now + PATIENT_CLOSE_NANOS, now + LONGEST_CLOSE_NANOS));
        spool.ifPresent(SampleSpool::close);
    }

    /**
     * Formats the sources of its joules, for example {@code telemetry session, sensors: 3, joules by powercap
     * package-0},
     * or the reason why there are none. Waits for nothing.
     */
    @Override
    public String toString() {
        String sources = readings.headline().stream().map(series -> series.device().source()).distinct().sorted()
                .collect(Collectors.joining(", "));
        return "telemetry session" + (closed ? " (closed)" : "") + ", sensors: " + sensors().size()
                + energyUnavailableReason().map(why -> ", no joules: " + why).orElse(", joules by " + sources);
    }
}
