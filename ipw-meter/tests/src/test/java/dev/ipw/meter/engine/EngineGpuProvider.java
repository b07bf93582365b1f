package dev.ipw.meter.engine;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The collector of the devices of an engine in this process. */
final class EngineGpuProvider implements TelemetryProvider {
    static final String ID = "scripted-gpu";

    private static final double JOULES_PER_COUNT = 1e-3;
    private static final int READINGS_PER_STEP = 5;

    private final LiveEngine engine;

    EngineGpuProvider(LiveEngine engine) {
        this.engine = engine;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "GPUs of a scripted engine";
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return List.of(SensorStatus.available(ID, "scripted engine", engine.sensors().size() + " devices"));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return List.of(new Source(engine));
    }

    private static final class Source implements TelemetrySource {
        private final LiveEngine engine;
        private final boolean showsPower;
        private final List<Sensor> sensors = new ArrayList<>();

        Source(LiveEngine engine) {
            this.engine = engine;
            showsPower = engine.profile().sensor().showsPower();
            for (int i = 0; i < engine.sensors().size(); i++) {
                sensors.add(showsPower
                        ? Sensor.of(GpuPage.name(i), Scope.GPU, Quantity.POWER_WATTS, "scripted engine")
                                .withAveragingNanos(engine.profile().sensor().averagingNanos())
                        : Sensor.energyCounter(GpuPage.name(i), Scope.GPU, "scripted engine", JOULES_PER_COUNT,
                                OptionalLong.empty()));
            }
        }

        @Override
        public String id() {
            return ID;
        }

        @Override
        public List<Sensor> sensors() {
            return sensors;
        }

        @Override
        public List<DeviceInfo> devices() {
            List<DeviceInfo> devices = new ArrayList<>();
            for (int i = 0; i < sensors.size(); i++) {
                devices.add(new DeviceInfo(GpuPage.name(i), "Scripted GPU", Optional.empty(), OptionalInt.of(i),
                        Map.of()));
            }
            return devices;
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(engine.profile().sensor().stepNanos() / READINGS_PER_STEP);
        }

        @Override
        public void sample(SampleSink sink) {
            long now = System.nanoTime();
            for (int i = 0; i < sensors.size(); i++) {
                if (showsPower) {
                    sink.gauge(i, engine.sensors().get(i).wattsAt(now));
                } else {
                    sink.counter(i, engine.sensors().get(i).millijoulesAt(now));
                }
            }
        }

        @Override
        public void close() {}
    }
}
