package dev.ipw.telemetry.hardware.process;

import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class ProcessProviderTests {
    private final ProcessProvider provider = new ProcessProvider();
    @TempDir
    private Path directory;
    private FabricatedProcesses processes;

    @BeforeEach
    void layOut() throws IOException {
        processes = new FabricatedProcesses(directory);
    }

    private static TelemetryEnvironment environment(Path procfs) {
        return TelemetryEnvironment.of(Map.of("IPW_PROCFS_ROOT", procfs.toString()));
    }

    @Test
    void readsThisProcessAndTheMachine() {
        assertThat(provider.automatic()).isTrue();
        List<SensorStatus> statuses = provider.probe(environment(directory));

        assertThat(statuses).allMatch(SensorStatus::available).extracting(SensorStatus::name)
                .containsExactly("processor time of all processes, /proc/stat",
                        "processor time of this process and what it started");
        try (TelemetrySource source = provider.open(environment(directory)).getFirst()) {
            assertThat(source.sensors()).extracting(Sensor::device).containsExactly("cpu", "process");
        }
    }

    @Test
    void readsAnotherProcessBesideThisOne() throws IOException {
        processes.process(4242, 1, "server", 77, 0);
        TelemetryEnvironment other = environment(directory).withArgument("4242");

        assertThat(provider.probe(other)).hasSize(3).allMatch(SensorStatus::available);
        try (TelemetrySource source = provider.open(other).getFirst()) {
            assertThat(source.sensors()).extracting(Sensor::device).containsExactly("cpu", "process", "process-4242");
            assertThat(source.sensors().getLast().source()).contains("process 4242");
        }
    }

    @Test
    void saysOfAProcessThatIsNotThereWhatToDo() {
        TelemetryEnvironment missing = environment(directory).withArgument("4242");

        SensorStatus status = provider.probe(missing).getFirst();

        assertThat(status.available()).isFalse();
        assertThat(status.detail()).contains("there is no process 4242");
        assertThat(status.nextStep().orElseThrow()).contains("ps");
        assertThat(provider.open(missing)).isEmpty();
        assertThatThrownBy(() -> TelemetrySession.builder().discovery(false).provider(provider)
                .environment(environment(directory)).collectors("process:4242").open())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("there is no process 4242");
    }

    @Test
    void refusesWhatNamesNoProcess() {
        for (String wrong : List.of("", "abc", "-1", "0", "12 34", "9999999999")) {
            TelemetryEnvironment environment = environment(directory).withArgument(wrong);
            assertThatThrownBy(() -> provider.open(environment)).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("process:4242");
        }
    }

    @Test
    void asksTheJvmForItselfWhereThereIsNoProcfs() {
        TelemetryEnvironment elsewhere = environment(directory.resolve("nowhere"));

        assertThat(provider.probe(elsewhere)).allMatch(SensorStatus::available).extracting(SensorStatus::name)
                .contains("processor time of this JVM alone, as it reports it");
        SensorStatus other = provider.probe(elsewhere.withArgument("7")).getFirst();
        assertThat(other.available()).isFalse();
        assertThat(other.detail()).contains("on Linux only");
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            Path procfs = Files.createTempDirectory(directory, "proc");
            FabricatedProcesses machine = new FabricatedProcesses(procfs);
            machine.process(4242, 1, "server", 77, 0);
            return provider.open(environment(procfs).withArgument("4242")).getFirst();
        }
    }
}
