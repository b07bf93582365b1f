package dev.ipw.meter;

import org.apiguardian.api.API;

/**
 * The receiver of a meter's figures. All methods are called on the meter's own thread, one at a time, so that none
 * may wait; the first call that throws is logged and the meter goes on.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface MeterListener {
    /**
     * Receives the facts of a block, before its division. For logs that can repeat the division.
     *
     * @param block the facts
     */
    default void blockMeasured(MeasuredBlock block) {}

    /**
     * Receives a block of time whose joules are divided for good.
     *
     * @param block the block
     */
    default void blockDivided(MeterBlock block) {}

    /**
     * Receives a request whose joules do not change any more, after the block that completes it.
     *
     * @param request its final figures
     */
    default void requestFinished(RequestFigures request) {}
}
