package dev.ipw.energy;

import dev.ipw.statistics.Interval;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/** Work whose energy is known as far as it was measured: a window, a measured task, a span, the share of a span. */
@API(status = API.Status.EXPERIMENTAL)
public interface EnergyUse {
    /**
     * Returns the energy of the work.
     *
     * @return the joules with their range, provenance and source, or the reason why there are none
     */
    EnergyReading energy();

    /**
     * Returns the joules of {@link #energy()}.
     *
     * @return the figure; empty if there is none
     */
    default OptionalDouble joules() {
        return energy().joules();
    }

    /**
     * Returns the bounds of {@link #energy()}.
     *
     * @return the bounds in joules, also without a figure; empty if nothing bounds all of them
     */
    default Optional<Interval> range() {
        return energy().range();
    }

    /**
     * Returns the origin of {@link #energy()}.
     *
     * @return the provenance; UNAVAILABLE if there is no figure
     */
    default Provenance provenance() {
        return energy().provenance();
    }
}
