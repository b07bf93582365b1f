package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.util.List;

/** One call that reads one GPU, for one sensor or several. For one thread at a time. */
abstract class DeviceCall {
    private final NvmlDevice device;
    private final ReadingState state;
    private final List<Sensor> sensors;

    DeviceCall(NvmlDevice device, List<Sensor> sensors) {
        this(device, sensors, new ReadingState(device));
    }

    DeviceCall(NvmlDevice device, List<Sensor> sensors, ReadingState state) {
        this.device = device;
        this.sensors = List.copyOf(sensors);
        this.state = state;
    }

    final NvmlDevice device() {
        return device;
    }

    final List<Sensor> sensors() {
        return sensors;
    }

    /** Calls the driver and returns its code; the answer is in the call's own memory. */
    abstract int ask();

    /** Passes the result of the last call to the sink, from one sensor's index onward. */
    abstract void deliver(SampleSink sink, int firstSensor);

    /** Calls once, before sampling begins. */
    final NvmlStatus tryOnce() {
        return NvmlStatus.of(ask());
    }

    /** Retries a call that was given up. */
    void retry() {
        state.retry();
    }

    /** Asks for a reading that is not due yet. */
    void hasten() {}

    /** Reads in a tick. */
    void sample(SampleSink sink, int firstSensor) {
        if (device.isReachable() && state.isWanted() && state.admits(ask())) {
            deliver(sink, firstSensor);
            return;
        }
        explain(sink, firstSensor);
    }

    /** Reports to the sink why no reading is available. */
    void explain(SampleSink sink, int firstSensor) {
        for (int i = 0; i < sensors.size(); i++) {
            state.explain(sink, firstSensor + i);
        }
    }
}
