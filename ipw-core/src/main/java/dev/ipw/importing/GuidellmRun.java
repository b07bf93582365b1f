package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.inference.Departure;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonFile;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import dev.ipw.results.LoadSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Read one benchmark of a guidellm report: {@code benchmarks[n].requests} has the requests sorted by how they ended. Reports
 * of schema 2 keep a request's moments under {@code info.timings}, older ones beside its tokens.
 */
final class GuidellmRun implements ImportedRun {
    private static final List<String> ENDS = List.of("successful", "incomplete", "errored");
    private static final String DEFINITIONS = "moments are read off the wall clock, which may be set while a run goes on; "
            + "the time to first token is that of the first message with text or reasoning; its own 'time per output "
            + "token' holds the time to first token, ours does not";

    private final Path file;
    private final int benchmark;
    private final JsonFile json;
    private final RunOrigin origin;
    private Optional<JsonFile.Elements> requests = Optional.empty();
    private int end = -1;
    private int row;
    private long incomplete;

    GuidellmRun(Path file, int benchmark) {
        this.file = file;
        this.benchmark = benchmark;
        json = new JsonFile(file);
        origin = described();
        if (!json.holds(GuidellmImporterProvider.BENCHMARKS, benchmark, "requests")) {
            throw new InputException(file.toAbsolutePath() + ": benchmarks[" + benchmark
                    + "] has no 'requests', so it tells of no single request. Give the JSON report that guidellm wrote");
        }
    }

    private RunOrigin described() {
        TreeReader metadata = object("metadata");
        TreeReader strategy = object(GuidellmImporterProvider.BENCHMARKS, benchmark, "config", "strategy");
        TreeReader backend = object(GuidellmImporterProvider.BENCHMARKS, benchmark, "config", "backend");
        TreeReader asked = object("config");
        return RunOrigin.builder(GuidellmImporterProvider.ID, file)
                .toolVersion(metadata.optionalText("guidellm_version"))
                .model(text(backend, "model").or(() -> text(object("config", "backend"), "model"))
                        .or(() -> text(object("args"), "model")).or(() -> text(asked, "model")))
                .dataset("guidellm-data", "data of guidellm").load(load(strategy)).definitions(DEFINITIONS)
                .energyNote("imported from guidellm, which measures no energy")
                .detail("strategy", text(strategy, "type_")).detail("backend", text(backend, "type_")).build();
    }

    private TreeReader object(Object... path) {
        Map<String, Object> fields = new LinkedHashMap<>(json.scalars(path));
        return TreeReader.of(file.toAbsolutePath() + ": " + path[path.length - 1], fields);
    }

    private static Optional<String> text(TreeReader tree, String key) {
        return tree.asMap().get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static LoadSettings load(TreeReader strategy) {
        String type = text(strategy, "type_").orElse(RunOrigin.UNKNOWN);
        OptionalLong most = strategy.optionalWhole("streams");
        OptionalLong limit = most.isPresent() ? most : strategy.optionalWhole("max_concurrency");
        OptionalInt concurrency = type.equals("synchronous")
                ? OptionalInt.of(1)
                : limit.isPresent() && strategy.optionalReal("rate").isEmpty()
                        ? OptionalInt.of((int) limit.getAsLong())
                        : OptionalInt.empty();
        String shape = type.equals("synchronous") || type.equals("concurrent") ? "concurrency" : type;
        return new LoadSettings(shape, concurrency, strategy.optionalReal("rate"), OptionalDouble.empty(),
                strategy.optionalReal("rampup_duration").orElse(0), OptionalDouble.empty(), LoadSettings.Cut.NONE,
                OptionalLong.empty(), Optional.empty());
    }

    @Override
    public RunOrigin origin() {
        return origin;
    }

    @Override
    public Optional<ImportedRequest> next() {
        while (end < ENDS.size()) {
            if (requests.isPresent() && requests.get().next()) {
                String place = file.toAbsolutePath() + ": benchmarks[" + benchmark + "].requests." + ENDS.get(end) + "["
                        + row++ + "]";
                return Optional.of(request(place, tree(place, requests.get().value())));
            }
            close();
            end++;
            row = 0;
            requests = end < ENDS.size()
                    ? json.elements(GuidellmImporterProvider.BENCHMARKS, benchmark, "requests", ENDS.get(end))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private static TreeReader tree(String place, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new InputException(place + " must be an object, not " + value);
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        map.forEach((key, field) -> fields.put(String.valueOf(key), field));
        return TreeReader.of(place, fields);
    }

    private ImportedRequest request(String place, TreeReader tree) {
        Optional<TreeReader> info = tree.optionalChild("info");
        String ownId = tree.optionalText("request_id").orElse(place);
        Optional<String> prompt = prompt(tree);
        DatasetRecord question = new DatasetRecord(prompt.map(RequestIds::ofText).orElse(ownId), prompt.orElse(""), "",
                Optional.empty(), Optional.empty(), List.of(), Map.of("origin_id", ownId));
        return new ImportedRequest(question,
                new RequestOutcome(question.id(), tree.optionalText("output").orElse(""),
                        tree.optionalText("reasoning_output").filter(text -> !text.isEmpty()), usage(tree),
                        Optional.empty(), ServerTimings.unknown(), OptionalDouble.empty(),
                        info.flatMap(one -> one.optionalChild("timings")).map(moments -> timeline(place, moments))
                                .orElseGet(() -> olderTimeline(place, tree)),
                        failure(tree, info)));
    }

    private static Optional<String> prompt(TreeReader tree) {
        return tree.optionalText("request_args").map(arguments -> {
            try {
                Object parsed = Json.toPlain(Json.parse(arguments));
                return parsed instanceof Map<?, ?> map && map.containsKey("body") ? map.get("body") : arguments;
            } catch (JsonSyntaxException plainText) {
                return arguments;
            }
        }).flatMap(PromptText::of).or(() -> tree.optionalText("prompt"));
    }

    private static TokenUsage usage(TreeReader tree) {
        OptionalLong input = tree.optionalWhole("prompt_tokens");
        OptionalLong output = tree.optionalWhole("output_tokens");
        return input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(input, output, RequestTokens.sum(input, output), tree.optionalWhole("cached_tokens"),
                        OptionalLong.empty(), output, OptionalLong.empty(), TokenUsage.Source.SERVER);
    }

    private static ResponseTimeline timeline(String place, TreeReader moments) {
        OptionalLong sent = ToolTimes.moment(place, moments, "request_start");
        long start = sent.orElseGet(() -> ToolTimes.moment(place, moments, "resolve_start").orElseThrow(
                () -> new InputException(
                        place + " has neither request_start nor resolve_start. The report is damaged")));
        long intended = Math.min(start, ToolTimes.moment(place, moments, "targeted_start").orElse(start));
        OptionalLong first = ToolTimes.moment(place, moments, "first_token_iteration");
        OptionalLong last = ToolTimes.moment(place, moments, "last_token_iteration");
        OptionalLong ended = ToolTimes.moment(place, moments, "request_end");
        long end = ended.orElseGet(() -> ToolTimes.moment(place, moments, "resolve_end").orElse(last.orElse(start)));
        return new ResponseTimeline(intended, Departure.at(intended), OptionalLong.of(start),
                ToolTimes.moment(place, moments, "first_request_iteration"), first,
                ToolTimes.moment(place, moments, "first_output_token_iteration"), last,
                Math.max(end, last.orElse(start)), new long[0]);
    }

    private static ResponseTimeline olderTimeline(String place, TreeReader tree) {
        long start = ToolTimes.moment(place, tree, "start_time").orElseThrow(() -> new InputException(
                place + " has neither info.timings nor start_time. This form of a guidellm report is not understood"));
        OptionalLong first = ToolTimes.moment(place, tree, "first_token_time");
        OptionalLong last = ToolTimes.moment(place, tree, "last_token_time");
        long end = ToolTimes.moment(place, tree, "end_time").orElse(last.orElse(start));
        return new ResponseTimeline(start, OptionalLong.of(start), OptionalLong.empty(), first, OptionalLong.empty(),
                last, Math.max(end, last.orElse(start)), new long[0]);
    }

    private Optional<RequestFailure> failure(TreeReader tree, Optional<TreeReader> info) {
        Optional<String> error = info.flatMap(one -> one.optionalText("error")).or(() -> tree.optionalText("error"));
        return switch (end) {
            case 0 -> Optional.empty();
            case 1 -> {
                incomplete++;
                yield Optional.of(new RequestFailure(FailureKind.CANCELLED,
                        "guidellm ended the benchmark before the answer was whole"));
            }
            default -> Optional.of(ToolFailure.of(error.orElse("guidellm keeps no reason"), OptionalLong.empty()));
        };
    }

    @Override
    public List<String> warnings() {
        String tokens = "guidellm keeps the first and the last moment of an answer, not those between: there are no gaps "
                + "between tokens, and the time per output token takes the first message to be one token. It takes a "
                + "message for a token where the server did not count";
        return incomplete == 0
                ? List.of(tokens)
                : List.of(tokens,
                        incomplete + " requests were going on when the benchmark ended; they count as failed");
    }

    @Override
    public void close() {
        requests.ifPresent(JsonFile.Elements::close);
    }
}
