package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.foreign.GatedSource;
import java.time.Duration;
import java.util.List;

/** The source that makes the calls of all chosen GPUs with the same rate. */
final class NvmlSource extends GatedSource {
    private final Duration shortestPeriod;
    private final NvmlDriver driver;
    private final DeviceCall[] calls;
    private final int[] firstSensors;
    private final List<DeviceInfo> devices;

    /** Creates a source; it is one more user of the driver until it is closed. */
    NvmlSource(String id, Duration period, Duration shortestPeriod, NvmlDriver driver, List<DeviceCall> calls,
            List<DeviceInfo> devices) {
        super(id, period, calls.stream().flatMap(call -> call.sensors().stream()).toList());
        this.shortestPeriod = shortestPeriod;
        this.driver = driver;
        this.calls = calls.toArray(DeviceCall[]::new);
        this.devices = List.copyOf(devices);
        firstSensors = new int[calls.size()];
        for (int i = 1; i < firstSensors.length; i++) {
            firstSensors[i] = firstSensors[i - 1] + calls.get(i - 1).sensors().size();
        }
        driver.retain();
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
    public void hasten() {
        for (DeviceCall call : calls) {
            call.hasten();
        }
    }

    @Override
    protected void read(SampleSink sink) {
        for (int i = 0; i < calls.length; i++) {
            calls[i].sample(sink, firstSensors[i]);
        }
    }

    @Override
    public void retryLost() {
        whileOpen(() -> {
            driver.retry();
            for (DeviceCall call : calls) {
                call.retry();
            }
        });
    }

    @Override
    protected void release() {
        driver.release();
    }
}
