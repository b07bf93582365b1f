package dev.ipw.engine.attribution;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WidthReason;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the attribution of one device's joules. Requests, idle and other add up to the device's joules.
 *
 * @param device      its name
 * @param total       its joules from the first reading to the last, or over the span that was asked for
 * @param requests    what each request used, in the order in which they were given
 * @param idleJoules  what was used while no request was open
 * @param otherJoules what no request can be charged with, because it is unknown when it was used
 * @param rule        the rule that was used
 * @param weights     what work weighed
 * @param quality     how much of the device's joules of half a second the work leaves unexplained, as a share of them; empty if
 *                    nothing overlapped, or there is too little to learn from
 * @param trust       how far shares of requests that overlapped can be trusted
 * @param width       the main reason for the width of the bounds of requests that overlapped; empty if shares are not fitted
 * @param fit         what work cost; empty if nothing overlapped, or there is too little to learn from
 * @param lagSeconds  how long its power takes to follow the work
 */
public record DeviceAttribution(String device, EnergyReading total, List<RequestEnergy> requests, double idleJoules,
        double otherJoules, AttributionRule rule, WorkWeights weights, OptionalDouble quality,
        ShareTrust trust, Optional<WidthReason> width, Optional<WorkFit> fit, double lagSeconds) {
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
     * Flags what was found out about the device: on its total, and on each request of that time.
     *
     * @param findings   what was found while the total was used
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
            marked.set(i, new RequestEnergy(activity.id(), reading, requests.get(i).breakdown()));
        }
        return new DeviceAttribution(device, flagged(total, findings), marked, idleJoules, otherJoules, rule, weights,
                quality, trust, width, fit, lagSeconds);
    }

    /**
     * Warns where shares cannot be trusted.
     *
     * @return what is wrong and what to do about it; empty if shares can be trusted, or are by a plain rule that was asked for
     */
    public Optional<String> untrusted() {
        return untrusted(device, trust, quality, false);
    }

    /**
     * Warns the same of a device whose parts were divided one after another.
     *
     * @param device  its name
     * @param trust   how far its shares can be trusted
     * @param quality how much is left unexplained
     * @param isBesideTools whether tools of the run worked while requests were open
     * @return what is wrong and what to do about it; empty if nothing is
     */
    public static Optional<String> untrusted(String device, ShareTrust trust, OptionalDouble quality,
            boolean isBesideTools) {
        if (trust != ShareTrust.UNTRUSTED) {
            return Optional.empty();
        }
        if (quality.isEmpty()) {
            return Optional.of("How the joules of " + device
                    + " divide among requests that overlapped is only guessed, because there "
                    + "are too few readings or token counts: use the bounds of each share. Measure for half a minute "
                    + "or longer, and log all requests with their token counts.");
        }
        String unexplained = String.format(Locale.ROOT,
                "The logged work of the requests leaves %.0f %% of the joules of %s unexplained",
                100 * quality.getAsDouble(),
                device);
        return Optional.of(isBesideTools
                ? unexplained
                        + ": tools of the run worked beside requests, and nothing tells their joules apart. Shares of "
                        + "overlapping requests may be far off: use their bounds."
                : unexplained + ", or is incomplete for some of them, so shares of overlapping requests may be far "
                        + "off: use their bounds. Keep other programs off the device, and log all requests with their"
                        + " token counts and the times of their tokens.");
    }

    private static EnergyReading flagged(EnergyReading reading, List<EnergyFinding> findings) {
        EnergyReading flagged = reading;
        for (EnergyFinding finding : findings) {
            flagged = flagged.isAvailable() ? flagged.flagged(finding.flag()) : flagged;
        }
        return flagged;
    }

    /**
     * Adds flags to the total.
     *
     * @param reading the same joules
     * @return a copy with the reading
     */
    public DeviceAttribution withTotal(EnergyReading reading) {
        return new DeviceAttribution(device, reading, requests, idleJoules, otherJoules, rule, weights, quality,
                trust, width, fit, lagSeconds);
    }
}
