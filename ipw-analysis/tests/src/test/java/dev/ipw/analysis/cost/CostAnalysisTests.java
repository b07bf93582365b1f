package dev.ipw.analysis.cost;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.plugin.Parameters;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CostAnalysisTests {
    private static final long MILLI = 1_000_000;
    private static final ClientInfo REMOTE = new ClientInfo("fake", "made:1b", Optional.empty(), ServingHost.REMOTE,
            Map.of());

    @TempDir
    Path folder;

    private AnalysisResult analyzed(int queries, int right) throws IOException {
        Path prices = Files.writeString(folder.resolve("prices.json"), "{\"format\":1,\"version\":\"1\","
                + "\"as_of\":\"1970-01-01\",\"prices\":[{\"model\":\"made:1b\",\"valid_from\":\"1970-01-01\","
                + "\"source\":\"a test\",\"input_usd_per_million\":2,\"output_usd_per_million\":8}]}");
        RunReader run = MadeRunFolder.write(folder.resolve("run"), queries,
                number -> Query.of(10, 2, MILLI, 2 * MILLI).rightIf(number < right), REMOTE,
                List.of("The sensor gpu-0 was lost"));
        return new CostAnalysisProvider().create(Parameters.of("analysis cost", Map.of("prices", prices.toString())))
                .analyze(run);
    }

    @Test
    void repeatsWhatHappenedToTheRun() throws IOException {
        assertThat(analyzed(10, 8).warnings()).contains("The sensor gpu-0 was lost");
    }

    @Test
    void leavesTheUpperBoundOutWhereSoFewAreRightThatThereIsNone() throws IOException {
        AnalysisResult few = analyzed(50, 1);

        assertThat(few.summary()).containsEntry("usd_per_correct_answer_high", null)
                .hasEntrySatisfying("usd_per_correct_answer_low", low -> assertThat(low).isNotNull());
        assertThat(few.figure("usd_per_correct_answer").interval().orElseThrow().high())
                .isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(few.warnings()).anyMatch(warning -> warning.contains("for an upper bound"));
    }
}
