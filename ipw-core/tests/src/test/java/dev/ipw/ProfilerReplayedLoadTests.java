package dev.ipw;

import dev.ipw.analysis.internal.LengthCheck;
import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Requests that come when those of a trace did. */
@Tag("real-time")
class ProfilerReplayedLoadTests {
    @TempDir
    Path folder;

    private ProfilerBuilder builder(FakeClient client, Load load) {
        return Profiler.builder().client(client).measurement(how -> how.telemetry("none").warmupQueries(0))
                .output(folder.resolve("runs"))
                .load(load);
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> byId(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.sorted((left, right) -> left.question().id().compareTo(right.question().id())).toList();
        }
    }

    private Path file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    @RepeatedTest(5)
    void keepsTheTimesAndNeverWaits(RepetitionInfo repetition) throws InterruptedException {
        Random random = new Random(repetition.getCurrentRepetition());
        double speed = 0.5 + random.nextInt(4);
        List<ArrivalTrace.Request> requests = new ArrayList<>();
        long offset = 0;
        for (int index = 0; index < 60; index++) {
            // Some come at the same moment.
            offset += random.nextInt(4) == 0 ? 0 : random.nextInt(4_000_000);
            requests.add(new ArrivalTrace.Request(index == 0 ? 0 : offset, OptionalInt.of(10 + random.nextInt(50)),
                    OptionalInt.of(1 + random.nextInt(5)), Optional.empty()));
        }
        CountDownLatch all = new CountDownLatch(requests.size());
        FakeClient client = new FakeClient(prompt -> {
            all.countDown();
            // Nobody would be answered if one had to be before the last is asked.
            all.await();
            return "yes";
        }, String::length);
        ArrivalTrace trace = new ArrivalTrace("made up", requests);
        ProfileRun run = run(
                builder(client, Load.replay(trace, speed))
                        .plugins(known -> known.tokenCount(text -> OptionalLong.of(text.length()))));
        List<ProfilingRecord> records = byId(run);
        assertThat(records).hasSize(requests.size()).noneMatch(ProfilingRecord::hasFailed);
        long start = records.getFirst().outcome().timeline().intendedStartNanos();
        for (int index = 0; index < records.size(); index++) {
            ProfilingRecord record = records.get(index);
            assertThat(record.outcome().timeline().intendedStartNanos() - start)
                    .isEqualTo(Math.round(requests.get(index).offsetNanos() / speed));
            assertThat(record.question().problem()).hasSize(requests.get(index).inputTokens().orElseThrow());
        }
        LengthCheck.Deviation input = SyntheticPromptTests.lengths(run).input();
        assertThat(input.exact()).isEqualTo(input.asked()).isEqualTo(requests.size());
    }

    private ProfileRun runCutAfterTwo(Path file) throws InterruptedException {
        AtomicInteger answered = new AtomicInteger();
        FakeClient client = new FakeClient(prompt -> {
            if (!prompt.equals("a") && !prompt.equals("b")) {
                new CountDownLatch(1).await();
            }
            return "first";
        });
        ProfileRun cut = run(builder(client, Load.replay(file)).storage(where -> where.runName("cut"))
                .listener(new ProfilerListener() {
                    @Override
                    public void queryFinished(QueryOutcome outcome) {
                        if (answered.incrementAndGet() == 2) {
                            Thread.currentThread().interrupt();
                        }
                    }
                }));
        assertThat(Thread.interrupted()).isTrue();
        return cut;
    }

    @Test
    void goesOnWithTheTimesOfWhatIsLeft() throws Exception {
        Path file = file("t.csv", "t_s,prompt", "0,a", "0.001,b", "0.101,c", "0.161,d", "0.171,e");
        assertThat(byId(runCutAfterTwo(file))).hasSize(2);

        ProfileRun run = run(
                builder(new FakeClient(prompt -> "second"), Load.replay(file))
                        .storage(where -> where.runName("cut").resume(true)));

        long[] starts = byId(run).stream().filter(one -> one.outcome().answer().equals("second"))
                .mapToLong(one -> one.outcome().timeline().intendedStartNanos()).toArray();
        assertThat(starts).hasSize(3);
        assertThat(starts[1] - starts[0]).isEqualTo(60_000_000);
        assertThat(starts[2] - starts[0]).isEqualTo(70_000_000);
    }

    @Test
    void refusesToGoOnWithATraceWhoseTimesWereChanged() throws Exception {
        runCutAfterTwo(file("t.csv", "t_s,prompt", "0,a", "0.001,b", "0.101,c"));
        Path changed = file("t.csv", "t_s,prompt", "0,a", "0.001,b", "0.102,c");
        ProfilerBuilder resumed = builder(new FakeClient(prompt -> "second"), Load.replay(changed))
                .storage(where -> where.runName("cut").resume(true));
        assertThatThrownBy(() -> run(resumed)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("drawn record 3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "t.jsonl|{\"t_s\":5,\"input_tokens\":20,\"output_tokens\":3}|{\"t_s\":5.25,\"prompt\":\"hello\"}",
            "t.csv|t_s,input_tokens,output_tokens,prompt;5,20,3,|5.25,,,hello",
            "t.ndjson|{\"timestamp\":5000,\"input_length\":20,\"output_length\":3}|{\"timestamp\":5250,\"prompt\":\"hello\"}",
            "u.csv|timestamp,input_length,output_length,prompt;5000,20,3,|5250,,,hello"})
    void readsTracesAsTheyAreWritten(String name, String first, String second) throws IOException {
        List<String> lines = new ArrayList<>(List.of(first.split(";")));
        lines.add(second);
        ArrivalTrace trace = ArrivalTrace.read(file(name, lines.toArray(String[]::new)));
        assertThat(trace.requests()).containsExactly(
                new ArrivalTrace.Request(0, OptionalInt.of(20), OptionalInt.of(3), Optional.empty()),
                new ArrivalTrace.Request(250_000_000, OptionalInt.empty(), OptionalInt.empty(), Optional.of("hello")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"t_s\":2,\"input_tokens\":3}|{\"t_s\":1,\"input_tokens\":3}|line 2: the time",
            "{\"t_s\":2,\"input_tokens\":3}|{\"t_s\":3}|line 2: there is neither 'input_tokens' nor a 'prompt'",
            "{\"t_s\":2,\"input_tokens\":3}|{\"input_tokens\":3}|line 2: there is no time",
            "{\"t_s\":2,\"input_tokens\":3}|{\"t_s\":3,\"input_tokens\":0}|line 2: the field 'input_tokens' must be",
            "{\"t_s\":2,\"input_tokens\":3}|{\"t_s\":3,\"input_tokens\":2.5}|line 2: the field 'input_tokens' must be",
            "{\"t_s\":-2,\"input_tokens\":3}|{\"t_s\":3,\"input_tokens\":3}|line 1: the field 't_s'",
            "{\"t_s\":0,\"input_tokens\":3}|{\"t_s\":1700000000,\"input_tokens\":3}|line 2: the time lies more than 30",
            "{\"t_s\":2,\"input_tokens\":3}|{\"t_s\":|line 2: not JSON"})
    void namesTheLineThatIsWrong(String first, String second, String message) throws IOException {
        Path file = file("wrong.jsonl", first, second);
        assertThatThrownBy(() -> ArrivalTrace.read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining("wrong.jsonl").hasMessageContaining(message);
    }

    @Test
    void refusesWhatIsNoTrace() throws IOException {
        Path empty = file("empty.jsonl");
        assertThatThrownBy(() -> ArrivalTrace.read(empty)).isInstanceOf(InputException.class)
                .hasMessageContaining("no request");
        assertThatThrownBy(() -> ArrivalTrace.read(folder.resolve("none.csv"))).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> ArrivalTrace.read(folder.resolve("trace.txt"))).isInstanceOf(InputException.class);
    }

    @Test
    void endsWithTheTraceOrItsTimeOrItsQuestions() throws Exception {
        Path file = file("t.csv", "t_s,prompt", "0,a", "0.01,b", "0.02,c", "60,d");
        FakeClient client = new FakeClient(prompt -> "yes");
        ProfileRun cut = run(builder(client, Load.replay(file).lasting(Duration.ofMillis(200))));
        assertThat(byId(cut)).extracting(one -> one.question().problem()).containsExactly("a", "b", "c");
        assertThat(cut.summary().interrupted()).isFalse();
        assertThat(byId(run(builder(client, Load.replay(file)).maxQueries(2)))).hasSize(2);
        ProfileRun fast = run(builder(client, Load.replay(ArrivalTrace.read(file), 1000)));
        assertThat(byId(fast)).hasSize(4);
        assertThat(fast.summary().configuration().load().replayed().orElseThrow().speed()).isEqualTo(1000);
        assertThat(fast.efficiency().accuracy().value()).isEmpty();
    }

    @Test
    void refusesWhatATraceHasItself() throws IOException {
        Path file = file("t.csv", "t_s,prompt", "0,a");
        assertThatThrownBy(() -> Load.replay(file).rampedOver(Duration.ofSeconds(1)))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> Load.replay(ArrivalTrace.read(file), 0)).isInstanceOf(ConfigurationException.class);
        ProfilerBuilder both = builder(new FakeClient(prompt -> "yes"), Load.replay(file)).dataset("starter");
        assertThatThrownBy(both::build).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("leave dataset(...) out");
    }
}
