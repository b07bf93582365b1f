package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import dev.ipw.results.LoadSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Read a run folder of llmeter: {@code responses.jsonl} with one answer a line, and what lies beside it of
 * {@code run_config.json}, {@code summary.json} and {@code stats.json}.
 */
final class LlmeterRun implements ImportedRun {
    static final String RESPONSES = "responses.jsonl";
    private static final String DEFINITIONS = "times count from just before the call, connection included; the time to "
            + "first token is that of the first visible text unless the endpoint was set otherwise, and the time to last "
            + "token that of the last text, after which the request counts as ended; moments of chunks are not kept, so "
            + "there are no gaps between tokens, and the time per output token takes the first chunk to be one token";
    private static final String COARSE = "llmeter keeps when a request was sent to the second only: which requests "
            + "overlapped, and figures over the time of the run, cannot be told from it";

    private final LogLines lines;
    private final Path file;
    private final RunOrigin origin;
    private long lastKnownNanos;
    private long undated;
    private long reasoned;

    LlmeterRun(Path file) {
        this.file = file;
        lastKnownNanos = ToolTimes.epochNanos(RunFiles.written(file));
        lines = new LogLines(file);
        try {
            origin = origin(file);
        } catch (RuntimeException failure) {
            lines.close();
            throw failure;
        }
    }

    private static RunOrigin origin(Path file) {
        TreeReader summary = RunFiles.settings(file.resolveSibling("summary.json"));
        TreeReader configuration = RunFiles.settings(file.resolveSibling("run_config.json"));
        TreeReader statistics = RunFiles.settings(file.resolveSibling("stats.json"));
        Optional<TreeReader> endpoint = configuration.optionalChild("endpoint");
        RunOrigin.Builder run = RunOrigin.builder(LlmeterImporterProvider.ID, file)
                .model(text("model_id", summary).or(() -> endpoint.flatMap(one -> text("model_id", one)))
                        .or(() -> text("endpoint_name", summary)))
                .dataset("llmeter-payload", text("payload", configuration).orElse("payload of llmeter"))
                .measuredNanos(ToolTimes.nanos(file.resolveSibling("summary.json").toString(), summary,
                        "total_test_time"))
                .interrupted(statistics.optionalTruth("interrupted").orElse(false)).definitions(DEFINITIONS)
                .energyNote("imported from llmeter, which measures no energy")
                .detail("run_name", text("run_name", summary, configuration))
                .detail("provider", text("provider", summary).or(() -> endpoint.flatMap(one -> text("provider", one))))
                .detail("endpoint_type", endpoint.flatMap(one -> text("endpoint_type", one)));
        clients(summary, configuration).ifPresent(
                clients -> run.load(LoadSettings.ofConcurrency(Math.toIntExact(clients))));
        return run.build();
    }

    private static Optional<Long> clients(TreeReader... files) {
        for (TreeReader one : files) {
            OptionalLong clients = one.optionalWhole("clients");
            if (clients.isPresent() && clients.getAsLong() > 0 && clients.getAsLong() < Integer.MAX_VALUE) {
                return Optional.of(clients.getAsLong());
            }
        }
        return Optional.empty();
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
        OptionalLong first = ToolTimes.nanos(place, line, "time_to_first_token");
        OptionalLong last = ToolTimes.nanos(place, line, "time_to_last_token");
        Optional<RequestFailure> failure = failure(line, last);
        return new ImportedRequest(question, new RequestOutcome(question.id(), answer(fields.get("response_text")),
                Optional.empty(), usage(line), Optional.empty(), ServerTimings.unknown(), OptionalDouble.empty(),
                timeline(sent, first, last), failure));
    }

    private long sentNanos(TreeReader line, String place) {
        Optional<String> sent = line.optionalText("request_time");
        undated += sent.isEmpty() ? 1 : 0;
        lastKnownNanos = sent.map(text -> ToolTimes.epochNanos(place, "request_time", text)).orElse(lastKnownNanos);
        return lastKnownNanos;
    }

    private static ResponseTimeline timeline(long sent, OptionalLong first, OptionalLong last) {
        OptionalLong firstNanos = ToolTimes.after(sent, first);
        OptionalLong lastNanos = ToolTimes.after(sent, last);
        return new ResponseTimeline(sent, OptionalLong.of(sent), OptionalLong.empty(), firstNanos, firstNanos,
                lastNanos, Math.max(lastNanos.orElse(sent), firstNanos.orElse(sent)), new long[0]);
    }

    /** A request without a time did not come to an end, whatever the line says. */
    private static Optional<RequestFailure> failure(TreeReader line, OptionalLong last) {
        Optional<String> error = line.optionalText("error").filter(text -> !text.isBlank());
        return error.map(text -> ToolFailure.of(text, OptionalLong.empty())).or(() -> last.isPresent()
                ? Optional.empty()
                : Optional.of(new RequestFailure(FailureKind.MALFORMED, "llmeter kept neither a time nor an error")));
    }

    private TokenUsage usage(TreeReader line) {
        OptionalLong input = line.optionalWhole("num_tokens_input");
        OptionalLong output = line.optionalWhole("num_tokens_output");
        OptionalLong reasoning = line.optionalWhole("num_tokens_output_reasoning");
        if (input.isEmpty() && output.isEmpty()) {
            return TokenUsage.absent();
        }
        reasoned += reasoning.orElse(0) > 0 ? 1 : 0;
        return new TokenUsage(input, output, RequestTokens.sum(input, output),
                line.optionalWhole("num_tokens_input_cached"), reasoning, TokenUsage.Source.SERVER);
    }

    private static String answer(@Nullable Object text) {
        return PromptText.of(text).orElse("");
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(List.of(COARSE, "llmeter does not say whether the server counted the "
                + "tokens or its own tokenizer, which by default only counts words; they are taken for the server's"));
        lines.warning().ifPresent(warnings::add);
        if (undated > 0) {
            warnings.add(undated + " requests of " + file.getFileName() + " have no request_time and are put where the "
                    + "one before them is");
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
