package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class HostSourceTests {
    private static final Path PROC = Path.of("/proc");

    @BeforeAll
    static void needsLinux() {
        Assumptions.assumeTrue(PROC.resolve("stat").toFile().canRead(), "there is no /proc here");
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            return open();
        }
    }

    private static TelemetrySource open() throws IOException {
        return new HostSource(ProcStat.open(PROC), MemInfo.open(PROC));
    }
}
