package dev.ipw.energy.simulation.engine;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A log of requests and readings of boards, with the joules of each request by two truths. */
public interface TwoTruthTrace {
    /** Returns the logged requests. */
    List<EngineRequest> requests();

    /** Returns the readings of the boards, all together. */
    List<DeviceReading> readings();

    /** Returns the power of the boards at rest, as the meter shows it. */
    double idleWatts();

    /** Returns the power limit of the boards. */
    double limitWatts();

    /** Returns the time over which a power reading is a mean; empty where there is a counter. */
    OptionalDouble averagingSeconds();

    /** Returns the truths of each request by its id. */
    Map<String, Truth> truth();

    /**
     * The joules of one request, in the meter's own units: its gain is in them, since no division can undo it.
     *
     * @param ownedJoules       what its own work caused, and an equal part of what all in a step share
     * @param ownedPromptJoules those of them that its prompt used
     * @param shapleyJoules     the Shapley value of each step over its members
     */
    record Truth(double ownedJoules, double ownedPromptJoules, double shapleyJoules) {}
}
