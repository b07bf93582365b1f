package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class PowercapSourceTests {
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
        FabricatedTree tree = new FabricatedTree(Files.createTempDirectory(directory, "machine").resolve("sys"));
        tree.zone("intel-rapl:0", "package-0", 123_456);
        tree.zone("intel-rapl:0:0", "dram", 7);
        return new PowercapProvider().open(tree.environment()).getFirst();
    }
}
