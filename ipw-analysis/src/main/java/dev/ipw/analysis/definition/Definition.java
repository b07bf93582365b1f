package dev.ipw.analysis.definition;

import java.util.List;

/**
 * A tool's definition of a figure.
 *
 * @param metric the metric
 * @param tool   the tool
 * @param name   the tool's name of the figure
 * @param words  the formula in words
 * @param source the source from which it is computed
 */
record Definition(Metric metric, BenchmarkTool tool, String name, String words, Source source) {

    /** The source from which a figure is computed. */
    sealed interface Source {
        /** One figure of each request. */
        record PerRequest(Formula formula) implements Source {}

        /** The gaps between the chunks of all requests together. */
        record AllGaps() implements Source {}

        /** One figure of the whole run. */
        enum WholeRun implements Source {
            MEASUREMENT_WINDOW, FIRST_CALL_TO_LAST_TOKEN, FIRST_CALL_TO_LAST_END
        }

        /** No source, with the reason. */
        record Nothing(String reason) implements Source {}
    }

    private static final String LOCAL = "it counts the tokens of the text with a tokenizer of its own, which a run does not have";
    private static final String REQUEST = "the tool has no such figure";
    private static final String CALL = "call to first token, of answer or reasoning";

    static List<Definition> of(Metric metric) {
        return switch (metric) {
            case TIME_TO_FIRST_TOKEN -> timeToFirstToken();
            case INTER_TOKEN_LATENCY -> interTokenLatency();
            case TIME_PER_OUTPUT_TOKEN -> timePerOutputToken();
            case END_TO_END_LATENCY -> latency();
            case OUTPUT_TOKENS_PER_SECOND_PER_USER -> perUser();
            case SYSTEM_OUTPUT_TOKENS_PER_SECOND -> system();
        };
    }

    private static Definition of(Metric metric, BenchmarkTool tool, String name, String words, Formula formula) {
        return new Definition(metric, tool, name, words, new Source.PerRequest(formula));
    }

    private static Definition none(Metric metric, BenchmarkTool tool, String reason) {
        return new Definition(metric, tool, "", "", new Source.Nothing(reason));
    }

    private static List<Definition> timeToFirstToken() {
        Metric metric = Metric.TIME_TO_FIRST_TOKEN;
        return List.of(
                of(metric, BenchmarkTool.IPW, "time_to_first_token",
                        "send of the last byte to first token, of answer or reasoning",
                        Formula.OUR_TIME_TO_FIRST_TOKEN),
                of(metric, BenchmarkTool.LLMETER, "time_to_first_token",
                        "call to first token of the answer; reasoning is passed over",
                        Formula.CALL_TO_FIRST_VISIBLE_TOKEN),
                of(metric, BenchmarkTool.AIPERF, "time_to_first_token", CALL, Formula.CALL_TO_FIRST_TOKEN),
                of(metric, BenchmarkTool.GUIDELLM, "time_to_first_token_ms", CALL, Formula.CALL_TO_FIRST_TOKEN),
                of(metric, BenchmarkTool.INFERENCE_PERF, "time_to_first_token",
                        "call to first token of the answer, of answers with more than one token",
                        Formula.CALL_TO_FIRST_VISIBLE_OF_SEVERAL),
                of(metric, BenchmarkTool.GENAI_BENCH, "ttft", CALL, Formula.CALL_TO_FIRST_TOKEN),
                of(metric, BenchmarkTool.VLLM, "ttft", "call to first event with choices, if that one has a token",
                        Formula.CALL_TO_FIRST_TOKEN),
                of(metric, BenchmarkTool.VLLM, "ttft, empty event first",
                        "call to first event with choices, if that one is empty and comes with the first byte",
                        Formula.CALL_TO_FIRST_BYTE),
                of(metric, BenchmarkTool.LLMPERF, "ttft_s", "call to first token of the answer",
                        Formula.CALL_TO_FIRST_VISIBLE_TOKEN));
    }

    private static List<Definition> interTokenLatency() {
        Metric metric = Metric.INTER_TOKEN_LATENCY;
        return List.of(
                of(metric, BenchmarkTool.IPW, "inter_token_latency", "median gap between the chunks of an answer",
                        Formula.OUR_INTER_TOKEN_LATENCY),
                none(metric, BenchmarkTool.LLMETER, REQUEST),
                of(metric, BenchmarkTool.AIPERF, "inter_token_latency", "(last token - first token) / (tokens - 1)",
                        Formula.FIRST_TO_LAST_OVER_REST),
                new Definition(metric, BenchmarkTool.AIPERF, "inter_chunk_latency",
                        "gaps between chunks, of all requests together",
                        new Source.AllGaps()),
                of(metric, BenchmarkTool.GUIDELLM, "inter_token_latency_ms",
                        "(last token - first token) / (tokens - 1)",
                        Formula.FIRST_TO_LAST_OVER_REST),
                none(metric, BenchmarkTool.INFERENCE_PERF,
                        "it cuts each chunk into tokens with a tokenizer of its own and counts 0 between those of one chunk"),
                none(metric, BenchmarkTool.GENAI_BENCH, REQUEST),
                new Definition(metric, BenchmarkTool.VLLM, "itl", "gaps between chunks, of all requests together",
                        new Source.AllGaps()),
                of(metric, BenchmarkTool.LLMPERF, "inter_token_latency_s",
                        "call to last token / chunks, so with the first token's time",
                        Formula.CALL_TO_LAST_OVER_CHUNKS));
    }

    private static List<Definition> timePerOutputToken() {
        Metric metric = Metric.TIME_PER_OUTPUT_TOKEN;
        return List.of(
                of(metric, BenchmarkTool.IPW, "time_per_output_token",
                        "(last token - first token) / (tokens - those of the first chunk)",
                        Formula.OUR_TIME_PER_OUTPUT_TOKEN),
                of(metric, BenchmarkTool.LLMETER, "time_per_output_token",
                        "(last token - first token of the answer) / (tokens - 1); 0 for an answer in one chunk",
                        Formula.FIRST_VISIBLE_TO_LAST_OVER_REST),
                of(metric, BenchmarkTool.AIPERF, "inter_token_latency", "(last token - first token) / (tokens - 1)",
                        Formula.FIRST_TO_LAST_OVER_REST),
                of(metric, BenchmarkTool.GUIDELLM, "time_per_output_token_ms",
                        "call to last token / tokens, so with the first token's time",
                        Formula.CALL_TO_LAST_OVER_TOKENS),
                of(metric, BenchmarkTool.INFERENCE_PERF, "time_per_output_token",
                        "(last token - first token of the answer) / (tokens - 1), with its option to count as the server does",
                        Formula.FIRST_VISIBLE_TO_LAST_OVER_REST),
                of(metric, BenchmarkTool.GENAI_BENCH, "tpot",
                        "(end of the stream - first token) / (tokens - 1), of at least 1 ms of decoding",
                        Formula.FIRST_TO_END_OVER_REST),
                of(metric, BenchmarkTool.VLLM, "tpot", "(last token - first token) / (tokens - 1)",
                        Formula.FIRST_TO_LAST_OVER_REST),
                none(metric, BenchmarkTool.LLMPERF, REQUEST));
    }

    private static List<Definition> latency() {
        Metric metric = Metric.END_TO_END_LATENCY;
        return List.of(
                of(metric, BenchmarkTool.IPW, "time_from_intended_start", "intended start to end of the response",
                        Formula.OUR_LATENCY),
                of(metric, BenchmarkTool.LLMETER, "time_to_last_token", "call to last token",
                        Formula.CALL_TO_LAST_TOKEN),
                of(metric, BenchmarkTool.AIPERF, "request_latency", "call to last token", Formula.CALL_TO_LAST_TOKEN),
                of(metric, BenchmarkTool.GUIDELLM, "request_latency", "call to end of the response",
                        Formula.CALL_TO_END),
                of(metric, BenchmarkTool.INFERENCE_PERF, "request_latency", "call to end of the response",
                        Formula.CALL_TO_END),
                of(metric, BenchmarkTool.GENAI_BENCH, "e2e_latency", "call to end of the response",
                        Formula.CALL_TO_END),
                of(metric, BenchmarkTool.VLLM, "e2el", "call to last event with choices, taken for the last token",
                        Formula.CALL_TO_LAST_TOKEN),
                of(metric, BenchmarkTool.LLMPERF, "end_to_end_latency_s", "call to end of the response",
                        Formula.CALL_TO_END));
    }

    private static List<Definition> perUser() {
        Metric metric = Metric.OUTPUT_TOKENS_PER_SECOND_PER_USER;
        return List.of(
                of(metric, BenchmarkTool.IPW, "output_tokens_per_second", "tokens / (end of the response - send)",
                        Formula.OUR_OUTPUT_SPEED),
                none(metric, BenchmarkTool.LLMETER,
                        "it shows 1 / the median time per output token, and no figure of a request"),
                of(metric, BenchmarkTool.AIPERF, "output_token_throughput_per_user",
                        "(tokens - 1) / (last token - first token)",
                        Formula.REST_OVER_FIRST_TO_LAST),
                of(metric, BenchmarkTool.GUIDELLM, "output_tokens_per_second", "tokens / (end of the response - call)",
                        Formula.TOKENS_OVER_CALL_TO_END),
                none(metric, BenchmarkTool.INFERENCE_PERF, REQUEST),
                of(metric, BenchmarkTool.GENAI_BENCH, "output_inference_speed",
                        "(tokens - 1) / (end of the stream - first token), of at least 1 ms of decoding",
                        Formula.REST_OVER_FIRST_TO_END),
                none(metric, BenchmarkTool.VLLM, REQUEST),
                none(metric, BenchmarkTool.LLMPERF, LOCAL));
    }

    private static List<Definition> system() {
        Metric metric = Metric.SYSTEM_OUTPUT_TOKENS_PER_SECOND;
        return List.of(
                new Definition(metric, BenchmarkTool.IPW, "system_output_tokens_per_second",
                        "tokens / the measurement window",
                        Source.WholeRun.MEASUREMENT_WINDOW),
                new Definition(metric, BenchmarkTool.LLMETER, "output_tps", "tokens / (end of the run - first call)",
                        Source.WholeRun.FIRST_CALL_TO_LAST_END),
                new Definition(metric, BenchmarkTool.AIPERF, "output_token_throughput",
                        "tokens / (last token - first call)",
                        Source.WholeRun.FIRST_CALL_TO_LAST_TOKEN),
                none(metric, BenchmarkTool.GUIDELLM,
                        "it weighs rates over time, with tokens spread evenly over each answer"),
                new Definition(metric, BenchmarkTool.INFERENCE_PERF, "output_tokens_per_sec",
                        "tokens / (last end - first call), with its option to count as the server does",
                        Source.WholeRun.FIRST_CALL_TO_LAST_END),
                new Definition(metric, BenchmarkTool.GENAI_BENCH, "mean_output_throughput_tokens_per_s",
                        "tokens / (last end - first call)", Source.WholeRun.FIRST_CALL_TO_LAST_END),
                new Definition(metric, BenchmarkTool.VLLM, "output_throughput", "tokens / (last end - first call)",
                        Source.WholeRun.FIRST_CALL_TO_LAST_END),
                none(metric, BenchmarkTool.LLMPERF, LOCAL));
    }
}
