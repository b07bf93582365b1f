package com.example.plugins;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A wall meter, whose driver writes the watts of this moment into a file. */
public final class WallMeter implements TelemetrySource {
    private final Path file;

    WallMeter(Path file) {
        this.file = file;
    }

    @Override
    public String id() {
        return "wall";
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(Sensor.of("wall", Scope.PSYS, Quantity.POWER_WATTS, "wall meter"));
    }

    @Override
    public Duration period() {
        return Duration.ofMillis(100);
    }

    @Override
    public void sample(SampleSink sink) {
        try {
            sink.gauge(0, Double.parseDouble(Files.readString(file).strip())); // watts of sensors().get(0)
        } catch (IOException | NumberFormatException unreadable) {
            sink.lost(0, file + " holds no watts");
        }
    }

    @Override
    public void close() {}
}
