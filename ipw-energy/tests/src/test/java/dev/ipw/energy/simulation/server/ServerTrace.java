package dev.ipw.energy.simulation.server;

import dev.ipw.energy.simulation.engine.DeviceReading;
import dev.ipw.energy.simulation.engine.EngineRequest;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Holds what a stranger's server would hand over (the log of its clients and the readings of its meter), with the truth beside it.
 *
 * @param requests the requests as their clients logged them, sorted as they came
 * @param readings the readings of all boards of the server, added up
 * @param idleWatts the power at rest, in the meter's units
 * @param limitWatts the power limit of the boards together, in the meter's units
 * @param averagingSeconds the time over which a power reading is a mean, empty for counters
 * @param truth the joules of each request by its id, in the meter's units
 */
public record ServerTrace(List<EngineRequest> requests, List<DeviceReading> readings, double idleWatts,
        double limitWatts,
        OptionalDouble averagingSeconds, Map<String, Truth> truth) implements TwoTruthTrace {}
