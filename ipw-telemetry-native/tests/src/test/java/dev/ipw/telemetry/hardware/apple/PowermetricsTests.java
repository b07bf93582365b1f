package dev.ipw.telemetry.hardware.apple;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.hardware.Awaited;
import dev.ipw.telemetry.hardware.HardwareSourceContract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Execution(ExecutionMode.CONCURRENT)
@Tag("process")
@Tag("real-time")
class PowermetricsTests {
    private static final String STAY = "exec sleep 600";
    private static final PowermetricsProvider PROVIDER = new PowermetricsProvider(OpeningTime.PATIENT,
            OpeningTime.PATIENT);

    @TempDir
    private Path directory;

    @BeforeAll
    static void needsAShell() {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "the stand-in for powermetrics is a shell script");
    }

    private RecordedPowermetrics powermetrics() throws IOException {
        return new RecordedPowermetrics(Files.createTempDirectory(directory, "apple"));
    }

    private static TelemetrySession session(TelemetryEnvironment environment) {
        return OpeningTime.sessions(OpeningTime.PATIENT).provider(PROVIDER).environment(environment)
                .collectors("powermetrics").open();
    }

    @Test
    void countsTheJoulesOfEachInterval() throws IOException {
        RecordedPowermetrics program = powermetrics();
        String list = RecordedPowermetrics.list("300", "800.5", "Nominal");
        String later = RecordedPowermetrics.list("100", "700", "Heavy");
        // The lists come in one go; only the script's pauses put time between them.
        try (TelemetrySession session = session(
                program.running("cat <<'EOF'\n" + list + "EOF\nsleep 0.3\nprintf '\\000'\n"
                        + "cat <<'EOF'\n" + later + "EOF\n" + STAY))) {
            Awaited.until(() -> session.deviceSeries().stream().allMatch(one -> one.sampleCount() >= 3));
            EnergySeries gpu = series(session, Scope.GPU);
            long first = gpu.firstNanos().orElseThrow();
            long last = gpu.lastNanos().orElseThrow();

            TelemetryWindow window = session.window(first, last);
            assertThat(window.energy(Scope.PACKAGE).joules().orElseThrow()).isCloseTo(0.4, within(1e-9));
            assertThat(window.energy(Scope.GPU).joules().orElseThrow()).isCloseTo(1.5005, within(1e-9));
            assertThat(window.energy(Scope.ANE).joules()).hasValue(0);
            assertThat(window.energy().joules().orElseThrow()).isCloseTo(1.9005, within(1e-9));
            assertThat(window.energy().provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(window.energyScope()).isEqualTo("gpu+package+ane");
            assertThat(window.energy(Scope.PACKAGE).source()).isEqualTo("powermetrics CPU (Apple's estimate)");
            assertThat(maximum(window, Quantity.UTILIZATION_PERCENT, Scope.GPU)).isEqualTo(75);
            assertThat(maximum(window, Quantity.CLOCK_MEGAHERTZ, Scope.GPU)).isEqualTo(1296);
            assertThat(maximum(window, Quantity.POWER_WATTS, Scope.PACKAGE)).isEqualTo(1.5005);
            assertThat(ThrottleReason.of(maximum(window, Quantity.THROTTLE_REASONS, Scope.SOC)))
                    .containsExactly(ThrottleReason.THERMAL);
        }
        assertThat(program.arguments())
                .isEqualTo("-f plist -i 200 --samplers cpu_power,gpu_power,ane_power,thermal");
    }

    private static EnergySeries series(TelemetrySession session, Scope scope) {
        return session.deviceSeries().stream().filter(one -> one.device().scope() == scope).findFirst().orElseThrow();
    }

    private static double maximum(TelemetryWindow window, Quantity quantity, Scope scope) {
        return window.statistics(quantity, scope).orElseThrow().maximum();
    }

    @Test
    void aNeuralEngineAtRestIsNoDeadCounter() throws IOException {
        String list = RecordedPowermetrics.list("300", "800", "Nominal");
        // Thirty lists within two seconds: more readings, over a longer time, than any other counter may stand still.
        try (TelemetrySession session = session(powermetrics().printing(list,
                "for i in $(seq 30); do sleep 0.06; cat \"$(dirname \"$0\")/recording\"; done\n" + STAY))) {
            EnergySeries engine = series(session, Scope.ANE);
            Awaited.until(() -> engine.sampleCount() > 30);

            // Readings are up to 200 ms old, and what was used up to a moment is known of the first that is younger.
            TelemetryWindow window = session.window(engine.firstNanos().orElseThrow(),
                    engine.lastNanos().orElseThrow() - 250_000_000);
            assertThat(window.energy(Scope.ANE).joules()).hasValue(0);
            assertThat(window.energy(Scope.ANE).flags()).doesNotContain(EnergyFlag.PROVISIONAL, EnergyFlag.SHORT,
                    EnergyFlag.PARTIAL, EnergyFlag.LOST);
            assertThat(window.energy().isAvailable()).isTrue();
        }
    }

    @Test
    void readsListsDividedByNulAndPassesOverGarbage() throws IOException {
        String good = RecordedPowermetrics.list("1", "2", "Nominal");
        String stream = "second underflow occurred.\n\0" + good + "\0" + "<plist><dict><key>torn</key></plist>\0" + good
                + good.replace("<plist version=\"1.0\">", "<plist version=\"1.0\"><!-- ünïcode -->") + "\0\0"
                + good.substring(0, good.length() / 2);
        PropertyListStream lists = new PropertyListStream(
                new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));

        List<PropertyList> found = new ArrayList<>();
        for (Optional<PropertyList> list = lists.next(); list.isPresent(); list = lists.next()) {
            found.add(list.get());
        }

        assertThat(found).hasSize(3).allSatisfy(list -> {
            assertThat(list.number("processor.cpu_energy")).hasValue(1);
            assertThat(list.number("processor.clusters.cpu_energy")).isEmpty();
            assertThat(list.text("hw_model")).hasValue("Mac15,3");
            assertThat(list.number("hw_model")).isEmpty();
        });
    }

    @Test
    void neitherFollowsTheDoctypeNorReplacesEntities() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "12345");
        String attack = "<!DOCTYPE plist [<!ENTITY leak SYSTEM \"" + secret.toUri() + "\">]>"
                + "<plist><dict><key>elapsed_ns</key><integer>&leak;</integer></dict></plist>";
        PropertyListStream lists = new PropertyListStream(
                new ByteArrayInputStream(attack.getBytes(StandardCharsets.UTF_8)));

        assertThat(lists.next().flatMap(list -> list.text("elapsed_ns")).orElse("")).doesNotContain("12345");
    }

    @Test
    void passesOverAListThatNeverEnds() throws IOException {
        String endless = "<plist><dict>" + "<key>a</key><string>b</string>".repeat(200_000) + "\0";
        String good = RecordedPowermetrics.list("1", "2", "Nominal");
        PropertyListStream lists = new PropertyListStream(
                new ByteArrayInputStream((endless + good).getBytes(StandardCharsets.UTF_8)));

        assertThat(lists.next()).hasValueSatisfying(
                list -> assertThat(list.number("processor.cpu_energy")).hasValue(1));
        assertThat(lists.next()).isEmpty();
    }

    @Test
    void whatAVersionOfMacosDoesNotTellIsAbsent() throws Exception {
        String old = "<plist><dict><key>elapsed_ns</key><integer>200</integer><key>processor</key><dict>"
                + "<key>cpu_energy</key><integer>5</integer><key>gpu_energy</key><real>6.25</real></dict>"
                + "<key>gpu</key><dict><key>freq_hz</key><integer>1296000000</integer></dict></dict></plist>";
        byte[] xml = old.getBytes(StandardCharsets.UTF_8);

        PowermetricsReading reading = PowermetricsReading.of(PropertyList.parse(xml, xml.length), 1000,
                Map.of(Field.CPU_ENERGY, 1000.0));

        assertThat(reading.values()).containsOnly(Map.entry(Field.CPU_ENERGY, 6000.0),
                Map.entry(Field.GPU_ENERGY, 6250.0), Map.entry(Field.GPU_MEGAHERTZ, 1296.0));
        assertThat(reading.elapsedNanos()).isEqualTo(200);
    }

    @Test
    void saysHowToLetPowermetricsRun() throws IOException {
        TelemetryEnvironment denied = powermetrics()
                .running("echo 'powermetrics must be invoked as the superuser' >&2\nexit 1");

        assertThat(PROVIDER.probe(denied)).singleElement().satisfies(status -> {
            assertThat(status.available()).isFalse();
            assertThat(status.detail()).isEqualTo(
                    "powermetrics ended with exit code 1: powermetrics must be invoked as the superuser");
            assertThat(status.nextStep().orElseThrow()).contains("sudo", "NOPASSWD: /usr/bin/powermetrics -f plist",
                    "cpu_power\\,gpu_power");
        });
        assertThat(PROVIDER.open(denied)).isEmpty();
    }

    @Test
    void saysWhyElsewhere() throws IOException {
        assumeTrue(!System.getProperty("os.name").startsWith("Mac"), "this is macOS");
        assertThat(PROVIDER.automatic()).isFalse();
        assertThat(PROVIDER.probe(TelemetryEnvironment.of(Map.of()))).singleElement().extracting(SensorStatus::detail)
                .asString().contains("exists on macOS only");
        assertThat(PROVIDER.probe(TelemetryEnvironment.of(Map.of("IPW_POWERMETRICS", directory + "/none"))))
                .singleElement().satisfies(status -> {
                    assertThat(status.detail()).contains("cannot be run");
                    assertThat(status.nextStep().orElseThrow()).contains("IPW_POWERMETRICS");
                });
        assertThat(PROVIDER.probe(powermetrics().printing(
                "<plist><dict><key>elapsed_ns</key><integer>1</integer></dict></plist>", STAY))).singleElement()
                .extracting(SensorStatus::detail).asString().contains("reports no energy on this machine");
    }

    @Test
    void aProcessThatSaysNothingIsGivenUp() throws IOException {
        PowermetricsProvider hasty = new PowermetricsProvider(Duration.ofSeconds(1), OpeningTime.PATIENT);

        assertThat(hasty.probe(powermetrics().running("sleep 600"))).singleElement()
                .extracting(SensorStatus::detail).asString().contains("no reading within 1 s");
    }

    @Test
    void aProcessThatDiesMidRunIsALostSensorWithTheReason() throws IOException {
        try (TelemetrySession session = session(powermetrics().printing(
                RecordedPowermetrics.list("1", "2", "Nominal") + "\0<plist><dict>", "echo 'no more' >&2\nexit 3"))) {
            Awaited.until(() -> session.deviceSeries().stream().allMatch(one -> one.lossReason().isPresent()));

            assertThat(session.deviceSeries().getFirst().lossReason())
                    .hasValue("powermetrics ended with exit code 3: no more");
            assertThat(session.problems()).isNotEmpty()
                    .allSatisfy(problem -> assertThat(problem).contains("exit code 3"));
        }
    }

    @Test
    void closingEndsTheProcessAlsoOneThatRefuses() throws IOException, InterruptedException {
        String list = RecordedPowermetrics.list("1", "2", "Nominal");
        Path pid = directory.resolve("pid");
        TelemetrySource source = PROVIDER.open(powermetrics()
                .printing(list, "echo $$ > '" + pid + ".new'\nmv '" + pid + ".new' '" + pid
                        + "'\ntrap '' TERM\nwhile true; do sleep 600; done"))
                .getFirst();
        Awaited.until(() -> Files.exists(pid));
        ProcessHandle process = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();

        source.close();
        source.close();

        process.onExit().join();
        List<String> afterwards = new ArrayList<>();
        source.sample(new SampleSink() {
            @Override
            public void counter(int sensor, long counts) {
                afterwards.add("counter");
            }

            @Override
            public void gauge(int sensor, double value) {
                afterwards.add("gauge");
            }

            @Override
            public void lost(int sensor, String reason) {
                afterwards.add(reason);
            }
        });
        assertThat(afterwards).isEmpty();
    }

    @Test
    void describesEachSensorWithWhatItIs() throws IOException {
        List<SensorStatus> found = PROVIDER
                .probe(powermetrics().printing(RecordedPowermetrics.list("1", "2", "Nominal"), STAY));

        assertThat(found).hasSize(Field.values().length).allSatisfy(status -> {
            assertThat(status.available()).isTrue();
            assertThat(status.detail()).contains("each 200 ms", "IOReport");
        });
        assertThat(Stream.of(Field.values()).map(field -> field.sensor(200_000_000)).map(Sensor::resolutionNanos))
                .allSatisfy(resolution -> assertThat(resolution).hasValue(200_000_000));
    }

    @Nested
    class Promises extends HardwareSourceContract {
        @Override
        protected TelemetrySource source() throws Exception {
            return PROVIDER
                    .open(powermetrics().printing(RecordedPowermetrics.list("1", "2", "Nominal"), STAY)).getFirst();
        }
    }
}
