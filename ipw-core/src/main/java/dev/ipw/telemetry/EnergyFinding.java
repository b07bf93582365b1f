package dev.ipw.telemetry;

import org.apiguardian.api.API;

/** The energy that a collector reads on a machine, as {@link TelemetryProbe#energy()} finds it. */
@API(status = API.Status.EXPERIMENTAL)
public enum EnergyFinding {
    /** A counter that moves, or a power reading above zero. */
    MEASURING,
    /** Sensors that open, but show no energy: a counter that stands still, as on many virtual machines. */
    STANDING_STILL,
    /** No energy sensor, or none that answered in time. */
    ABSENT
}
