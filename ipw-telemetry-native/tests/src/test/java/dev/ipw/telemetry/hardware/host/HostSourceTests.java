package dev.ipw.telemetry.hardware.host;

import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.TelemetrySourceContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class HostSourceTests {
    private static final Path PROC = Path.of("/proc");

    @BeforeAll
    static void needsLinux() {
        Assumptions.assumeTrue(PROC.resolve("stat").toFile().canRead(), "there is no /proc here");
    }

    @TestFactory
    Stream<DynamicTest> keepsThePromisesOfASource() {
        return TelemetrySourceContract.tests(HostSourceTests::open);
    }

    private static TelemetrySource open() throws IOException {
        return new HostSource(ProcStat.open(PROC), MemInfo.open(PROC));
    }
}
