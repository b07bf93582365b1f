package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.TelemetrySession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.ipw.telemetry.hardware.nvml.NvmlSessionTests.sampleFor;
import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class NvmlHangingDriverTests {
    @TempDir
    private Path folder;
    private FakeNvml fake;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        fake = FakeNvml.in(folder);
    }

    private TelemetrySession session(String collectors) {
        return NvmlSessionTests.session(fake, collectors);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlDeviceGetFieldValues", "nvmlDeviceGetUtilizationRates", "nvmlDeviceGetMemoryInfo_v2",
            "nvmlDeviceGetTemperatureV", "nvmlDeviceGetClockInfo", "nvmlDeviceGetCurrentClocksEventReasons",
            "nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlShutdown", "*"})
    void closesThoughACallNeverReturns(String function) {
        TelemetrySession session = session("nvml,processes=true");
        try {
            fake.control("hang " + function);
            sampleFor(session, 50);
        } finally {
            session.close();
            // Lets the thread that was left behind go.
            fake.control();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlDeviceGetPowerUsage", "nvmlDeviceGetTotalEnergyConsumption",
            "nvmlDeviceGetTemperature", "nvmlDeviceGetMemoryInfo", "nvmlDeviceGetHandleByUUID"})
    void closesThoughACallOfAnOldDriverNeverReturns(String function) throws IOException, InterruptedException {
        fake = FakeNvml.in(folder, "nvmlDeviceGetFieldValues", "nvmlDeviceGetMemoryInfo_v2",
                "nvmlDeviceGetTemperatureV");
        TelemetrySession session = session("nvml");
        try {
            fake.control("hang " + function, "lost 0 until 0");
            // A lost GPU is looked for after a second.
            sampleFor(session, 1300);
        } finally {
            session.close();
            fake.control();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlInit_v2", "nvmlDeviceGetUUID", "nvmlDeviceGetFieldValues", "*"})
    void opensThoughTheDriverNeverAnswersAndNamesIt(String function) {
        fake.control("hang " + function);
        try (TelemetrySession session = session("auto")) {
            assertThat(session.sensors()).isEmpty();
            assertThat(session.problems()).singleElement().asString().contains("'nvml'", fake.library().toString(),
                    "does not return", "nvidia-smi");
            // Nobody waits for it once more.
            session("auto").close();
        } finally {
            fake.control();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlDeviceGetUtilizationRates", "nvmlDeviceGetTemperatureV", "nvmlDeviceGetClockInfo",
            "nvmlDeviceGetComputeRunningProcesses_v3"})
    void readsEnergyThoughACallForAnythingElseNeverAnswers(String function) {
        fake.control("hang " + function);
        try (TelemetrySession session = session("nvml,processes=true")) {
            assertThat(session.samplers()).singleElement()
                    .satisfies(sampler -> assertThat(sampler.source()).isEqualTo("nvml"));
            assertThat(session.problems()).singleElement().asString().contains("temperature",
                    fake.library().toString(), "energy is read without them");
        } finally {
            fake.control();
        }
    }

    @Test
    void showsNoReadingAsLiveOnceTheDriverHangs() {
        try (TelemetrySession session = session("nvml")) {
            sampleFor(session, 50);
            assertThat(session.latest()).allMatch(reading -> reading.lossReason().isEmpty());
            fake.control("hang *");
            while (session.latest().stream().anyMatch(reading -> reading.lossReason().isEmpty())) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            assertThat(session.deviceSeries()).allMatch(
                    series -> series.lossReason().orElseThrow().startsWith("it has not answered since"));
            assertThat(session.problems())
                    .anyMatch(problem -> problem.contains("H100") && problem.contains("energy, power"));
        } finally {
            fake.control();
        }
    }
}
