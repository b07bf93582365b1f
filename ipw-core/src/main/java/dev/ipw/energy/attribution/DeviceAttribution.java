package dev.ipw.energy.attribution;

import dev.ipw.energy.EnergyReading;
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
}
