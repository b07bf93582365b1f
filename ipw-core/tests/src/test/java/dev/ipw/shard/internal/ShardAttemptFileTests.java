package dev.ipw.shard.internal;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ShardAttemptFileTests {
    private static final ShardSpec SPEC = new ShardSpec(0, 2);

    @TempDir
    Path run;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatCannotBeReadForAMomentEndsNoAttempt(boolean damaged) throws IOException {
        ShardAttempt own = attempts(() -> {}).begin(Optional.empty(), Optional.empty());
        byte[] content = Files.readAllBytes(file());
        if (damaged) {
            Files.writeString(file(), "{");
        } else {
            Files.delete(file());
        }
        AtomicInteger pauses = new AtomicInteger();

        assertThat(attempts(() -> {
            if (pauses.incrementAndGet() == 3) {
                write(content);
            }
        }).whySuperseded(own)).isEmpty();

        assertThat(pauses).hasValue(3);
    }

    @Test
    void aFileThatStaysAwayOrDamagedEndsAnAttempt() throws IOException {
        ShardAttempt own = attempts(() -> {}).begin(Optional.empty(), Optional.empty());
        Files.writeString(file(), "{");
        assertThatThrownBy(() -> attempts(() -> {}).whySuperseded(own)).isInstanceOf(InputException.class);
        Files.delete(file());
        assertThat(attempts(() -> {}).whySuperseded(own).orElseThrow()).contains("was deleted");
    }

    @Test
    void anotherAttemptSupersedesAtOnce() {
        ShardAttempt own = attempts(() -> {}).begin(Optional.empty(), Optional.empty());
        attempts(() -> {}).begin(Optional.of("node-2"), Optional.empty());

        assertThat(attempts(() -> {
            throw new AssertionError("nothing is awaited");
        }).whySuperseded(own).orElseThrow()).contains("attempt 2 on node-2");
    }

    @Test
    void oneAttemptBeginsAfterTheOther() throws IOException {
        AtomicInteger pauses = new AtomicInteger();
        WriterLock first = attempts(() -> {}).takeTurn();
        assertThatThrownBy(() -> attempts(pauses::incrementAndGet).takeTurn()).isInstanceOf(InputException.class)
                .hasMessageContaining("Another process begins an attempt");
        assertThat(pauses.get()).isGreaterThan(100);

        try (WriterLock second = attempts(() -> close(first)).takeTurn()) {
            assertThat(second).isNotNull();
        }
    }

    private static void close(WriterLock lock) {
        try {
            lock.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private ShardAttemptFile attempts(Runnable pause) {
        return new ShardAttemptFile(run, SPEC, pause);
    }

    private Path file() {
        return run.resolve(SPEC.folderName() + ".attempt.json");
    }

    private void write(byte[] content) {
        try {
            Files.write(file(), content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
