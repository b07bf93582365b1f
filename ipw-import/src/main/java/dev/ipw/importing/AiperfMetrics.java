package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A reader of the figures that AIPerf keeps for a request, each a value with its unit.
 *
 * @param place   the place of the figures, for messages
 * @param metrics the figures by name
 */
record AiperfMetrics(String place, TreeReader metrics) {
    private static final double SECOND = 1;
    private static final double MILLISECOND = 1e-3;
    private static final double MICROSECOND = 1e-6;
    private static final double NANOSECOND = 1e-9;

    /** Returns a duration in nanoseconds. */
    OptionalLong nanos(String name) {
        return metrics.optionalChild(name).map(figure -> OptionalLong.of(
                BenchmarkToolTimes.nanos(place, name, figure.real("value") * unitSeconds(name, figure))))
                .orElse(OptionalLong.empty());
    }

    /** Returns the gaps between chunks in nanoseconds; empty if they were not kept. */
    long[] gaps() {
        String name = "inter_chunk_latency";
        return metrics.optionalChild(name)
                .map(figure -> BenchmarkToolNumbers.of(place, name, figure.asMap().get("value")).stream()
                        .mapToLong(gap -> BenchmarkToolTimes.nanos(place, name, gap * unitSeconds(name, figure)))
                        .toArray())
                .orElse(new long[0]);
    }

    private double unitSeconds(String name, TreeReader figure) {
        String unit = figure.optionalText("unit").orElse("ms");
        return switch (unit) {
            case "s", "sec" -> SECOND;
            case "ms" -> MILLISECOND;
            case "us" -> MICROSECOND;
            case "ns" -> NANOSECOND;
            default -> throw new InputException(place + ": " + name + " has the unit '" + TreeReader.shown(unit)
                    + "', which is no unit of time. Give s, ms, us or ns");
        };
    }

    private OptionalLong whole(List<String> names) {
        return names.stream().map(metrics::optionalChild).flatMap(Optional::stream).findFirst()
                .map(figure -> BenchmarkToolNumbers.tokens(figure, "value")).orElse(OptionalLong.empty());
    }

    boolean hasReasoning() {
        return whole(List.of("reasoning_token_count")).orElse(0) > 0;
    }

    /** Returns the counts of tokens; a failed request has at most that of its prompt. */
    TokenUsage usage() {
        OptionalLong input = whole(List.of("input_sequence_length", "error_isl"));
        OptionalLong output = whole(List.of("output_sequence_length", "output_token_count"));
        return input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                // Reasoning tokens are counted from the received text.
                : new TokenUsage(input, output, RequestTokens.sum(input, output), OptionalLong.empty(),
                        whole(List.of("reasoning_token_count")), output, OptionalLong.empty(),
                        TokenUsage.Source.TOKENIZER);
    }
}
