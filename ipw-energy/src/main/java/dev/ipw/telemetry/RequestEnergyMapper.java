package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.internal.division.DeviceAccount;
import dev.ipw.telemetry.internal.division.DevicePart;
import dev.ipw.telemetry.internal.division.SpanShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The translation of spans' shares into the types of the API. The parts prepared under a lock are finished outside of
 * it.
 *
 * @param own     the readings of this process's machine
 * @param missing the reason why there are no joules, if there are none
 */
record RequestEnergyMapper(Readings own, MissingEnergy missing) {
    private static final String NOT_OPEN = "it was open for no time of which the joules were still to be divided, or too many "
            + "spans were undivided when it was opened";

    Supplier<RequestEnergy> prepared(RequestSpan span, long endNanos, List<DeviceAccount> devices) {
        TimeSpan time = new TimeSpan(span.startNanos(), endNanos);
        Optional<List<SpanShare>> all = span.shares().all();
        Optional<List<SpanShare>> ownTime = span.shares().own();
        boolean isFinal = span.shares().isFinal();
        List<DeviceAccount> counted = devices.stream().filter(account -> account.isCountedFrom(span.startNanos()))
                .toList();
        List<DeviceAccount> read = counted.stream().filter(account -> account.beginNanos() < endNanos
                && (account.isCounted() || isCharged(all, devices.indexOf(account)))).toList();
        List<Charged> charged = new ArrayList<>();
        for (DeviceAccount account : read.isEmpty() ? counted : read) {
            // The sum lacks the part of a device that opened late, is not read yet or was left out meanwhile.
            boolean isWhole = account.isDividedFrom(span.startNanos())
                    && (read.size() == counted.size() || read.isEmpty());
            int device = devices.indexOf(account);
            charged.add(new Charged(account.series(), share(all, device, account, isWhole),
                    share(ownTime, device, account, isWhole)));
        }
        return () -> energy(span, time, charged, isFinal);
    }

    /**
     * The joules of a device that were charged to a span.
     *
     * @param all with the spans within it
     * @param own without the spans within it
     */
    private record Charged(DeviceSeries device, SpanShare all, SpanShare own) {}

    private static boolean isCharged(Optional<List<SpanShare>> shares, int device) {
        return shares.filter(divided -> device < divided.size() && divided.get(device).reading().isAvailable())
                .isPresent();
    }

    /** A device that was opened after the span was divided has no share for it. */
    private static SpanShare share(Optional<List<SpanShare>> shares, int device, DeviceAccount account,
            boolean isWhole) {
        SpanShare share = shares.filter(divided -> device < divided.size()).map(divided -> divided.get(device))
                .orElseGet(() -> none(account.series()));
        return isWhole ? share : share.withoutPart();
    }

    private RequestEnergy energy(RequestSpan span, TimeSpan time, List<Charged> charged, boolean isFinal) {
        List<DeviceEnergy> devices = new ArrayList<>();
        List<EnergyReading> packages = new ArrayList<>();
        List<EnergyReading> net = new ArrayList<>();
        List<EnergyReading> ofOwnTime = new ArrayList<>();
        for (Charged one : charged) {
            DeviceSeries device = one.device();
            SpanShare share = one.all();
            EnergyReading reading = flagged(withinDevice(share.reading(), device, time), device, time, isFinal);
            devices.add(new DeviceEnergy(device.device().name(), reading));
            net.add(new SpanShare(reading, share.idleJoules()).net());
            if (device.device().scope() == Scope.PACKAGE && own.energy().contains(device)) {
                packages.add(reading);
            }
            ofOwnTime.add(flagged(one.own().reading(), device, time, isFinal));
        }
        ProcessShare process = ProcessTimes.share(own, TelemetryWindow.THIS_PROCESS, sum(packages), time.startNanos(),
                time.endNanos());
        return new RequestEnergy(span.id(), time, sum(devices.stream().map(DeviceEnergy::reading).toList()),
                sum(ofOwnTime), sum(net), process, devices);
    }

    private static SpanShare none(DeviceSeries device) {
        return new SpanShare(
                EnergyReading.unavailable(device.device().scope(), device.device().source(), NOT_OPEN),
                OptionalDouble.empty());
    }

    /**
     * Limits the sum of several shares to the joules of the device in that time: each share alone may have been all of
     * them.
     */
    private static EnergyReading withinDevice(EnergyReading share, DeviceSeries device, TimeSpan time) {
        if (!share.isAvailable() || !share.flags().contains(EnergyFlag.ATTRIBUTED)) {
            return share;
        }
        double joules = share.joules().orElseThrow();
        double upper = share.upper().orElseThrow();
        double most = device.window(time.startNanos(), time.endNanos()).upper().orElse(upper);
        return new EnergyReading(share.joules(), share.lower(),
                OptionalDouble.of(Math.max(joules, Math.min(upper, most))), share.provenance(), share.scopes(),
                share.source(), share.flags(), share.reason());
    }

    private static EnergyReading flagged(EnergyReading reading, DeviceSeries device, TimeSpan time, boolean isFinal) {
        if (!reading.isAvailable()) {
            return reading;
        }
        EnergyReading divided = isFinal ? reading : reading.flagged(EnergyFlag.PROVISIONAL);
        return !divided.flags().contains(EnergyFlag.ATTRIBUTED) && device.isBrief(time.startNanos(), time.endNanos())
                ? divided.flagged(EnergyFlag.SHORT)
                : divided;
    }

    Supplier<RequestReport> prepared(SpanDivision division, int open, long left) {
        List<DeviceAccount> devices = List.copyOf(division.devices());
        List<Supplier<RequestEnergy>> recent = division.recent().stream()
                .map(span -> prepared(span, span.endNanos(), devices)).toList();
        List<DevicePart.Totals> totals = division.totals();
        TimeSpan span = division.span();
        long finished = division.finished();
        return () -> new RequestReport(span, sum(totals.stream().map(DevicePart.Totals::device).toList()),
                sum(totals, DevicePart.Totals::requestJoules), sum(totals, DevicePart.Totals::idleJoules),
                sum(totals, DevicePart.Totals::otherJoules), finished, open, left,
                recent.stream().map(Supplier::get).toList());
    }

    private EnergyReading sum(List<DevicePart.Totals> totals, ToDoubleFunction<DevicePart.Totals> part) {
        Function<DevicePart.Totals, EnergyReading> reading = one -> one.device().isAvailable()
                ? part(one.device(), part.applyAsDouble(one))
                : one.device();
        return sum(totals.stream().map(reading).toList());
    }

    /** Gives a part the same certainty as the whole. */
    private static EnergyReading part(EnergyReading whole, double joules) {
        double share = whole.joules().orElseThrow() > 0 ? joules / whole.joules().getAsDouble() : 0;
        return new EnergyReading(OptionalDouble.of(joules),
                OptionalDouble.of(Math.min(joules, share * whole.lower().orElseThrow())),
                OptionalDouble.of(Math.max(joules, share * whole.upper().orElseThrow())), whole.provenance(),
                whole.scopes(), whole.source(), whole.flags(), Optional.empty());
    }

    private EnergyReading sum(List<EnergyReading> readings) {
        return readings.stream().reduce(EnergyReading::plus)
                .orElseGet(() -> EnergyReading.unavailable(Scope.PACKAGE, "no sensor", missing.reason()));
    }
}
