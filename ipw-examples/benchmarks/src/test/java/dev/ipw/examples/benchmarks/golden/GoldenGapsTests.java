package dev.ipw.examples.benchmarks.golden;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class GoldenGapsTests {
    @Test
    void everyClientReadsEveryChunking() throws Exception {
        try (StampedAnswers server = StampedAnswers.start()) {
            List<String> table = new GoldenGaps(server.address(), 32).table(2);

            assertThat(table).hasSize(2 + Api.values().length * Chunking.values().length);
            assertThat(table.get(2)).startsWith("| openai | one | 2 | 62 |");
        }
    }
}
