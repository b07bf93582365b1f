package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.results.internal.finishing.AttributionResult;
import dev.ipw.results.internal.meterlog.LoggedRequest;
import dev.ipw.results.internal.meterlog.MeterLogEntry;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Block;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Segment;
import dev.ipw.results.internal.meterlog.MeterLogHistory;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The division of the joules in a meter's log, repeated block by block from the readings and events in it. The figures
 * are those that the meter gave, unless parts of the log are missing; a warning then has the difference.
 *
 * @param requests the joules of each request, in the order of their starts
 * @param devices  the division of each device's joules; those that no meter saw are other
 * @param warnings warnings for a reader
 */
public record MeterReplay(List<RequestEnergy> requests, List<DeviceAttribution> devices,
        List<String> warnings) implements AttributionResult {
    /** The rounding of sums. */
    private static final double ROUNDING = 1e-9;

    /** Copies the lists. */
    public MeterReplay {
        requests = List.copyOf(requests);
        devices = List.copyOf(devices);
        warnings = List.copyOf(warnings);
    }

    /**
     * Divides the joules of a meter's log again.
     *
     * @param folder the log's folder
     * @return the division
     * @throws dev.ipw.error.InputException if it has no log, or one that cannot be read
     */
    public static MeterReplay of(Path folder) {
        Collected collected = new Collected();
        try (MeterLogHistory history = MeterLogHistory.open(folder)) {
            for (Optional<MeterLogEntry> entry = history.next(); entry.isPresent(); entry = history.next()) {
                collected.take(entry.get());
            }
            collected.warnings.addAll(history.problems());
        }
        return collected.result();
    }

    @Override
    public List<DeviceAttribution> summed() {
        return devices;
    }

    @Override
    public EnergyReading total() {
        return devices.stream().map(DeviceAttribution::total).reduce(EnergyReading::plus)
                .orElseGet(() -> EnergyReading.unavailable(Scope.GPU, "meter", "no device was divided"));
    }

    /** The sums of the blocks so far. */
    private static final class Collected {
        private final Map<String, StreamedShare> requests = new LinkedHashMap<>();
        private final Map<String, DeviceSum> devices = new LinkedHashMap<>();
        private final List<String> warnings = new ArrayList<>();
        private Optional<Begun> process = Optional.empty();
        private @Nullable ReplayedDivision division;
        private long block;
        private long firstMissing;
        private long missing;
        private long unknownEvents;
        private int different;
        private double greatestDifference;

        void take(MeterLogEntry entry) {
            switch (entry) {
                case Segment segment -> {
                    if (process.isEmpty() && segment.totals().blocks() > 0) {
                        firstMissing = segment.totals().blocks();
                        block = firstMissing;
                    }
                    process = segment.process().or(() -> process);
                    segment.lost().ifPresent(lost -> warnings.add("The log could not be written for a time: "
                            + lost.reason()));
                }
                case Begun begun -> {
                    process = Optional.of(begun);
                    division = null;
                }
                case Block one -> process.ifPresent(begun -> take(one, begun));
                case LoggedRequest request -> compare(request);
            }
        }

        private void take(Block one, Begun begun) {
            ReplayedDivision current = division;
            if (current == null) {
                current = new ReplayedDivision(begun, one);
                missing += one.number() - block - 1;
            } else if (one.number() != block + 1) {
                missing += one.number() - block - 1;
                current.beginAgain(one);
            }
            division = current;
            block = one.number();
            StreamedBlock divided = current.divide(one);
            unknownEvents += current.takeUnknownEvents();
            for (StreamedShare share : divided.shares()) {
                requests.merge(share.request().id(), share, StreamedShare::plus);
            }
            for (StreamedBlock.Device device : divided.devices()) {
                devices.computeIfAbsent(device.name(), first -> new DeviceSum()).add(device);
            }
            one.parts().forEach(part -> part.unmetered().ifPresent(gap -> {
                DeviceSum sum = devices.get(part.device());
                if (sum != null) {
                    sum.addUnmetered(gap.joules());
                }
                warnings.add(gap.joules().isPresent()
                        ? String.format(Locale.ROOT, "%.6g J of %s were used in %.1f s in which %s; they are"
                                + " other", gap.joules().getAsDouble(), part.device(), gap.seconds(), gap.reason())
                        : String.format(Locale.ROOT, "The joules of %s in %.1f s are unknown: %s",
                                part.device(), gap.seconds(), gap.reason()));
            }));
        }

        private void compare(LoggedRequest request) {
            StreamedShare sum = requests.get(request.id());
            OptionalDouble ours = sum == null ? OptionalDouble.empty() : sum.energy().joules();
            double scale = Math.max(1, request.energy().joules().orElse(0));
            double difference = ours.isPresent() && request.energy().joules().isPresent()
                    ? Math.abs(ours.getAsDouble() - request.energy().joules().getAsDouble()) / scale
                    : ours.isPresent() == request.energy().joules().isPresent() ? 0 : 1;
            if (difference > ROUNDING) {
                different++;
                greatestDifference = Math.max(greatestDifference, difference);
            }
        }

        MeterReplay result() {
            if (firstMissing > 0) {
                warnings.add("The oldest files of the log were deleted: blocks 1 to " + firstMissing
                        + " are left out, and the division begins anew after them");
            }
            if (missing > 0) {
                warnings.add(missing + " blocks are missing in the log; the division "
                        + "begins anew after them");
            }
            if (unknownEvents > 0) {
                warnings.add(
                        unknownEvents + " times in a block, a request had events whose start is missing in the log");
            }
            if (different > 0) {
                warnings.add(String.format(Locale.ROOT, "%d requests have other joules than the meter gave them, by up "
                        + "to %.3g %%", different, 100 * greatestDifference));
            }
            List<RequestEnergy> energies = new ArrayList<>();
            requests.forEach((id, sum) -> energies.add(new RequestEnergy(id, sum.energy(),
                    EnergyBreakdown.ofPhases(sum.phases()))));
            List<DeviceAttribution> attributions = new ArrayList<>();
            devices.forEach((name, sum) -> attributions.add(sum.attribution(name)));
            return new MeterReplay(energies, attributions, warnings);
        }
    }

    /** The joules of a device so far. */
    private static final class DeviceSum {
        private Optional<EnergyReading> total = Optional.empty();
        private double requestsJoules;
        private double idleJoules;
        private double otherJoules;
        private ShareTrust trust = ShareTrust.MEASURED;
        private double qualityJoules;
        private double weighedJoules;

        void add(StreamedBlock.Device device) {
            add(device.total());
            requestsJoules += device.requestsJoules();
            idleJoules += device.idleJoules();
            otherJoules += device.otherJoules();
            trust = device.trust().compareTo(trust) > 0 ? device.trust() : trust;
            if (device.quality().isPresent()) {
                double weight = device.total().joules().orElse(0);
                qualityJoules += weight * device.quality().getAsDouble();
                weighedJoules += weight;
            }
        }

        /** Adds the joules of a part of time; where one of them is unknown, the sum is PARTIAL. */
        private void add(EnergyReading part) {
            EnergyReading before = total.orElse(null);
            if (before == null) {
                total = Optional.of(part);
            } else if (before.isAvailable() == part.isAvailable()) {
                total = Optional.of(before.plus(part));
            } else {
                total = Optional.of((before.isAvailable() ? before : part).flagged(EnergyFlag.PARTIAL));
            }
        }

        void addUnmetered(OptionalDouble joules) {
            EnergyReading before = total.orElseThrow();
            if (joules.isPresent() && before.isAvailable()) {
                double added = joules.getAsDouble();
                otherJoules += added;
                total = Optional.of(new EnergyReading(
                        OptionalDouble.of(Math.max(0, before.joules().orElseThrow() + added)),
                        OptionalDouble.of(Math.max(0, before.lower().orElseThrow() + added)),
                        OptionalDouble.of(Math.max(0, before.upper().orElseThrow() + added)), before.provenance(),
                        before.scopes(), before.source(), before.flags(), before.reason()));
            } else {
                total = Optional.of(before.isAvailable() ? before.flagged(EnergyFlag.PARTIAL) : before);
            }
        }

        DeviceAttribution attribution(String name) {
            EnergyReading known = total.orElseThrow();
            // One entry for all requests: the joules of each one on each device are not kept apart.
            RequestEnergy all = new RequestEnergy("requests",
                    new EnergyReading(OptionalDouble.of(requestsJoules), OptionalDouble.of(requestsJoules),
                            OptionalDouble.of(requestsJoules), Provenance.ESTIMATED, known.scopes(), known.source(),
                            EnumSet.of(EnergyFlag.ATTRIBUTED), Optional.empty()),
                    EnergyBreakdown.NONE);
            return new DeviceAttribution(name, known, List.of(all), idleJoules, otherJoules,
                    new DeviceSharing(AttributionRule.AUTO, WorkWeights.TOKENS,
                            weighedJoules > 0
                                    ? OptionalDouble.of(qualityJoules / weighedJoules)
                                    : OptionalDouble.empty(),
                            trust, Optional.empty(), Optional.empty(), 0));
        }
    }
}
