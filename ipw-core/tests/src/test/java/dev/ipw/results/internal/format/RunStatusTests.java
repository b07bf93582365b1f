package dev.ipw.results.internal.format;

import dev.ipw.energy.Provenance;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RunStatusTests {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    private Path folder;

    @Test
    void isReadAsItWasWrittenWithNothingBesideIt() throws IOException {
        RunDirectory run = new RunDirectory(folder);
        LiveFigures live = new LiveFigures(4.25, OptionalDouble.of(312),
                new Percentiles(OptionalDouble.of(0.031), OptionalDouble.empty(), OptionalDouble.empty()),
                new Percentiles(OptionalDouble.of(0.008), OptionalDouble.empty(), OptionalDouble.empty()),
                OptionalDouble.of(304.5), Map.of("gpu-0", 304.5), OptionalDouble.of(4100),
                Optional.of(Provenance.INTEGRATED), 4, OptionalInt.of(0));
        RunStatus status = new RunStatus(RunPhase.MEASURING,
                Optional.of(new RunProgress(OptionalInt.empty(), Optional.of(Duration.ofMinutes(1)), 30, 1,
                        Duration.ofMillis(10_500), Optional.of(live))),
                NOW);
        new RunStatus(RunPhase.WARMING_UP, Optional.empty(), NOW).write(run);
        status.write(run);
        assertThat(RunStatus.read(run)).contains(status);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve(RunStatus.NAME));
        }
    }

    @Test
    void isAbsentWhereNothingOrHalfOfItIsThere() throws IOException {
        RunDirectory run = new RunDirectory(folder);
        assertThat(RunStatus.read(run)).isEmpty();
        Files.writeString(folder.resolve(RunStatus.NAME), "");
        assertThat(RunStatus.read(run)).isEmpty();
        Files.writeString(folder.resolve(RunStatus.NAME), "{\"phase\":\"measuring\",\"upd");
        assertThat(RunStatus.read(run)).isEmpty();
        Files.writeString(folder.resolve(RunStatus.NAME),
                "{\"phase\":\"measuring\",\"updated\":\"2026-01-02T03:04:05Z\",\"progress\":{\"planned\":null,"
                        + "\"duration_seconds\":null,\"finished\":1,\"failed\":0,\"elapsed_seconds\":1}}");
        assertThat(RunStatus.read(run)).isEmpty();
    }

    @Test
    void isRemovedFromAFolderThatMayHaveNone() {
        RunDirectory run = new RunDirectory(folder);
        RunStatus.remove(run);
        new RunStatus(RunPhase.FINISHING, Optional.empty(), NOW).write(run);
        RunStatus.remove(run);
        assertThat(RunStatus.read(run)).isEmpty();
    }
}
