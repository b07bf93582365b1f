package dev.ipw.meter.engine;

import dev.ipw.energy.attribution.PhaseJoules;
import java.util.Map;
import java.util.Optional;

/** A division of the joules of devices over requests, which is judged. */
interface RequestDivider {
    /**
     * Divides the joules of a run, by what a gateway and a sensor see of it.
     *
     * @param run the run; its true joules are not looked at
     * @return the division
     */
    Division divide(EngineRun run);

    /**
     * The result.
     *
     * @param endNanos    the end of what was divided
     * @param requests    the joules of each request by its name
     * @param totalJoules the joules of all devices
     * @param idleJoules  those of no request, because none was open
     * @param otherJoules those of no request for another reason
     */
    record Division(long endNanos, Map<String, Divided> requests, double totalJoules, double idleJoules,
            double otherJoules) {}

    /**
     * The joules of a request.
     *
     * @param joules  its joules
     * @param low     their lower bound
     * @param high    their upper bound
     * @param isFinal whether they are final
     * @param trust   the label of their reliability
     * @param prompt  those of its prompt with their bounds; empty if there is no figure
     */
    record Divided(double joules, double low, double high, boolean isFinal, String trust,
            Optional<PhaseJoules.Part> prompt) {}
}
