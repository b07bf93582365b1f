package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.importing.lines.LogLines;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.run.LoadSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a run folder of llmeter: {@code responses.jsonl} with one answer a line, and beside it
 * {@code run_config.json}, {@code summary.json} and {@code stats.json}, as far as they exist.
 */
final class LlmeterRun implements ImportedRun {
    static final String ID = "llmeter";
    static final String RESPONSES = "responses.jsonl";
    private static final String DEFINITIONS = "times count from just before the call, connection included; the time to "
            + "first token is that of the first visible text unless the endpoint was set otherwise, and the time to last "
            + "token that of the last text, after which the request counts as ended; moments of chunks are not kept, so "
            + "there are no gaps between tokens, and the time per output token takes the first chunk to be one token";
    private static final String COARSE = "llmeter records send times to the second only: overlaps of requests "
            + "and figures over the time of the run are unknown";

    private final LogLines lines;
    private final Path file;
    private final RunOrigin origin;
    private final TreeReader summary;
    private final OptionalLong mostNanos;
    private OptionalLong lastKnownNanos = OptionalLong.empty();
    private long undated;
    private long beyond;
    private long reasoned;

    LlmeterRun(Path file) {
        this.file = file;
        lines = new LogLines(file, RunFiles.MAX_LINE_BYTES);
        try {
            summary = RunFiles.settings(summaryFile());
            mostNanos = BenchmarkToolTimes.nanos(summaryFile().toString(), summary, "total_test_time");
            origin = origin(file, summary, mostNanos);
        } catch (RuntimeException failure) {
            lines.close();
            throw failure;
        }
    }

    private static RunOrigin origin(Path file, TreeReader summary, OptionalLong measuredNanos) {
        TreeReader configuration = RunFiles.settings(file.resolveSibling("run_config.json"));
        TreeReader statistics = RunFiles.settings(file.resolveSibling("stats.json"));
        Optional<TreeReader> endpoint = configuration.optionalChild("endpoint");
        RunOrigin.Builder run = RunOrigin.builder(ID, file)
                .model(text("model_id", summary).or(() -> endpoint.flatMap(one -> text("model_id", one)))
                        .or(() -> text("endpoint_name", summary)))
                .dataset("llmeter-payload", text("payload", configuration).orElse("payload of llmeter"))
                .measuredNanos(measuredNanos).coarseTimes()
                .interrupted(statistics.optionalTruth("interrupted").orElse(false)).definitions(DEFINITIONS)
                .energyNote("imported from llmeter, which measures no energy")
                .detail("run_name", text("run_name", summary, configuration))
                .detail("provider", text("provider", summary).or(() -> endpoint.flatMap(one -> text("provider", one))))
                .detail("endpoint_type", endpoint.flatMap(one -> text("endpoint_type", one)));
        OptionalInt reported = BenchmarkToolNumbers.count(summary, "clients");
        OptionalInt clients = reported.isPresent() ? reported : BenchmarkToolNumbers.count(configuration, "clients");
        clients.ifPresent(most -> run.load(LoadSettings.ofConcurrency(most)));
        return run.build();
    }

    private Path summaryFile() {
        return file.resolveSibling("summary.json").toAbsolutePath();
    }

    private static Optional<String> text(String key, TreeReader... files) {
        for (TreeReader one : files) {
            if (one.asMap().get(key) instanceof String text && !text.isBlank()) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    @Override
    public RunOrigin origin() {
        return origin;
    }

    @Override
    public Optional<ImportedRequest> next() {
        return lines.next().map(line -> request(line, lines.place()));
    }

    private ImportedRequest request(TreeReader line, String place) {
        Map<String, Object> fields = line.asMap();
        Optional<String> prompt = PromptText.of(fields.get("input_prompt"))
                .or(() -> PromptText.of(fields.get("input_payload")));
        String ownId = line.optionalText("id").orElseGet(() -> "line-" + lines.lineNumber());
        DatasetRecord question = new DatasetRecord(prompt.map(RequestIds::ofText).orElse(ownId), prompt.orElse(""), "",
                Optional.empty(), Optional.empty(), List.of(), Map.of("origin_id", ownId));
        long sent = sentNanos(line, place);
        OptionalLong keptFirst = BenchmarkToolTimes.nanos(place, line, "time_to_first_token");
        OptionalLong keptLast = BenchmarkToolTimes.nanos(place, line, "time_to_last_token");
        OptionalLong first = withinRun(keptFirst);
        OptionalLong last = withinRun(keptLast);
        beyond += first.equals(keptFirst) && last.equals(keptLast) ? 0 : 1;
        Optional<RequestFailure> failure = failure(line, keptLast, last);
        return new ImportedRequest(question,
                QueryOutcome.of(question.id(),
                        new ModelCall(1, List.of(),
                                new InferenceResponse(answer(fields.get("response_text")), Optional.empty(),
                                        usage(line), Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty()),
                                timeline(sent, first, last), failure)));
    }

    private long sentNanos(TreeReader line, String place) {
        Optional<String> sent = line.optionalText("request_time");
        undated += sent.isEmpty() ? 1 : 0;
        if (sent.isPresent()) {
            lastKnownNanos = OptionalLong.of(BenchmarkToolTimes.epochNanos(place, "request_time", sent.get()));
        } else if (lastKnownNanos.isEmpty()) {
            lastKnownNanos = OptionalLong.of(firstKnownNanos());
        }
        return lastKnownNanos.getAsLong();
    }

    /** Returns the moment of requests that precede any with a time. */
    private long firstKnownNanos() {
        try (LogLines ahead = new LogLines(file, RunFiles.MAX_LINE_BYTES)) {
            for (Optional<TreeReader> line = ahead.next(); line.isPresent(); line = ahead.next()) {
                Optional<String> sent = line.get().optionalText("request_time");
                if (sent.isPresent()) {
                    return BenchmarkToolTimes.epochNanos(ahead.place(), "request_time", sent.get());
                }
            }
        }
        return text("first_request_time", summary).or(() -> text("start_time", summary))
                .map(start -> BenchmarkToolTimes.epochNanos(summaryFile().toString(), "the run's start", start))
                .orElseGet(() -> BenchmarkToolTimes.epochNanos(RunFiles.written(file)));
    }

    /**
     * Returns a time unless it is longer than the run: some endpoints of llmeter keep a reading of the clock instead.
     */
    private OptionalLong withinRun(OptionalLong nanos) {
        boolean known = mostNanos.orElse(0) > 0;
        return known && nanos.isPresent() && nanos.getAsLong() > mostNanos.getAsLong()
                ? OptionalLong.empty()
                : nanos;
    }

    private static ResponseTimeline timeline(long sent, OptionalLong first, OptionalLong last) {
        OptionalLong firstNanos = BenchmarkToolTimes.after(sent, first);
        OptionalLong lastNanos = BenchmarkToolTimes.after(sent, last);
        return new ResponseTimeline(sent, OptionalLong.of(sent), OptionalLong.empty(), firstNanos, firstNanos,
                lastNanos, Math.max(lastNanos.orElse(sent), firstNanos.orElse(sent)), new long[0]);
    }

    /**
     * Returns the failure of a request. A request without a time was not completed, independent of the other fields of
     * the line.
     */
    private static Optional<RequestFailure> failure(TreeReader line, OptionalLong kept, OptionalLong last) {
        Optional<String> error = line.optionalText("error").filter(text -> !text.isBlank());
        return error.map(text -> BenchmarkToolFailure.of(text, OptionalLong.empty())).or(() -> last.isPresent()
                ? Optional.empty()
                : Optional.of(new RequestFailure(FailureKind.MALFORMED, kept.isPresent()
                        ? "llmeter recorded a time to last token that is longer than its run"
                        : "llmeter kept neither a time nor an error")));
    }

    private TokenUsage usage(TreeReader line) {
        OptionalLong input = BenchmarkToolNumbers.tokens(line, "num_tokens_input");
        OptionalLong output = BenchmarkToolNumbers.tokens(line, "num_tokens_output");
        OptionalLong reasoning = BenchmarkToolNumbers.tokens(line, "num_tokens_output_reasoning");
        if (input.isEmpty() && output.isEmpty()) {
            return TokenUsage.absent();
        }
        reasoned += reasoning.orElse(0) > 0 ? 1 : 0;
        return new TokenUsage(input, output, RequestTokens.sum(input, output),
                BenchmarkToolNumbers.tokens(line, "num_tokens_input_cached"), reasoning, TokenUsage.Source.SERVER);
    }

    private static String answer(@Nullable Object text) {
        return PromptText.of(text).orElse("");
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(List.of(COARSE, "llmeter does not record whether the server or "
                + "its own tokenizer, which by default counts words, counted the tokens; they are treated as the "
                + "server's"));
        lines.warning().ifPresent(warnings::add);
        if (undated > 0) {
            warnings.add(undated + " requests of " + file.getFileName() + " have no request_time and get that of "
                    + "the request before them, the first ones the first known time");
        }
        if (beyond > 0) {
            warnings.add(beyond
                    + " requests have a time to a token that is longer than the whole run (total_test_time), as of "
                    + "an endpoint that keeps the clock's reading: it is no time, and without one to the last token "
                    + "they count as failed");
        }
        if (reasoned > 0) {
            warnings.add(
                    reasoned + " answers were reasoned: their time to first token may be that of the first visible "
                            + "text, after the reasoning, and their time per output token is then too small");
        }
        return warnings;
    }

    @Override
    public void close() {
        lines.close();
    }
}
