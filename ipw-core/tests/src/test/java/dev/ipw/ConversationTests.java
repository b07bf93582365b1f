package dev.ipw;

import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.Message;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** Conversations, whose turns follow each other. */
@Tag("real-time")
class ConversationTests {
    private static final int CONVERSATIONS = 6;

    @TempDir
    Path folder;

    private ProfileRun run(FakeClient client, Load load, List<String> rows, int most)
            throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("talk.jsonl"), rows);
        ProfilerBuilder builder = Profiler.builder().client(client).dataset(file.toString())
                .measurement(how -> how.telemetry("none").idleSeconds(0).warmupQueries(0))
                .plugins(known -> known.telemetrySource(new SteadySource())).output(folder.resolve("runs"))
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
            rows.add("{\"id\":\"t" + talk + "\",\"subject\":\"s\",\"turns\":[\"" + talk + " one\",\"" + talk
                    + " two\",{\"question\":\"" + talk + " three\",\"answer\":\"re " + (talk < 2 ? 9 : talk)
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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachTurnFollowsTheAnswerBeforeItWithAllThatWasSaid(boolean rate) throws Exception {
        FakeClient client = new FakeClient(prompt -> "re " + prompt);
        ProfileRun run = run(client, rate ? Load.constant(100) : Load.concurrency(3), talks(), 0);
        Map<String, ProfilingRecord> records = byId(run);
        assertThat(records.keySet()).containsExactlyInAnyOrder("t0", "t1", "t2", "t3", "t4", "t5");
        // The pause before the third turn is part of the conversation.
        assertThat(records.values()).allSatisfy(record -> assertThat(
                record.outcome().timeline().endNanos() - record.outcome().timeline().intendedStartNanos())
                .isGreaterThanOrEqualTo(20_000_000));
        assertThat(client.conversations).contains(List.of(Message.of(Message.Role.USER, "4 one"),
                Message.of(Message.Role.ASSISTANT, "re 4 one"), Message.of(Message.Role.USER, "4 two"),
                Message.of(Message.Role.ASSISTANT, "re 4 two"), Message.of(Message.Role.USER, "4 three")));
        // The last answer is judged.
        assertThat(run.efficiency().correct()).isEqualTo(CONVERSATIONS - 2);
        assertThat(run.efficiency().incorrect()).isEqualTo(2);
    }

    @Test
    void keepsTheTurnsWithTheRecord() throws Exception {
        ProfileRun run = run(new FakeClient(prompt -> "yes"), Load.sequential(), talks(), 0);
        assertThat(Objects.requireNonNull(byId(run).get("t3")).question().turns()).containsExactly(Turn.of("3 one"),
                Turn.of("3 two"), new Turn("3 three", Duration.ofMillis(20), Optional.of("re 3 three")));
    }

    @Test
    void soManyConversationsAreInFlight() throws Exception {
        CountDownLatch three = new CountDownLatch(3);
        ProfileRun run = run(new FakeClient(prompt -> {
            three.countDown();
            three.await();
            return "yes";
        }), Load.concurrency(3), talks(), 0);
        assertThat(byId(run)).hasSize(CONVERSATIONS);
    }

    @Test
    void aFailedTurnEndsItsConversation() throws Exception {
        FakeClient client = new FakeClient(prompt -> {
            if (prompt.equals("2 two") || prompt.equals("3 one")) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "broken");
            }
            return "yes";
        });
        ProfileRun run = run(client, Load.concurrency(2), talks(), 0);
        Map<String, ProfilingRecord> records = byId(run);
        assertThat(records).hasSize(CONVERSATIONS);
        assertThat(run.summary().totals().failed()).isEqualTo(2);
        assertThat(run.summary().interrupted()).isFalse();
        assertThat(records.values()).filteredOn(ProfilingRecord::hasFailed)
                .extracting(record -> record.question().id()).containsExactlyInAnyOrder("t2", "t3");
        assertThat(client.prompts).hasSize(3 * CONVERSATIONS - 3).doesNotContain("2 three", "3 two", "3 three");
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
                List.of(Message.of(Message.Role.SYSTEM, "be brief"), Message.of(Message.Role.USER, "hi")),
                List.of(Message.of(Message.Role.SYSTEM, "be brief"), Message.of(Message.Role.USER, "hi"),
                        Message.of(Message.Role.ASSISTANT, "ok"), Message.of(Message.Role.USER, "bye")),
                List.of(Message.of(Message.Role.USER, "what")));
    }

    @Test
    void aSampleTakesWholeConversations() throws Exception {
        FakeClient client = new FakeClient(prompt -> "ok");
        assertThat(byId(run(client, Load.sequential(), talks(), 4))).hasSize(4);
        assertThat(client.prompts).hasSize(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"turns\":[]}", "{\"turns\":[5]}", "{\"turns\":[{\"problem\":\"a\",\"delay_s\":-1}]}",
            "{\"turns\":[{\"answer\":\"a\"}]}", "{\"conversations\":[{\"from\":\"gpt\",\"value\":\"a\"}]}"})
    void namesTheLineOfAConversationThatIsNone(String row) {
        assertThatThrownBy(() -> run(new FakeClient(prompt -> "ok"), Load.sequential(), List.of(row), 0))
                .isInstanceOf(InputException.class).hasMessageContaining("line 1");
    }
}
