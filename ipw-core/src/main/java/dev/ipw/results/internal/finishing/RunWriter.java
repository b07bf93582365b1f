package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.internal.activity.SteadyLoad;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.results.internal.format.RunDataset;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.results.internal.format.RunSummaryCodec;
import dev.ipw.results.internal.format.ServedSamples;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.JournalQueries;
import dev.ipw.results.internal.journal.LatestEvaluations;
import dev.ipw.results.internal.journal.RunJournals;
import dev.ipw.results.internal.journal.RunPart;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunShard;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.run.RunSummary.JudgingEnergy;
import dev.ipw.run.RunSummary.RunSegment;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.Headline;
import dev.ipw.run.RunTotals.MachineUse;
import dev.ipw.shard.ShardSpec;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleStore;
import dev.ipw.telemetry.SampledDevice;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.DoubleStream;

/**
 * The writer of a run's results from its journal and its samples: attributes the energy, writes the dataset, writes the
 * summary. It needs only the run's directory, so that a run which was cut off can be finished later and a finished one
 * again. The journal is read several times, and memory holds a few bytes of each request.
 */
public final class RunWriter implements AutoCloseable {
    // The order in which sources were first read is random.
    static final Comparator<SampledDevice> IN_ORDER = Comparator.comparing(SampledDevice::collector)
            .thenComparingInt(device -> device.info().index().orElse(Integer.MAX_VALUE))
            .thenComparing(device -> device.info().device());
    private static final String NO_SAMPLES = "nothing was sampled";
    private static final String MACHINES = "the shards ran on several machines";
    private static final String ONLY_QUERIES = "the tool that made the run recorded joules of its queries only, "
            + "none of the time between them";

    private final RunDirectory directory;
    private final AttributionRule rule;
    private final CallActivities calls;
    private final JournalDigest digest;
    private final RunConfiguration run;
    private final Optional<SampleStore> samples;
    private Optional<SampleStore> ownSamples = Optional.empty();
    private Optional<Boolean> servedHere = Optional.empty();
    private final RunEnergy energy;
    private final Optional<ShardedRun> shards;
    private final Optional<ShardDevices> devices;

    private RunWriter(RunDirectory directory, AttributionRule rule) {
        this(directory, RunJournals.of(directory), rule, Optional.empty());
    }

    private RunWriter(RunDirectory directory, RunJournals journals, AttributionRule rule,
            Optional<ShardedRun> shards) {
        this.directory = directory;
        this.rule = rule;
        this.shards = shards;
        calls = new CallActivities();
        try {
            digest = JournalDigest.of(journals, calls);
            run = shards.map(all -> all.configuration(digest)).orElseGet(digest::configuration);
            devices = shards.map(all -> new ShardDevices(all, digest));
            samples = devices.isPresent() ? devices.get().samples() : ServedSamples.of(directory, run.client());
            energy = energy();
        } catch (RuntimeException | Error unreadable) {
            calls.close();
            throw unreadable;
        }
    }

    @Override
    public void close() {
        calls.close();
    }

    /**
     * Refuses to begin where a run could not be finished, which needs a temporary file.
     *
     * @throws InputException if none can be created, with the reason
     */
    public static void requireTemporaryFile() {
        try (CallActivities calls = new CallActivities()) {
            calls.beginJournal();
        }
    }

    /**
     * Finishes a run.
     *
     * @param directory   the run's directory, with its journal
     * @param interrupted true if not every planned question was asked
     * @return the finished run
     * @throws InputException if the journal is damaged or the results cannot be written
     */
    public static RunReader finish(RunDirectory directory, boolean interrupted) {
        return finish(directory, interrupted, () -> {});
    }

    /**
     * Finishes a run that another process may have taken over.
     *
     * @param directory   the run's directory, with its journal
     * @param interrupted true if not every planned question was asked
     * @param permission  throws if this process may not put the results in place
     * @return the finished run
     * @throws InputException if the journal is damaged or the results cannot be written
     */
    public static RunReader finish(RunDirectory directory, boolean interrupted, Runnable permission) {
        return finish(directory, (ofRun, tally) -> interrupted, AttributionRule.AUTO, permission);
    }

    /**
     * Writes the results of a run whose process was killed. The run counts as ended early unless it had asked the
     * maximum number of questions.
     *
     * @param directory the run's files
     * @return the finished run
     * @throws InputException if the journal is damaged or the results cannot be written
     */
    public static RunReader finishKilled(RunDirectory directory) {
        return finish(directory, RunWriter::lacksQuestions, AttributionRule.AUTO, () -> {});
    }

    private static boolean lacksQuestions(RunConfiguration run, TotalsTally tally) {
        OptionalInt planned = run.settings().questions().maxQueries();
        long rounds = run.settings().questions().epochs().orElse(1);
        ShardSpec shard = run.shard().map(RunShard::spec).orElse(ShardSpec.WHOLE);
        return planned.isEmpty() || tally.requests().finished() < shard.partOf(planned.getAsInt() * rounds);
    }

    /**
     * Rewrites the results of a finished run from its journal and its samples, with the same sharing of its joules.
     *
     * @param run the run
     * @return the rewritten run
     * @throws InputException if the journal is damaged, the samples no longer give the joules that the run has, or the
     *                        results cannot be written; the old results are then kept
     */
    public static RunReader rewrite(RunReader run) {
        return rewrite(run, ruleOf(run.summary()));
    }

    /** Rewrites the results of a finished run with a rule of sharing between requests that overlap. */
    static RunReader rewrite(RunReader run, AttributionRule rule) {
        try (RunWriter writer = new RunWriter(run.directory(), rule)) {
            writer.requireJoulesOf(run.summary());
            boolean interrupted = run.summary().interrupted();
            writer.write((ofRun, tally) -> interrupted, () -> {});
        }
        return RunReader.open(run.directory().path());
    }

    /**
     * Checks that a finished run's samples still give the joules that it has, before work is spent on rewriting it.
     *
     * @param run the run
     * @throws InputException if they do not, or the journal is damaged
     */
    public static void requireJoules(RunReader run) {
        try (RunWriter writer = new RunWriter(run.directory(), ruleOf(run.summary()))) {
            writer.requireJoulesOf(run.summary());
        }
    }

    private void requireJoulesOf(RunSummary kept) {
        digest.damage().lines().ifPresent(lines -> {
            throw new InputException(lines + ", while the results of the run have all that it told. Rewriting "
                    + "would lose it, so they are left as they are. Restore the journal from a copy, then try again");
        });
        List<String> lost = new ArrayList<>(energy.lost(kept.totals().devices()));
        if (kept.totals().profilerCost().energy().isAvailable()
                && !profilerCost(digest.measured()).energy().isAvailable()) {
            lost.add("this program");
        }
        if (kept.judging().filter(known -> known.localCalls() > 0 && known.energy().isAvailable()).isPresent()
                && judging().filter(known -> known.energy().isAvailable()).isEmpty()) {
            lost.add("the judges");
        }
        if (!lost.isEmpty()) {
            List<String> problems = samples.map(SampleStore::problems).orElse(List.of());
            throw new InputException("The run " + directory.path().toAbsolutePath() + " has joules of "
                    + String.join(", ", lost) + ", which its samples in " + directory.telemetry().getFileName()
                    + " no longer tell" + (problems.isEmpty() ? "" : " (" + problems.getFirst() + ")")
                    + ". Rewriting would lose them, so it is left as it is. Restore the folder as the run left "
                    + "it, then try again");
        }
    }

    /** Returns the rule by which a run was shared; if it was chosen for each device, the same choice is repeated. */
    private static AttributionRule ruleOf(RunSummary run) {
        List<AttributionRule> rules = run.totals().devices().stream().map(DeviceTotals::attribution)
                .flatMap(Optional::stream).map(DeviceSharing::rule).distinct().toList();
        boolean mixed = run.warnings().stream().anyMatch(DeviceTally::isMixedRulesWarning);
        return rules.size() == 1 && !mixed ? rules.getFirst() : AttributionRule.AUTO;
    }

    /**
     * Writes the results of a run from its shards, whose files stay as they are.
     *
     * @param shards the shards
     * @return the merged run
     * @throws InputException if a shard is damaged or changes meanwhile, two have the same record or disagree about a
     *                        device, or the results cannot be written; nothing is changed then
     */
    public static RunReader merge(ShardedRun shards) {
        try (RunWriter writer = new RunWriter(shards.directory(), shards.journals(), AttributionRule.AUTO,
                Optional.of(shards))) {
            writer.write((run, tally) -> shards.isInterrupted(), shards::requireUnchanged);
        } catch (InputException damaged) {
            // A journal that changes while it is read looks damaged.
            shards.requireUnchanged();
            throw damaged;
        }
        return RunReader.open(shards.directory().path());
    }

    /** Finishes a run with a rule of sharing between requests that overlap. */
    static RunReader finish(RunDirectory directory, boolean interrupted, AttributionRule rule) {
        return finish(directory, (ofRun, tally) -> interrupted, rule, () -> {});
    }

    private static RunReader finish(RunDirectory directory, BiPredicate<RunConfiguration, TotalsTally> interrupted,
            AttributionRule rule, Runnable permission) {
        try (RunWriter writer = new RunWriter(directory, rule)) {
            writer.write(interrupted, permission);
        }
        RunStatus.remove(directory);
        return RunReader.open(directory.path());
    }

    /** Returns the attribution, and writes nothing. */
    static RunAttribution attribute(RunDirectory directory, AttributionRule rule) {
        try (RunWriter writer = new RunWriter(directory, rule)) {
            return writer.attribution();
        }
    }

    /** Returns whether other shards ask the same server, so that only all shards together can be divided. */
    private boolean isUndivided() {
        return shards.isEmpty() && run.shard().filter(RunShard::serverShared).isPresent() && samples.isPresent();
    }

    private RunEnergy energy() {
        List<DeviceSeries> series = samples.map(SampleStore::energy).map(DeviceSeries::of).orElse(List.of());
        DevicePowers powers = samples.map(store -> DevicePowers.of(store, run.clock(),
                QuietTimes.of(digest))).orElseGet(DevicePowers::none);
        RunTimes times = devices.<RunTimes>map(of -> of)
                .orElseGet(() -> isUndivided() ? RunTimes.ofPart(digest.measured()) : digest::measured);
        boolean areGpusUnused = samples.filter(store -> new UnusedGpus(store, series, powers, times).areAll())
                .isPresent();
        return new RunEnergy(series, areGpusUnused,
                samples.map(SampleStore::devicesByScope).orElse(Map.of()),
                device -> samples.map(store -> store.findings(device)).orElse(List.of()),
                run.telemetryNote().orElse(NO_SAMPLES), times, powers, rule);
    }

    /**
     * Writes the dataset and, once all of it is on the disk, puts it in place together with the summary. An older
     * summary is deleted first: if the process is killed in between, the next reader finishes the run again.
     */
    private void write(BiPredicate<RunConfiguration, TotalsTally> interrupted, Runnable permission) {
        TotalsTally tally = new TotalsTally(SteadyLoad.of(digest.times(), digest.measured()),
                Optional.of(new OfferedLoad(digest.measured()))
                        .filter(any -> run.load().isOpenLoop() && run.hasExactTimes()));
        // Graphics processors of several servers are not the peak of one query.
        QueryAccounts accounts = new QueryAccounts(run.accounting(), serving().isEmpty() ? gpuNames() : List.of(),
                digest.times(), digest.measuredNanos(),
                shards.map(all -> all.servedNanos(digest)).orElseGet(digest::measuredNanos));
        ServingDevices devices = servingDevices();
        CallShares shares = new CallShares(calls, digest, energy, devices);
        try (JournalQueries queries = new JournalQueries(digest);
                LatestEvaluations verdicts = new LatestEvaluations(digest)) {
            TracedRecords records = new TracedRecords(
                    new RunRecords(run, ShardReadings.of(digest, samples, serving()), energy, shares, queries, verdicts,
                            tally, accounts,
                            new ToolProcesses(this::samplingMachine, whyNoTools())));
            RunDataset.write(directory, run.client().model(), digest.metadata(), records, placing -> {
                byte[] summary = RunSummaryCodec.toTree(summary(tally, accounts, devices, interrupted.test(run, tally)))
                        .prettyJson()
                        .getBytes(StandardCharsets.UTF_8);
                AtomicFile.write(directory.summary(), summary, () -> {
                    permission.run();
                    directory.removeSummary();
                    placing.run();
                    if (shards.isEmpty()) {
                        records.writeFiles(directory, run);
                    }
                    ResultFiles.write(directory, summary);
                });
            });
        }
    }

    private RunSummary summary(TotalsTally tally, QueryAccounts accounts, ServingDevices serving,
            boolean interrupted) {
        List<SampledDevice> devices = samples.map(SampleStore::devices).orElse(List.of()).stream().sorted(IN_ORDER)
                .toList();
        List<String> warnings = new ArrayList<>(shards
                .map(all -> all.warnings(digest, this.devices.orElseThrow(), energy.headlineSeries()))
                .orElseGet(digest::warnings));
        digest.damage().sentence().ifPresent(warnings::add);
        samples.ifPresent(store -> warnings.addAll(store.problems()));
        warnings.addAll(serving.warnings());
        warnings.addAll(energy.warnings());
        warnings.addAll(energy.idleWarnings());
        warnings.addAll(tally.warnings());
        RunTotals totals = totals(tally);
        return new RunSummary(run, totals, endTime(), interrupted, segments(), devices,
                warnings.stream().map(new DeviceWords(devices)::in).distinct().toList(),
                shards.map(ShardedRun::validity).orElseGet(digest::runValidity),
                accounts.finish(totals.headlineEnergy().orElseGet(totals::deviceEnergy)),
                samples.map(store -> temperatures(store, digest.measured())).orElse(List.of()),
                digest.judged().totals(), judging(), digest.resumption(),
                shards.map(all -> all.described(digest, energy)).orElse(List.of()));
    }

    private Optional<JudgingEnergy> judging() {
        Optional<String> note = run.telemetryNote().filter(any -> run.client().servingHost() == ServingHost.LOCAL);
        return isUndivided()
                ? new JudgingAccount(digest, Optional::empty, RunTimes.UNDIVIDED).energy()
                : new JudgingAccount(digest, this::samplingMachine, note.orElse(NO_SAMPLES)).energy();
    }

    private static List<DeviceTemperature> temperatures(SampleStore samples, List<TimeSpan> measured) {
        Map<String, DeviceTemperature> known = new TreeMap<>();
        for (MeteredDevice device : DeviceSeries.of(samples.energy()).stream().map(DeviceSeries::device).toList()) {
            double[] celsius = measured.stream().flatMapToDouble(
                    span -> DoubleStream.of(samples.values(Quantity.TEMPERATURE_CELSIUS, device, span))).toArray();
            if (celsius.length > 0) {
                known.put(device.name(),
                        new DeviceTemperature(device.name(), celsius[0], celsius[celsius.length - 1]));
            }
        }
        return List.copyOf(known.values());
    }

    private List<String> gpuNames() {
        return samples.map(SampleStore::devices).orElse(List.of()).stream().sorted(IN_ORDER)
                .filter(SampledDevice::isGpu).map(device -> device.info().name()).toList();
    }

    private List<RunSegment> segments() {
        return digest.hasShards()
                ? digest.measured().stream()
                        .map(span -> new RunSegment(run.clock(), Optional.of(span), Optional.empty()))
                        .toList()
                : digest.parts().stream().map(part -> new RunSegment(part.clock(), part.measured(), part.attempt()))
                        .toList();
    }

    private RunAttribution attribution() {
        if (isUndivided()) {
            throw new InputException("The joules of " + directory.path().toAbsolutePath() + " are not divided: "
                    + RunTimes.UNDIVIDED);
        }
        if (samples.map(SampleStore::energy).map(DeviceSeries::of).orElse(List.of()).isEmpty()) {
            List<String> problems = samples.map(SampleStore::problems).orElse(List.of());
            throw new InputException("The run " + directory.path().toAbsolutePath() + " has no joules to divide: "
                    + run.telemetryNote().orElse(NO_SAMPLES) + (problems.isEmpty() ? "" : "; " + problems.getFirst())
                    + ". Profile again with a collector that works here; " + Setting.PROBE + " lists them");
        }
        List<CallShares.Share> all = new ArrayList<>();
        ServingDevices serving = servingDevices();
        CallShares shares = CallShares.ofCallsOnly(calls, digest, energy, serving);
        for (Optional<CallShares.Share> next = shares.next(); next.isPresent(); next = shares.next()) {
            all.add(next.get());
        }
        List<String> known = new ArrayList<>(run.telemetryNote().stream().toList());
        known.addAll(samples.orElseThrow().problems());
        digest.damage().sentence().ifPresent(known::add);
        known.addAll(serving.warnings());
        if (all.isEmpty()) {
            known.add("No request was finished, so that all joules are idle.");
        }
        return RunAttribution.of(energy, all, known);
    }

    /** Returns the samples of the server's machine. Samples of this machine do not apply to a server on another. */
    private RunTotals totals(TotalsTally tally) {
        List<TimeSpan> measured = digest.measured();
        return new RunTotals(tally.requests(), tally.offeredPerSecond(), tally.tokens(), digest.measuredNanos(),
                headline(tally), energy.totals(), phases(),
                new MachineUse(statistics(Quantity.UTILIZATION_PERCENT, Scope.PACKAGE, measured),
                        statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM, measured)),
                profilerCost(measured));
    }

    private Headline headline(TotalsTally tally) {
        return devices.flatMap(all -> all.incomplete(energy.headlineSeries()))
                .map(why -> new Headline(EnergyReading.unavailable(Scope.PACKAGE, "all shards", why),
                        headlineScope(tally), Optional.empty(), Optional.empty(), Optional.empty()))
                .orElseGet(() -> new Headline(headlineTotal(tally), headlineScope(tally), energy.net(),
                        energy.gross(), tally.steadyState(energy)));
    }

    private ServingDevices servingDevices() {
        return new ServingDevices(serving(), energy.deviceNames(), run.settings().measurement().replicas());
    }

    /** Returns the devices that served each shard's requests; empty if one server answered all. */
    private List<Set<String>> serving() {
        return devices.map(ShardDevices::serving).orElse(List.of());
    }

    /** Returns the headline's joules. Another tool's joules are those of its queries, without the time between them. */
    private EnergyReading headlineTotal(TotalsTally tally) {
        return samples.isPresent()
                ? energy.headlineTotal()
                : tally.firstMetered().map(query -> query.headline().withoutJoules(ONLY_QUERIES))
                        .orElseGet(energy::headlineTotal);
    }

    private String headlineScope(TotalsTally tally) {
        return samples.isPresent()
                ? energy.headlineScope()
                : tally.firstMetered().map(EnergyMetrics::headlineScope).orElseGet(energy::headlineScope);
    }

    private Map<RunPhase, EnergyReading> phases() {
        Map<RunPhase, EnergyReading> joules = new EnumMap<>(RunPhase.class);
        Map<RunPhase, List<TimeSpan>> spans = new EnumMap<>(RunPhase.class);
        for (RunPart part : digest.parts()) {
            part.phases().forEach((phase, span) -> {
                if (phase != RunPhase.MEASURING) {
                    spans.computeIfAbsent(phase, first -> new ArrayList<>()).add(span);
                }
            });
        }
        spans.forEach((phase, all) -> joules.put(phase, energy.headlineOver(
                device -> devices.map(shared -> shared.phaseOf(device.device(), phase)).orElse(all))));
        if (digest.parts().stream().anyMatch(part -> part.phases().containsKey(RunPhase.MEASURING))) {
            joules.put(RunPhase.MEASURING, energy.headlineTotal());
        }
        return joules;
    }

    /** Summarises the readings of all measurement windows; a mean weights each of them by its length. */
    private Optional<Statistics> statistics(Quantity quantity, Scope scope, List<TimeSpan> measured) {
        return samples.flatMap(store -> measured.size() == 1
                ? store.statistics(quantity, scope, measured.getFirst())
                : Statistics.of(measured.stream()
                        .flatMapToDouble(span -> DoubleStream.of(store.values(quantity, scope, span))).toArray()));
    }

    /**
     * Returns this process' own cost, from samples of this machine, wherever the model was served. If the server is
     * declared to be on this machine too, its samples are used where no others exist.
     */
    private ProcessShare profilerCost(List<TimeSpan> measured) {
        if (shards.isPresent()) {
            return shards.get().profilerCost();
        }
        if (samples.isEmpty()) {
            return ProcessShare.none(run.telemetryNote().orElse(NO_SAMPLES));
        }
        boolean local = run.client().servingHost() == ServingHost.LOCAL;
        if (isServedHere()) {
            return processShare(samples.get(), measured);
        }
        ProcessShare own = processShare(samplingMachine().orElseThrow(), measured);
        return local && !own.energy().isAvailable() ? processShare(samples.get(), measured) : own;
    }

    /** Returns whether one machine serves and samples, so that all samples are of it. */
    private boolean isServedHere() {
        if (servedHere.isEmpty()) {
            servedHere = Optional.of(run.client().servingHost() == ServingHost.LOCAL
                    && SampleStore.readServingMachine(directory.telemetry()).energy().isEmpty());
        }
        return servedHere.get();
    }

    private String whyNoTools() {
        return shards.isPresent() ? MACHINES : run.telemetryNote().orElse(NO_SAMPLES);
    }

    /** Reads the samples of the machine on which this program runs, once; empty without samples. */
    private Optional<SampleStore> samplingMachine() {
        if (shards.isPresent()) {
            return samples.filter(any -> shards.get().clocks().isOfOneMachine());
        }
        if (samples.isEmpty() || isServedHere()) {
            return samples;
        }
        if (ownSamples.isEmpty()) {
            ownSamples = Optional.of(SampleStore.readSamplingMachine(directory.telemetry()));
        }
        return ownSamples;
    }

    private static ProcessShare processShare(SampleStore store, List<TimeSpan> measured) {
        return measured.stream().map(span -> store.window(span.startNanos(), span.endNanos()).processEnergy())
                .reduce(ProcessShare::plus).orElseThrow();
    }

    private Instant endTime() {
        return run.clock().instant(run.clock().monotonicAnchorNanos() + digest.lastNanos());
    }
}
