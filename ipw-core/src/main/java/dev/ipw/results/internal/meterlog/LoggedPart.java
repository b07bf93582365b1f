package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.ShareTrust;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The division of a device's joules in a block.
 *
 * @param device         its name
 * @param total          its joules, or why they are unknown
 * @param requestsJoules the joules of requests
 * @param idleJoules     the joules of the time without an open request
 * @param otherJoules    the joules that belong to no request
 * @param trust          the reliability of the shares
 * @param quality        the share of its joules that the work leaves unexplained
 * @param findings       the doubts about its joules, on the process's nanoTime
 * @param failure        why its joules could not be divided over requests; empty if they could
 * @param counterJoules  the joules that its own counter shows at the end of the block; empty if it has none
 * @param unmetered      the joules before the block that nobody divided; only where there may be some
 */
public record LoggedPart(String device, EnergyReading total, double requestsJoules, double idleJoules,
        double otherJoules, ShareTrust trust, OptionalDouble quality, List<EnergyFinding> findings,
        Optional<String> failure, OptionalDouble counterJoules, Optional<Unmetered> unmetered) {
    /**
     * The joules of a time in which no meter ran, or the device was left out.
     *
     * @param joules  the growth of the device's counter; empty if it cannot be shown
     * @param seconds the length of the time
     * @param reason  why nobody divided them, or why they are unknown
     */
    public record Unmetered(OptionalDouble joules, double seconds, String reason) {}
}
