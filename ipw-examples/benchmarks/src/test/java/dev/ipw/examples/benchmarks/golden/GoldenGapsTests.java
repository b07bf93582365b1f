package dev.ipw.examples.benchmarks.golden;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class GoldenGapsTests {
    @Test
    @Timeout(120)
    void everyClientReadsEveryChunking() throws Exception {
        try (StampedAnswers server = StampedAnswers.start()) {
            List<String> table = new GoldenGaps(server.address(), 32).table(2);

            assertThat(table).hasSize(2 + Api.values().length * Chunking.values().length);
            assertThat(table.get(2)).startsWith("| openai | one | 2 | 62 |");
        }
    }
}
