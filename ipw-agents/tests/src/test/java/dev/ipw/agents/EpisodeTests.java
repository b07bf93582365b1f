package dev.ipw.agents;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.load.Load;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.run.DeviceTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Thirty conversations with parallel, malformed and unknown tool calls, against what the script says. */
@Tag("real-time")
class EpisodeTests {
    static final int EPISODES = 30;
    static final String RUN = "episodes";
    private static final List<String> TOOLS = List.of("calculator", "think", "file_write", "file_read");

    @TempDir
    Path runs;

    private static Path questions(Path runs) throws IOException {
        return Files.writeString(runs.resolve("questions.jsonl"), IntStream.range(0, EPISODES)
                .mapToObj(number -> "{\"id\": \"e" + number + "\", \"problem\": \"Play episode " + number
                        + "\", \"answer\": \"" + number + "\"}\n")
                .collect(Collectors.joining()));
    }

    static ProfilerBuilder builder(Path runs, String address, Agent agent) throws IOException {
        return Profiler.builder().client("openai").client(it -> it.baseUrl(address).model("episodes"))
                .dataset(questions(runs).toString())
                .queryRunner(agent).evaluation(by -> by.evaluator("numeric"))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                .output(runs).storage(where -> where.runName(RUN))
                .plugins(known -> known.telemetrySource(new SteadyMachine()));
    }

    static Agent agent() {
        return Agent.builder("react").tools(TOOLS.toArray(String[]::new)).mostTurns(10).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void turnsToolsTokensAndJoulesAreThoseOfTheScript(int concurrency) throws Exception {
        long seed = concurrency;
        try (EpisodeServer server = EpisodeServer.start(seed);
                Agent agent = agent();
                Profiler profiler = builder(runs, server.address(), agent).load(Load.concurrency(concurrency))
                        .build()) {
            ProfileRun run = profiler.run();

            List<ProfilingRecord> records = records(run);
            assertThat(records).hasSize(EPISODES);
            records.forEach(record -> assertPlayed(record, seed, runs.resolve(RUN)));
            assertThat(records).allMatch(EpisodeTests::hasJoules);
            assertThat(server.requests()).isEqualTo(
                    records.stream().mapToInt(record -> record.outcome().calls().size()).sum());
            assertConserved(run, records);
        }
    }

    @Test
    void aTaskAloneHasTheJoulesOfItsTime() throws Exception {
        try (EpisodeServer server = EpisodeServer.start(7);
                Agent agent = agent();
                Profiler profiler = builder(runs, server.address(), agent).load(Load.sequential()).build()) {
            // Where the machine holds the readings up for long, a task has none.
            for (ProfilingRecord record : records(profiler.run()).stream().filter(EpisodeTests::hasJoules).toList()) {
                double seconds = (record.outcome().endNanos() - record.outcome().calls().getFirst().startNanos()) / 1e9;
                // The counters move each 5 ms: at each end a part may be off by what is drawn in that time.
                double edges = 2 * 0.005;
                assertThat(joules(record, 0)).isCloseTo(SteadyMachine.GPU_WATTS * seconds,
                        within(SteadyMachine.GPU_WATTS * edges));
                assertThat(joules(record, 1)).isCloseTo(SteadyMachine.PACKAGE_WATTS * seconds,
                        within(SteadyMachine.PACKAGE_WATTS * edges));
            }
        }
    }

    static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    static void assertPlayed(ProfilingRecord record, long seed, Path run) {
        Episode episode = Episode.of(seed, Integer.parseInt(record.question().id().substring(1)));
        assertThat(record.outcome().failure()).isEmpty();
        assertThat(record.isCorrect()).contains(true);
        assertThat(record.outcome().calls()).extracting(ModelCall::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, episode.replies().size()).boxed().toList());
        assertThat(record.outcome().usage().input()).hasValue(episode.inputTokens());
        assertThat(record.outcome().usage().output()).hasValue(episode.outputTokens());
        assertThat(record.outcome().tools()).extracting(ToolSpan::name)
                .containsExactlyInAnyOrderElementsOf(episode.calls().stream().map(Episode.Call::tool).toList());
        assertThat(record.outcome().tools().stream().filter(tool -> tool.error().isPresent()).count())
                .isEqualTo(episode.calls().stream().filter(Episode.Call::isWrong).count());
        boolean hasWritten = episode.calls().stream().anyMatch(call -> call.tool().equals("file_write"));
        if (hasWritten) {
            Path notes = run.resolve(record.outcome().workspace().orElseThrow()).resolve("notes.txt");
            assertThat(notes).hasContent(String.valueOf(episode.number()));
        }
    }

    /** Samples are written once a second, so that a kill loses joules of what was done before it; those are not known then. */
    static void assertConserved(ProfileRun run, List<ProfilingRecord> records) {
        for (DeviceTotals device : run.summary().totals().devices()) {
            double total = device.total().joules().orElseThrow();
            double ofTasks = records.stream().mapToDouble(record -> known(record, device.device())).sum();
            assertThat(device.requestsJoules().orElseThrow()).isCloseTo(ofTasks, within(1e-9 * total));
            assertThat(ofTasks + device.abandonedJoules().orElseThrow() + device.idleJoules().orElseThrow()
                    + device.otherJoules().orElseThrow()).isCloseTo(total, within(1e-9 * total));
        }
        records.stream().filter(record -> !record.outcome().isPlain() && hasJoules(record)).forEach(record -> {
            QueryParts parts = record.metrics().parts().orElseThrow();
            for (int device = 0; device < 2; device++) {
                int at = device;
                double sum = joules(parts.idleDevices().get(at))
                        + parts.calls().stream().mapToDouble(call -> joules(call.energy().devices().get(at))).sum()
                        + parts.tools().stream().mapToDouble(tool -> joules(tool.devices().get(at))).sum();
                assertThat(sum).isCloseTo(joules(record, at), within(1e-9 * joules(record, at)));
            }
        });
    }

    /** Add up what is known of a query: all of it, or else of those of its parts that a kill did not lose. */
    private static double known(ProfilingRecord record, String device) {
        List<DeviceEnergy> all = known(record.metrics().energy().devices().stream(), device);
        List<DeviceEnergy> parts = record.metrics().parts().stream().flatMap(some -> known(Stream.of(
                some.idleDevices().stream(),
                some.calls().stream().flatMap(call -> call.energy().devices().stream()),
                some.tools().stream().flatMap(tool -> tool.devices().stream())).flatMap(each -> each), device).stream())
                .toList();
        return (all.isEmpty() ? parts : all).stream().mapToDouble(EpisodeTests::joules).sum();
    }

    private static List<DeviceEnergy> known(Stream<DeviceEnergy> devices, String name) {
        return devices.filter(one -> one.device().equals(name) && one.reading().isAvailable()).toList();
    }

    private static boolean hasJoules(ProfilingRecord record) {
        return record.metrics().energy().devices().stream().allMatch(device -> device.reading().isAvailable());
    }

    private static double joules(ProfilingRecord record, int device) {
        return joules(record.metrics().energy().devices().get(device));
    }

    private static double joules(DeviceEnergy device) {
        return device.reading().joules().orElseThrow();
    }

    static boolean hasJournal(Path runs) throws IOException {
        Path journal = runs.resolve(RUN).resolve("journal.jsonl");
        return Files.exists(journal) && Files.size(journal) > 0;
    }
}
