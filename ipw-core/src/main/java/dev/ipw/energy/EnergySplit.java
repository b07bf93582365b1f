package dev.ipw.energy;

import java.util.ArrayList;
import java.util.List;

/**
 * Say who used what a device used. Requests, idle and other add up to the total.
 *
 * @param requests the share of each request, in the order in which they were given; one without a figure counts as
 *                 nothing
 * @param idle     what was used while no request was open
 * @param other    what nobody can be charged with: used in a gap of the readings in which requests began or ended
 * @param total    what the device used over the whole span
 */
public record EnergySplit(List<EnergyReading> requests, EnergyReading idle, EnergyReading other,
        EnergyReading total) {
    /** Copy the list. */
    public EnergySplit {
        requests = List.copyOf(requests);
    }

    /**
     * Add the split of another device over the same requests.
     *
     * @param device the other device's split
     * @return the sums, part by part
     */
    public EnergySplit plus(EnergySplit device) {
        if (device.requests.size() != requests.size()) {
            throw new IllegalArgumentException("Splits over " + requests.size() + " and " + device.requests.size()
                    + " requests cannot be added");
        }
        List<EnergyReading> sums = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            sums.add(requests.get(i).plus(device.requests.get(i)));
        }
        return new EnergySplit(sums, idle.plus(device.idle), other.plus(device.other), total.plus(device.total));
    }
}
