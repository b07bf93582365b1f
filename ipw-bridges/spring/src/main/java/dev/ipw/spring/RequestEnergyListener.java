package dev.ipw.spring;

import dev.ipw.telemetry.RequestEnergy;

/** Take the joules of a model call or a tool. Every bean of this type gets each of them. */
@FunctionalInterface
public interface RequestEnergyListener {
    /**
     * Take the joules of one span, once, some seconds after its end, on a thread of its own. What it throws is logged.
     *
     * @param energy its share, its children's with it; {@code PROVISIONAL} if it was not final after half a minute
     */
    void measured(RequestEnergy energy);
}
