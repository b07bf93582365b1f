package dev.ipw.analysis.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.error.Setting;
import java.util.Set;

/** The reasons why a part of a run's joules is missing, each with advice. */
enum MissingJoules {
    /** The sensor could no longer be read. */
    LOST("The sensor was lost before the run ended. " + Setting.FIRST_PROBE
            + " says what keeps it from being read; mend that, and profile again"),
    /** The counter was reset, and its count in that step is lost. */
    RESET("A counter was reset during the run, and its joules since the last reading are lost. Profile again "
            + "without suspending the machine or loading the driver anew"),
    /** The counter did not move after the run's end. */
    STOPPED("A counter did not move again before the sampling ended, so the joules since its last movement are "
            + "unknown. " + Setting.WATCH + ", and profile again"),
    /** The counter was not read at the run's ends for so long that it may have passed its range, or it had stopped. */
    UNCOUNTED(
            "A running counter covers any gap, but this one was not read around the whole run, was stuck, or may "
                    + "have overflowed unseen. Profile again, and make sure that the sensor can be read all the time"),
    /** Watts were polled, and those of a gap are unknown. */
    POLLED("Its watts are polled, and those of a gap are unknown. Profile again, and make sure that the sensor "
            + "can be read all the time; a sensor that counts joules would cover any gap"),
    /** Only some requests lack their joules. */
    SHARES("Profile again, and make sure that the sensor can be read all the time");

    private final String advice;

    MissingJoules(String advice) {
        this.advice = advice;
    }

    /** Returns the reason, from the devices' joules. */
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

    /** Returns the reason and the advice. */
    String advice() {
        return advice;
    }
}
