package dev.ipw;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.RunFigures;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.Message;
import dev.ipw.profile.Load;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestOutcome;
import dev.ipw.results.RunTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Conversations, whose turns follow each other. */
@Tag("real-time")
class ConversationTests {
    private static final int CONVERSATIONS = 6;

    @TempDir
    Path folder;

    private ProfileRun run(FakeClient client, Load load, List<String> rows, int most)
            throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("talk.jsonl"), rows);
        ProfilerBuilder builder = Profiler.builder().client(client).dataset(file.toString()).telemetry("none")
                .telemetrySource(new SteadySource()).idleSeconds(0).warmupQueries(0).output(folder.resolve("runs"))
                .load(load);
        if (most > 0) {
            builder.maxQueries(most);
        }
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<String> talks() {
        List<String> rows = new ArrayList<>();
        for (int talk = 0; talk < CONVERSATIONS; talk++) {
            rows.add("{\"id\":\"t" + talk + "\",\"subject\":\"s\",\"turns\":[{\"problem\":\"" + talk
                    + " one\",\"answer\":\"re " + talk + " one\"},\"" + talk + " two\",{\"question\":\"" + talk
                    + " three\",\"delay_s\":0.02}]}");
        }
        return rows;
    }

    private static Map<String, ProfilingRecord> byId(ProfileRun run) {
        Map<String, ProfilingRecord> byId = new LinkedHashMap<>();
        try (Stream<ProfilingRecord> records = run.records()) {
            records.forEach(record -> byId.put(record.question().id(), record));
        }
        return byId;
    }

    private static RequestOutcome outcome(Map<String, ProfilingRecord> records, String id) {
        return Objects.requireNonNull(records.get(id)).outcome();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachTurnFollowsTheAnswerBeforeItWithAllThatWasSaid(boolean rate) throws Exception {
        FakeClient client = new FakeClient(prompt -> "re " + prompt);
        ProfileRun run = run(client, rate ? Load.constant(100) : Load.concurrency(3), talks(), 0);
        Map<String, ProfilingRecord> records = byId(run);
        assertThat(records).hasSize(3 * CONVERSATIONS);
        for (int talk = 0; talk < CONVERSATIONS; talk++) {
            for (int turn = 2; turn <= 3; turn++) {
                long answered = outcome(records, "t" + talk + "/" + (turn - 1)).timeline().endNanos();
                long asked = outcome(records, "t" + talk + "/" + turn).timeline().intendedStartNanos();
                assertThat(asked - answered).isGreaterThanOrEqualTo(turn == 3 ? 20_000_000 : 0);
            }
        }
        assertThat(client.conversations).contains(List.of(new Message(Message.Role.USER, "4 one"),
                new Message(Message.Role.ASSISTANT, "re 4 one"), new Message(Message.Role.USER, "4 two"),
                new Message(Message.Role.ASSISTANT, "re 4 two"), new Message(Message.Role.USER, "4 three")));
        // Only the first turns have a right answer.
        assertThat(run.efficiency().correct()).isEqualTo(CONVERSATIONS);
        assertThat(run.efficiency().unscored()).isEqualTo(2 * CONVERSATIONS);
    }

    @Test
    void soManyConversationsAreInFlight() throws Exception {
        CountDownLatch three = new CountDownLatch(3);
        ProfileRun run = run(new FakeClient(prompt -> {
            three.countDown();
            three.await();
            return "yes";
        }), Load.concurrency(3), talks(), 0);
        assertThat(byId(run)).hasSize(3 * CONVERSATIONS);
    }

    @Test
    void aFailedTurnEndsItsConversationAndTheRestIsKeptAsNotAsked() throws Exception {
        ProfileRun run = run(new FakeClient(prompt -> {
            if (prompt.equals("2 two") || prompt.equals("3 one")) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "broken");
            }
            return "yes";
        }), Load.concurrency(2), talks(), 0);
        Map<String, ProfilingRecord> records = byId(run);
        assertThat(records).hasSize(3 * CONVERSATIONS);
        assertThat(run.summary().totals().failed()).isEqualTo(5);
        assertThat(run.summary().interrupted()).isFalse();
        for (String id : List.of("t2/3", "t3/2", "t3/3")) {
            assertThat(outcome(records, id).failure().orElseThrow().kind()).isEqualTo(FailureKind.NOT_ASKED);
        }
        // What was never sent used nothing.
        assertThat(Objects.requireNonNull(records.get("t2/3")).metrics().energy().headline().joules().orElse(0))
                .isLessThan(0.1);
        assertThat(outcome(records, "t2/3").failure().orElseThrow().message()).contains("t2/2");
        RunFigures figures = RunFigures.of(run.reader(), Optional.empty());
        RunTotals totals = run.summary().totals();
        int asked = 3 * CONVERSATIONS - 3;
        assertThat(figures.of(RunFigure.REQUESTS_PER_SECOND).orElseThrow() * totals.measuredSeconds())
                .isCloseTo(asked - 2, within(1e-6));
        assertThat(figures.of(RunFigure.FAILED_PER_SECOND).orElseThrow() * totals.measuredSeconds())
                .isCloseTo(2, within(1e-6));
        assertThat(figures.of(RunFigure.JOULES_PER_QUERY).orElseThrow() * asked)
                .isCloseTo(totals.deviceEnergy().joules().orElseThrow(), within(1e-6));
    }

    @Test
    void takesThePersonsPartOfWhatWasSaid() throws Exception {
        FakeClient client = new FakeClient(prompt -> "ok");
        run(client, Load.sequential(), List.of(
                "{\"id\":\"a\",\"conversations\":[{\"from\":\"system\",\"value\":\"be brief\"},{\"from\":\"human\","
                        + "\"value\":\"hi\"},{\"from\":\"gpt\",\"value\":\"hello\"},{\"from\":\"human\",\"value\":\"bye\"}]}",
                "{\"id\":\"b\",\"messages\":[{\"role\":\"user\",\"content\":\"what\"},{\"role\":\"assistant\","
                        + "\"content\":\"that\"}]}"),
                0);
        assertThat(client.conversations).containsExactlyInAnyOrder(
                List.of(new Message(Message.Role.SYSTEM, "be brief"), new Message(Message.Role.USER, "hi")),
                List.of(new Message(Message.Role.SYSTEM, "be brief"), new Message(Message.Role.USER, "hi"),
                        new Message(Message.Role.ASSISTANT, "ok"), new Message(Message.Role.USER, "bye")),
                List.of(new Message(Message.Role.USER, "what")));
    }

    @Test
    void aSampleTakesWholeConversationsButTheLast() throws Exception {
        Map<String, ProfilingRecord> records = byId(
                run(new FakeClient(prompt -> "ok"), Load.sequential(), talks(), 7));
        assertThat(records).hasSize(7);
        List<String> ids = List.copyOf(records.keySet());
        assertThat(ids).extracting(id -> id.substring(id.length() - 1)).containsExactly("1", "2", "3", "1", "2", "3",
                "1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"turns\":[]}", "{\"turns\":[5]}", "{\"turns\":[{\"problem\":\"a\",\"delay_s\":-1}]}",
            "{\"turns\":[{\"answer\":\"a\"}]}", "{\"conversations\":[{\"from\":\"gpt\",\"value\":\"a\"}]}"})
    void namesTheLineOfAConversationThatIsNone(String row) {
        assertThatThrownBy(() -> run(new FakeClient(prompt -> "ok"), Load.sequential(), List.of(row), 0))
                .isInstanceOf(InputException.class).hasMessageContaining("line 1");
    }
}
