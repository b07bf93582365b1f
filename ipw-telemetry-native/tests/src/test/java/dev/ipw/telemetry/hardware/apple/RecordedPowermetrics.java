package dev.ipw.telemetry.hardware.apple;

import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Write a program that behaves like powermetrics, and the property lists it prints. */
final class RecordedPowermetrics {
    private final Path directory;

    RecordedPowermetrics(Path directory) {
        this.directory = directory;
    }

    /** Write one list: an interval of 200 ms with these millijoules. */
    static String list(String cpuMillijoules, String gpuMillijoules, String pressure) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://127.0.0.1:9/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                <key>is_delta</key><true/>
                <key>elapsed_ns</key><integer>200000000</integer>
                <key>hw_model</key><string>Mac15,3</string>
                <key>timestamp</key><date>2026-11-21T02:03:04Z</date>
                <key>processor</key>
                <dict>
                <key>clusters</key>
                <array><dict><key>name</key><string>E-Cluster</string><key>cpu_energy</key><integer>77</integer></dict></array>
                <key>ane_energy</key><integer>0</integer>
                <key>ane_power</key><real>0</real>
                <key>cpu_energy</key><integer>CPU</integer>
                <key>cpu_power</key><real>1500.5</real>
                <key>gpu_energy</key><integer>GPU</integer>
                <key>gpu_power</key><real>4000</real>
                <key>combined_power</key><real>5500.5</real>
                <key>something_new</key><dict><key>deep</key><array/></dict>
                </dict>
                <key>thermal_pressure</key><string>PRESSURE</string>
                <key>gpu</key>
                <dict>
                <key>freq_hz</key><real>1296</real>
                <key>idle_ratio</key><real>0.25</real>
                <key>dvfm_states</key><array><dict><key>freq</key><integer>338</integer></dict></array>
                <key>gpu_energy</key><integer>GPU</integer>
                </dict>
                </dict>
                </plist>
                """
                .replace("CPU", cpuMillijoules).replace("GPU", gpuMillijoules).replace("PRESSURE", pressure);
    }

    /** Make a program that prints a recording, and then does what a shell line says. */
    TelemetryEnvironment printing(String recording, String andThen) throws IOException {
        Path file = Files.writeString(directory.resolve("recording"), recording);
        return running("cat '" + file + "'\n" + andThen);
    }

    /** Make a program of shell lines. */
    TelemetryEnvironment running(String lines) throws IOException {
        Path program = ExecutableFile.write(directory.resolve("powermetrics"),
                "#!/bin/sh\nprintf '%s ' \"$@\" > '" + directory.resolve("arguments") + "'\n" + lines + "\n");
        return TelemetryEnvironment.of(Map.of("IPW_POWERMETRICS", program.toString()));
    }

    String arguments() throws IOException {
        return Files.readString(directory.resolve("arguments")).strip();
    }
}
