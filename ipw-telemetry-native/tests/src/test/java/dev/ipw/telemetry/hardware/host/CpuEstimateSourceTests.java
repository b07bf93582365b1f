package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.TelemetrySourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class CpuEstimateSourceTests {
    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> keepsThePromisesOfASource() {
        return TelemetrySourceContract.tests(this::open);
    }

    private TelemetrySource open() throws IOException {
        return new CpuEstimateProvider()
                .open(new FabricatedProc(Files.createTempDirectory(directory, "proc")).environment()).getFirst();
    }
}
