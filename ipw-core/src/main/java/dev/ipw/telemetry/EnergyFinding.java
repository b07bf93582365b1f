package dev.ipw.telemetry;

import org.apiguardian.api.API;

/** The energy that a collector reads on a machine, as {@link TelemetryProbe#energy()} finds it. */
@API(status = API.Status.EXPERIMENTAL)
public enum EnergyFinding {
    /** A counter that moves, or a power reading above zero. */
    MEASURING,
    /** A counter that can be read and stands still, as on many virtual machines. */
    STANDING_STILL,
    /** No energy sensor, or none that could be read in time. */
    ABSENT
}
