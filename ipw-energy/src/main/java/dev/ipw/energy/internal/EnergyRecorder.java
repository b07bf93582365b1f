package dev.ipw.energy.internal;

/** A recorder of one device's readings, which appends them to a series. For one thread at a time. */
public sealed interface EnergyRecorder
        permits CounterRecorder, ShapedCounterRecorder, PowerRecorder, CpuEstimateRecorder {
    /**
     * Returns the series of this recorder.
     *
     * @return the series that this recorder appends to
     */
    DeviceSeries series();

    /**
     * Records that the sensor cannot be read.
     *
     * @param reason the reason
     */
    default void lost(String reason) {
        series().lose(reason);
    }

    /**
     * Records whether the device is throttled, from the step to the next reading onward.
     *
     * @param held true while it is throttled
     */
    default void throttled(boolean held) {
        series().throttle(held);
    }

    /**
     * Limits the number of stored readings from now on. Whenever there are more, all but each eighth of the older half
     * are removed: the joules up to a kept reading stay exact, and older windows have wider bounds.
     *
     * @param readings the maximum number; at least 32
     */
    default void keepAtMost(int readings) {
        series().keepAtMost(readings);
    }
}
