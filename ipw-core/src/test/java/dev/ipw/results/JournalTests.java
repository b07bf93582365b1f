package dev.ipw.results;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.TokenPrices;
import dev.ipw.cost.TokenPrices.LongPromptPrices;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.TokenLengths;
import dev.ipw.dataset.Turn;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ConnectionTimes;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.SystemInfo;
import dev.ipw.settings.ClientSettings;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.telemetry.RunClock;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class JournalTests {
    @TempDir
    Path folder;

    @Test
    void readsBackWhatWasAppended() {
        SplittableRandom random = new SplittableRandom(5);
        List<JournalEntry> entries = new ArrayList<>(List.of(new JournalEntry.Begun(configuration())));
        for (int number = 0; number < 300; number++) {
            entries.add(randomEntry(random, number));
        }

        assertThat(roundTrip(entries)).isEqualTo(entries);
    }

    @Test
    void leavesOutALastLineThatWasCutOff() throws IOException {
        List<JournalEntry> entries = List.of(randomEntry(new SplittableRandom(1), 1),
                randomEntry(new SplittableRandom(2), 2));
        write(entries);
        Files.writeString(file(), "{\"type\":\"finished\",\"quest", StandardOpenOption.APPEND);

        assertThat(read()).isEqualTo(entries);
    }

    @Test
    void appendingRemovesALineThatWasCutOff() throws IOException {
        JournalEntry first = randomEntry(new SplittableRandom(1), 1);
        JournalEntry second = randomEntry(new SplittableRandom(2), 2);
        write(List.of(first));
        Files.writeString(file(), "{\"type\":\"finished\",\"quest", StandardOpenOption.APPEND);

        write(List.of(second));

        assertThat(read()).containsExactly(first, second);
    }

    @Test
    void closingOnAnInterruptedThreadLosesNothing() {
        List<JournalEntry> entries = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            entries.add(randomEntry(new SplittableRandom(number), number));
        }

        try (Journal journal = Journal.append(file())) {
            entries.forEach(journal::append);
            Thread.currentThread().interrupt();
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(read()).isEqualTo(entries);
    }

    @Test
    void neverWritesALineThatCannotBeReadBack() {
        String endless = "\u0001".repeat(12 << 20);
        QueryOutcome outcome = outcome(new SplittableRandom(3), 1);
        try (Journal journal = Journal.append(file())) {
            journal.append(new JournalEntry.Called("q", ModelCall.failed(1, List.of(), endless, "",
                    new RequestFailure(FailureKind.SERVER_ERROR, endless), outcome.timeline())));
            journal.append(new JournalEntry.Warned(endless));
            assertThatThrownBy(() -> journal.append(
                    JournalEntry.Finished.of(DatasetRecord.of("long", endless, "42"), "none", outcome)))
                    .isInstanceOf(InputException.class).hasMessageContaining("'long' is too long");
        }

        assertThat(read()).hasSize(2).first().isInstanceOfSatisfying(JournalEntry.Called.class,
                kept -> assertThat(kept.call().failure().orElseThrow().kind()).isEqualTo(FailureKind.SERVER_ERROR));
    }

    @Test
    void refusesASecondWriter() {
        try (Journal journal = Journal.append(file())) {
            journal.append(randomEntry(new SplittableRandom(1), 1));
            assertThatThrownBy(() -> Journal.append(file())).isInstanceOf(InputException.class)
                    .hasMessageContaining("still going");
        }
    }

    @Test
    void keepsOtherProcessesOutAlsoAfterItWasRead() throws IOException {
        Path locks = Path.of("/proc/locks");
        assumeThat(locks).as("the system's list of locks").isReadable();
        try (Journal journal = Journal.append(file())) {
            journal.append(randomEntry(new SplittableRandom(1), 1));
            journal.sync();
            assertThat(read()).hasSize(1);

            String inode = ":" + Files.getAttribute(JournalLock.fileOf(file()), "unix:ino") + " ";
            assertThat(Files.readAllLines(locks)).anySatisfy(line -> assertThat(line).contains(inode));
        }
    }

    @Test
    void namesALineOfWhichNobodyKnowsWhatItTold() throws IOException {
        write(List.of(randomEntry(new SplittableRandom(1), 1)));
        Files.writeString(file(), "not json\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);

        assertThatThrownBy(this::read).isInstanceOf(InputException.class).hasMessageContaining("line 2 is damaged");
    }

    @Test
    void namesAnEntryOfAnUnknownType() throws IOException {
        Files.write(file(), ended(ChecksummedJson.line("{\"type\":\"sung\"}")));

        assertThatThrownBy(this::read).isInstanceOf(InputException.class).hasMessageContaining("sung");
    }

    @Test
    void namesTheKeyOfAValueThatCannotBe() throws IOException {
        Files.write(file(),
                ended(ChecksummedJson.line("{\"type\":\"phase\",\"phase\":\"measuring\",\"start_nanos\":1e99}")));

        assertThatThrownBy(this::read).isInstanceOf(InputException.class).hasMessageContaining(file() + ", line 1",
                "start_nanos");
    }

    @Test
    void leavesOutAndNamesALineOfWhichAnyBitWasFlipped() throws IOException {
        JournalEntry first = new JournalEntry.Warned("first");
        JournalEntry second = new JournalEntry.Warned("second, of some length");
        JournalEntry third = new JournalEntry.Warned("third");
        write(List.of(first, second, third));
        byte[] whole = Files.readAllBytes(file());
        int begin = JournalLine.of(first).length;
        for (int bit = begin * 8; bit < (begin + JournalLine.of(second).length) * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file(), damaged);

            List<JournalEntry> read = new ArrayList<>();
            JournalDamage damage = JournalReader.read(file(), read::add);

            assertThat(read).as("bit %d", bit).startsWith(first).isSubsetOf(first, third);
            assertThat(damage.sentence()).hasValueSatisfying(
                    sentence -> assertThat(sentence).contains(file().toString(), "2", "left out"));
        }
    }

    @Test
    void refusesAJournalOfWhichALineWithAClockIsDamaged() throws IOException {
        write(List.of(new JournalEntry.Warned("first"), new JournalEntry.Resumed(new RunClock(1, 2), Map.of())));
        Files.writeString(file(), Files.readString(file()).replace("resumed", "resuned"));

        assertThatThrownBy(this::read).isInstanceOf(InputException.class).hasMessageContaining("line 2 is damaged")
                .hasMessageContaining("began");
    }

    @Test
    void endsEachLineWithTheChecksumOfWhatStandsBeforeIt() {
        String line = new String(JournalLine.of(new JournalEntry.Warned("hot")), StandardCharsets.UTF_8);

        // From an independent implementation of CRC-32C.
        assertThat(line).isEqualTo("{\"type\":\"warned\",\"message\":\"hot\",\"crc32c\":\"9f704c22\"}\n");
    }

    private static byte[] ended(byte[] line) {
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        return ended;
    }

    @Test
    void keepsEverythingThatIsAppendedFasterThanTheDiskTakesIt() {
        String long1 = "x".repeat((int) (Journal.MOST_QUEUED_BYTES / 5));
        List<JournalEntry> entries = new ArrayList<>();
        for (int number = 0; number < 40; number++) {
            entries.add(new JournalEntry.Warned(number + long1));
        }

        assertThat(roundTrip(entries)).isEqualTo(entries);
    }

    @Test
    void hasOnTheDiskWhatWasSynced() {
        JournalEntry entry = randomEntry(new SplittableRandom(1), 1);
        try (Journal journal = Journal.append(file())) {
            journal.append(entry);
            journal.sync();

            assertThat(read()).containsExactly(entry);
        }
    }

    @Test
    void saysThatTheDiskIsFull() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "this system has no /dev/full");

        assertThatThrownBy(() -> {
            try (Journal journal = Journal.append(full)) {
                journal.append(randomEntry(new SplittableRandom(1), 1));
            }
        }).isInstanceOf(IpwException.class).hasMessageContaining("Cannot write the journal")
                .hasMessageContaining("make room");
    }

    @Test
    void saysWhichFileCannotBeOpened() {
        assertThatThrownBy(() -> Journal.append(folder.resolve("none/journal.jsonl")))
                .isInstanceOf(InputException.class).hasMessageContaining("none");
    }

    private List<JournalEntry> roundTrip(List<JournalEntry> entries) {
        write(entries);
        return read();
    }

    private void write(List<JournalEntry> entries) {
        try (Journal journal = Journal.append(file())) {
            entries.forEach(journal::append);
        }
    }

    private List<JournalEntry> read() {
        List<JournalEntry> entries = new ArrayList<>();
        JournalReader.read(file(), entries::add);
        return entries;
    }

    private Path file() {
        return folder.resolve("journal.jsonl");
    }

    private static JournalEntry randomEntry(SplittableRandom random, int number) {
        return switch (random.nextInt(7)) {
            case 5 -> new JournalEntry.Resumed(new RunClock(random.nextLong(), random.nextLong()), Map.of("ipw", "1"));
            case 4 -> new JournalEntry.Warned(text(random));
            case 0 ->
                new JournalEntry.PhaseTimed(RunPhase.values()[random.nextInt(RunPhase.values().length)],
                        random.nextLong(1L << 50), random.nextLong(1L << 50, 1L << 60));
            case 1 -> new JournalEntry.Judged("record-" + number, new Evaluation(Verdict.values()[random.nextInt(4)],
                    random.nextBoolean() ? Optional.of(text(random)) : Optional.empty(), text(random),
                    random.nextBoolean() ? Map.of("tolerance", "0.1") : Map.of()));
            case 6 -> new JournalEntry.Called("record-" + number, call(random, 1 + random.nextInt(5)));
            default -> finished(random, number);
        };
    }

    private static DatasetRecord question(SplittableRandom random, int number) {
        DatasetRecord plain = new DatasetRecord("record-" + number, text(random), text(random),
                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty(), Optional.empty(),
                random.nextBoolean() ? List.of("a", "b\n") : List.of(),
                Map.of("level", random.nextLong(), "share", random.nextDouble(), "hard", random.nextBoolean(), "tags",
                        List.of("x", Map.of("y", "z"))));
        return random.nextBoolean()
                ? plain
                : plain.toBuilder().system(text(random))
                        .turns(Turn.of(plain.problem()), new Turn(text(random), Duration.ofNanos(random.nextInt(9)),
                                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty()))
                        .lengths(new TokenLengths(OptionalInt.of(3), OptionalInt.empty())).build().inEpoch(2);
    }

    private static JournalEntry.Finished finished(SplittableRandom random, int number) {
        List<ToolSpan> tools = random.ints(random.nextInt(3), 0, 1000).mapToObj(start -> new ToolSpan(text(random),
                maybe(random), start, start + random.nextInt(1000), maybe(random))).toList();
        return new JournalEntry.Finished(question(random, number), "exact", random.nextLong(1_000),
                random.nextLong(1L << 60), random.nextInt(4), tools, maybe(random),
                random.nextBoolean() ? Optional.of(failure(random)) : Optional.empty(),
                random.nextBoolean() ? Optional.of(Path.of("work", "space")) : Optional.empty(), Optional.empty());
    }

    private static QueryOutcome outcome(SplittableRandom random, int number) {
        return QueryOutcome.of("record-" + number, call(random, 1));
    }

    private static ModelCall call(SplittableRandom random, int number) {
        ResponseTimeline timeline = new ResponseTimeline(random.nextLong(1_000), dispatch(random),
                whole(random), whole(random), whole(random), whole(random), whole(random), random.nextLong(1L << 60),
                random.longs(random.nextInt(5), 0, 1L << 60).toArray());
        List<ToolCall> toolCalls = random.ints(random.nextInt(3), 0, 9)
                .mapToObj(call -> new ToolCall("call-" + call, text(random), text(random))).toList();
        List<Message> messages = List.of(Message.system(text(random)),
                Message.user(
                        List.of(new ContentPart.Text(text(random)), new ContentPart.Image("image/png", bytes(random)))),
                Message.assistant(text(random), toolCalls), Message.tool(List.of(new ContentPart.ToolResult(
                        text(random), text(random), text(random), random.nextBoolean()))));
        if (random.nextInt(3) == 0) {
            return ModelCall.failed(number, messages, text(random), text(random), failure(random), timeline);
        }
        TokenUsage usage = new TokenUsage(whole(random), whole(random), whole(random), whole(random), whole(random),
                TokenUsage.Source.values()[random.nextInt(3)]);
        ServerTimings timings = new ServerTimings(whole(random), whole(random), whole(random), whole(random),
                whole(random));
        return new ModelCall(number, messages, new InferenceResponse(text(random), maybe(random), usage,
                Optional.of("stop"), timings,
                random.nextBoolean() ? OptionalDouble.of(random.nextDouble() * 1e12) : OptionalDouble.empty(),
                maybe(random), toolCalls), timeline, Optional.empty());
    }

    private static RequestFailure failure(SplittableRandom random) {
        return new RequestFailure(FailureKind.values()[random.nextInt(FailureKind.values().length)], text(random));
    }

    private static Optional<String> maybe(SplittableRandom random) {
        return random.nextBoolean() ? Optional.of(text(random)) : Optional.empty();
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static DispatchTimings dispatch(SplittableRandom random) {
        int retries = random.nextInt(3);
        return new DispatchTimings(random.nextLong(1L << 60), retries,
                retries == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextLong(1L << 60)),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new ConnectionTimes(random.nextLong(1_000), random.nextLong(1_000),
                                whole(random))));
    }

    private static OptionalLong whole(SplittableRandom random) {
        return random.nextBoolean() ? OptionalLong.of(random.nextLong(1L << 60)) : OptionalLong.empty();
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(20), 1, 0x2FFF).filter(Character::isDefined).forEach(text::appendCodePoint);
        return text.append("\"\\\n\u2028").toString();
    }

    static RunConfiguration configuration() {
        RunSettings settings = new RunSettings(
                ClientSettings.NONE.parameters(Map.of("api_key", "[redacted]")),
                QuestionSettings.DEFAULTS.dataset("starter").parameters(Map.of("size", "7")).maxQueries(5).seed(-3)
                        .epochs(2).promptTemplate("plain@1").system("Answer in one word.").offline(true),
                EvaluationSettings.DEFAULTS.evaluator("numeric").parameters(Map.of("absolute_tolerance", "0.5"))
                        .concurrency(7).timeout(Duration.ofMillis(2500)),
                GenerationOptions.defaults().withSeed(1).withTopP(0.9).withStop(List.of("\n", "END")),
                new LoadSettings("gamma", OptionalInt.empty(), OptionalDouble.of(2.5), OptionalDouble.of(0.3), 4,
                        OptionalDouble.of(60), new LoadSettings.Cut(10, 5), OptionalLong.of(7),
                        Optional.of(new LoadSettings.Replayed("trace.jsonl", 2))),
                MeasurementSettings.DEFAULTS.telemetry("nvml").warmupQueries(9).idleSeconds(2.5)
                        .coolDown(Duration.ofSeconds(3)).calibration(false));
        return new RunConfiguration(settings,
                new ClientInfo("openai", "m:1b", Optional.of(URI.create("http://127.0.0.1:1/v1")), ServingHost.LOCAL,
                        Map.of("server", "x")),
                "Starter",
                new RunAccounting(
                        new Pricing(new TokenPrices(Optional.of(new BigDecimal("0.15")), Optional.empty(),
                                Optional.of(new BigDecimal("0.2")), Optional.of(new BigDecimal("0.3")),
                                Optional.of(BigDecimal.TEN), Optional.of(BigDecimal.TEN),
                                List.of(new LongPromptPrices(200_000, TokenPrices.UNKNOWN))),
                                Map.of("search", new BigDecimal("0.01")), Pricing.Basis.OWN_LIST, Optional.of("a"),
                                "b"),
                        new CostFactors(Optional.of(new BigDecimal("2.5")), Optional.empty(), OptionalDouble.of(380),
                                OptionalDouble.of(1.2)),
                        ModelCard.shipped("mistralai/Mistral-7B-v0.1"), true, Optional.of(Precision.FP8)),
                Optional.of("note"),
                new SystemInfo("Linux", "6", Optional.of("6.1"), Optional.of("host"), 2, Optional.empty()), "EPYC",
                new RunClock(5, 7), "/tmp/x", Optional.of("ipw profile"), Map.of("ipw", "1"));
    }
}
