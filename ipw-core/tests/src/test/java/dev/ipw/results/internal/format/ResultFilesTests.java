package dev.ipw.results.internal.format;

import dev.ipw.error.InputException;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResultFilesTests {
    @TempDir
    Path folder;

    @BeforeEach
    void makeRun() {
        MadeRunFolder.write(folder, 3, number -> MadeRunFolder.Query.of(5, 4, 1_000_000, 2_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary.json", "state.json", "dataset_info.json", "checksums.json",
            "data-00000-of-00001.arrow", "data-00000-of-00001.arrow.crc32c"})
    void namesTheFileOfWhichABitWasFlippedAndSaysHowToWriteItAnew(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(folder.resolve(name));
        for (int bit = 0; bit < bytes.length * 8; bit += Math.max(1, bytes.length / 16)) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(folder.resolve(name), bytes);

            assertThatThrownBy(this::readAll).as("bit %d", bit).isInstanceOf(InputException.class)
                    .hasMessageContaining(name).hasMessageContaining("or analyze it")
                    .satisfies(told -> assertThat(String.valueOf(told.getMessage()).split("Copy ", -1)).hasSize(2));

            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void refusesARunWithoutChecksums() throws IOException {
        Files.delete(folder.resolve("checksums.json"));

        assertThatThrownBy(this::readAll).isInstanceOf(InputException.class)
                .hasMessageContaining("has no checksums.json");
    }

    @Test
    void saysHowToWriteAMissingTableAnew() throws IOException {
        Files.delete(folder.resolve("data-00000-of-00001.arrow"));

        assertThatThrownBy(this::readAll).isInstanceOf(InputException.class)
                .hasMessageContaining("data-00000-of-00001.arrow is missing. Copy the run again; or remove ");
    }

    private void readAll() {
        try (Stream<ProfilingRecord> records = RunReader.open(folder).records()) {
            records.forEach(record -> {});
        }
    }
}
