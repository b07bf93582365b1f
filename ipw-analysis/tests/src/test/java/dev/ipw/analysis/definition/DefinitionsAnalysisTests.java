package dev.ipw.analysis.definition;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunConfiguration;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DefinitionsAnalysisTests {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private AnalysisResult analyzed(int queries, IntFunction<Query> query) {
        return new DefinitionsAnalysis().analyze(MadeRunFolder.write(folder.resolve("run"), queries, query));
    }

    private static TreeReader tool(AnalysisResult result, String metric, String tool) {
        return TreeReader.of("definitions", result.data()).children("metrics").stream()
                .filter(one -> one.text("metric").equals(metric))
                .filter(one -> one.text("tool").equals(tool)).findFirst().orElseThrow();
    }

    private static double mean(AnalysisResult result, String metric, String tool) {
        return tool(result, metric, tool).real("mean");
    }

    /** 36 tokens in 6 equal chunks, 80 ms apart, the first after 100 ms; the stream ends 20 ms after the last. */
    private static Query bundled() {
        return Query.of(10, 36, 0, 0).counted(
                TokenUsage.server(10, 36).withStreamed(36, 6))
                .at(100 * MILLI, 180 * MILLI, 260 * MILLI, 340 * MILLI, 420 * MILLI, 500 * MILLI, 520 * MILLI);
    }

    @Test
    void dividesByWhatEachToolDividesBy() {
        AnalysisResult result = analyzed(1, number -> bundled());

        assertMean(result, "time_per_output_token", "ipw", 0.4 / 30);
        assertMean(result, "time_per_output_token", "llmeter", 0.4 / 35);
        assertMean(result, "time_per_output_token", "vllm bench serve", 0.4 / 35);
        assertMean(result, "time_per_output_token", "guidellm", 0.5 / 36);
        assertMean(result, "time_per_output_token", "genai-bench", 0.42 / 35);
        assertMean(result, "inter_token_latency", "ipw", 0.08);
        assertMean(result, "inter_token_latency", "AIPerf", 0.4 / 35);
        assertMean(result, "inter_token_latency", "guidellm", 0.4 / 35);
        assertMean(result, "inter_token_latency", "vllm bench serve", 0.08);
        assertThat(tool(result, "inter_token_latency", "vllm bench serve").whole("n")).isEqualTo(5);
        assertMean(result, "inter_token_latency", "llmperf", 0.5 / 6);
        assertThat(result.warnings())
                .anyMatch(warning -> warning.startsWith("1 of 1 answers came in chunks of several"));
    }

    @Test
    void endsWhereEachToolEnds() {
        AnalysisResult result = analyzed(1, number -> bundled());

        assertMean(result, "end_to_end_latency", "ipw", 0.52);
        assertMean(result, "end_to_end_latency", "llmeter", 0.5);
        assertMean(result, "end_to_end_latency", "AIPerf", 0.5);
        assertMean(result, "end_to_end_latency", "guidellm", 0.52);
        assertMean(result, "output_tokens_per_second_per_user", "AIPerf", 35 / 0.4);
        assertMean(result, "output_tokens_per_second_per_user", "guidellm", 36 / 0.52);
        assertMean(result, "output_tokens_per_second_per_user", "genai-bench", 35 / 0.42);
        assertMean(result, "system_output_tokens_per_second", "AIPerf", 36 / 0.5);
        assertMean(result, "system_output_tokens_per_second", "vllm bench serve", 36 / 0.52);
        assertThat(tool(result, "system_output_tokens_per_second", "vllm bench serve").optionalReal("p50")).isEmpty();
    }

    @Test
    void takesPercentilesByTheRuleOfEachTool() {
        AnalysisResult result = analyzed(10, number -> Query.of(10, 2, (number + 1) * MILLI, 20 * MILLI));

        assertP99(result, "llmeter", 0.01089);
        assertP99(result, "AIPerf", 0.00991);
        assertP99(result, "guidellm", 0.010);
        assertThat(tool(result, "time_to_first_token", "ipw").optionalReal("p99")).isEmpty();
        assertThat(tool(result, "time_to_first_token", "ipw").real("p90")).isCloseTo(0.0091, within(1e-12));
    }

    @Test
    void passesOverReasoningWhereTheToolDoes() {
        AnalysisResult result = analyzed(1, number -> Query.of(10, 4, 0, 0).at(100 * MILLI, 300 * MILLI, 400 * MILLI,
                400 * MILLI).reasoned());

        assertMean(result, "time_to_first_token", "ipw", 0.1);
        assertMean(result, "time_to_first_token", "AIPerf", 0.1);
        assertMean(result, "time_to_first_token", "llmeter", 0.3);
        assertMean(result, "time_to_first_token", "llmperf", 0.3);
        assertMean(result, "time_per_output_token", "llmeter", 0.1 / 3);
        assertMean(result, "time_per_output_token", "vllm bench serve", 0.3 / 3);
        assertThat(tool(result, "inter_token_latency", "llmperf").text("reason")).startsWith("no answer has");
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("have reasoning"));
    }

    @Test
    void givesAZeroWhereLlmeterDoesAndNoneOurselves() {
        AnalysisResult result = analyzed(1, number -> Query.of(10, 5, 0, 0).at(100 * MILLI, 100 * MILLI));

        assertMean(result, "time_per_output_token", "llmeter", 0);
        assertThat(tool(result, "time_per_output_token", "ipw").text("reason")).startsWith("no answer has");
        assertThat(tool(result, "time_per_output_token", "genai-bench").optionalReal("mean")).isEmpty();
        assertThat(tool(result, "output_tokens_per_second_per_user", "AIPerf").optionalReal("mean")).isEmpty();
    }

    @Test
    void saysWhyThereIsNoFigure() {
        AnalysisResult result = analyzed(3, number -> number == 0
                ? Query.of(1, 2, MILLI, 2 * MILLI).failing()
                : Query.of(1, 2, MILLI, 2 * MILLI).counted(TokenUsage.absent()));

        assertThat(tool(result, "inter_token_latency", "inference-perf").text("reason"))
                .contains("tokenizer of its own");
        assertThat(tool(result, "time_per_output_token", "llmeter").text("reason")).startsWith("no answer has");
        assertThat(tool(result, "system_output_tokens_per_second", "genai-bench").text("reason"))
                .startsWith("not every answer");
        assertThat(tool(result, "time_to_first_token", "AIPerf").whole("n")).isEqualTo(2);
        assertThat(result.warnings()).contains("Requests that failed, which are in no figure: 1");
    }

    @Test
    void saysWhoseStampsTheyAreAndWhatHappenedToTheRun() {
        ClientInfo imported = new ClientInfo("llmeter", "made:1b", Optional.empty(), ServingHost.REMOTE,
                Map.of(RunConfiguration.ORIGIN, "llmeter"));
        AnalysisResult result = new DefinitionsAnalysis().analyze(MadeRunFolder.write(folder.resolve("imported"), 1,
                number -> bundled(), imported, List.of("Imported from llmeter: call to last token")));

        assertThat(result.warnings()).anyMatch(warning -> warning.startsWith("The stamps are those of llmeter"))
                .contains("Imported from llmeter: call to last token");
        assertThat(analyzed(1, number -> bundled()).warnings()).noneMatch(warning -> warning.contains("stamps"));
    }

    @Test
    void classesOfManyGapsStayCloseToThem() {
        PooledGaps few = new PooledGaps();
        PooledGaps many = new PooledGaps();
        SplittableRandom random = new SplittableRandom(1);
        long[] chunks = new long[1001];
        for (int answer = 0; answer < 2200; answer++) {
            for (int chunk = 1; chunk < chunks.length; chunk++) {
                chunks[chunk] = chunks[chunk - 1] + Math.round(Math.exp(16 + random.nextGaussian()));
            }
            few.add(answer < 2000 ? chunks : new long[0]);
            many.add(chunks);
        }
        few.sort();

        assertThat(few.isPooled()).isFalse();
        assertThat(many.isPooled()).isTrue();
        assertThat(many.count()).isEqualTo(2_200_000);
        for (double share : new double[]{0.001, 0.5, 0.9, 0.99}) {
            assertThat(many.seconds((long) (share * 2_200_000)) / few.seconds((long) (share * 2_000_000)))
                    .isCloseTo(1, within(0.02));
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 20", "1_200_000, 1_200_000", "10, 2_100_000", "2_100_000, 10", "2_100_000, 2_100_000"})
    void gapsMergeToTheSameAsTogether(String first, String second) {
        PooledGaps together = new PooledGaps();
        PooledGaps merged = gaps(first, together);
        merged.merge(gaps(second, together));
        merged.sort();
        together.sort();

        assertThat(merged.isPooled()).isEqualTo(together.isPooled());
        assertThat(merged.meanSeconds()).isEqualTo(together.meanSeconds());
        for (long rank = 0; rank < together.count(); rank += 1 + together.count() / 100) {
            assertThat(merged.seconds(rank)).isEqualTo(together.seconds(rank));
        }
    }

    private static PooledGaps gaps(String number, PooledGaps together) {
        SplittableRandom random = new SplittableRandom(number.length());
        long[] chunks = new long[Integer.parseInt(number.replace("_", "")) + 1];
        for (int chunk = 1; chunk < chunks.length; chunk++) {
            chunks[chunk] = chunks[chunk - 1] + random.nextLong(1, 50_000_000);
        }
        PooledGaps gaps = new PooledGaps();
        gaps.add(chunks);
        together.add(chunks);
        return gaps;
    }

    @Test
    void aClassIsNoWiderThanItSays() {
        PooledGaps gaps = new PooledGaps();
        long[] same = new long[PooledGaps.MAX_EXACT + 2];
        for (int chunk = 1; chunk < same.length; chunk++) {
            same[chunk] = same[chunk - 1] + 12_345_678;
        }
        gaps.add(same);

        assertThat(gaps.isPooled()).isTrue();
        assertThat(gaps.seconds(1000) / 0.012345678).isCloseTo(1, within(1.0 / 8192));
        assertThat(gaps.meanSeconds()).isCloseTo(0.012345678, within(1e-12));
    }

    private static void assertP99(AnalysisResult result, String tool, double expected) {
        assertThat(tool(result, "time_to_first_token", tool).real("p99")).isCloseTo(expected, within(1e-12));
    }

    private static void assertMean(AnalysisResult result, String metric, String tool, double expected) {
        assertThat(OptionalDouble.of(mean(result, metric, tool)).orElseThrow()).as(metric + " as " + tool)
                .isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
    }
}
