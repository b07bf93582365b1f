package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonFile;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.rows.PythonLiteral;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.run.LoadSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one benchmark of a guidellm report: {@code benchmarks[n].requests} has the requests sorted by their
 * outcome. Reports of schema 2 keep a request's moments under {@code info.timings}, older ones beside its tokens.
 */
final class GuidellmRun implements ImportedRun {
    static final String ID = "guidellm";
    private static final String INCOMPLETE = "incomplete";
    private static final String ERRORED = "errored";
    private static final List<String> ENDS = List.of("successful", INCOMPLETE, ERRORED);
    private static final String DEFINITIONS = "moments are read off the wall clock, which may be set while a run goes on; "
            + "the time to first token is that of the first message with text or reasoning; its own 'time per output "
            + "token' holds the time to first token, ours does not";

    private final String place;
    private final JsonFile json;
    private final RunOrigin origin;
    private Optional<JsonFile.Elements> requests = Optional.empty();
    private int end = -1;
    private int row;
    private long incomplete;
    private long unread;

    GuidellmRun(GuidellmReport report, int benchmark) {
        place = report.place(benchmark);
        json = report.benchmarks().get(benchmark);
        origin = described(report, report.strategy(benchmark));
        if (!json.holds("requests")) {
            throw new InputException(place
                    + " has no 'requests', so it has no single request. Give the JSON report that guidellm wrote");
        }
    }

    private RunOrigin described(GuidellmReport report, TreeReader strategy) {
        Map<String, Object> backend = json.scalars("config", "backend");
        return RunOrigin.builder(ID, report.file()).toolVersion(report.version())
                .model(GuidellmReport.text(backend, "model").or(report::model))
                .dataset("guidellm-data", "data of guidellm").load(load(strategy)).definitions(DEFINITIONS)
                .energyNote("imported from guidellm, which measures no energy")
                .detail("strategy", GuidellmReport.text(strategy.asMap(), "type_"))
                .detail("backend", GuidellmReport.text(backend, "type_")).build();
    }

    private static LoadSettings load(TreeReader strategy) {
        String type = GuidellmReport.text(strategy.asMap(), "type_").orElse(RunOrigin.UNKNOWN);
        OptionalInt most = BenchmarkToolNumbers.count(strategy, "streams");
        OptionalInt limit = most.isPresent() ? most : BenchmarkToolNumbers.count(strategy, "max_concurrency");
        OptionalInt concurrency = type.equals("synchronous")
                ? OptionalInt.of(1)
                : strategy.optionalReal("rate").isEmpty() ? limit : OptionalInt.empty();
        String shape = type.equals("synchronous") || type.equals("concurrent") ? "concurrency" : type;
        return new LoadSettings(shape, concurrency, strategy.optionalReal("rate"), OptionalDouble.empty(),
                strategy.optionalReal("rampup_duration").orElse(0), OptionalDouble.empty(), LoadSettings.Cut.NONE,
                OptionalLong.empty(), Optional.empty());
    }

    /** Finds the runs in a report: each of its benchmarks is one. */
    static List<ImportableRun> runs(Path path) {
        Path file = Files.isDirectory(path) ? path.resolve("benchmarks.json") : path;
        GuidellmReport report = GuidellmReport.read(file);
        List<ImportableRun> runs = new ArrayList<>();
        for (int place = 0; place < report.benchmarks().size(); place++) {
            int benchmark = place;
            runs.add(RunFiles.one(report.name(benchmark), () -> new GuidellmRun(report, benchmark)));
        }
        return runs;
    }

    @Override
    public RunOrigin origin() {
        return origin;
    }

    @Override
    public Optional<ImportedRequest> next() {
        while (end < ENDS.size()) {
            if (requests.isPresent() && requests.get().next()) {
                String element = place + ".requests." + ENDS.get(end) + "[" + row++ + "]";
                Object kept = requests.get().value();
                if (!ENDS.get(end).equals(INCOMPLETE)) {
                    return Optional.of(request(element, tree(element, kept)));
                }
                incomplete++;
                continue;
            }
            close();
            end++;
            row = 0;
            requests = end < ENDS.size()
                    ? json.elements("requests", ENDS.get(end))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private static TreeReader tree(String place, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new InputException(place + " must be an object, not " + TreeReader.shown(value));
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
                QueryOutcome.of(question.id(),
                        new ModelCall(1, List.of(), new InferenceResponse(tree.optionalText("output").orElse(""),
                                tree.optionalText("reasoning_output").filter(text -> !text.isEmpty()), usage(tree),
                                Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty()),
                                info.flatMap(one -> one.optionalChild("timings"))
                                        .map(moments -> timeline(place, moments))
                                        .orElseGet(() -> olderTimeline(place, tree)),
                                failure(tree, info))));
    }

    /**
     * Finds the question in the arguments of the request. They include its headers, with secrets, so only the body is
     * kept.
     */
    private Optional<String> prompt(TreeReader tree) {
        Optional<String> arguments = tree.optionalText("request_args");
        Optional<Object> body = arguments.flatMap(GuidellmRun::fields).map(fields -> fields.get("body"));
        unread += arguments.isPresent() && !(body.orElse("") instanceof Map) ? 1 : 0;
        return body.filter(Map.class::isInstance).flatMap(PromptText::of).or(() -> tree.optionalText("prompt"));
    }

    /** Reads arguments, which are JSON, or a dictionary in Python's notation. */
    private static Optional<Map<?, ?>> fields(String arguments) {
        try {
            return Json.toPlain(Json.parse(arguments)) instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
        } catch (JsonSyntaxException notJson) {
            return PythonLiteral.map(arguments);
        }
    }

    private static TokenUsage usage(TreeReader tree) {
        OptionalLong input = BenchmarkToolNumbers.tokens(tree, "prompt_tokens");
        OptionalLong output = BenchmarkToolNumbers.tokens(tree, "output_tokens");
        return input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(input, output, RequestTokens.sum(input, output),
                        BenchmarkToolNumbers.tokens(tree, "cached_tokens"),
                        OptionalLong.empty(), output, OptionalLong.empty(), TokenUsage.Source.SERVER);
    }

    private static ResponseTimeline timeline(String place, TreeReader moments) {
        OptionalLong sent = BenchmarkToolTimes.moment(place, moments, "request_start");
        long start = sent.orElseGet(() -> BenchmarkToolTimes.moment(place, moments, "resolve_start").orElseThrow(
                () -> new InputException(
                        place + " has neither request_start nor resolve_start. The report is damaged")));
        long intended = Math.min(start, BenchmarkToolTimes.moment(place, moments, "targeted_start").orElse(start));
        OptionalLong first = BenchmarkToolTimes.moment(place, moments, "first_token_iteration");
        OptionalLong last = BenchmarkToolTimes.moment(place, moments, "last_token_iteration");
        OptionalLong ended = BenchmarkToolTimes.moment(place, moments, "request_end");
        long end = ended
                .orElseGet(() -> BenchmarkToolTimes.moment(place, moments, "resolve_end").orElse(last.orElse(start)));
        return new ResponseTimeline(intended, DispatchTimings.at(start), OptionalLong.of(start),
                BenchmarkToolTimes.moment(place, moments, "first_request_iteration"), first,
                BenchmarkToolTimes.moment(place, moments, "first_output_token_iteration"), last,
                Math.max(end, last.orElse(start)), new long[0]);
    }

    private static ResponseTimeline olderTimeline(String place, TreeReader tree) {
        long start = BenchmarkToolTimes.moment(place, tree, "start_time").orElseThrow(() -> new InputException(
                place + " has neither info.timings nor start_time. This form of a guidellm report is not understood"));
        OptionalLong first = BenchmarkToolTimes.moment(place, tree, "first_token_time");
        OptionalLong last = BenchmarkToolTimes.moment(place, tree, "last_token_time");
        long end = BenchmarkToolTimes.moment(place, tree, "end_time").orElse(last.orElse(start));
        return new ResponseTimeline(start, OptionalLong.of(start), OptionalLong.empty(), first, OptionalLong.empty(),
                last, Math.max(end, last.orElse(start)), new long[0]);
    }

    private Optional<RequestFailure> failure(TreeReader tree, Optional<TreeReader> info) {
        Optional<String> error = info.flatMap(one -> one.optionalText("error")).or(() -> tree.optionalText("error"));
        return ENDS.get(end).equals(ERRORED)
                ? Optional.of(BenchmarkToolFailure.of(error.orElse("guidellm keeps no reason"), OptionalLong.empty()))
                : Optional.empty();
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(List
                .of("guidellm records only the first and the last moment of an answer: there are no gaps between "
                        + "tokens, and the time per output token counts the first message as one token. Without "
                        + "the server's counts, guidellm counts each message as a token"));
        if (incomplete > 0) {
            warnings.add(
                    incomplete + " requests were in flight when the benchmark ended: they are left out, as "
                            + "guidellm counts them neither as answered nor as failed");
        }
        if (unread > 0) {
            warnings.add(unread + " requests have request_args without a readable body: their question is unknown");
        }
        return warnings;
    }

    @Override
    public void close() {
        requests.ifPresent(JsonFile.Elements::close);
    }

    /**
     * The fields of a guidellm report beside its benchmarks, and the place of each benchmark. The file is read a few times
     * to find them, independent of the number of benchmarks.
     *
     * @param file       the report
     * @param version    guidellm's version
     * @param model      the model, for benchmarks that name none
     * @param benchmarks the benchmarks
     */
    private record GuidellmReport(Path file, Optional<String> version, Optional<String> model,
            List<JsonFile> benchmarks) {
        private static final int MAX_BENCHMARKS = 10_000;

        static GuidellmReport read(Path file) {
            JsonFile json = new JsonFile(file);
            List<JsonFile> benchmarks = json.parts(MAX_BENCHMARKS, "benchmarks");
            if (benchmarks.isEmpty()) {
                throw new InputException(
                        file.toAbsolutePath() + " has no list 'benchmarks' with a benchmark in it. Give the "
                                + "JSON report that guidellm wrote");
            }
            return new GuidellmReport(file, text(json.scalars("metadata"), "guidellm_version"),
                    text(json.scalars("config", "backend"), "model").or(() -> text(json.scalars("args"), "model"))
                            .or(() -> text(json.scalars("config"), "model")),
                    benchmarks);
        }

        /** Names a benchmark by its place and its load. */
        String name(int benchmark) {
            return benchmark + text(strategy(benchmark).asMap(), "type_").map(type -> "-" + type).orElse("");
        }

        TreeReader strategy(int benchmark) {
            return TreeReader.of(place(benchmark) + ": strategy",
                    benchmarks.get(benchmark).scalars("config", "strategy"));
        }

        String place(int benchmark) {
            return file.toAbsolutePath() + ": benchmarks[" + benchmark + "]";
        }

        static Optional<String> text(Map<String, Object> fields, String key) {
            return fields.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
        }
    }
}
