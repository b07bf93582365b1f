package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.internal.division.DeviceAccount;
import dev.ipw.telemetry.internal.division.DevicePart;
import dev.ipw.telemetry.internal.division.DividedPart;
import dev.ipw.telemetry.internal.division.SpanShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The shares of requests in a block, added up device by device. */
final class BlockShares {
    static final String UNKNOWN_REPLICA = "its joules are only bounded for the time in which it was not known which replica serves it: "
            + "name the devices of the replica at its start, or run one meter for each server";
    private static final String NOT_DIVIDED = "the joules of a device could not be divided over its requests: ";
    private static final double INPUT_DEVIATIONS = 2.5;
    private static final int PERIODS_OF_A_LOSS = 3;

    private final TimeSpan block;
    private final long knownNanos;
    private final CountedTokens counted;
    private final List<StreamedRequest> requests;
    private final Map<StreamedRequest, StreamedShare> shares = new IdentityHashMap<>();
    private final Set<StreamedRequest> owners = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<StreamedBlock.Device> devices = new ArrayList<>();

    /**
     * Creates the shares of a block without a device.
     *
     * @param knownNanos the moment up to which events count
     * @param requests   the requests that get joules of the block
     */
    BlockShares(TimeSpan block, long knownNanos, CountedTokens counted, List<StreamedRequest> requests) {
        this.block = block;
        this.knownNanos = knownNanos;
        this.counted = counted;
        this.requests = requests;
        owners.addAll(requests);
    }

    /**
     * Adds the shares of a device's joules.
     *
     * @param part     the division of its joules
     * @param activeOf the request of each part of it
     * @param seen     its readings
     */
    void add(DeviceAccount account, DividedPart part, List<StreamedRequest> activeOf, DeviceSeries seen) {
        String name = account.series().device().name();
        List<StreamedRequest> anywhere = requests.stream()
                .filter(one -> one.isReplicaUnknown() && uses(one, name) && !one.isWithoutWork(knownNanos)).toList();
        List<SpanShare> readings = part.shares();
        List<StreamedShare> charges = new ArrayList<>();
        double charged = 0;
        double unowned = 0;
        for (int i = 0; i < activeOf.size(); i++) {
            StreamedRequest request = activeOf.get(i);
            SpanShare reading = readings.isEmpty()
                    ? new SpanShare(part.totals().device(), OptionalDouble.empty())
                    : readings.get(i);
            double joules = reading.reading().joules().orElse(0);
            if (owners.contains(request)) {
                charged += joules;
                charges.add(share(request, account, part, i, reading.reading(), !anywhere.isEmpty()));
            } else {
                // Joules that its counter showed after its last block was divided.
                unowned += joules;
            }
        }
        anywhere.forEach(one -> charges.add(bounded(one, part, seen)));
        requests.stream().filter(one -> one.isWithoutWork(knownNanos) && uses(one, name))
                .forEach(one -> charges.add(withoutWork(one, part, seen)));
        // Only now, so that a failure above leaves the shares of other devices as they are.
        charges.forEach(this::merge);
        DevicePart.Totals totals = part.totals();
        double idle = anywhere.isEmpty() ? totals.idleJoules() : 0;
        devices.add(new StreamedBlock.Device(name, totals.device(), charged, idle,
                totals.otherJoules() + totals.idleJoules() - idle + unowned,
                anywhere.isEmpty() ? trust(part) : ShareTrust.UNTRUSTED,
                part.attribution().map(one -> one.sharing().quality()).orElse(OptionalDouble.empty()),
                Optional.empty()));
    }

    /** Adds the joules of a device that could not be divided. */
    void fail(DeviceAccount account, DividedPart part, String reason) {
        MeteredDevice device = account.series().device();
        EnergyReading none = EnergyReading.unavailable(device.scope(), device.source(), NOT_DIVIDED + reason);
        requests.stream().filter(one -> uses(one, device.name())).forEach(one -> merge(share(one, none)));
        DevicePart.Totals totals = part.totals();
        devices.add(new StreamedBlock.Device(device.name(), totals.device(), 0, 0, totals.otherJoules(),
                ShareTrust.UNTRUSTED, OptionalDouble.empty(), Optional.of(reason)));
    }

    /** Marks the requests that lack joules of a device: it is left out, or was when they began. */
    void miss(DeviceAccount account) {
        MeteredDevice device = account.series().device();
        EnergyReading none = EnergyReading.unavailable(device.scope(), device.source(), "the device "
                + (account.isCounted() ? "was not counted when the request began" : "is left out"));
        requests.stream().filter(one -> uses(one, device.name()) && account.isMissed(one.startNanos(), block))
                .forEach(one -> merge(share(one, none)));
    }

    private static boolean uses(StreamedRequest request, String device) {
        return request.devices().isEmpty() || request.devices().contains(device);
    }

    private static ShareTrust trust(DividedPart part) {
        return part.attribution().map(one -> one.sharing().trust()).orElse(ShareTrust.UNTRUSTED);
    }

    /** Returns at most FLAGGED for an answer that comes at once while its tokens are only estimated. */
    private ShareTrust trust(StreamedRequest request, DividedPart part) {
        ShareTrust known = trust(part);
        return request.isEstimatedAt(knownNanos) && known.compareTo(ShareTrust.FLAGGED) < 0
                ? ShareTrust.FLAGGED
                : known;
    }

    private void merge(StreamedShare share) {
        shares.merge(share.request(), share, StreamedShare::plus);
    }

    private StreamedShare share(StreamedRequest request, EnergyReading reading) {
        return new StreamedShare(request, reading, Optional.empty(), OptionalDouble.empty(), ShareTrust.UNTRUSTED,
                request.isEndedBy(block.endNanos()));
    }

    private StreamedShare share(StreamedRequest request, DeviceAccount account, DividedPart part, int index,
            EnergyReading reading, boolean mayBeOfOthers) {
        EnergyReading covered = covered(request, account.series().device(), part, reading);
        if (!covered.isAvailable()) {
            return share(request, covered);
        }
        RequestEnergy energy = part.attribution().orElseThrow().requests().get(index);
        OptionalDouble prompt = scaled(energy.prefillJoules(), part.factor());
        boolean isShared = reading.flags().contains(EnergyFlag.ATTRIBUTED) || mayBeOfOthers;
        Optional<PhaseJoules> phases = energy.phases().filter(known -> !mayBeOfOthers)
                .flatMap(known -> widened(request, known.times(part.factor()), isShared));
        return new StreamedShare(request, widened(request, covered, prompt,
                mayBeOfOthers), phases, scaled(energy.fixedJoules(), part.factor()),
                mayBeOfOthers ? ShareTrust.UNTRUSTED : isShared ? trust(request, part) : ShareTrust.MEASURED,
                request.isEndedBy(block.endNanos()));
    }

    private static OptionalDouble scaled(OptionalDouble joules, double factor) {
        return joules.isPresent() ? OptionalDouble.of(factor * joules.getAsDouble()) : joules;
    }

    /** Marks joules as PARTIAL if the device was not read while the request was open; no joules are then unknown ones. */
    private EnergyReading covered(StreamedRequest request, MeteredDevice device, DividedPart part,
            EnergyReading reading) {
        if (!reading.isAvailable() || isCovered(request, device, part)) {
            return reading;
        }
        return reading.joules().orElseThrow() > 0 ? reading.flagged(EnergyFlag.PARTIAL) : unread(device);
    }

    private boolean isCovered(StreamedRequest request, MeteredDevice device, DividedPart part) {
        long from = Math.max(request.startNanos(), block.startNanos());
        long to = Math.min(request.endNanos().orElse(Long.MAX_VALUE), block.endNanos());
        long late = PERIODS_OF_A_LOSS * device.periodNanos();
        return part.span().startNanos() <= from && part.span().endNanos() + late >= to;
    }

    private static EnergyReading unread(MeteredDevice device) {
        return EnergyReading.unavailable(device.scope(), device.source(),
                "readings are missing while the request was served");
    }

    /** Widens the bounds of a share where the server's counts are not known yet, or some work may be of others. */
    private EnergyReading widened(StreamedRequest request, EnergyReading reading, OptionalDouble prompt,
            boolean mayBeOfOthers) {
        double joules = reading.joules().orElseThrow();
        double lower = reading.lower().orElseThrow();
        double upper = reading.upper().orElseThrow();
        boolean isShared = reading.flags().contains(EnergyFlag.ATTRIBUTED);
        if (isShared && isPromptEstimated(request)) {
            double unsure = INPUT_DEVIATIONS * counted.inputDeviation() * prompt.orElse(joules);
            lower = Math.max(0, lower - unsure);
            upper += unsure;
        }
        if (isShared && request.isEstimatedAt(knownNanos)) {
            lower = 0;
            upper += joules;
        }
        EnergyReading widened = new EnergyReading(reading.joules(),
                OptionalDouble.of(mayBeOfOthers ? 0 : lower), OptionalDouble.of(upper),
                mayBeOfOthers ? Provenance.ESTIMATED : reading.provenance(), reading.scopes(), reading.source(),
                reading.flags(), reading.reason());
        return mayBeOfOthers ? widened.flagged(EnergyFlag.ATTRIBUTED) : widened;
    }

    private boolean isPromptEstimated(StreamedRequest request) {
        return !request.isInputCountedBy(knownNanos) && !request.isAnsweredBefore(block.startNanos());
    }

    /** Widens the bounds of phases like those of the share; empty where the answer may have begun unseen. */
    private Optional<PhaseJoules> widened(StreamedRequest request, PhaseJoules phases, boolean isShared) {
        double unsure = isShared && isPromptEstimated(request)
                ? INPUT_DEVIATIONS * counted.inputDeviation() * phases.prompt().joules()
                : 0;
        return request.isEstimatedAt(knownNanos)
                ? Optional.empty()
                : Optional.of(phases.withPromptWidened(unsure));
    }

    /** Returns no joules for a request that the server refused: at most what was used while it was open. */
    private StreamedShare withoutWork(StreamedRequest request, DividedPart part, DeviceSeries seen) {
        EnergyReading window = whileOpen(request, part, seen);
        return new StreamedShare(request, window.isAvailable()
                ? new EnergyReading(OptionalDouble.of(0), OptionalDouble.of(0), window.upper(), Provenance.ESTIMATED,
                        window.scopes(), window.source(), window.flags(), Optional.empty())
                        .flagged(EnergyFlag.ATTRIBUTED)
                : window, Optional.empty(), OptionalDouble.empty(), ShareTrust.FLAGGED,
                request.isEndedBy(block.endNanos()));
    }

    /** Returns the joules of the block while a request was open; unavailable if not all were read. */
    private EnergyReading whileOpen(StreamedRequest request, DividedPart part, DeviceSeries seen) {
        MeteredDevice device = seen.device();
        long from = Math.max(request.startNanos(), block.startNanos());
        long to = Math.min(request.endNanos().orElse(Long.MAX_VALUE), block.endNanos());
        if (to <= from) {
            return EnergyReading.of(0, 0, 0, device.provenance(), device.scope(), device.source(), Set.of());
        }
        EnergyReading window = seen.window(from, to);
        return isCovered(request, device, part) && window.isComplete() ? window : unread(device);
    }

    /** Bounds the joules of a request whose replica is not known: none of a device's, or all while it was open. */
    private StreamedShare bounded(StreamedRequest request, DividedPart part, DeviceSeries seen) {
        EnergyReading window = whileOpen(request, part, seen);
        // A replica may have several devices, or all of them.
        return share(request, window.isAvailable()
                ? window.boundedOnly(UNKNOWN_REPLICA)
                : window);
    }

    /** Lists the division of each device. */
    List<StreamedBlock.Device> devices() {
        return devices;
    }

    /** Lists the share of each request, and marks those that are complete. */
    List<StreamedShare> shares() {
        List<StreamedShare> all = new ArrayList<>();
        for (StreamedRequest request : requests) {
            StreamedShare share = shares.get(request);
            all.add(share != null
                    ? share
                    : share(request, EnergyReading.unavailable(Scope.GPU, "shares",
                            "no device that serves it was measured at that time")));
            if (all.getLast().isLast()) {
                request.finish();
            }
        }
        return all;
    }
}
