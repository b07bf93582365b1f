package dev.ipw.telemetry.hardware;

import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.recorded.ReplayProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The replay of recordings lives in the core; what sources promise is checked here. */
class ReplaySourceTests {
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
        Path log = Files.writeString(directory.resolve("log.csv"), """
                time_s,gpu,energy_joules,power_w,temperature_celsius
                0,0,100,50,40
                0,1,900,70,45
                1,0,150,51,41
                1,1,970,71,46
                """);
        return new ReplayProvider().open(TelemetryEnvironment.of(Map.of()).withArgument(log.toString())).getFirst();
    }
}
