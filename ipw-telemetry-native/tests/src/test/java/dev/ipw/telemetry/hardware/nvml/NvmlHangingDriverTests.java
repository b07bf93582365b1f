package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import dev.ipw.telemetry.hardware.Awaited;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Execution(ExecutionMode.CONCURRENT)
@Tag("process")
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

    private TelemetrySession opened(Duration longestOpening, NvmlProvider provider, String collectors) {
        return OpeningTime.sessions(longestOpening).provider(provider).collectors(collectors)
                .environment(fake.environment()).open();
    }

    /** Wait until the sampler is in a call that does not return. */
    private void awaitHanging(TelemetrySession session) {
        try (Watch _ = session.watch()) {
            Awaited.until(() -> fake.hanging() > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlDeviceGetFieldValues", "nvmlDeviceGetUtilizationRates", "nvmlDeviceGetMemoryInfo_v2",
            "nvmlDeviceGetTemperatureV", "nvmlDeviceGetClockInfo", "nvmlDeviceGetCurrentClocksEventReasons",
            "nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlShutdown", "*"})
    void closesThoughACallNeverReturns(String function) {
        TelemetrySession session = session("nvml,processes=true");
        try {
            fake.control("hang " + function);
            if (!function.equals("nvmlShutdown")) {
                awaitHanging(session);
            }
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
        AtomicLong later = new AtomicLong();
        TelemetrySession session = opened(OpeningTime.PATIENT,
                new NvmlProvider(() -> System.nanoTime() + later.get(), OpeningTime.PATIENT), "nvml");
        try {
            fake.control("hang " + function, "lost 0 until 0");
            // A lost GPU is looked for after a pause.
            try (Watch _ = session.watch()) {
                Awaited.until(() -> {
                    later.addAndGet(NvmlDevice.RAREST_LOOK_NANOS);
                    return fake.hanging() > 0;
                });
            }
        } finally {
            session.close();
            fake.control();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlInit_v2", "nvmlDeviceGetUUID", "nvmlDeviceGetFieldValues", "*"})
    void opensThoughTheDriverNeverAnswersAndNamesIt(String function) {
        fake.control("hang " + function);
        NvmlProvider provider = new NvmlProvider(System::nanoTime, OpeningTime.PATIENT);
        try (TelemetrySession session = opened(OpeningTime.SHORT, provider, "auto")) {
            assertThat(session.sensors()).isEmpty();
            assertThat(session.problems()).singleElement().asString().contains("'nvml'", fake.library().toString(),
                    "does not return", "nvidia-smi");
            // Nobody waits for it once more.
            opened(OpeningTime.PATIENT, provider, "auto").close();
        } finally {
            fake.control();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlDeviceGetUtilizationRates", "nvmlDeviceGetTemperatureV", "nvmlDeviceGetClockInfo",
            "nvmlDeviceGetComputeRunningProcesses_v3"})
    void readsEnergyThoughACallForAnythingElseNeverAnswers(String function) {
        fake.control("hang " + function);
        try (TelemetrySession session = opened(OpeningTime.PATIENT, new NvmlProvider(() -> 0, OpeningTime.SHORT),
                "nvml,processes=true")) {
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
            Awaited.until(() -> session.latest().stream().allMatch(reading -> reading.lossReason().isEmpty()));
            fake.control("hang *");
            Awaited.until(() -> session.latest().stream().noneMatch(reading -> reading.lossReason().isEmpty()));
            assertThat(session.deviceSeries()).allMatch(
                    series -> series.lossReason().orElseThrow().startsWith("it has not answered since"));
            assertThat(session.problems())
                    .anyMatch(problem -> problem.contains("H100") && problem.contains("energy, power"));
        } finally {
            fake.control();
        }
    }
}
