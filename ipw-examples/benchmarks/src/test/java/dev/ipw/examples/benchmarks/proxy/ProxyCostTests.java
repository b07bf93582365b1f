package dev.ipw.examples.benchmarks.proxy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class ProxyCostTests {
    @Test
    void printsATable() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        ProxyCost.measure(5, 1, new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(5)
                .anyMatch(line -> line.startsWith("| first byte | "))
                .anyMatch(line -> line.startsWith("| last byte | "));
    }
}
