package dev.ipw.results.internal.journal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Only what runs made is ever deleted, and none that is still going. */
class RunReplacementTests {
    private static final String BEGUN = "{\"type\":\"begun\",\"configuration\":{}}\n";
    private static final String MANIFEST = "{\n  \"dataset_id\" : \"starter\",\n  \"records\" : [ ]\n}\n";
    private static final String SERIES = "{\n  \"kind\" : \"sweep\"\n}\n";

    @TempDir
    Path runs;

    @Test
    void replacesAllThatARunMakes() throws IOException {
        file("manifest.json", MANIFEST);
        file("journal.jsonl", BEGUN);
        for (String made : new String[]{"journal.lock", "telemetry/nvml.arrow", "telemetry/nvml-2.arrow",
                "summary.json",
                "state.json", "dataset_info.json", "data-00000-of-00002.arrow", "data-00001-of-00002.arrow",
                "analysis/accuracy.json", "plots/regression.png", "report.html", temporary("summary.json"),
                "scores/20261128T000000Z-exact.jsonl",
                "analysis/" + temporary("latency.json"),
                ".unfinished-dataset-" + UUID.randomUUID() + "/part-0.arrow"}) {
            file(made, "x");
        }

        RunReservation reservation = overwrite();
        reservation.keep();

        assertThat(contents()).containsExactly(Map.entry("demo/journal.lock", ""));
        reservation.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"thesis.txt", "telemetry/thesis.txt", "analysis/thesis.txt", "plots/thesis.txt",
            "scores/thesis.txt",
            "notes/a.txt", "telemetry/old/nvml.arrow", ".hidden"})
    void refusesAFolderWithAnythingThatNoRunMade(String foreign) throws IOException {
        file("manifest.json", MANIFEST);
        file("journal.jsonl", BEGUN);
        file(foreign, "a year's work");
        Map<String, String> before = contents();

        String named = foreign.startsWith("notes/")
                ? "notes"
                : foreign.startsWith("telemetry/old") ? "telemetry/old" : foreign;
        assertThatThrownBy(this::overwrite).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("holds files that no run wrote, so it is not overwritten: " + named + ". "
                        + "Move that");
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void refusesAFolderWithAnEmptyJournalAndSomethingElse() throws IOException {
        file("journal.jsonl", "");
        file("thesis.txt", "a year's work");
        Map<String, String> before = contents();

        assertThatThrownBy(this::overwrite).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("holds no run but thesis.txt");
        assertThatThrownBy(() -> ResumableRun.find(demo())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("holds no run but thesis.txt");

        before.put("demo/journal.lock", "");
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"journal.jsonl", "manifest.json", "sweep.json", "repeats.json", "state.json", "summary.json"})
    void refusesFilesOfOthersThatHaveTheNamesOfOurs(String name) throws IOException {
        file(name, "{\"name\": \"of another tool\"}");
        Map<String, String> before = contents();

        assertThatThrownBy(this::overwrite).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("holds no run");
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void neverCutsTheJournalOfAnotherTool() throws IOException {
        file("journal.jsonl", "a diary of one line without an end");

        assertThatThrownBy(() -> ResumableRun.find(demo())).isInstanceOf(InputException.class)
                .hasMessageContaining("is no journal of a run");
        assertThat(demo().resolve("journal.jsonl")).hasContent("a diary of one line without an end");
    }

    @Test
    void followsNoLink() throws IOException {
        Path elsewhere = Files.createDirectory(runs.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("a.arrow"), "precious");
        file("journal.jsonl", BEGUN);
        Files.createSymbolicLink(demo().resolve("telemetry"), elsewhere);

        assertThatThrownBy(this::overwrite).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("not overwritten: telemetry.");
        assertThat(elsewhere.resolve("a.arrow")).hasContent("precious");
    }

    @Test
    void refusesARunThatIsGoing() throws IOException {
        file("journal.jsonl", BEGUN);
        try (Journal journal = Journal.append(demo().resolve("journal.jsonl"))) {
            Map<String, String> before = contents();

            assertThatThrownBy(this::overwrite).isInstanceOf(InputException.class)
                    .hasMessageContaining("is still going in another process");
            journal.append(new JournalEntry.Warned("still here"));
            journal.sync();
            assertThat(contents().keySet()).isEqualTo(before.keySet());
        }
        overwrite().close();
    }

    @Test
    void refusesARunThatIsAboutToBegin() {
        RunReservation first = RunReservation.reserve(runs, "x", Optional.of("demo"), false);
        assertThatThrownBy(this::overwrite).isInstanceOf(InputException.class).hasMessageContaining("still going");

        Journal journal = first.openJournal();
        assertThatThrownBy(this::overwrite).isInstanceOf(InputException.class).hasMessageContaining("still going");

        journal.close();
        overwrite().close();
    }

    @Test
    void refusesASeriesOfWhichARunIsGoing() throws IOException {
        file("sweep.json", SERIES);
        file("rate-1/journal.jsonl", BEGUN);
        file("rate-2/journal.jsonl", BEGUN);
        try (Journal going = Journal.append(demo().resolve("rate-2/journal.jsonl"))) {
            assertThatThrownBy(this::overwrite).isInstanceOf(InputException.class)
                    .hasMessageContaining("rate-2").hasMessageContaining("still going");
            going.append(new JournalEntry.Warned("still here"));
        }
        RunReservation reservation = overwrite();
        reservation.keep();
        assertThat(contents()).containsExactly(Map.entry("demo/journal.lock", ""));
        reservation.close();
    }

    @Test
    void refusesASeriesWithAnythingThatNoRunMadeInOneOfItsRuns() throws IOException {
        file("sweep.json", SERIES);
        file("report.html", "x");
        file("rate-1/journal.jsonl", BEGUN);
        file("rate-1/thesis.txt", "a year's work");
        Map<String, String> before = contents();

        assertThatThrownBy(this::overwrite).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("not overwritten: rate-1/thesis.txt.");
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "journal.lock=", "journal.lock= telemetry/nvml.arrow=torn", "journal.lock= TEMPORARY=",
            "journal.lock= TEMPORARY={", "TEMPORARY={\"dataset_id\"", "manifest.json=", "manifest.json={\"dataset",
            "manifest.json=MANIFEST", "manifest.json=MANIFEST TEMPORARY={", "manifest.json=MANIFEST journal.jsonl=",
            "manifest.json=MANIFEST journal.jsonl={\"ty",
            "manifest.json=MANIFEST journal.jsonl={\"type\":\"begun\",\"co",
            "manifest.json=MANIFEST journal.jsonl=\0\0\0\0", "SERIES={\"kind\""})
    void beginsAnewWhatWasKilledBeforeItBegan(String left) throws IOException {
        Files.createDirectories(demo());
        make(left);
        assertThat(ResumableRun.find(demo())).isEmpty();
        RunReservation.reserveAgain(demo()).release();

        RunReservation resumed = RunReservation.reserveAgain(demo());
        // Nothing was set aside: whoever is killed here leaves a run that can be resumed again.
        assertThat(contents()).containsExactly(Map.entry("demo/journal.lock", ""));
        assertThat(ResumableRun.find(demo())).isEmpty();
        resumed.keep();
        resumed.close();

        Files.delete(demo().resolve("journal.lock"));
        make(left);
        RunReservation replaced = overwrite();
        replaced.keep();
        replaced.close();
        assertThat(contents()).containsExactly(Map.entry("demo/journal.lock", ""));
    }

    @Test
    void aRunThatAKilledOverwriteLeftAsideIsNamedAndGoesWithTheNextOverwrite() throws IOException {
        Path aside = runs.resolve(".demo.replaced-" + UUID.randomUUID());
        Files.writeString(Files.createDirectory(aside).resolve("journal.jsonl"), BEGUN);

        assertThatThrownBy(() -> ResumableRun.find(demo())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(aside + ": rename it to demo");

        Files.createDirectory(demo());
        RunReservation resumed = RunReservation.reserveAgain(demo());
        resumed.keep();
        resumed.close();
        assertThat(aside.resolve("journal.jsonl")).exists();

        RunReservation replaced = overwrite();
        replaced.keep();
        replaced.close();
        assertThat(contents()).containsExactly(Map.entry("demo/journal.lock", ""));
    }

    @Test
    void whatIsPutIntoARunThatIsBeingReplacedStays() throws IOException {
        file("journal.jsonl", BEGUN);
        RunReservation reservation = overwrite();
        Path aside;
        try (Stream<Path> entries = Files.list(runs)) {
            aside = entries.filter(entry -> entry.getFileName().toString().startsWith(".demo")).findFirst()
                    .orElseThrow();
        }
        Files.writeString(aside.resolve("thesis.txt"), "a year's work");

        reservation.keep();
        reservation.close();

        assertThat(aside.resolve("thesis.txt")).hasContent("a year's work");
    }

    @Test
    void aSecondWriterThatIsRefusedDoesNotUnlockTheFirst() throws IOException {
        SystemLocks.assumeListed(runs);
        file("journal.jsonl", BEGUN);
        Path file = demo().resolve("journal.jsonl");
        try (Journal journal = Journal.append(file)) {
            journal.append(new JournalEntry.Warned("mine"));
            assertThatThrownBy(() -> Journal.append(file)).isInstanceOf(InputException.class);

            assertThat(SystemLocks.hold(JournalLock.fileOf(file))).isTrue();
        }
    }

    private RunReservation overwrite() {
        return RunReservation.reserve(runs, "x", Optional.of("demo"), true);
    }

    private Path demo() {
        return runs.resolve("demo");
    }

    private void make(String left) throws IOException {
        for (String part : left.isEmpty() ? new String[0] : left.split(" ")) {
            String name = part.substring(0, part.indexOf('=')).replace("TEMPORARY", temporary("manifest.json"))
                    .replace("SERIES", temporary("sweep.json"));
            file(name, part.substring(part.indexOf('=') + 1).replace("MANIFEST", MANIFEST));
        }
    }

    private void file(String name, String content) throws IOException {
        Path file = demo().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static String temporary(String name) {
        return "." + name + "." + UUID.randomUUID() + ".tmp";
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(runs)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(runs.relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            }
        }
        return contents;
    }
}
