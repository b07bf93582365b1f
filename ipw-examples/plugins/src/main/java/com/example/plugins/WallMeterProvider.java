package com.example.plugins;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The provider of the wall meter, whose file the variable WALL_METER names. */
public final class WallMeterProvider implements TelemetryProvider {
    @Override
    public String id() {
        return "wall";
    }

    @Override
    public String description() {
        return "a wall meter";
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return List.of(file(environment)
                .map(file -> SensorStatus.available(id(), "wall", file.toString()))
                .orElseGet(() -> SensorStatus.unavailable(id(), "wall", "WALL_METER names no file",
                        "start the driver and set WALL_METER to its file")));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        return file(environment).<TelemetrySource>map(WallMeter::new).stream().toList();
    }

    private static Optional<Path> file(TelemetryEnvironment environment) {
        return Optional.ofNullable(environment.variables().get("WALL_METER")).map(Path::of)
                .filter(Files::isReadable);
    }
}
