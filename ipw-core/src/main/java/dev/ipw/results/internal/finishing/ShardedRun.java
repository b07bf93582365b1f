package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.TimeSpans;
import dev.ipw.error.InputException;
import dev.ipw.inference.ServingHost;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.AnswerDelays;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.DispatchLag;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.RunJournals;
import dev.ipw.results.internal.journal.RunJournals.ShiftedJournal;
import dev.ipw.run.MergedShard;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunShard;
import dev.ipw.run.RunSummary;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.telemetry.SampleFolder;
import dev.ipw.telemetry.SampleStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The finished shards of a run, whose joules are divided together. Their clocks are related by the wall clocks of their
 * machines.
 *
 * @param directory      the run's directory, with the folders of the shards
 * @param shards         the shards, in the order of their indices; at least one
 * @param isServerShared whether one server answered all shards; otherwise each had its own
 * @param hostSkew       the maximum difference between the wall clocks of two machines
 * @param missing        the shards that are not there, in words; their requests are in no figure
 */
public record ShardedRun(RunDirectory directory, List<Shard> shards, boolean isServerShared, Duration hostSkew,
        List<String> missing) {
    private static final double NANOS = 1e9;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    // The two readings that relate a wall clock to a monotonic one are never this far apart.
    private static final long SAME_CLOCK_NANOS = 1_000_000;
    // Polled power and estimates are no more exact than this.
    private static final double SAME_POLLED = 0.05;
    private static final double SAME_COUNTED = 1e-6;
    private static final double MEDIAN = 0.5;
    private static final int UNCERTAIN_PART = 20;
    private static final RunValidity NOTHING_SEEN = new RunValidity(Trust.VALID, List.of(),
            new DispatchLag(Delays.NONE, 0, 0),
            new Pauses(0, OptionalDouble.empty(), 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), 0, 0, 0,
                    new AnswerDelays(Delays.NONE, Delays.NONE, Delays.NONE)),
            OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty());

    /** Copies the lists. */
    public ShardedRun {
        shards = List.copyOf(shards);
        missing = List.copyOf(missing);
    }

    /**
     * A finished shard.
     *
     * @param shard the shard
     * @param run   its results
     */
    public record Shard(MergedShard shard, RunReader run) {
        long epochNanos() {
            return run.summary().configuration().clock().epochAnchorNanos();
        }

        Path folder() {
            return run.directory().path();
        }

        boolean isServedHere() {
            return run.summary().configuration().client().servingHost() == ServingHost.LOCAL;
        }

        /** Lists the attempts at a shard, the first one and those of its processes. */
        public static List<ShardAttempt> attempts(RunSummary shard) {
            return Stream.concat(shard.configuration().shard().map(RunShard::attempt).stream(),
                    shard.segments().stream().flatMap(part -> part.attempt().stream())).toList();
        }

        /** Returns the machines on which its processes ran, one after the other. */
        Set<String> machines() {
            return attempts(run.summary()).stream()
                    .map(attempt -> attempt.bootId().or(attempt::host).orElse(shard.host()))
                    .collect(Collectors.toSet());
        }

        long monotonicNanos() {
            return run.summary().configuration().clock().monotonicAnchorNanos();
        }

        /** Returns the maximum error between the clocks of its processes, which continue one another. */
        long resumedNanos() {
            if (machines().size() > 1) {
                // A clock that continues another is ahead of it by at most a second.
                return NANOS_PER_SECOND;
            }
            LongSummaryStatistics anchors = run.summary().segments().stream()
                    .mapToLong(part -> part.clock().monotonicAnchorNanos()).summaryStatistics();
            long apart = anchors.getCount() == 0 ? 0 : anchors.getMax() - anchors.getMin();
            return apart > SAME_CLOCK_NANOS ? apart : 0;
        }
    }

    /** Returns the configuration of the whole run. */
    RunConfiguration configuration(JournalDigest digest) {
        RunConfiguration first = digest.configuration();
        return new RunConfiguration(first.settings(), first.client(), first.datasetName(), first.accounting(),
                withoutJoules().or(first::telemetryNote), first.system(), first.hardwareLabel(), first.clock(),
                directory.path().toAbsolutePath().toString(), first.command(), first.versions());
    }

    /** Returns the warnings of all shards, those of one kind as one. */
    List<String> warnings(JournalDigest digest) {
        List<String> all = new ArrayList<>(missing);
        clockWarning().ifPresent(all::add);
        withoutJoules().ifPresent(why -> all.add("The run has no joules: " + why + '.'));
        all.addAll(GroupedTexts.of(digest.warnings()).sentences("times in " + shards.size() + " shards"));
        for (int shard = 0; shard < shards.size(); shard++) {
            all.addAll(warmUp(digest, shard).stream().toList());
        }
        return all;
    }

    /** Warns of a shard that warmed up while others were measured. */
    private Optional<String> warmUp(JournalDigest digest, int shard) {
        List<TimeSpan> others = TimeSpans.merged(digest.parts().stream().filter(part -> part.journal() != shard)
                .flatMap(part -> part.measured().stream()).toList());
        double seconds = digest.parts().stream().filter(part -> part.journal() == shard)
                .flatMap(part -> Optional.ofNullable(part.phases().get(RunPhase.WARMING_UP)).stream())
                .mapToDouble(span -> (span.nanos() - TimeSpans.without(span, others).stream()
                        .mapToLong(TimeSpan::nanos).sum()) / NANOS)
                .sum();
        return seconds > 0 && isServerShared
                ? Optional.of(String.format(Locale.ROOT,
                        "Shard %d warmed up for %.3g s while other shards were measured: joules of its warm-up are in"
                                + " their figures. Start all shards before the start of the load.",
                        shards.get(shard).shard.index(), seconds))
                : Optional.empty();
    }

    /** Returns the journals of all shards, on one clock. */
    RunJournals journals() {
        return new RunJournals(shards.stream()
                .map(shard -> new ShiftedJournal(shard.run.directory().journal(), shiftNanos(shard))).toList());
    }

    private long shiftNanos(Shard shard) {
        // The wall clock may have been set between the starts of two shards.
        ToLongFunction<Shard> clock = isOfOneMachine() ? Shard::monotonicNanos : Shard::epochNanos;
        return clock.applyAsLong(shard) - shards.stream().mapToLong(clock).min().orElseThrow();
    }

    /** Returns the maximum error of the clock of one shard against that of another. */
    long uncertaintyNanos() {
        return (isOfOneMachine() ? wallStepNanos() : hostSkew.toNanos())
                + shards.stream().mapToLong(Shard::resumedNanos).max().orElse(0);
    }

    /** Returns by how much the wall clock and the monotonic clock disagree, if by more than a clock is usually set. */
    private long wallStepNanos() {
        LongSummaryStatistics offsets = shards.stream()
                .mapToLong(shard -> shard.epochNanos() - shard.monotonicNanos()).summaryStatistics();
        long apart = offsets.getMax() - offsets.getMin();
        return apart > Math.max(hostSkew.toNanos(), NANOS_PER_SECOND) ? apart : 0;
    }

    /** Returns why no joules can be given: it is not known which devices served which requests. */
    private Optional<String> withoutJoules() {
        if (shards.stream().noneMatch(Shard::isServedHere)) {
            return Optional.empty();
        }
        if (isServerShared && !isOfOneMachine()) {
            return Optional.of("the shards are planned for one server, but each asked a model on its own machine, and"
                    + " they ran on several machines or on one that was started again in between. Run them again with a"
                    + " server of its own for each shard");
        }
        return shards.stream().filter(shard -> shard.machines().size() > 1).findFirst()
                .map(shard -> String.format(Locale.ROOT,
                        "shard %d asked a model on its own machine, and it ran on several machines or on one that was"
                                + " started again in between, so it is not known which devices count once. Run that"
                                + " shard again from its beginning on one machine",
                        shard.shard.index()));
    }

    /** Returns whether all shards ran on one machine, since it was started. */
    boolean isOfOneMachine() {
        return machineCount() == 1;
    }

    /** Reads the samples of all shards; empty if none sampled, or their devices are not known. */
    Optional<SampleStore> samples() {
        if (withoutJoules().isPresent()) {
            return Optional.empty();
        }
        List<SampleFolder> folders = shards.stream().map(this::folder).flatMap(Optional::stream).toList();
        return folders.isEmpty() ? Optional.empty() : Optional.of(SampleStore.read(folders));
    }

    private Optional<SampleFolder> folder(Shard shard) {
        RunDirectory directory = shard.run.directory();
        return Files.isDirectory(directory.telemetry())
                ? Optional.of(new SampleFolder(directory.telemetry(), shiftNanos(shard), hostOf(shard),
                        isServerShared ? "" : "shard-" + shard.shard.index(), !shard.isServedHere()))
                : Optional.empty();
    }

    private String hostOf(Shard shard) {
        if (isOfOneMachine()) {
            return "";
        }
        boolean isUnique = shards.stream().filter(other -> other.shard.host().equals(shard.shard.host()))
                .map(other -> other.shard.machine()).distinct().count() == 1;
        return isUnique ? shard.shard.host() : shard.shard.host() + " " + shard.shard.machine();
    }

    /**
     * Returns the devices that each shard sampled, after a check that shards that sampled one device saw the same.
     *
     * @param together the samples of all shards together
     * @return the names of the devices of each shard
     * @throws InputException if two shards disagree about a device
     */
    List<Set<String>> devices(SampleStore together) {
        List<DeviceSeries> all = DeviceSeries.of(together.energy());
        List<Set<String>> devices = new ArrayList<>();
        for (Shard shard : shards) {
            Set<String> own = new HashSet<>();
            folder(shard).map(folder -> SampleStore.read(List.of(folder))).ifPresent(store -> {
                store.devices().forEach(device -> own.add(device.info().device()));
                for (DeviceSeries seen : DeviceSeries.of(store.energy())) {
                    own.add(seen.device().name());
                    all.stream().filter(same -> same.device().equals(seen.device())).findFirst()
                            .ifPresent(same -> requireAgreement(shard, seen, same));
                }
            });
            devices.add(own);
        }
        return devices;
    }

    private void requireAgreement(Shard shard, DeviceSeries seen, DeviceSeries same) {
        if (seen.firstNanos().isEmpty() || same.firstNanos().isEmpty()) {
            return;
        }
        // The last movement of a counter is not known to the end.
        long margin = (seen.lastNanos().orElseThrow() - seen.firstNanos().getAsLong()) / UNCERTAIN_PART;
        long from = seen.firstNanos().getAsLong() + margin;
        long to = seen.lastNanos().orElseThrow() - margin;
        EnergyReading own = seen.window(from, to);
        EnergyReading others = same.window(from, to);
        if (!own.isComplete() || !others.isComplete()) {
            return;
        }
        double tolerance = seen.device().provenance() == Provenance.MEASURED ? SAME_COUNTED : SAME_POLLED;
        double joules = own.joules().orElseThrow();
        double allowed = tolerance * joules + 2 * uncertaintyNanos() / NANOS * highestWatts(seen.steps());
        if (own.lower().orElseThrow() - allowed > others.upper().orElseThrow()
                || own.upper().orElseThrow() + allowed < others.lower().orElseThrow()) {
            throw new InputException(String.format(Locale.ROOT,
                    "%s saw %s use %.6g J from %s to %s, and other shards saw it use %.6g J in that time. One of them "
                            + "read another device of that name, or its clock is wrong. Check the names of the devices"
                            + " and the clocks of the machines",
                    nameOf(shard), seen.device().name(), joules, clockTime(from), clockTime(to),
                    others.joules().orElseThrow()));
        }
    }

    private String clockTime(long nanos) {
        long epoch = shards.stream().mapToLong(Shard::epochNanos).min().orElseThrow() + nanos;
        return Instant.ofEpochSecond(0, epoch).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static double highestWatts(EnergySteps steps) {
        double highest = 0;
        for (int step = 0; step + 1 < steps.edges(); step++) {
            double seconds = nanos(steps, step) / NANOS;
            if (seconds > 0 && !steps.isUnknown(step)) {
                highest = Math.max(highest, (steps.joules(step + 1) - steps.joules(step)) / seconds);
            }
        }
        return highest;
    }

    private static double nanos(EnergySteps steps, int step) {
        return (steps.earliest(step + 1) + steps.latest(step + 1) - steps.earliest(step) - steps.latest(step)) / 2.0;
    }

    static String nameOf(Shard shard) {
        return "Shard " + shard.shard.index() + " in " + shard.folder().toAbsolutePath();
    }

    /**
     * Returns why requests have no joules of their own: requests that shared the server are missing, or it is not known
     * which were served at the same time.
     *
     * @param series  the devices that the headline sums
     * @param devices the devices that each shard sampled
     */
    Optional<String> undivided(List<DeviceSeries> series, List<Set<String>> devices) {
        if (!isServerShared) {
            return unread(series, devices);
        }
        if (shards.size() + missing.size() == 1) {
            return Optional.empty();
        }
        if (!missing.isEmpty()) {
            return Optional.of("other shards used the same server, and they are not merged: "
                    + String.join("; ", missing));
        }
        return series.stream().mapToDouble(device -> usualStepNanos(device.steps())).min().stream().boxed()
                .filter(step -> uncertaintyNanos() > step)
                .map(step -> String.format(Locale.ROOT,
                        "the clocks of the shards' machines may be %.3g s apart, more than a step of the sensor, %.3g s,"
                                + " so it is not known which requests were served at the same time",
                        uncertaintyNanos() / NANOS, step / NANOS))
                .findFirst();
    }

    private static double usualStepNanos(EnergySteps steps) {
        double[] nanos = IntStream.range(0, Math.max(0, steps.edges() - 1)).mapToDouble(step -> nanos(steps, step))
                .filter(step -> step > 0).sorted().toArray();
        return nanos.length == 0 ? Double.POSITIVE_INFINITY : nanos[(int) (MEDIAN * nanos.length)];
    }

    /**
     * Returns why the run has no headline; empty if all shards are there, with the joules of their servers.
     *
     * @param series  the devices that the headline sums
     * @param devices the devices that each shard sampled
     */
    Optional<String> incomplete(List<DeviceSeries> series, List<Set<String>> devices) {
        return missing.isEmpty()
                ? unread(series, devices)
                : Optional.of("the run is not whole: " + String.join("; ", missing));
    }

    /** Returns which shards sampled no device of the headline while each had a server of its own. */
    private Optional<String> unread(List<DeviceSeries> series, List<Set<String>> devices) {
        List<String> unread = isServerShared || series.isEmpty()
                ? List.of()
                : IntStream.range(0, devices.size()).filter(shard -> shards.get(shard).shard.queries() > 0)
                        .filter(shard -> series.stream()
                                .noneMatch(device -> devices.get(shard).contains(device.device().name())))
                        .mapToObj(shard -> "shard " + shards.get(shard).shard.index()).toList();
        return unread.isEmpty()
                ? Optional.empty()
                : Optional.of("each shard had a server of its own, and these sampled none of the devices that the"
                        + " headline sums: " + String.join(", ", unread));
    }

    /** Returns the time for which machines are paid: that of the one server, or that of each shard's. */
    long servedNanos(JournalDigest digest) {
        return isServerShared
                ? digest.measuredNanos()
                : IntStream.range(0, shards.size()).mapToLong(shard -> TimeSpans.merged(digest.parts().stream()
                        .filter(part -> part.journal() == shard).flatMap(part -> part.measured().stream()).toList())
                        .stream().mapToLong(TimeSpan::nanos).sum()).sum();
    }

    /** Returns the cost of the shards' own processes together. */
    ProcessShare profilerCost() {
        return shards.stream().map(shard -> shard.run.summary().totals().profilerCost()).reduce(ProcessShare::plus)
                .orElseThrow();
    }

    /** Returns the worst validity of all shards, with the number of shards for each reason; empty if none has any. */
    Optional<RunValidity> validity() {
        List<RunValidity> known = shards.stream().map(shard -> shard.run.summary().validity())
                .flatMap(Optional::stream).toList();
        Optional<RunValidity> worst = known.stream()
                .reduce((one, other) -> one.level().compareTo(other.level()) >= 0 ? one : other)
                .or(() -> Optional.of(NOTHING_SEEN).filter(any -> !missing.isEmpty()));
        List<Reason> reasons = new ArrayList<>(missing.stream().map(text -> new Reason(Trust.INVALID, text)).toList());
        for (Trust level : List.of(Trust.INVALID, Trust.DOUBTFUL)) {
            GroupedTexts.of(known.stream().flatMap(validity -> validity.reasons().stream())
                    .filter(reason -> reason.level() == level).map(Reason::text).toList())
                    .sentences("of " + shards.size() + " shards")
                    .forEach(text -> reasons.add(new Reason(level, text)));
        }
        return worst.map(validity -> new RunValidity(missing.isEmpty() ? validity.level() : Trust.INVALID, reasons,
                validity.dispatch(), validity.pauses(), validity.ownProcessorPercent(), validity.clockJumpSeconds(),
                validity.calibration()));
    }

    /** Lists the shards for the summary, with the joules of the shared server over the time of each. */
    List<MergedShard> described(JournalDigest digest, RunEnergy energy) {
        return IntStream.range(0, shards.size()).mapToObj(shard -> isServerShared
                ? shards.get(shard).shard.withJoules(joules(shard, digest, energy))
                : shards.get(shard).shard).toList();
    }

    private static OptionalDouble joules(int shard, JournalDigest digest, RunEnergy energy) {
        return digest.parts().stream().filter(part -> part.journal() == shard)
                .flatMap(part -> part.measured().stream()).map(energy::headlineOver).reduce(EnergyReading::plus)
                .map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }

    /** Returns whether a shard ended early. */
    boolean isInterrupted() {
        return !missing.isEmpty() || shards.stream().anyMatch(shard -> shard.run.summary().interrupted());
    }

    /** Describes the machines in one sentence; empty if all shards ran on one. */
    Optional<String> clockWarning() {
        return uncertaintyNanos() == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT,
                        "The shards ran on %s, whose clocks count as up to %.3g s apart; bounds of joules allow for"
                                + " that.",
                        isOfOneMachine() ? "one machine in several processes" : machineCount() + " machines",
                        uncertaintyNanos() / NANOS));
    }

    private long machineCount() {
        return shards.stream().flatMap(shard -> shard.machines().stream()).distinct().count();
    }
}
