package dev.ipw.spring;

import dev.ipw.telemetry.RequestEnergy;
import org.apiguardian.api.API;

/** A receiver of the joules of a model call or a tool. Every bean of this type receives each of them. */
@API(status = API.Status.EXPERIMENTAL)
@FunctionalInterface
public interface RequestEnergyListener {
    /**
     * Receives the joules of one span, once, some seconds after its end, on a separate thread. Its exceptions are
     * logged.
     *
     * @param energy its share, including that of its children; {@code PROVISIONAL} if it was not final after half a
     *               minute
     */
    void measured(RequestEnergy energy);
}
