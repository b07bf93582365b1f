package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Plugins.UnknownPluginException;
import dev.ipw.testing.DrivenSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.ipw.telemetry.OneWattSources.alone;
import static dev.ipw.telemetry.OneWattSources.counter;
import static dev.ipw.telemetry.OneWattSources.oneWatt;
import static dev.ipw.telemetry.OneWattSources.oneWattPackage;
import static dev.ipw.telemetry.OneWattSources.processorTime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class CollectorChoiceTests {
    @Test
    void saysWhyThereAreNoJoules() {
        try (TelemetrySession off = alone().collectors("none").open();
                TelemetrySession bare = alone().open();
                TelemetrySession poor = alone().provider(new DrivenProvider("powercap", true)).open()) {
            assertThat(off.window(0, 1).energy().reason()).contains("telemetry is switched off");
            assertThat(bare.window(0, 1).energy().reason().orElseThrow()).contains("add ipw-telemetry-native");
            assertThat(poor.window(0, 1).energy().reason())
                    .contains("powercap counter: this machine has none (buy one)");
            assertThat(poor.window(0, 1).energyScope()).isEqualTo("none");
            assertThat(poor.energyUnavailableReason()).isPresent();
        }
    }

    @Test
    void readsAPackageThatIsMeasuredAndEstimatedAsMeasuredOnly() {
        DrivenSource measured = oneWattPackage();
        DrivenSource estimate = processorTime();
        try (TelemetrySession session = alone().source(estimate).source(measured).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(() -> {
                measured.awaitTick();
                estimate.awaitTick();
            }).window();
            assertThat(window.energy().provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(window.energyScope()).isEqualTo("package");
            assertThat(window.devices()).extracting(DeviceEnergy::device).containsExactly("package-0");
        }
    }

    @Test
    void leavesOutACollectorBehindAMinus() {
        DrivenProvider dead = new DrivenProvider("dead", true, oneWatt("dead"));
        DrivenProvider live = new DrivenProvider("live", true, oneWatt("live"));
        alone().provider(dead).provider(live).collectors("auto,-dead").open().close();
        assertThat(dead.openedWith()).isEmpty();
        assertThat(live.openedWith()).hasSize(1);
        assertThatThrownBy(() -> alone().provider(live).collectors("-live").open())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("auto,-live");
        assertThatThrownBy(() -> alone().provider(live).collectors("auto,-lve").open())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("live");
    }

    @Test
    void labelsTheEstimateAsWhatItIs() {
        DrivenSource estimate = processorTime();
        try (TelemetrySession session = alone().source(estimate).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(estimate::awaitTick).window();
            assertThat(window.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(window.energy().source()).isEqualTo("estimate from CPU time (test)");
            assertThat(window.energyScope()).isEqualTo("cpu-estimate");
        }
    }

    @Test
    void doesNotEstimateUnlessAsked() {
        DrivenProvider estimate = new DrivenProvider("estimate", false, processorTime());
        try (TelemetrySession session = alone().provider(estimate).open()) {
            assertThat(session.sensors()).isEmpty();
        }
        try (TelemetrySession session = alone().provider(estimate).collectors("auto,estimate").open()) {
            assertThat(session.deviceSeries()).hasSize(1);
        }
    }

    @Test
    void leavesNothingOpenWhenItCannotBegin(@TempDir Path directory) {
        DrivenSource found = oneWatt("opened-in-vain", counter("gpu-0", Scope.GPU));
        DrivenSource given = oneWattPackage();
        DrivenSource still = new DrivenSource("still", List.of(counter("package-1", Scope.PACKAGE)), Duration.ZERO,
                sink -> {});
        DrivenProvider provider = new DrivenProvider("gpu", true, found, still);

        assertThatThrownBy(() -> alone().source(given).provider(provider).spool(directory, RunClock.start()).open())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("'still' is to be read each PT0S");

        List.of(given, found, still).forEach(DrivenSource::awaitClose);
        assertThat(List.of(given.closes(), found.closes(), still.closes())).containsOnly(1);
        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
                .doesNotContain("ipw-sampler-opened-in-vain", "ipw-sample-spool");
        assertThat(SampleStore.read(directory).problems()).isEmpty();
    }

    @Test
    void closesSourcesGivenByHandWhenTheSelectionIsWrong() {
        DrivenSource given = oneWattPackage();
        assertThatThrownBy(() -> alone().source(given).collectors("nosuch").open())
                .isInstanceOf(UnknownPluginException.class);
        given.awaitClose();
        assertThat(given.closes()).isEqualTo(1);
    }

    @Test
    void refusesASelectionItDoesNotUnderstand() {
        assertThatThrownBy(() -> alone().collectors("").open()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("auto, none");
        assertThatThrownBy(() -> alone().collectors("auto,none").open()).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(
                () -> alone().provider(new DrivenProvider("powercap", true)).collectors("powrcap").open())
                .isInstanceOf(UnknownPluginException.class).hasMessageContaining("Did you mean 'powercap'?");
    }

    @Test
    void refusesAParameterThatFollowsNoCollector() {
        assertThatThrownBy(() -> alone().collectors("auto,offset=2s").open()).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'offset'").hasMessageContaining("Name the collector before it");
    }

    @Test
    void saysWhatIsReadInsteadWhereNothingThatWasChosenReadsEnergy() {
        Sensor load = Sensor.of("cpu", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "processor load");
        DrivenProvider host = new DrivenProvider("host", false,
                new DrivenSource("host", List.of(load), sink -> sink.gauge(0, 25)));
        try (TelemetrySession session = alone().provider(host).collectors("host").open()) {
            assertThat(session.energyUnavailableReason().orElseThrow()).contains("host reads processor load",
                    "Choose a collector that reads energy");
        }
    }

    @Test
    void refusesANamedCollectorThatReadsNothing() {
        assertThatThrownBy(() -> alone().provider(new DrivenProvider("powercap", true)).collectors("powercap").open())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("this machine has none (buy one)");
    }

    @Test
    void givesACollectorItsParametersAndRefusesThoseItDoesNotKnow() {
        List<String> offsets = new ArrayList<>();
        TelemetrySource source = oneWatt("replay", counter("gpu-0", Scope.GPU));
        TelemetryProvider replay = new TelemetryProvider() {
            @Override
            public String id() {
                return "replay";
            }

            @Override
            public String description() {
                return "what a file holds";
            }

            @Override
            public boolean takesArgument() {
                return true;
            }

            @Override
            public List<SensorStatus> probe(TelemetryEnvironment environment) {
                return List.of(SensorStatus.available("replay", "replay", "a file"));
            }

            @Override
            public List<TelemetrySource> open(TelemetryEnvironment environment) {
                offsets.add(
                        environment.argument().orElse("") + " " + environment.parameters().text("offset").orElse(""));
                return List.of(source);
            }
        };
        alone().provider(replay).collectors("replay:a.csv,offset=2s").open().close();
        assertThat(offsets).containsExactly("a.csv 2s");
        assertThatThrownBy(() -> alone().provider(replay).collectors("replay:a.csv,ofset=2s").open())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("'ofset'", "the collector replay", "Did you mean 'offset'");
    }

    @Test
    void givesACollectorItsArgument() {
        DrivenProvider remote = new DrivenProvider("dcgm", false, oneWatt("dcgm", counter("gpu-0", Scope.GPU)));
        TelemetryEnvironment environment = TelemetryEnvironment.of(Map.of("IPW_SYSFS_ROOT", "/elsewhere"));
        alone().provider(remote).environment(environment).collectors("dcgm:http://127.0.0.1:9400/metrics").open()
                .close();
        TelemetryEnvironment given = remote.openedWith().getFirst();
        assertThat(given.argument()).contains("http://127.0.0.1:9400/metrics");
        assertThat(given.sysfs()).isEqualTo(environment.sysfs());
    }

    @Test
    void namesWhatIsThereAndCannotBeReadAmongTheProblems() {
        List<SensorStatus> statuses = List.of(SensorStatus.unavailable("rapl", "psys", "there is none", "buy one"),
                SensorStatus.failed("rapl", "package-0", "its file may not be read", "sudo chmod a+r it"),
                SensorStatus.failed("rapl", "dram", "its file may not be read", "sudo chmod a+r it"));
        TelemetryProvider forbidden = new TelemetryProvider() {
            @Override
            public String id() {
                return "rapl";
            }

            @Override
            public String description() {
                return "may not be read";
            }

            @Override
            public List<SensorStatus> probe(TelemetryEnvironment environment) {
                return statuses;
            }

            @Override
            public List<TelemetrySource> open(TelemetryEnvironment environment) {
                return List.of();
            }
        };
        DrivenProvider estimate = new DrivenProvider("estimate", false, processorTime());
        try (TelemetrySession session = alone().provider(forbidden).provider(estimate).collectors("auto,estimate")
                .open()) {
            assertThat(session.problems()).containsExactly("The collector 'rapl' does not read package-0, dram:"
                    + " its file may not be read. What helps: sudo chmod a+r it");
        }
    }

    @Test
    void saysOnceWhatADeviceLostForOneReason() {
        DrivenSource source = new DrivenSource("gpu", List.of(counter("gpu-0", Scope.GPU),
                Sensor.of("gpu-0", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "test temperature"),
                Sensor.of("gpu-0", Scope.MEMORY, Quantity.CLOCK_MEGAHERTZ, "test clock"),
                Sensor.of("gpu-1", Scope.GPU, Quantity.PROCESSES, "test processes")), sink -> {
                    for (int i = 0; i < 4; i++) {
                        sink.lost(i, "it fell off the bus");
                    }
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTick();

            assertThat(session.problems()).hasSize(2)
                    .anyMatch(text -> text
                            .startsWith("'gpu-0': energy, temperature, clock of its memory are lost: it fell"))
                    .anyMatch(text -> text.startsWith("The sensor 'test processes' is lost: it fell off"));
        }
    }

    @Test
    void goesOnWithoutACollectorThatFailsToOpen() {
        TelemetryProvider broken = new TelemetryProvider() {
            @Override
            public String id() {
                return "broken";
            }

            @Override
            public String description() {
                return "fails";
            }

            @Override
            public List<SensorStatus> probe(TelemetryEnvironment environment) {
                throw new IllegalStateException("no driver");
            }

            @Override
            public List<TelemetrySource> open(TelemetryEnvironment environment) {
                return List.of();
            }
        };
        DrivenSource good = oneWattPackage();
        try (TelemetrySession session = alone().provider(broken).provider(new DrivenProvider("good", true, good))
                .open(); Watch _ = session.watch()) {
            assertThat(session.measure(good::awaitTick).energy().isAvailable()).isTrue();
            assertThat(session.problems()).singleElement().asString().contains("'broken'", "no driver");
        }
    }
}
