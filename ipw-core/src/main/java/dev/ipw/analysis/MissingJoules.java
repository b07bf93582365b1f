package dev.ipw.analysis;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import java.util.Set;

/** Say why a part of a run's joules is missing, and what to do about it. */
enum MissingJoules {
    /** The sensor could not be read any more. */
    LOST("The sensor was lost before the run ended. See with ipw doctor what keeps it from being read, and profile again"),
    /** The counter began anew, and what it had counted in that step is gone. */
    RESET("A counter began anew during the run, and what it had counted since its last reading is gone. Profile again "
            + "without suspending the machine or loading the driver anew"),
    /** The counter did not move after the run's end. */
    STOPPED("A counter did not move again before the sampling ended, so nobody knows what was used since it last moved. See "
            + "with ipw monitor that it moves all the time, and profile again"),
    /** The counter was not read at the run's ends, for so long that it may have passed its range, or it was dead. */
    UNCOUNTED(
            "A counter that goes on counting is sure through any gap, but this one was not read around the whole run, stood "
                    + "still without making up for it, or may have passed its range unseen. Profile again, and see that nothing keeps "
                    + "the sensor from being read"),
    /** Watts were polled, and nobody knows those of a gap. */
    POLLED("Its watts are polled, and nobody knows those of a gap. Profile again, and see that nothing keeps the sensor from "
            + "being read; a sensor that counts joules would be sure through any gap"),
    /** Only requests lack theirs. */
    SHARES("Profile again, and see that nothing keeps the sensor from being read");

    private final String advice;

    MissingJoules(String advice) {
        this.advice = advice;
    }

    /** Tell it from what is known of the devices' joules. */
    static MissingJoules of(EnergyReading devices) {
        Set<EnergyFlag> flags = devices.flags();
        if (flags.contains(EnergyFlag.LOST)) {
            return LOST;
        }
        if (flags.contains(EnergyFlag.RESET)) {
            return RESET;
        }
        boolean isCounted = devices.provenance() == Provenance.MEASURED;
        if (isCounted && flags.contains(EnergyFlag.PROVISIONAL)) {
            return STOPPED;
        }
        if (devices.provenance() == Provenance.INTEGRATED) {
            return POLLED;
        }
        return isCounted && !devices.isComplete() ? UNCOUNTED : SHARES;
    }

    /** Say why, and what to do. */
    String advice() {
        return advice;
    }
}
