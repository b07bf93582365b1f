package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.foreign.CloseGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Make the calls of all chosen GPUs that are worth the same rate. */
final class NvmlSource implements TelemetrySource {
    private final String id;
    private final Duration period;
    private final Duration shortestPeriod;
    private final NvmlDriver driver;
    private final DeviceCall[] calls;
    private final int[] firstSensors;
    private final List<Sensor> sensors;
    private final List<DeviceInfo> devices;
    private final CloseGate gate = new CloseGate();

    /** Create a source; it becomes one more user of the driver until it is closed. */
    NvmlSource(String id, Duration period, Duration shortestPeriod, NvmlDriver driver, List<DeviceCall> calls,
            List<DeviceInfo> devices) {
        this.id = id;
        this.period = period;
        this.shortestPeriod = shortestPeriod;
        this.driver = driver;
        this.calls = calls.toArray(DeviceCall[]::new);
        this.devices = List.copyOf(devices);
        firstSensors = new int[calls.size()];
        List<Sensor> all = new ArrayList<>();
        for (int i = 0; i < firstSensors.length; i++) {
            firstSensors[i] = all.size();
            all.addAll(calls.get(i).sensors());
        }
        sensors = List.copyOf(all);
        driver.retain();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public Duration period() {
        return period;
    }

    @Override
    public Duration shortestPeriod() {
        return shortestPeriod;
    }

    @Override
    public List<DeviceInfo> devices() {
        return devices;
    }

    @Override
    public List<String> problems() {
        return driver.problems();
    }

    @Override
    public void sample(SampleSink sink) {
        if (!gate.enter()) {
            return;
        }
        try {
            for (int i = 0; i < calls.length; i++) {
                calls[i].sample(sink, firstSensors[i]);
            }
        } finally {
            if (gate.leave()) {
                driver.release();
            }
        }
    }

    @Override
    public void retryLost() {
        if (!gate.enter()) {
            return;
        }
        try {
            driver.retry();
            for (DeviceCall call : calls) {
                call.retry();
            }
        } finally {
            if (gate.leave()) {
                driver.release();
            }
        }
    }

    @Override
    public void close() {
        if (gate.close()) {
            driver.release();
        }
    }
}
