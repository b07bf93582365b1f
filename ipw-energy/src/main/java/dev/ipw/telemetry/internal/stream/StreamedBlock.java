package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.ShareTrust;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The division of a block of time, for good. The joules of a device are those of its requests, idle and other; the
 * joules of consecutive blocks add up to the growth of its counter.
 *
 * @param time    the block
 * @param series  the readings from which they were divided; later ones do not change them
 * @param devices the division of each device
 * @param shares  the joules of each request that was open in the block
 */
public record StreamedBlock(TimeSpan time, List<EnergySeries> series, List<Device> devices,
        List<StreamedShare> shares) {
    /** Copies the lists. */
    public StreamedBlock {
        series = List.copyOf(series);
        devices = List.copyOf(devices);
        shares = List.copyOf(shares);
    }

    /**
     * The division of one device.
     *
     * @param name           its name
     * @param total          its joules in the block, or why they are unknown
     * @param requestsJoules the joules of requests
     * @param idleJoules     the joules of the time without an open request
     * @param otherJoules    the joules that belong to no request, because the time of their use is unknown
     * @param trust          the reliability of the shares of its requests
     * @param quality        the share of its joules that the work leaves unexplained; empty if it is not known
     * @param failure        why its joules could not be divided over requests; empty if they could
     */
    public record Device(String name, EnergyReading total, double requestsJoules, double idleJoules,
            double otherJoules, ShareTrust trust, OptionalDouble quality, Optional<String> failure) {}
}
