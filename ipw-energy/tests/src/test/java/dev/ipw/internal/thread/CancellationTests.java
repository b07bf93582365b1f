package dev.ipw.internal.thread;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CancellationTests {
    @Test
    void stopsItsThreadOnceItIsRequestedAndNoOther() {
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            assertThatCode(Cancellation::check).doesNotThrowAnyException();
            assertThat(cancellation.request()).isTrue();

            assertThatExceptionOfType(CancellationException.class).isThrownBy(Cancellation::check);
            assertThatCode(() -> CompletableFuture.runAsync(Cancellation::check).join()).doesNotThrowAnyException();
        }
        assertThatCode(Cancellation::check).doesNotThrowAnyException();
    }

    @Test
    void leavesAThreadAloneThatHasSomethingToPutAway() {
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            Cancellation.suspend();

            assertThat(cancellation.request()).isFalse();
            assertThatCode(Cancellation::check).doesNotThrowAnyException();
        }
    }

    @Test
    void beginsNothingThatWasCancelledBefore() {
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            cancellation.request();

            assertThatExceptionOfType(CancellationException.class).isThrownBy(Cancellation::suspend);
        }
    }
}
