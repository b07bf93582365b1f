package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class CpuEstimateSourceTests {
    @TempDir
    private Path directory;

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            return open();
        }
    }

    private TelemetrySource open() throws IOException {
        return new CpuEstimateProvider()
                .open(new FabricatedProc(Files.createTempDirectory(directory, "proc")).environment()).getFirst();
    }
}
