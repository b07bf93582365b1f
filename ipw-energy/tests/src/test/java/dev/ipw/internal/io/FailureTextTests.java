package dev.ipw.internal.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class FailureTextTests {
    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(new IllegalStateException("the judge is gone"), "the judge is gone"),
                arguments(new IllegalStateException(), "illegal state"),
                arguments(new IOException(), "reading or writing failed"),
                arguments(new ArithmeticException(), "arithmetic"),
                arguments(new ExecutionException(new ConnectException("Connection refused")), "Connection refused"),
                arguments(new IllegalStateException(new ConnectException()), "no connection can be made"),
                arguments(new UncheckedIOException(new NoSuchFileException("a.csv")), "a.csv"),
                arguments(new NoSuchFileException("a.csv"), "there is no a.csv"),
                arguments(new FileNotFoundException("a.csv (Permission denied)"), "a.csv (Permission denied)"),
                arguments(new UnknownHostException("no.such-host"), "the host no.such-host is not known"),
                arguments(new NoClassDefFoundError("dev/weather/Barometer"),
                        "the class dev.weather.Barometer is missing"),
                arguments(new StackOverflowError(), "it is nested too deeply"),
                arguments(new RuntimeException("failed: java.util.NoSuchElementException: No value present"),
                        "failed: No value present"),
                arguments(new RuntimeException("see java.io.IOException. It ended"), "see failure. It ended"),
                arguments(new RuntimeException("No such a.b.Thing, IOException of 5"),
                        "No such a.b.Thing, failure of 5"),
                arguments(new IllegalArgumentException("no class java.lang.String here"), "no String here"),
                arguments(new RuntimeException("java.lang.RuntimeException", new NoSuchElementException("is empty")),
                        "is empty"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void saysTheReasonInWords(Throwable failure, String words) {
        assertThat(FailureText.of(failure)).isEqualTo(words);
    }

    @Test
    void saysWhatTheRuntimeFoundInWords() {
        List<Object> mixed = List.of("text");
        assertThat(FailureText.of(catchThrowable(() -> Objects.requireNonNull(null, "sink"))))
                .isEqualTo("a value is missing: sink");
        assertThat(FailureText.of(catchThrowable(() -> mixed.stream().map(Integer.class::cast).toList())))
                .isEqualTo("a value is of another kind than expected");
        assertThat(FailureText.of(catchThrowable(() -> mixed.get(7)))).contains("7").doesNotContain("java.",
                "Exception");
    }

    @Test
    void readsALongTextOnce() {
        String message = "a.".repeat(200_000) + "B".repeat(200_000);
        assertThat(FailureText.of(new IllegalStateException(message))).isEqualTo(message);
    }
}
