package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The attribution of one device's joules. Requests, idle and other add up to the device's joules.
 *
 * @param device      its name
 * @param total       its joules from the first reading to the last, or over the given span
 * @param requests    the joules of each request, in the order in which the requests were given
 * @param idleJoules  the joules of the time without open requests
 * @param otherJoules the joules that belong to no request, because the time of their use is unknown
 * @param sharing     the sharing among requests that overlapped
 */
public record DeviceAttribution(String device, EnergyReading total, List<RequestEnergy> requests, double idleJoules,
        double otherJoules, DeviceSharing sharing) {
    /** Copies the list. */
    public DeviceAttribution {
        requests = List.copyOf(requests);
    }

    /**
     * Sums the joules of the requests.
     *
     * @return joules
     */
    public double requestsJoules() {
        return requests.stream().mapToDouble(one -> one.reading().joules().orElse(0)).sum();
    }

    /**
     * Adds the flags of findings to the total, and to each request of that time.
     *
     * @param findings   the findings of the time of the total
     * @param activities the requests, in the order in which they were given
     * @return a copy with the flags; figures that are absent stay as they are
     */
    public DeviceAttribution flagged(List<EnergyFinding> findings, List<RequestActivity> activities) {
        if (findings.isEmpty()) {
            return this;
        }
        List<RequestEnergy> marked = new ArrayList<>(requests);
        for (int i = 0; i < activities.size(); i++) {
            RequestActivity activity = activities.get(i);
            EnergyReading reading = flagged(requests.get(i).reading(), findings.stream()
                    .filter(finding -> finding.overlaps(activity.startNanos(), activity.endNanos())).toList());
            marked.set(i, new RequestEnergy(activity.id(), reading, requests.get(i).breakdown(),
                    requests.get(i).fixedJoules(), requests.get(i).phases()));
        }
        return new DeviceAttribution(device, flagged(total, findings), marked, idleJoules, otherJoules, sharing);
    }

    /**
     * Returns a warning if shares are untrusted.
     *
     * @return the problem and the remedy; empty if shares can be trusted, or follow a plain rule that the user chose
     */
    public Optional<String> untrusted() {
        return untrusted(device, sharing.trust(), sharing.quality(), false);
    }

    /**
     * Returns the same warning for a device whose parts were divided one after another.
     *
     * @param device        its name
     * @param trust         the reliability of its shares
     * @param quality       the unexplained share
     * @param isBesideTools whether tools of the run worked while requests were open
     * @return the problem and the remedy; empty if there is none
     */
    public static Optional<String> untrusted(String device, ShareTrust trust, OptionalDouble quality,
            boolean isBesideTools) {
        if (trust != ShareTrust.UNTRUSTED) {
            return Optional.empty();
        }
        if (quality.isEmpty()) {
            return Optional.of("Shares of overlapping requests in the joules of " + device
                    + " are guesses: use their ranges. Measure for half a minute or longer, with token counts.");
        }
        String unexplained = String.format(Locale.ROOT,
                "%.0f %% of the joules of %s are unexplained, so shares of overlapping requests are uncertain: use "
                        + "their ranges.",
                100 * quality.getAsDouble(), device);
        return Optional.of(unexplained + (isBesideTools
                ? " Tools of the run worked beside requests."
                : " Keep other programs off the device, and log all requests with their tokens."));
    }

    private static EnergyReading flagged(EnergyReading reading, List<EnergyFinding> findings) {
        EnergyReading flagged = reading;
        for (EnergyFinding finding : findings) {
            flagged = flagged.isAvailable() ? flagged.flagged(finding.flag()) : flagged;
        }
        return flagged;
    }

    /**
     * Replaces the total by one with more flags.
     *
     * @param reading the same joules
     * @return a copy with the reading
     */
    public DeviceAttribution withTotal(EnergyReading reading) {
        return new DeviceAttribution(device, reading, requests, idleJoules, otherJoules, sharing);
    }
}
