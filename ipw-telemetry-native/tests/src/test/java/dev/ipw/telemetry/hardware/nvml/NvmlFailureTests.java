package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Inject every code into every call, while looking at the machine, while opening, and while sampling. */
@Tag("process")
class NvmlFailureTests {
    private static final List<ReadingCall> READING_CALLS = List.of(
            new ReadingCall("fail nvmlDeviceGetFieldValues %d", 0, Quantity.ENERGY_COUNTER, Scope.GPU),
            new ReadingCall("field 83 * %d", 0, Quantity.ENERGY_COUNTER, Scope.GPU),
            new ReadingCall("field 186 * %d", 0, Quantity.POWER_WATTS, Scope.GPU),
            new ReadingCall("field 82 * %d", 0, Quantity.TEMPERATURE_CELSIUS, Scope.MEMORY),
            new ReadingCall("fail nvmlDeviceGetUtilizationRates %d", 1, Quantity.UTILIZATION_PERCENT, Scope.MEMORY),
            new ReadingCall("fail nvmlDeviceGetMemoryInfo_v2 %d", 1, Quantity.MEMORY_USED_BYTES, Scope.GPU),
            new ReadingCall("fail nvmlDeviceGetTemperatureV %d", 1, Quantity.TEMPERATURE_CELSIUS, Scope.GPU),
            new ReadingCall("fail nvmlDeviceGetClockInfo %d", 1, Quantity.CLOCK_MEGAHERTZ, Scope.MEMORY),
            new ReadingCall("fail nvmlDeviceGetCurrentClocksEventReasons %d", 1, Quantity.THROTTLE_REASONS, Scope.GPU),
            new ReadingCall("fail nvmlDeviceGetComputeRunningProcesses_v3 %d", 2, Quantity.PROCESSES, Scope.GPU),
            new ReadingCall("fail nvmlDeviceGetGraphicsRunningProcesses_v3 %d", 2, Quantity.PROCESSES, Scope.GPU));
    private static final List<String> ALL_FUNCTIONS = List.of("nvmlInit_v2", "nvmlShutdown",
            "nvmlSystemGetDriverVersion", "nvmlSystemGetNVMLVersion", "nvmlSystemGetCudaDriverVersion_v2",
            "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByUUID", "nvmlDeviceGetName",
            "nvmlDeviceGetUUID", "nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetArchitecture",
            "nvmlDeviceGetCudaComputeCapability", "nvmlDeviceGetMigMode", "nvmlDeviceGetEnforcedPowerLimit",
            "nvmlDeviceGetPowerUsage", "nvmlDeviceGetTotalEnergyConsumption", "nvmlDeviceGetFieldValues",
            "nvmlDeviceGetUtilizationRates", "nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo",
            "nvmlDeviceGetTemperatureV", "nvmlDeviceGetTemperature", "nvmlDeviceGetClockInfo",
            "nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetComputeRunningProcesses_v3",
            "nvmlDeviceGetGraphicsRunningProcesses_v3", "*");

    @TempDir
    private Path folder;
    private FakeNvml fake;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        fake = FakeNvml.in(folder);
    }

    private TelemetryEnvironment environment() {
        return fake.environment()
                .withParameters(Parameters.of("the collector nvml", Map.of("processes", "true")));
    }

    private List<SensorStatus> probe() {
        return NvmlSourceTests.provider().probe(environment());
    }

    private List<TelemetrySource> open() {
        return NvmlSourceTests.provider().open(environment());
    }

    @ParameterizedTest
    @EnumSource(NvmlStatus.class)
    void saysOfEachFailingReadingWhatItsCodeMeans(NvmlStatus status) {
        for (ReadingCall call : READING_CALLS) {
            fake.control();
            List<TelemetrySource> sources = open();
            TelemetrySource source = sources.get(call.source());
            fake.control(String.format(call.line(), status.code()));
            List<Optional<String>> losses = new ArrayList<>();
            List<Boolean> read = new ArrayList<>();
            for (int tick = 1; tick <= ReadingState.FAILURES_TO_GIVE_UP; tick++) {
                ReadSink sink = ReadSink.of(source);
                losses.add(sink.loss(call.quantity(), call.scope()));
                read.add(sink.value(call.quantity(), call.scope()).isPresent());
            }
            fake.control();
            ReadSink afterwards = ReadSink.of(source);
            source.retryLost();
            List<ReadSink> askedAgain = List.of(ReadSink.of(source), ReadSink.of(source));
            sources.forEach(TelemetrySource::close);

            boolean back = afterwards.value(call.quantity(), call.scope()).isPresent();
            String text = call.line() + " with " + status;
            Optional<String> label = Optional.of(status.label());
            switch (status.policy()) {
                case READ -> assertThat(read).as(text).containsOnly(true);
                case LATER -> {
                    assertThat(losses.subList(0, 2)).as(text).containsOnly(Optional.empty());
                    assertThat(losses.subList(2, losses.size())).as(text).containsOnly(label);
                    assertThat(back).as(text).isTrue();
                }
                case COUNT -> {
                    assertThat(losses.subList(0, 2)).as(text).containsOnly(Optional.empty());
                    assertThat(losses.subList(2, losses.size())).as(text).containsOnly(label);
                    assertThat(back).as(text).isFalse();
                }
                case NEVER, ALL_OFF -> {
                    assertThat(losses).as(text).containsOnly(label);
                    assertThat(back).as(text).isFalse();
                }
                case DEVICE_LOST -> assertThat(losses).as(text).containsOnly(label);
                case INITIALISE_AGAIN -> {
                    // Where a tick makes the call twice, the second tells that the new start did not last.
                    assertThat(losses.getFirst()).as(text).isIn(Optional.of(NvmlDriver.INITIALISED_AGAIN), label);
                    assertThat(losses.getLast()).as(text).isEqualTo(label);
                }
            }
            assertThat(status.policy() == NvmlStatus.Policy.READ || !read.contains(true)).as(text).isTrue();
            if (status.policy() != NvmlStatus.Policy.DEVICE_LOST) {
                // A device is looked for after pauses of its own.
                assertThat(askedAgain).as(text)
                        .anyMatch(sink -> sink.value(call.quantity(), call.scope()).isPresent());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(NvmlStatus.class)
    void neverThrowsWhileItLooksAndOpens(NvmlStatus status) {
        for (String function : ALL_FUNCTIONS) {
            fake.control("fail " + function + " " + status.code());
            assertThat(probe()).as(function).isNotEmpty().allMatch(
                    line -> line.available() || !line.nextStep().orElse("").isBlank());
            List<TelemetrySource> sources = open();
            sources.forEach(ReadSink::of);
            sources.forEach(TelemetrySource::close);
        }
    }

    @ParameterizedTest
    @EnumSource(value = NvmlStatus.class, mode = EnumSource.Mode.EXCLUDE, names = {"SUCCESS", "ALREADY_INITIALIZED"})
    void saysWhyNvmlDoesNotStart(NvmlStatus status) {
        fake.control("fail nvmlInit_v2 " + status.code());

        SensorStatus line = probe().getFirst();

        assertThat(line.available()).isFalse();
        assertThat(line.detail()).isEqualTo(fake.library() + " does not start: " + status.reason());
        assertThat(line.nextStep()).hasValue(status.nextStep());
        assertThat(open()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetUUID"})
    void saysWhyAGpuCannotBeToldApart(String function) {
        fake.control("fail " + function + " 4");

        assertThat(probe()).anyMatch(line -> line.state() == SensorState.UNREADABLE
                && line.detail().startsWith(NvmlStatus.NO_PERMISSION.reason()));
        assertThat(open()).hasSize(function.contains("Count") ? 0 : 1).allMatch(
                source -> ReadSink.of(source).losses().containsValue(NvmlStatus.NO_PERMISSION.label()));
    }

    @Test
    void goesOnWithTheOtherGpus() {
        fake.control("devices 3", "fail nvmlDeviceGetHandleByIndex_v2 15 device 1");
        List<TelemetrySource> sources = open();

        assertThat(ReadSink.of(sources.getFirst()).values().keySet()).hasSize(6);
        assertThat(probe()).anyMatch(line -> line.name().startsWith("GPU 1 ")
                && line.detail().startsWith(NvmlStatus.GPU_IS_LOST.reason()));
        sources.forEach(TelemetrySource::close);
    }

    @Test
    void leavesOutWhatIsRefusedAndSaysWhy() {
        fake.control("field 82 * 3", "fail nvmlDeviceGetUtilizationRates 4", "fail nvmlDeviceGetMemoryInfo_v2 25",
                "fail nvmlDeviceGetMemoryInfo 13");

        List<SensorStatus> lines = probe();

        assertThat(lines).filteredOn(line -> line.name().endsWith(": memory temperature")).singleElement()
                .extracting(SensorStatus::detail).isEqualTo(NvmlStatus.NOT_SUPPORTED.reason());
        assertThat(lines).filteredOn(line -> line.name().contains(": utilisation")).singleElement()
                .extracting(SensorStatus::detail).isEqualTo(NvmlStatus.NO_PERMISSION.reason());
        assertThat(lines).filteredOn(line -> line.name().endsWith(": memory")).singleElement()
                .extracting(SensorStatus::detail).isEqualTo(NvmlStatus.FUNCTION_NOT_FOUND.reason());
        List<TelemetrySource> sources = open();
        assertThat(sources.get(1).sensors()).extracting(sensor -> sensor.quantity())
                .doesNotContain(Quantity.MEMORY_USED_BYTES, Quantity.UTILIZATION_PERCENT);
        sources.forEach(TelemetrySource::close);
    }

    @Test
    void waitsForWhatIsOnlyLateAtTheStart() {
        fake.control("field 186 0 21", "fail nvmlDeviceGetClockInfo 27");
        List<TelemetrySource> sources = open();
        fake.control("device 0 watts 33");

        assertThat(ReadSink.of(sources.get(0)).value(Quantity.POWER_WATTS, Scope.GPU)).hasValue(33.0);
        assertThat(ReadSink.of(sources.get(1)).value(Quantity.CLOCK_MEGAHERTZ, Scope.GPU)).isPresent();
        sources.forEach(TelemetrySource::close);
    }

    @Test
    void saysThatTheLibraryIsMissing() {
        TelemetryEnvironment nowhere = TelemetryEnvironment
                .of(Map.of("IPW_NVML_LIBRARY", folder.resolve("nowhere.so").toString()));

        SensorStatus line = NvmlSourceTests.provider().probe(nowhere).getFirst();

        assertThat(line.detail()).isEqualTo("cannot load " + folder.resolve("nowhere.so"));
        assertThat(line.nextStep().orElseThrow()).contains("IPW_NVML_LIBRARY");
        assertThat(NvmlSourceTests.provider().open(nowhere)).isEmpty();
    }

    @Test
    void refusesALibraryThatIsNotNvml() throws IOException, InterruptedException {
        FakeNvml other = FakeNvml.in(folder, "nvmlInit_v2");

        SensorStatus line = NvmlSourceTests.provider().probe(other.environment()).getFirst();

        assertThat(line.detail()).endsWith(NvmlStatus.FUNCTION_NOT_FOUND.reason());
        assertThat(NvmlSourceTests.provider().open(other.environment())).isEmpty();
    }

    @Test
    void loadsNothingWhereThereIsNoSignOfADriver() {
        TelemetryEnvironment empty = TelemetryEnvironment
                .of(Map.of("IPW_PROCFS_ROOT", folder.toString(), "IPW_DEVFS_ROOT", folder.toString()));

        SensorStatus line = NvmlSourceTests.provider().probe(empty).getFirst();

        assertThat(line.detail()).isEqualTo("no NVIDIA driver is installed here");
        assertThat(line.nextStep().orElseThrow()).contains("nothing to do without an NVIDIA GPU");
        assertThat(NvmlSourceTests.provider().open(empty)).isEmpty();
    }

    @Test
    void givesBackWhatItInitialisedEvenIfTheChoiceIsWrong() {
        assertThatThrownBy(() -> NvmlSourceTests.provider().open(environment()
                .withArgument("7"))).hasMessageContaining("finds no GPUs for '7'");
        assertThat(fake.inits()).isEqualTo(1);
        assertThat(fake.shutdowns()).isEqualTo(1);
    }

    private record ReadingCall(String line, int source, Quantity quantity, Scope scope) {}
}
