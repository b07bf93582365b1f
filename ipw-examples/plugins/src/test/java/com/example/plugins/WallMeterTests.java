package com.example.plugins;

import dev.ipw.junit.contract.TelemetrySourceContract;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class WallMeterTests extends TelemetrySourceContract {
    @TempDir
    private Path folder;

    @Override
    protected TelemetrySource source() throws IOException {
        return new WallMeter(Files.writeString(folder.resolve("watts"), "42.5\n"));
    }
}
