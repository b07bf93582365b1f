package dev.ipw.run;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.results.internal.journal.RunReservation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunDirectoryTests {
    private static final String BEGUN = "{\"type\":\"begun\"}\n";

    @TempDir
    Path runs;

    @Test
    void givesASecondUnnamedRunASuffix() {
        assertThat(create(Optional.empty(), false).path()).isEqualTo(runs.resolve("profile_x"));
        assertThat(create(Optional.empty(), false).path()).isEqualTo(runs.resolve("profile_x-2"));
        assertThat(create(Optional.empty(), true).path()).isEqualTo(runs.resolve("profile_x-3"));
    }

    @Test
    void refusesANamedRunThatExists() {
        create(Optional.of("demo"), false);

        assertThatThrownBy(() -> create(Optional.of("demo"), false)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("replace it with overwrite(...)");
    }

    @Test
    void overwritesARunWhenAsked() throws IOException {
        RunDirectory run = create(Optional.of("demo"), false);
        Files.writeString(run.journal(), BEGUN);
        Files.createDirectories(run.telemetry());
        Files.writeString(run.telemetry().resolve("a.arrow"), "x");

        assertThat(create(Optional.of("demo"), true).path().toFile().list()).containsExactly("journal.lock");
    }

    @Test
    void overwritesASeriesOfRunsButNoFolderThatOnlyHasAFileOfItsName() throws IOException {
        RunDirectory series = create(Optional.of("demo"), false);
        Files.writeString(series.path().resolve("sweep.json"), "{\"kind\": \"sweep\"}");
        RunDirectory step = new RunDirectory(Files.createDirectory(series.path().resolve("rate-1")));
        Files.writeString(step.journal(), BEGUN);
        Path own = series.path().resolve("thesis.txt");
        Files.writeString(own, "a year's work");

        assertThatThrownBy(() -> create(Optional.of("demo"), true)).isInstanceOf(ConfigurationException.class);
        assertThat(own).hasContent("a year's work");

        Files.delete(own);
        assertThat(create(Optional.of("demo"), true).path().toFile().list()).containsExactly("journal.lock");
    }

    @Test
    void anOverwrittenRunComesBackIfTheNewOneDoesNotBegin() throws IOException {
        RunDirectory run = create(Optional.of("demo"), false);
        Files.writeString(run.journal(), BEGUN + "precious");

        RunReservation reservation = RunReservation.reserve(runs, "profile_x", Optional.of("demo"), true);
        assertThat(run.journal()).doesNotExist();
        reservation.release();

        assertThat(run.journal()).hasContent(BEGUN + "precious");
        assertThat(runs.toFile().list()).containsExactly("demo");
    }

    @Test
    void neverOverwritesWhatIsNoRun() throws IOException {
        Path precious = Files.createDirectories(runs.resolve("demo"));
        Files.writeString(precious.resolve("thesis.tex"), "x");

        assertThatThrownBy(() -> create(Optional.of("demo"), true)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("holds no run");
        assertThat(precious.resolve("thesis.tex")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a/b", "a\\b", "a\nb"})
    void refusesNamesThatAreNoFolder(String name) {
        assertThatThrownBy(() -> create(Optional.of(name), false)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void saysWhatIsMissingWhenOpeningNothing() throws IOException {
        assertThatThrownBy(() -> RunDirectory.open(runs.resolve("none"))).isInstanceOf(InputException.class)
                .hasMessageContaining("no run directory");
        Path empty = Files.createDirectories(runs.resolve("empty"));
        assertThatThrownBy(() -> RunDirectory.open(empty)).isInstanceOf(InputException.class)
                .hasMessageContaining("holds no run").hasMessageContaining("Give the folder of a run");
    }

    @Test
    void namesTheRunsOfAFolderThatIsNone() throws IOException {
        for (String name : List.of("b", "a", "c")) {
            Files.writeString(Files.createDirectories(runs.resolve("many").resolve(name)).resolve("journal.jsonl"), "");
        }
        Files.createDirectories(runs.resolve("many").resolve("plots"));
        assertThatThrownBy(() -> RunDirectory.open(runs.resolve("many"))).isInstanceOf(InputException.class)
                .hasMessageEndingWith("It is a folder of runs; give the folder of one of them: a, b, c");

        Files.writeString(runs.resolve("many").resolve("sweep.json"), """
                {"steps": [{"folder": "c"}, {"folder": "a"}]}
                """);
        assertThatThrownBy(() -> RunDirectory.open(runs.resolve("many"))).isInstanceOf(InputException.class)
                .hasMessageEndingWith("It is the folder of a series; give the folder of one of them: c, a");
    }

    private RunDirectory create(Optional<String> name, boolean overwrite) {
        RunReservation reservation = RunReservation.reserve(runs, "profile_x", name, overwrite);
        reservation.keep();
        reservation.close();
        return reservation.directory();
    }
}
