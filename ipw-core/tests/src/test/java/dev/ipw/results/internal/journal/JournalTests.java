package dev.ipw.results.internal.journal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.inference.FailureKind;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.telemetry.RunClock;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("fuzz")
class JournalTests {
    @TempDir
    Path folder;

    @Test
    void readsBackWhatWasAppended() {
        SplittableRandom random = new SplittableRandom(5);
        List<JournalEntry> entries = new ArrayList<>(
                List.of(new JournalEntry.Begun(RandomJournalEntries.configuration())));
        for (int number = 0; number < 300; number++) {
            entries.add(RandomJournalEntries.entry(random, number));
        }

        assertThat(roundTrip(entries)).isEqualTo(entries);
    }

    @Test
    void leavesOutALastLineThatWasCutOff() throws IOException {
        List<JournalEntry> entries = List.of(RandomJournalEntries.entry(new SplittableRandom(1), 1),
                RandomJournalEntries.entry(new SplittableRandom(2), 2));
        write(entries);
        Files.writeString(file(), "{\"type\":\"finished\",\"quest", StandardOpenOption.APPEND);

        assertThat(read()).isEqualTo(entries);
    }

    @Test
    void appendingRemovesALineThatWasCutOff() throws IOException {
        JournalEntry first = RandomJournalEntries.entry(new SplittableRandom(1), 1);
        JournalEntry second = RandomJournalEntries.entry(new SplittableRandom(2), 2);
        write(List.of(first));
        Files.writeString(file(), "{\"type\":\"finished\",\"quest", StandardOpenOption.APPEND);

        write(List.of(second));

        assertThat(read()).containsExactly(first, second);
    }

    @Test
    void closingOnAnInterruptedThreadLosesNothing() {
        List<JournalEntry> entries = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            entries.add(RandomJournalEntries.entry(new SplittableRandom(number), number));
        }

        try (Journal journal = Journal.append(file())) {
            entries.forEach(journal::append);
            Thread.currentThread().interrupt();
        }

        assertThat(Thread.interrupted()).isTrue();
        assertThat(read()).isEqualTo(entries);
    }

    @Test
    void shortensALineThatIsTooLong() {
        String endless = "\u0001".repeat(1 << 16);
        QueryOutcome outcome = RandomJournalEntries.outcome(new SplittableRandom(3), 1);
        int most = endless.length() * 4;
        for (JournalEntry entry : List.of(calledInVain(outcome, endless), new JournalEntry.Warned(endless))) {
            assertThat(JournalLine.of(entry)).hasSizeGreaterThan(most);
            assertThat(JournalLine.of(entry, most)).hasSizeLessThanOrEqualTo(most + 1).endsWith('\n');
        }
        assertThatThrownBy(() -> JournalLine.of(
                JournalEntry.Finished.of(DatasetRecord.of("long", endless, "42"), "none", outcome), most))
                .isInstanceOf(InputException.class).hasMessageContaining("'long' is too long");
    }

    private static JournalEntry calledInVain(QueryOutcome outcome, String endless) {
        return new JournalEntry.Called("q", ModelCall.failed(1, List.of(), endless, "",
                new RequestFailure(FailureKind.SERVER_ERROR, endless), outcome.timeline()));
    }

    /** Lines of 64 MB and more take seconds. */
    @Test
    @EnabledIf("dev.ipw.testing.Draws#thorough")
    void neverWritesALineThatCannotBeReadBack() {
        String endless = "\u0001".repeat(12 << 20);
        QueryOutcome outcome = RandomJournalEntries.outcome(new SplittableRandom(3), 1);
        try (Journal journal = Journal.append(file())) {
            journal.append(calledInVain(outcome, endless));
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
            journal.append(RandomJournalEntries.entry(new SplittableRandom(1), 1));
            assertThatThrownBy(() -> Journal.append(file())).isInstanceOf(InputException.class)
                    .hasMessageContaining("still going");
        }
    }

    @Test
    void keepsOtherProcessesOutAlsoAfterItWasRead() throws IOException {
        SystemLocks.assumeListed(folder);
        try (Journal journal = Journal.append(file())) {
            journal.append(RandomJournalEntries.entry(new SplittableRandom(1), 1));
            journal.sync();
            assertThat(read()).hasSize(1);

            assertThat(SystemLocks.hold(JournalLock.fileOf(file()))).isTrue();
        }
    }

    @Test
    void namesALineOfWhichNobodyKnowsWhatItTold() throws IOException {
        write(List.of(RandomJournalEntries.entry(new SplittableRandom(1), 1)));
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
        for (int bit = begin * 8; bit < (begin + JournalLine.of(second).length) * 8; bit += Draws.of(7, 1)) {
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
        write(List.of(new JournalEntry.Warned("first"),
                new JournalEntry.Resumed(new RunClock(1, 2), Map.of(), Optional.empty())));
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
        String long1 = "x".repeat((int) (Journal.MAX_QUEUED_BYTES / 5));
        List<JournalEntry> entries = new ArrayList<>();
        int count = Draws.of(12, 40);
        for (int number = 0; number < count; number++) {
            entries.add(new JournalEntry.Warned(number + long1));
        }

        assertThat(roundTrip(entries)).isEqualTo(entries);
    }

    @Test
    void hasOnTheDiskWhatWasSynced() {
        JournalEntry entry = RandomJournalEntries.entry(new SplittableRandom(1), 1);
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
                journal.append(RandomJournalEntries.entry(new SplittableRandom(1), 1));
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
}
