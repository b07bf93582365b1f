package dev.ipw.results.internal.finishing;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.List;
import java.util.Optional;

/** The measured times of a run and of its devices, and how far the joules of these times can be divided. */
@FunctionalInterface
interface RunTimes {
    /** The reason why a shard of a run on one server has no joules of its own. */
    String UNDIVIDED = "UNDIVIDED: other shards ask the same server, so joules are known after the merge of all shards";

    /** Returns the measurement windows, in order; all requests lie in them. */
    List<TimeSpan> measured();

    /** Returns the measurement windows in which a device served, in order; empty if it never did. */
    default List<TimeSpan> of(MeteredDevice device) {
        return measured();
    }

    /** Returns the maximum error between the time of a request and that of a reading of a device. */
    default long skewNanos(MeteredDevice device) {
        return 0;
    }

    /** Returns whether others used the devices too, so that only the totals of each are known. */
    default boolean isPartOfServer() {
        return false;
    }

    /**
     * Returns why requests have no joules of their own.
     *
     * @param headline the devices that the headline sums
     */
    default Optional<String> undivided(List<DeviceSeries> headline) {
        return isPartOfServer() ? Optional.of(UNDIVIDED) : Optional.empty();
    }

    /** Returns whether all of some devices served in all measurement windows. */
    default boolean areOfAll(List<DeviceSeries> devices) {
        return devices.stream().allMatch(device -> of(device.device()).equals(measured()));
    }

    /** Returns the times of a shard whose server others ask too. */
    static RunTimes ofPart(List<TimeSpan> measured) {
        return new RunTimes() {
            @Override
            public List<TimeSpan> measured() {
                return measured;
            }

            @Override
            public boolean isPartOfServer() {
                return true;
            }
        };
    }
}
