package dev.ipw.record;

import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.number.Ratio;
import dev.ipw.statistics.Statistics;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** A figure of every query that can be listed, summarised and compared. */
@API(status = API.Status.EXPERIMENTAL)
public enum Dimension {
    /** The time from the send to the first token of any kind, in seconds. */
    TIME_TO_FIRST_TOKEN(Dimension.SECONDS, List.of("ttft"),
            record -> record.latency().timeToFirstTokenSeconds()),
    /** The time from the send to the first token of the visible answer, in seconds. */
    TIME_TO_FIRST_VISIBLE_TOKEN(Dimension.SECONDS, List.of(),
            record -> record.latency().timeToFirstVisibleTokenSeconds()),
    /** The time from the send to the last token, in seconds. */
    TIME_TO_LAST_TOKEN(Dimension.SECONDS, List.of("ttlt"), record -> toLastToken(record.timeline())),
    /** The time between tokens after the first chunk, in seconds. */
    TIME_PER_OUTPUT_TOKEN(Dimension.SECONDS, List.of("tpot"),
            record -> record.latency().timePerOutputTokenSeconds()),
    /** The median gap between chunks, in seconds. */
    INTER_TOKEN_LATENCY(Dimension.SECONDS, List.of("itl"), record -> record.latency().interTokenLatency()
            .map(gaps -> OptionalDouble.of(gaps.medianSeconds())).orElse(OptionalDouble.empty())),
    /** The time from the send to the end of the response, in seconds. */
    TOTAL_TIME(Dimension.SECONDS, List.of("total_query_seconds"),
            record -> OptionalDouble.of(record.totalSeconds())),
    /** The time from the intended start to the end of the response, in seconds: the reported latency. */
    TIME_FROM_INTENDED_START(Dimension.SECONDS, List.of("latency"),
            record -> OptionalDouble.of(record.fromIntendedStartSeconds())),
    /** The time to set up the connection before the send, in seconds; empty where an earlier one was used again. */
    CONNECTION_SETUP(Dimension.SECONDS, List.of("connect"),
            record -> record.timeline().dispatch().connection()
                    .map(times -> OptionalDouble.of(times.totalNanos() / Dimension.NANOS))
                    .orElse(OptionalDouble.empty())),
    /**
     * The time of the request in the server's queue, as the server reports it, in seconds. Part of the time to first
     * token.
     */
    SERVER_QUEUE_TIME(Dimension.SECONDS, List.of("queue"), record -> seconds(
            record.serverTimings().queueNanos())),
    /** The number of received tokens over the number of chunks with tokens. */
    TOKENS_PER_CHUNK("tokens/chunk", List.of(), Dimension::tokensPerChunk),
    /** Output tokens over the time from the send to the end, in tokens per second. */
    OUTPUT_TOKENS_PER_SECOND("tokens/s", List.of("throughput"),
            record -> record.latency().outputTokensPerSecond()),
    /** Tokens of the prompt. */
    INPUT_TOKENS("tokens", List.of("num_tokens_input"), record -> real(record.tokens().input())),
    /** Tokens of the answer. */
    OUTPUT_TOKENS("tokens", List.of("num_tokens_output"), record -> real(record.outputTokens())),
    /** Tokens of the prompt that came from a cache. */
    CACHED_INPUT_TOKENS("tokens", List.of("num_tokens_input_cached"),
            record -> real(record.tokens().cachedInput())),
    /** Tokens of reasoning, hidden or shown. */
    REASONING_OUTPUT_TOKENS("tokens", List.of("num_tokens_output_reasoning"),
            record -> real(record.tokens().reasoning())),
    /** The query's joules over the headline's scopes; empty if they are not completely known. */
    ENERGY_JOULES("J", List.of("energy", "joules"), Dimension::joules),
    /**
     * The query's joules of the graphics processors alone, which the Python original calls energy; empty unless all are
     * known.
     */
    GPU_ENERGY_JOULES("J", List.of("gpu_joules"), record -> record.energy().completeJoules(Scope.GPU)),
    /** The query's joules over its seconds; a share if requests overlapped. */
    POWER_WATTS("W", List.of("power", "watts"), RecordedQuery::requestShareWatts),
    /** The power of the graphics processors while the query ran, whatever used them. */
    GPU_POWER_WATTS("W", List.of("gpu_watts"), record -> record.power().gpuWatts().map(Statistics::average)
            .map(OptionalDouble::of).orElse(OptionalDouble.empty())),
    /** The query's joules over its output tokens. */
    ENERGY_PER_OUTPUT_TOKEN_JOULES("J/token", List.of("joules_per_token"), Dimension::joulesPerToken),
    /** The query's cost in US dollars; empty if any part of it has no price. */
    COST_USD("USD", List.of("cost"), record -> record.cost().totalUsd()
            .map(amount -> OptionalDouble.of(amount.doubleValue())).orElse(OptionalDouble.empty())),
    /** The query's floating-point operations. */
    FLOPS("FLOP", List.of(), record -> record.compute().floatingPointOperations()),
    /** The query's operations over the devices' peak operations in its time; empty if requests overlapped. */
    MFU("", List.of(), record -> record.compute().isShared()
            ? OptionalDouble.empty()
            : record.compute().flopsUtilization());

    private static final String SECONDS = "s";
    private static final double NANOS = 1e9;

    private final String unit;
    private final List<String> aliases;
    private final Function<RecordedQuery, OptionalDouble> value;

    Dimension(String unit, List<String> aliases, Function<RecordedQuery, OptionalDouble> value) {
        this.unit = unit;
        this.aliases = aliases;
        this.value = value;
    }

    /**
     * Finds a dimension by its name or a short name.
     *
     * @param name for example {@code time_per_output_token} or {@code tpot}
     * @return the dimension
     * @throws ConfigurationException if there is none; the message lists them
     */
    public static Dimension named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values()).filter(one -> one.label().equals(wanted) || one.aliases.contains(wanted))
                .findFirst().orElseThrow(() -> new ConfigurationException("Unknown dimension '" + name + "'."
                        + NearestNames.question(wanted, Arrays.stream(values())
                                .flatMap(one -> Stream.concat(Stream.of(one.label()), one.aliases.stream())).toList())
                        + " Available: " + Arrays.stream(values()).map(Dimension::names)
                                .collect(Collectors.joining(", "))));
    }

    private String names() {
        return aliases.isEmpty() ? label() : label() + " (" + String.join(", ", aliases) + ")";
    }

    /**
     * Returns the figure of one query. A failed request has joules but no times, which would look like those of a quick
     * answer, or a slow one.
     *
     * @param record the query
     * @return the figure in {@link #unit()}, or empty if not measured
     */
    public OptionalDouble of(RecordedQuery record) {
        boolean noAnswer = record.hasFailed() && unit.equals(SECONDS);
        return noAnswer ? OptionalDouble.empty() : value.apply(record);
    }

    /**
     * Returns the name used in files and on screens.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the text for screens and charts. A query's joules are its share of the devices' joules, and are labelled
     * as a share: per query and per token of a run are other figures.
     *
     * @return for example {@code share, J/query} or {@code time to first token}
     */
    public String words() {
        return switch (this) {
            case TIME_FROM_INTENDED_START -> "latency from the intended start";
            case TOTAL_TIME -> "latency from the send";
            case ENERGY_JOULES -> "share, J/query";
            case ENERGY_PER_OUTPUT_TOKEN_JOULES -> "share, J/token";
            case POWER_WATTS -> "share, W";
            default -> label().replace('_', ' ');
        };
    }

    /**
     * Returns the unit.
     *
     * @return for example {@code s} or {@code J/token}
     */
    public String unit() {
        return unit;
    }

    /**
     * Returns the unit beside a value on a screen, if the words of the figure have the rest of it.
     *
     * @return for example {@code J} for {@code J/token}; empty for tokens
     */
    public String shownUnit() {
        return switch (this) {
            case TOKENS_PER_CHUNK, OUTPUT_TOKENS_PER_SECOND, INPUT_TOKENS, OUTPUT_TOKENS, CACHED_INPUT_TOKENS,
                    REASONING_OUTPUT_TOKENS ->
                "";
            case ENERGY_PER_OUTPUT_TOKEN_JOULES -> "J";
            default -> unit;
        };
    }

    /**
     * Returns whether higher values are better.
     *
     * @return true if so, as for tokens per second
     */
    public boolean isBetterWhenHigher() {
        return this == OUTPUT_TOKENS_PER_SECOND || this == MFU;
    }

    /**
     * Returns whether the values derive from times, so that they are as reliable as the times of the run.
     *
     * @return true for times and for the output speed
     */
    public boolean isOfTime() {
        return unit.equals(SECONDS) || this == OUTPUT_TOKENS_PER_SECOND;
    }

    /**
     * Returns whether the values are a query's share of the joules or watts of the run.
     *
     * @return true for the headline joules and watts of a query
     */
    public boolean isShare() {
        return this == ENERGY_JOULES || this == ENERGY_PER_OUTPUT_TOKEN_JOULES || this == POWER_WATTS;
    }

    private static OptionalDouble toLastToken(ResponseTimeline timeline) {
        OptionalLong last = timeline.lastTokenNanos();
        return last.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((last.getAsLong() - timeline.serviceStartNanos()) / NANOS);
    }

    private static OptionalDouble seconds(OptionalLong nanos) {
        return nanos.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(nanos.getAsLong() / NANOS);
    }

    private static OptionalDouble tokensPerChunk(RecordedQuery record) {
        return Ratio.of(real(record.tokens().streamed()), record.timeline().chunkNanos().length);
    }

    private static OptionalDouble joules(RecordedQuery record) {
        return ModelMetrics.completeJoules(record.headline());
    }

    private static OptionalDouble joulesPerToken(RecordedQuery record) {
        return Ratio.of(joules(record),
                (double) record.outputTokens().orElse(0));
    }

    private static OptionalDouble real(OptionalLong whole) {
        return whole.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) whole.getAsLong());
    }
}
