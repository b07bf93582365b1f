package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyReading;
import java.util.ArrayList;
import java.util.List;

/**
 * Say who used what one device used. Requests, idle and other add up to the device's joules.
 *
 * @param device      its name
 * @param total       its joules from the first reading to the last, or over the span that was asked for
 * @param requests    what each request used, in the order in which they were given
 * @param idleJoules  what was used while no request was open
 * @param otherJoules what nobody can be charged with, because readings are missing where requests began or ended
 * @param rule        the rule that was used
 * @param weights     what work weighed
 * @param dispersion  how far the requests' shares stray when the fit is repeated on parts of the run
 * @param lagSeconds  how long its power takes to follow the work
 */
public record DeviceAttribution(String device, EnergyReading total, List<RequestEnergy> requests, double idleJoules,
        double otherJoules, AttributionRule rule, WorkWeights weights, double dispersion, double lagSeconds) {
    /** Copy the list. */
    public DeviceAttribution {
        requests = List.copyOf(requests);
    }

    /**
     * Add up what the requests used.
     *
     * @return joules
     */
    public double requestsJoules() {
        return requests.stream().mapToDouble(one -> one.reading().joules().orElse(0)).sum();
    }

    /**
     * Flag what was found out about the device: on its total, and on each request of that time.
     *
     * @param findings   what was found while the total was used
     * @param activities the requests, in the order in which they were given
     * @return a copy with the flags; figures that are absent stay as they are
     */
    public DeviceAttribution flagged(List<EnergyFinding> findings, List<RequestActivity> activities) {
        List<RequestEnergy> marked = new ArrayList<>(requests);
        for (int i = 0; i < activities.size(); i++) {
            RequestActivity activity = activities.get(i);
            EnergyReading reading = flagged(requests.get(i).reading(), findings.stream()
                    .filter(finding -> finding.overlaps(activity.startNanos(), activity.endNanos())).toList());
            marked.set(i, new RequestEnergy(activity.id(), reading, requests.get(i).breakdown()));
        }
        return new DeviceAttribution(device, flagged(total, findings), marked, idleJoules, otherJoules, rule, weights,
                dispersion, lagSeconds);
    }

    private static EnergyReading flagged(EnergyReading reading, List<EnergyFinding> findings) {
        EnergyReading flagged = reading;
        for (EnergyFinding finding : findings) {
            flagged = flagged.isAvailable() ? flagged.flagged(finding.flag()) : flagged;
        }
        return flagged;
    }

    /**
     * Say more about the total.
     *
     * @param reading the same joules
     * @return a copy with the reading
     */
    public DeviceAttribution withTotal(EnergyReading reading) {
        return new DeviceAttribution(device, reading, requests, idleJoules, otherJoules, rule, weights, dispersion,
                lagSeconds);
    }
}
