package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.UnknownPluginException;
import dev.ipw.statistics.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class TelemetrySessionTests {
    private static Sensor counter(String device, Scope scope) {
        return Sensor.energyCounter(device, scope, "test " + device, 1e-6, OptionalLong.empty());
    }

    private static DrivenSource oneWatt(String id, Sensor... sensors) {
        return new DrivenSource(id, List.of(sensors), sink -> DrivenSource.oneWatt(sink, sensors.length));
    }

    static DrivenSource oneWattPackage() {
        return oneWatt("test", counter("package-0", Scope.PACKAGE));
    }

    private static DrivenSource processorTime() {
        return new DrivenSource("estimate",
                List.of(Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "test"),
                        Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "test")),
                sink -> {
                    sink.counter(0, System.nanoTime());
                    sink.gauge(1, 4);
                });
    }

    private static TelemetrySession.Builder alone() {
        return TelemetrySession.builder().discovery(false);
    }

    @Test
    void measuresWhatATaskUsed() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            Measured<String> measured = session.measure(() -> {
                source.awaitTick();
                source.awaitTick();
                return "done";
            });

            assertThat(measured.value()).isEqualTo("done");
            EnergyReading reading = measured.window().energy(Scope.PACKAGE);
            double seconds = measured.window().duration().toNanos() / 1e9;
            assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(reading.flags()).doesNotContain(EnergyFlag.PARTIAL);
            // The counter counts whole microjoules.
            assertThat(seconds).isBetween(reading.lower().orElseThrow() - 2e-6, reading.upper().orElseThrow() + 2e-6);
            assertThat(measured.window().headlineScope()).isEqualTo("package");
        }
    }

    @Test
    void measuresATaskThatReturnsNothing() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            assertThat(session.measure(source::awaitTick).headline().isAvailable()).isTrue();
        }
    }

    @Test
    void takesLambdasWithAndWithoutAResultThatMayThrow() throws InterruptedException {
        DrivenSource source = oneWattPackage();
        List<String> answers = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        done.countDown();
        try (TelemetrySession session = alone().source(source).open()) {
            Measured<Boolean> added = session.measure(() -> answers.add("yes"));
            Measured<Duration> period = session.measure(() -> source.period());
            TelemetryWindow waited = session.measure(() -> {
                done.await();
            });

            assertThat(added.value()).isTrue();
            assertThat(period.value()).isPositive();
            assertThat(List.of(added.window(), period.window(), waited))
                    .allMatch(window -> window.headline().isAvailable());
        }
    }

    @Test
    void wakesAnIdleSourceAtOnceWhenSomethingIsMeasured() {
        DrivenSource source = new DrivenSource("slow", List.of(counter("package-0", Scope.PACKAGE)),
                Duration.ofHours(1), sink -> DrivenSource.oneWatt(sink, 1));
        try (TelemetrySession session = alone().source(source).open()) {
            source.awaitTicks(1);
            // Without being woken it would be read again in an hour.
            try (Watch watch = session.watch()) {
                source.awaitTicks(2);
                watch.awaitSteady();
            }
            assertThat(session.samplers()).hasSize(1);
        }
    }

    @Test
    void flagsAsShortWhatBeganBeforeTheCounterWasSeenToMove() {
        long[] counts = {0};
        DrivenSource source = new DrivenSource("coarse", List.of(counter("package-0", Scope.PACKAGE)),
                sink -> sink.counter(0, counts[0]));
        try (TelemetrySession session = alone().source(source).open()) {
            TelemetryWindow cold = session.measure(() -> {
                for (int i = 0; i < 5; i++) {
                    source.read(sink -> sink.counter(0, counts[0]++));
                }
            });
            assertThat(cold.energy(Scope.PACKAGE).flags()).contains(EnergyFlag.SHORT);
            TelemetryWindow warm = session.measure(() -> {
                for (int i = 0; i < 5; i++) {
                    source.awaitTick();
                }
            });
            assertThat(warm.energy(Scope.PACKAGE).flags()).doesNotContain(EnergyFlag.SHORT);
        }
    }

    /** Two packages at 1 W that count each 100 ms and each 20 ms, read each 10 ms whenever the machine lets the source run. */
    private static DrivenSource slowAndQuickCounter() {
        long[] next = {System.nanoTime() - 10_000_000_000L};
        long begin = next[0];
        return new DrivenSource("paced", List.of(counter("package-0", Scope.PACKAGE), counter("dram-0", Scope.DRAM)),
                sink -> {
                    for (; next[0] <= System.nanoTime() && sink.hasRoom(); next[0] += 10_000_000) {
                        sink.at(next[0], next[0]);
                        sink.counter(0, (next[0] - begin) / 100_000_000 * 100_000);
                        sink.counter(1, (next[0] - begin) / 20_000_000 * 20_000);
                    }
                });
    }

    @Test
    void flagsABriefTaskAsShortOnACounterThatMovesTenTimesASecond() {
        DrivenSource source = slowAndQuickCounter();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTicks(2);
            TelemetryWindow window = session.measure(() -> {
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < 500_000_000) {
                    source.awaitTick();
                }
            });

            boolean isBrief = window.duration().toMillis() < 2000;
            assertThat(window.energy(Scope.PACKAGE).flags().contains(EnergyFlag.SHORT)).isEqualTo(isBrief);
            assertThat(window.energy(Scope.DRAM).flags()).doesNotContain(EnergyFlag.SHORT);
        }
    }

    @Test
    void letsTheTasksExceptionThrough() {
        try (TelemetrySession session = alone().source(oneWattPackage()).open()) {
            assertThatThrownBy(() -> session.measure(() -> {
                throw new IOException("as the task said");
            })).isInstanceOf(IOException.class).hasMessage("as the task said");
        }
    }

    @Test
    void addsUpScopesThatMayBeAddedAndListsTheOthers() {
        DrivenSource source = oneWatt("test", counter("package-0", Scope.PACKAGE), counter("package-1", Scope.PACKAGE),
                counter("package-0-dram", Scope.DRAM), counter("package-0-core", Scope.CORE),
                counter("psys", Scope.PSYS));
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(() -> {
                source.awaitTick();
                source.awaitTick();
            });

            double one = window.energy(Scope.CORE).joules().orElseThrow();
            assertThat(window.headline().joules()).hasValueCloseTo(3 * one, within(1e-9));
            assertThat(window.headlineScope()).isEqualTo("package+dram");
            assertThat(window.energy(Scope.PACKAGE).joules()).hasValueCloseTo(2 * one, within(1e-9));
            assertThat(window.devices()).extracting(DeviceEnergy::device).containsExactly("package-0", "package-1",
                    "package-0-dram", "package-0-core", "psys");
            assertThat(window.headlineWatts())
                    .hasValueCloseTo(3 * one / (window.duration().toNanos() / 1e9), within(1e-6));
            assertThat(window.energy(Scope.GPU).isAvailable()).isFalse();
        }
    }

    @Test
    void saysWhyThereAreNoJoules() {
        try (TelemetrySession off = alone().collectors("none").open();
                TelemetrySession bare = alone().open();
                TelemetrySession poor = alone().provider(new DrivenProvider("powercap", true)).open()) {
            assertThat(off.window(0, 1).headline().reason()).contains("telemetry is switched off");
            assertThat(bare.window(0, 1).headline().reason().orElseThrow()).contains("add ipw-telemetry-native");
            assertThat(poor.window(0, 1).headline().reason())
                    .contains("powercap counter: this machine has none (buy one)");
            assertThat(poor.window(0, 1).headlineScope()).isEqualTo("none");
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
            });
            assertThat(window.headline().provenance()).isEqualTo(Provenance.MEASURED);
            assertThat(window.headlineScope()).isEqualTo("package");
            assertThat(window.devices()).extracting(DeviceEnergy::device).containsExactly("package-0");
        }
    }

    @Test
    void labelsTheEstimateAsWhatItIs() {
        DrivenSource estimate = processorTime();
        try (TelemetrySession session = alone().source(estimate).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(estimate::awaitTick);
            assertThat(window.headline().provenance()).isEqualTo(Provenance.ESTIMATED);
            assertThat(window.headline().source()).isEqualTo("estimate from CPU time (test)");
            assertThat(window.headlineScope()).isEqualTo("cpu-estimate");
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
    void loseASourceThatThrowsAndKeepTheOthers() {
        DrivenSource good = oneWattPackage();
        DrivenSource bad = oneWatt("bad", counter("gpu-0", Scope.GPU));
        try (TelemetrySession session = alone().source(good).source(bad).open(); Watch _ = session.watch()) {
            bad.awaitTick();
            bad.read(sink -> {
                throw new IllegalStateException("fell off the bus");
            });
            TelemetryWindow after = session.measure(good::awaitTick);

            assertThat(after.energy(Scope.PACKAGE).isAvailable()).isTrue();
            assertThat(after.energy(Scope.GPU).reason().orElseThrow()).contains("lost", "fell off the bus");
            assertThat(after.headline().isAvailable()).isFalse();
            assertThat(session.problems()).singleElement().asString().contains("'test gpu-0' is lost",
                    "fell off the bus");
            assertThat(bad.closes()).isZero();
        }
        bad.awaitClose();
    }

    @Test
    void keepsWhatWasReadOfASourceThatCannotBeClosed() {
        DrivenSource good = oneWattPackage();
        TelemetrySource stubborn = new TelemetrySource() {
            @Override
            public String id() {
                return good.id();
            }

            @Override
            public List<Sensor> sensors() {
                return good.sensors();
            }

            @Override
            public Duration period() {
                return good.period();
            }

            @Override
            public void sample(SampleSink sink) {
                good.sample(sink);
            }

            @Override
            public void close() {
                good.close();
                throw new IllegalStateException("busy");
            }
        };
        TelemetrySession session = alone().source(stubborn).open();
        session.close();

        assertThat(good.closes()).isEqualTo(1);
        assertThat(session.problems()).isEmpty();
    }

    @Test
    void flagsAWindowInWhichASensorWasLost() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow across = session.measure(() -> {
                source.awaitTick();
                source.read(sink -> sink.lost(0, "the zone vanished"));
            });
            TelemetryWindow after = session.measure(source::awaitTick);

            assertThat(across.energy(Scope.PACKAGE).flags()).contains(EnergyFlag.LOST, EnergyFlag.PARTIAL);
            assertThat(after.energy(Scope.PACKAGE).reason().orElseThrow()).contains("the zone vanished");
        }
    }

    @Test
    void namesLostSensorsUntilTheyAnswerAgain() {
        DrivenSource source = new DrivenSource("host", List.of(counter("package-0", Scope.PACKAGE),
                Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "test memory")), sink -> {
                    sink.lost(0, "not allowed");
                    sink.lost(1, "not there");
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTick();
            assertThat(session.problems()).hasSize(2).anyMatch(text -> text.contains("'test package-0' is lost: not a"))
                    .anyMatch(text -> text.contains("'test memory' is lost: not there"));

            source.read(sink -> {
                DrivenSource.oneWatt(sink, 1);
                sink.gauge(1, 1e9);
            });
            assertThat(session.problems()).isEmpty();
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
        assertThat(given.closes()).isEqualTo(1);
    }

    @Test
    void leavesBehindASourceThatBlocksWhenClosing() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        DrivenSource source = new DrivenSource("stuck", List.of(counter("gpu-0", Scope.GPU)), sink -> {
            blocked.countDown();
            boolean waiting = true;
            while (waiting) {
                try {
                    release.await();
                    waiting = false;
                } catch (InterruptedException ignored) {
                    // A driver call does not return for an interrupt either.
                }
            }
        });
        TelemetrySession session = alone().source(source).open();
        blocked.await();
        assertThat(session.window(System.nanoTime() - 1, System.nanoTime()).headline().isAvailable()).isFalse();
        session.close();
        release.countDown();
        while (source.closes() == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void closesEachSourceOnce() {
        DrivenSource source = oneWattPackage();
        TelemetrySession session = alone().source(source).open();
        session.close();
        session.close();
        assertThat(source.closes()).isEqualTo(1);
        assertThat(session.window(0, 1).headline().isAvailable()).isFalse();
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
            assertThat(session.measure(good::awaitTick).headline().isAvailable()).isTrue();
            assertThat(session.problems()).singleElement().asString().contains("'broken'", "no driver");
        }
    }

    @Test
    void summarisesWhatOtherSensorsSaid() {
        Sensor memory = Sensor.of("memory", Scope.DRAM, Quantity.MEMORY_USED_BYTES, "test");
        Sensor busy = Sensor.of("cpu", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "test");
        DrivenSource source = new DrivenSource("host", List.of(memory, busy), sink -> {
            sink.gauge(0, 1e9);
            sink.gauge(1, 25);
        });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(source::awaitTick);
            assertThat(window.statistics(Quantity.MEMORY_USED_BYTES, Scope.DRAM))
                    .contains(new Statistics(1e9, 1e9, 1e9, 1e9));
            assertThat(window.statistics(Quantity.UTILIZATION_PERCENT, Scope.PACKAGE).orElseThrow().median())
                    .isEqualTo(25);
            assertThat(window.statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU)).isEmpty();
            assertThat(session.statistics(busy, window.startNanos(), window.endNanos()))
                    .contains(new Statistics(25, 25, 25, 25));
            assertThat(session.statistics(busy, 0, 1)).isEmpty();
        }
    }

    @Test
    void saysWhatEachSensorSaidLastAndHowItIsSampled() {
        Sensor busy = Sensor.of("package-0", Scope.PACKAGE, Quantity.UTILIZATION_PERCENT, "test busy");
        Sensor gone = Sensor.of("package-0", Scope.PACKAGE, Quantity.TEMPERATURE_CELSIUS, "test gone");
        DrivenSource source = new DrivenSource("test", List.of(counter("package-0", Scope.PACKAGE), busy, gone),
                sink -> {
                    DrivenSource.oneWatt(sink, 1);
                    sink.gauge(1, 25);
                    sink.lost(2, "not there");
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            source.awaitTick();

            List<SensorReading> latest = session.latest();
            assertThat(latest).extracting(SensorReading::sensor).isEqualTo(session.sensors());
            assertThat(latest.get(0).value().orElseThrow()).isBetween(0.0, 60.0);
            assertThat(latest.get(0).nanos()).isPresent();
            assertThat(latest.get(1).value()).hasValue(25);
            assertThat(latest.get(2)).isEqualTo(
                    new SensorReading(gone, OptionalLong.empty(), OptionalDouble.empty(), Optional.of("not there")));
            SamplerReport report = session.samplers().getFirst();
            assertThat(report.source()).isEqualTo("test");
            assertThat(report.ticks()).isPositive();
            assertThat(report.busyNanos()).isPositive();
            assertThat(session.devices()).isEmpty();
        }
    }

    @Test
    void derivesPowerFromACounter() {
        DrivenSource source = oneWattPackage();
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(() -> {
                source.awaitTick();
                source.awaitTick();
            });
            assertThat(window.statistics(Quantity.POWER_WATTS, Scope.PACKAGE)).isPresent();
        }
    }

    @Test
    void addsPowerOfSeveralDevicesAndTakesTheHottest() {
        DrivenSource source = new DrivenSource("smi",
                List.of(Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "test"),
                        Sensor.of("gpu-1", Scope.GPU, Quantity.POWER_WATTS, "test"),
                        Sensor.of("gpu-0", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "test"),
                        Sensor.of("gpu-1", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "test")),
                sink -> {
                    sink.gauge(0, 100);
                    sink.gauge(1, 50);
                    sink.gauge(2, 60);
                    sink.gauge(3, 70);
                });
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            TelemetryWindow window = session.measure(source::awaitTick);
            assertThat(window.statistics(Quantity.POWER_WATTS, Scope.GPU).orElseThrow().average())
                    .isCloseTo(150, within(1e-9));
            assertThat(window.statistics(Quantity.TEMPERATURE_CELSIUS, Scope.GPU).orElseThrow().maximum())
                    .isEqualTo(70);
            assertThat(window.headline().provenance()).isEqualTo(Provenance.INTEGRATED);
            double seconds = window.duration().toNanos() / 1e9;
            assertThat(window.headline().joules()).hasValueCloseTo(150 * seconds, within(1e-6));
        }
    }

    @Test
    void refusesAReadingOfTheWrongKind() {
        DrivenSource source = new DrivenSource("confused", List.of(counter("package-0", Scope.PACKAGE)),
                sink -> sink.gauge(0, 1));
        TelemetrySession session = alone().source(source).open();
        session.close();
        assertThat(session.problems()).singleElement().asString().contains("is a counter");
    }

    @Test
    void waitsForNoMovementOfASlowExporterBetweenWindowsButForOneAtTheEnd() {
        Sensor exported = counter("package-0", Scope.PACKAGE).withResolutionNanos(2_000_000_000L);
        long origin = System.nanoTime() - 60_000_000_000L;
        DrivenSource source = new DrivenSource("exporter", List.of(exported), Duration.ofMillis(20),
                sink -> sink.counter(0, (System.nanoTime() - origin) / 1_500_000_000L * 1_500_000));
        try (TelemetrySession session = alone().source(source).open(); Watch _ = session.watch()) {
            long start = System.nanoTime();
            source.awaitTick();
            long end = System.nanoTime();
            TelemetryWindow early = session.window(start, end);
            assertThat(early.headline().isComplete()).isFalse();
            assertThat(early.headline().flags()).doesNotContain(EnergyFlag.PARTIAL);
            assertThat(session.settle(end, Duration.ZERO)).containsExactly("exporter");

            session.settle(end);

            assertThat(session.settle(end, Duration.ZERO)).isEmpty();
            assertThat(session.window(start, end).headline().isComplete()).isTrue();
        }
    }

    @Test
    void waitsNoLongerThanASourceIsWorth() {
        try (TelemetrySession session = alone().source(new DrivenSource("slow",
                List.of(counter("package-0", Scope.PACKAGE)), sink -> {})).open()) {
            session.settle(System.nanoTime() + Duration.ofDays(1).toNanos());
            assertThat(session.deviceSeries().getFirst().sampleCount()).isZero();
        }
    }
}
