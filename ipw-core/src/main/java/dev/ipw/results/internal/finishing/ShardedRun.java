package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.TimeSpans;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
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
     * @param files the files that are read
     */
    public record Shard(MergedShard shard, RunReader run, ShardFiles files) {
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
    List<String> warnings(JournalDigest digest, ShardDevices devices, List<DeviceSeries> headline) {
        List<String> all = new ArrayList<>(missing);
        devices.clockWarning().ifPresent(all::add);
        devices.powerWarning(headline).ifPresent(all::add);
        withoutJoules().ifPresent(why -> all.add("The run has no joules: " + why + '.'));
        all.addAll(GroupedTexts.of(digest.warningsOfShards(), shards.size()));
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
                .map(shard -> new ShiftedJournal(shard.run.directory().journal(), clocks().shiftNanos(shard)))
                .toList());
    }

    ShardClocks clocks() {
        return new ShardClocks(shards, hostSkew);
    }

    /** Returns why no joules can be given: it is not known which devices served which requests. */
    Optional<String> withoutJoules() {
        if (shards.stream().noneMatch(Shard::isServedHere)) {
            return Optional.empty();
        }
        if (isServerShared && !clocks().isOfOneMachine()) {
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

    static String nameOf(Shard shard) {
        return "Shard " + shard.shard.index() + " in " + shard.folder().toAbsolutePath();
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
            GroupedTexts.of(shards.stream().map(shard -> shard.run.summary().validity().stream()
                    .flatMap(validity -> validity.reasons().stream())
                    .filter(reason -> reason.level() == level).map(Reason::text).toList()).toList(), shards.size())
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

    /** Checks that no shard changed since it was opened. */
    void requireUnchanged() {
        shards.forEach(shard -> shard.files.requireUnchanged());
    }

    /** Returns whether a shard ended early. */
    boolean isInterrupted() {
        return !missing.isEmpty() || shards.stream().anyMatch(shard -> shard.run.summary().interrupted());
    }
}
