package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.TimeSpans;
import dev.ipw.error.InputException;
import dev.ipw.results.internal.finishing.ShardedRun.Shard;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.RunPart;
import dev.ipw.run.RunPhase;
import dev.ipw.telemetry.SampleFolder;
import dev.ipw.telemetry.SampleStore;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The devices that the shards of a run sampled, and the times in which they served it: all the time if one server
 * answered all shards, otherwise while the shards were measured that sampled them.
 */
final class ShardDevices implements RunTimes {
    private static final double NANOS = 1e9;
    // Polled power and estimates are no more exact than this.
    private static final double SAME_POLLED = 0.05;
    private static final double SAME_COUNTED = 1e-6;
    private static final double MEDIAN = 0.5;
    private static final int UNCERTAIN_PART = 20;

    private final ShardedRun run;
    private final ShardClocks clocks;
    private final JournalDigest digest;
    private final Optional<SampleStore> samples;
    // Of each shard.
    private final List<Set<String>> names;
    private final Map<String, List<TimeSpan>> windows = new HashMap<>();

    /**
     * Reads the samples of all shards.
     *
     * @throws InputException if two shards disagree about a device
     */
    ShardDevices(ShardedRun run, JournalDigest digest) {
        this.run = run;
        clocks = run.clocks();
        this.digest = digest;
        List<Optional<SampleFolder>> folders = run.withoutJoules().isPresent()
                ? List.of()
                : run.shards().stream().map(this::folder).toList();
        List<SampleFolder> read = folders.stream().flatMap(Optional::stream).toList();
        samples = read.isEmpty() ? Optional.empty() : Optional.of(SampleStore.read(read));
        names = folders.stream().map(folder -> folder.map(SampleStore::deviceNames).orElse(Set.of())).toList();
        samples.ifPresent(store -> requireAgreement(DeviceSeries.of(store.energy()), folders));
    }

    private Optional<SampleFolder> folder(Shard shard) {
        return Files.isDirectory(shard.run().directory().telemetry())
                ? Optional.of(new SampleFolder(shard.run().directory().telemetry(), clocks.shiftNanos(shard),
                        hostOf(shard), run.isServerShared() ? "" : "shard-" + shard.shard().index(),
                        !shard.isServedHere()))
                : Optional.empty();
    }

    private String hostOf(Shard shard) {
        if (clocks.isOfOneMachine()) {
            return "";
        }
        boolean isUnique = run.shards().stream().filter(other -> other.shard().host().equals(shard.shard().host()))
                .map(other -> other.shard().machine()).distinct().count() == 1;
        return isUnique ? shard.shard().host() : shard.shard().host() + " " + shard.shard().machine();
    }

    /** Returns the samples of all shards; empty if none sampled, or their devices are not known. */
    Optional<SampleStore> samples() {
        return samples;
    }

    /** Returns the names of the devices that served the requests of each shard; empty if one server answered all. */
    List<Set<String>> serving() {
        return run.isServerShared() ? List.of() : names;
    }

    @Override
    public List<TimeSpan> measured() {
        return digest.measured();
    }

    @Override
    public List<TimeSpan> of(MeteredDevice device) {
        return run.isServerShared()
                ? measured()
                : windows.computeIfAbsent(device.name(), name -> TimeSpans.merged(partsWith(name)
                        .flatMap(part -> part.measured().stream()).toList()));
    }

    /** Returns the times of a phase of the shards that a device served, without those in which one was measured. */
    List<TimeSpan> phaseOf(MeteredDevice device, RunPhase phase) {
        return TimeSpans.merged(partsWith(device.name())
                .flatMap(part -> Optional.ofNullable(part.phases().get(phase)).stream()).toList()).stream()
                .flatMap(span -> TimeSpans.without(span, of(device)).stream()).toList();
    }

    private Stream<RunPart> partsWith(String device) {
        return digest.parts().stream()
                .filter(part -> run.isServerShared() || names.get(part.journal()).contains(device));
    }

    private List<Shard> sampling(String device) {
        return IntStream.range(0, names.size()).filter(shard -> names.get(shard).contains(device))
                .mapToObj(run.shards()::get).toList();
    }

    /** A server of its own is read by the process that asks it, on its clock. */
    @Override
    public long skewNanos(MeteredDevice device) {
        return clocks.uncertaintyNanos(run.isServerShared() ? run.shards() : sampling(device.name()));
    }

    /** Describes the machines in one sentence; empty if joules are known as if all shards had one clock. */
    Optional<String> clockWarning() {
        long nanos = samples.stream().flatMap(store -> DeviceSeries.of(store.energy()).stream())
                .mapToLong(device -> skewNanos(device.device())).max()
                .orElseGet(() -> run.isServerShared() ? clocks.uncertaintyNanos(run.shards()) : 0);
        return nanos == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT,
                        "The shards ran on %s, whose clocks count as up to %.3g s apart; bounds of joules allow for"
                                + " that.",
                        clocks.isOfOneMachine()
                                ? "one machine in several processes"
                                : clocks.machineCount() + " machines",
                        nanos / NANOS));
    }

    /** Warns of servers that were not measured all at once: the run's power is not that of all of them. */
    Optional<String> powerWarning(List<DeviceSeries> headline) {
        return headline.isEmpty() || areOfAll(headline)
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT,
                        "The shards' own servers were not all measured at the same time. Joules are those of each server"
                                + " while its shard was measured; watts are these joules over the %.4g s in which any"
                                + " shard was.",
                        digest.measuredNanos() / NANOS));
    }

    /** Reads again the samples of shards that saw a device which others saw too, and compares. */
    private void requireAgreement(List<DeviceSeries> all, List<Optional<SampleFolder>> folders) {
        for (int shard = 0; shard < folders.size(); shard++) {
            Shard own = run.shards().get(shard);
            if (folders.get(shard).isPresent()
                    && names.get(shard).stream().anyMatch(device -> sampling(device).size() > 1)) {
                for (DeviceSeries seen : DeviceSeries
                        .of(SampleStore.read(List.of(folders.get(shard).get())).energy())) {
                    all.stream().filter(same -> same.device().equals(seen.device())).findFirst()
                            .ifPresent(same -> requireAgreement(own, seen, same));
                }
            }
        }
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
        double allowed = tolerance * joules + 2 * skewNanos(seen.device()) / NANOS * highestWatts(seen.steps());
        if (own.lower().orElseThrow() - allowed > others.upper().orElseThrow()
                || own.upper().orElseThrow() + allowed < others.lower().orElseThrow()) {
            throw new InputException(String.format(Locale.ROOT,
                    "%s saw %s use %.6g J from %s to %s, and other shards saw it use %.6g J in that time. One of them "
                            + "read another device of that name, or its clock is wrong. Check the names of the devices"
                            + " and the clocks of the machines",
                    ShardedRun.nameOf(shard), seen.device().name(), joules, clocks.clockTime(from),
                    clocks.clockTime(to),
                    others.joules().orElseThrow()));
        }
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

    @Override
    public Optional<String> undivided(List<DeviceSeries> headline) {
        if (!run.isServerShared()) {
            return unread(headline);
        }
        if (run.shards().size() + run.missing().size() == 1) {
            return Optional.empty();
        }
        if (!run.missing().isEmpty()) {
            return Optional.of("other shards used the same server, and they are not merged: "
                    + String.join("; ", run.missing()));
        }
        long apart = clocks.uncertaintyNanos(run.shards());
        return headline.stream().mapToDouble(device -> usualStepNanos(device.steps())).min().stream().boxed()
                .filter(step -> apart > step)
                .map(step -> String.format(Locale.ROOT,
                        "the clocks of the shards' machines may be %.3g s apart, more than a step of the sensor, %.3g s,"
                                + " so it is not known which requests were served at the same time",
                        apart / NANOS, step / NANOS))
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
     * @param headline the devices that the headline sums
     */
    Optional<String> incomplete(List<DeviceSeries> headline) {
        return run.missing().isEmpty()
                ? unread(headline)
                : Optional.of("the run is not whole: " + String.join("; ", run.missing()));
    }

    /** Returns which shards sampled no device of the headline while each had a server of its own. */
    private Optional<String> unread(List<DeviceSeries> headline) {
        List<String> unread = run.isServerShared() || headline.isEmpty()
                ? List.of()
                : IntStream.range(0, names.size()).filter(shard -> run.shards().get(shard).shard().queries() > 0)
                        .filter(shard -> headline.stream()
                                .noneMatch(device -> names.get(shard).contains(device.device().name())))
                        .mapToObj(shard -> "shard " + run.shards().get(shard).shard().index()).toList();
        return unread.isEmpty()
                ? Optional.empty()
                : Optional.of("each shard had a server of its own, and these sampled none of the devices that the"
                        + " headline sums: " + String.join(", ", unread));
    }
}
