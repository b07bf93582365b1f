package dev.ipw.results;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.RequestActivity;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestOutcome;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleStore;
import dev.ipw.telemetry.SampledDevice;
import dev.ipw.telemetry.TelemetryWindow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Finish a run from its journal and its samples: cut the energy, write the dataset, write the summary. Nothing is needed
 * but the run's directory, so that a run which was cut off can be finished later and a finished one again.
 */
public final class RunWriter {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    // Which source was read first is chance.
    private static final Comparator<SampledDevice> IN_ORDER = Comparator.comparing(SampledDevice::collector)
            .thenComparingInt(device -> device.info().index().orElse(Integer.MAX_VALUE))
            .thenComparing(device -> device.info().device());
    private static final String NO_SAMPLES = "nothing was sampled";

    private final RunDirectory directory;
    private final boolean interrupted;
    private final AttributionRule rule;
    private final List<JournalEntry.Finished> requests = new ArrayList<>();
    private final Map<String, Evaluation> verdicts = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<RunPhase, TimeSpan> phases = new EnumMap<>(RunPhase.class);
    private Optional<RunConfiguration> configuration = Optional.empty();

    private RunWriter(RunDirectory directory, boolean interrupted, AttributionRule rule) {
        this.directory = directory;
        this.interrupted = interrupted;
        this.rule = rule;
    }

    /**
     * Finish a run.
     *
     * @param directory   the run's directory, with its journal
     * @param interrupted true if not every planned question was asked
     * @return the finished run
     * @throws InputException if the journal is damaged or the results cannot be written
     */
    public static RunReader finish(RunDirectory directory, boolean interrupted) {
        return finish(directory, interrupted, AttributionRule.AUTO);
    }

    /** Finish a run; requests that overlap share by a rule. */
    static RunReader finish(RunDirectory directory, boolean interrupted, AttributionRule rule) {
        RunWriter writer = new RunWriter(directory, interrupted, rule);
        JournalReader.read(directory.journal(), writer::take);
        writer.write();
        return RunReader.open(directory.path());
    }

    /** Say who used what, and write nothing. */
    static RunAttribution attribute(RunDirectory directory, AttributionRule rule) {
        RunWriter writer = new RunWriter(directory, true, rule);
        JournalReader.read(directory.journal(), writer::take);
        return writer.attribution();
    }

    /**
     * List the answers of a run that nobody has judged.
     *
     * @param directory the run's directory, with its journal
     * @return what was asked of the run, and the requests that were answered and have no verdict
     * @throws InputException if the journal is damaged
     */
    public static Unjudged unjudged(RunDirectory directory) {
        RunWriter writer = new RunWriter(directory, true, AttributionRule.AUTO);
        JournalReader.read(directory.journal(), writer::take);
        return new Unjudged(writer.begun(), writer.requests.stream().filter(request -> request.outcome().failure()
                .isEmpty() && !writer.verdicts.containsKey(request.question().id())).toList());
    }

    /**
     * What is left to judge of a run.
     *
     * @param configuration what was asked of the run
     * @param requests      the requests that were answered and have no verdict
     */
    public record Unjudged(RunConfiguration configuration, List<JournalEntry.Finished> requests) {
        /** Copy the requests. */
        public Unjudged {
            requests = List.copyOf(requests);
        }
    }

    private RunConfiguration begun() {
        return configuration.orElseThrow(() -> new InputException(directory.journal().toAbsolutePath()
                + " does not begin with the run's configuration; the run ended before anything was asked"));
    }

    private void take(JournalEntry entry) {
        switch (entry) {
            case JournalEntry.Begun begun -> configuration = Optional.of(begun.configuration());
            case JournalEntry.Finished finished -> requests.add(finished);
            case JournalEntry.Judged judged -> verdicts.put(judged.recordId(), judged.evaluation());
            case JournalEntry.Warned warned -> warnings.add(warned.message());
            case JournalEntry.PhaseTimed timed ->
                phases.put(timed.phase(), new TimeSpan(timed.startNanos(), timed.endNanos()));
        }
    }

    private void write() {
        RunConfiguration run = begun();
        List<RequestActivity> activities = requests.stream().map(request -> Activities.of(request.outcome())).toList();
        TimeSpan measured = measured(activities);
        Optional<SampleStore> samples = samples(run);
        RunEnergy energy = energy(run, samples, measured, activities);
        List<SampledDevice> devices = samples.map(SampleStore::devices).orElse(List.of()).stream().sorted(IN_ORDER)
                .toList();
        Optional<GpuInfo> gpu = GpuInfo.of(devices);
        List<ProfilingRecord> records = new ArrayList<>(requests.size());
        for (int request = 0; request < requests.size(); request++) {
            RequestActivity window = activities.get(request);
            ModelMetrics metrics = metrics(run, gpu, requests.get(request).outcome(), energy.of(request),
                    samples.map(store -> store.window(window.startNanos(), window.endNanos())));
            records.add(record(run, requests.get(request), metrics));
        }
        samples.ifPresent(store -> warnings.addAll(store.problems()));
        warnings.addAll(energy.warnings());
        warnings.addAll(energy.drifts());
        Optional<TelemetryWindow> stretch = samples
                .map(store -> store.window(measured.startNanos(), measured.endNanos()));
        RunSummary summary = new RunSummary(run, totals(run, records, energy, measured, stretch), endTime(run),
                interrupted,
                devices, warnings.stream().distinct().toList());
        AtomicFile.write(directory.summary(),
                RunSummaryCodec.toTree(summary).prettyJson().getBytes(StandardCharsets.UTF_8),
                () -> RunDataset.write(directory, run.client().model(), records));
    }

    private RunEnergy energy(RunConfiguration run, Optional<SampleStore> samples, TimeSpan measured,
            List<RequestActivity> activities) {
        return new RunEnergy(samples.map(SampleStore::energy).orElse(List.of()),
                device -> samples.map(store -> store.findings(device)).orElse(List.of()),
                run.telemetryNote().orElse(NO_SAMPLES), measured, activities,
                samples.map(store -> DevicePowers.of(store, run.clock(), QuietTimes.of(phases, measured, activities)))
                        .orElseGet(DevicePowers::none),
                rule);
    }

    private RunAttribution attribution() {
        RunConfiguration run = begun();
        List<RequestActivity> activities = requests.stream().map(request -> Activities.of(request.outcome())).toList();
        Optional<SampleStore> samples = samples(run);
        if (samples.map(SampleStore::energy).orElse(List.of()).isEmpty()) {
            List<String> problems = samples.map(SampleStore::problems).orElse(List.of());
            throw new InputException("The run " + directory.path().toAbsolutePath() + " has no joules to divide: "
                    + run.telemetryNote().orElse(NO_SAMPLES) + (problems.isEmpty() ? "" : "; " + problems.getFirst())
                    + ". Profile again with a collector that works here; 'ipw doctor' tells which");
        }
        RunEnergy energy = energy(run, samples, measured(activities), activities);
        List<String> known = new ArrayList<>(run.telemetryNote().stream().toList());
        known.addAll(samples.orElseThrow().problems());
        known.addAll(energy.warnings());
        if (requests.isEmpty()) {
            known.add("No request was finished, so that all joules are idle.");
        }
        return RunAttribution.of(energy, activities, known);
    }

    /** Samples of this machine say nothing about a server that runs on another. */
    private Optional<SampleStore> samples(RunConfiguration run) {
        if (!Files.isDirectory(directory.telemetry())) {
            return Optional.empty();
        }
        return Optional.of(run.client().servingHost() == ServingHost.LOCAL
                ? SampleStore.read(directory.telemetry())
                : SampleStore.readServingMachine(directory.telemetry()));
    }

    /** A run that was killed left no measured stretch in its journal: its requests tell when it was. */
    private TimeSpan measured(List<RequestActivity> activities) {
        TimeSpan timed = phases.get(RunPhase.MEASURING);
        long start = timed == null ? Long.MAX_VALUE : timed.startNanos();
        long end = timed == null ? Long.MIN_VALUE : timed.endNanos();
        for (RequestActivity request : activities) {
            start = Math.min(start, request.startNanos());
            end = Math.max(end, request.endNanos());
        }
        return start > end ? new TimeSpan(0, 0) : new TimeSpan(start, end);
    }

    private static ModelMetrics metrics(RunConfiguration run, Optional<GpuInfo> gpu, RequestOutcome outcome,
            EnergyMetrics energy, Optional<TelemetryWindow> window) {
        // Watts carry no source of their own: what is only guessed does not pass for measured.
        Optional<TelemetryWindow> processors = window.filter(one -> !energy.isProcessorEstimated());
        PowerMetrics power = new PowerMetrics(window.flatMap(one -> one.statistics(Quantity.POWER_WATTS, Scope.GPU)),
                processors.flatMap(one -> one.statistics(Quantity.POWER_WATTS, Scope.PACKAGE)));
        Optional<Statistics> memory = window
                .flatMap(one -> one.statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM))
                .map(bytes -> bytes.dividedBy(BYTES_PER_MEBIBYTE));
        return new ModelMetrics(energy, LatencyMetrics.of(outcome.timeline(), outcome.usage()), outcome.usage(), power,
                memory, window.flatMap(one -> one.statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU)),
                outcome.floatingPointOperations(), run.system(), gpu);
    }

    private ProfilingRecord record(RunConfiguration run, JournalEntry.Finished finished, ModelMetrics metrics) {
        return new ProfilingRecord(finished.question(), run.client().model(), finished.outcome(), metrics,
                finished.evaluator(), Optional.ofNullable(verdicts.get(finished.question().id())));
    }

    private RunTotals totals(RunConfiguration run, List<ProfilingRecord> records, RunEnergy energy, TimeSpan measured,
            Optional<TelemetryWindow> stretch) {
        Map<RunPhase, EnergyReading> joules = new EnumMap<>(RunPhase.class);
        phases.forEach((phase, span) -> joules.put(phase,
                span.equals(measured) ? energy.headlineTotal() : energy.headlineOver(span)));
        long failed = records.stream().filter(ProfilingRecord::hasFailed).count();
        List<EnergyReading> known = records.stream().map(record -> record.metrics().energy().headline())
                .filter(EnergyReading::isAvailable).toList();
        OptionalLong outputTokens = sum(records, TokenUsage::output);
        long metered = known.stream().filter(EnergyReading::isComplete).count();
        return new RunTotals(records.size(), failed, metered, known.size() - metered, sum(records, TokenUsage::input),
                outputTokens, measured.nanos(), energy.headlineTotal(), energy.headlineScope(), energy.net(),
                outputTokens.isPresent() ? energy.steadyState(answered()) : Optional.empty(),
                energy.totals(), joules,
                stretch.flatMap(window -> window.statistics(Quantity.UTILIZATION_PERCENT, Scope.PACKAGE)),
                stretch.flatMap(window -> window.statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM)),
                profilerCost(run, measured, stretch));
    }

    /**
     * What this process used is told by samples of this machine, wherever the model was served. Where that is said to be this
     * machine too, what was read for it tells it where nothing else does.
     */
    private ProcessShare profilerCost(RunConfiguration run, TimeSpan measured, Optional<TelemetryWindow> stretch) {
        if (stretch.isEmpty()) {
            return ProcessShare.none(run.telemetryNote().orElse(NO_SAMPLES));
        }
        boolean local = run.client().servingHost() == ServingHost.LOCAL;
        if (local && SampleStore.readServingMachine(directory.telemetry()).energy().isEmpty()) {
            return stretch.get().processEnergy();
        }
        ProcessShare own = SampleStore.readSamplingMachine(directory.telemetry())
                .window(measured.startNanos(), measured.endNanos()).processEnergy();
        return local && !own.energy().isAvailable() ? stretch.get().processEnergy() : own;
    }

    private List<RequestActivity> answered() {
        return requests.stream().map(JournalEntry.Finished::outcome).filter(outcome -> outcome.failure().isEmpty())
                .map(Activities::of).toList();
    }

    private static OptionalLong sum(List<ProfilingRecord> records, Function<TokenUsage, OptionalLong> part) {
        List<OptionalLong> counts = records.stream().filter(record -> !record.hasFailed())
                .map(record -> part.apply(record.metrics().tokens())).toList();
        return counts.isEmpty() || counts.stream().anyMatch(OptionalLong::isEmpty)
                ? OptionalLong.empty()
                : OptionalLong.of(counts.stream().mapToLong(OptionalLong::getAsLong).sum());
    }

    private Instant endTime(RunConfiguration run) {
        long last = phases.values().stream().mapToLong(TimeSpan::endNanos).max()
                .orElseGet(
                        () -> requests.stream().mapToLong(one -> one.outcome().timeline().endNanos()).max().orElse(0));
        return run.clock().instant(run.clock().monotonicAnchorNanos() + last);
    }
}
