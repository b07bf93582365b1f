package dev.ipw.meter;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The joules of a block of time, divided for good. The joules of consecutive blocks add up to those of the devices.
 *
 * @param started  when the block starts
 * @param length   its length
 * @param devices  the division of each device
 * @param requests the joules of each request that was open in it
 */
@API(status = API.Status.EXPERIMENTAL)
public record MeterBlock(Instant started, Duration length, List<DeviceBlock> devices, List<RequestShare> requests) {
    /** Copies the lists. */
    public MeterBlock {
        devices = List.copyOf(devices);
        requests = List.copyOf(requests);
    }

    /**
     * The joules of a device in the block: those of its requests, idle and other.
     *
     * @param device         its name
     * @param total          its joules, or why they are unknown
     * @param requestsJoules the joules of requests
     * @param idleJoules     the joules of the time without an open request
     * @param otherJoules    the joules that belong to no request, because the time of their use is unknown
     * @param trust          the reliability of the shares of its requests
     * @param quality        the share of its joules that the work leaves unexplained; empty if it is not known
     */
    public record DeviceBlock(String device, EnergyReading total, double requestsJoules, double idleJoules,
            double otherJoules, ShareTrust trust, OptionalDouble quality) {}

    /**
     * The joules of a request in the block.
     *
     * @param id     the request's unique name
     * @param origin its labels
     * @param energy its joules
     * @param phases the joules of its prompt and its answer with their bounds; empty if they cannot be separated well
     */
    public record RequestShare(String id, RequestOrigin origin, EnergyReading energy, Optional<PhaseJoules> phases) {}
}
