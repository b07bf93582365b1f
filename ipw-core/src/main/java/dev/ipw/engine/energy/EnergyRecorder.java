package dev.ipw.engine.energy;

/** Append readings of one device to a series. For one thread at a time. */
public sealed interface EnergyRecorder permits CounterRecorder, PowerRecorder, CpuEstimateRecorder {
    /**
     * Returns the series that is recorded into.
     *
     * @return the series that this recorder appends to
     */
    DeviceSeries series();

    /**
     * Notes that the sensor cannot be read.
     *
     * @param reason why
     */
    default void lost(String reason) {
        series().lose(reason);
    }

    /**
     * Records whether the device is throttled, from the step to the next reading on.
     *
     * @param held true while it does
     */
    default void throttled(boolean held) {
        series().throttle(held);
    }

    /**
     * Holds no more than so many readings from now on. Whenever there are more, all but each eighth of the older half are
     * left out: what a device used up to a reading that is kept stays exact, and older windows have wider bounds.
     *
     * @param readings how many; at least 32
     */
    default void keepAtMost(int readings) {
        series().keepAtMost(readings);
    }
}
