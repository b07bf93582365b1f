package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.JsonFile;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.run.LoadSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the JSON that {@code vllm bench serve --save-result --save-detailed} writes: one list for each figure,
 * request by request. The lists are read in parallel, each by its own pass through the file, so that memory holds one
 * request.
 */
final class VllmRun implements ImportedRun {
    static final String ID = "vllm";
    private static final String INPUT = "input_lens";
    private static final String OUTPUT = "output_lens";
    private static final String FIRST = "ttfts";
    private static final String GAPS = "itls";
    private static final String TEXTS = "generated_texts";
    private static final String ERRORS = "errors";
    private static final String STARTS = "start_times";
    private static final String LATENCIES = "latencies";
    private static final String QUEUES = "queue_times";
    private static final List<String> NEEDED = List.of(FIRST, GAPS, OUTPUT);
    private static final List<String> LISTS = List.of(INPUT, OUTPUT, FIRST, GAPS, TEXTS, ERRORS, STARTS, LATENCIES,
            QUEUES);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final String DEFINITIONS = "times count from the send; the time to first token is that of the first "
            + "message with choices, an empty one too, and a gap is one between messages, which may carry several tokens; "
            + "the request ends with the last such message";

    private final Path file;
    private final RunOrigin origin;
    private final Map<String, JsonFile.Elements> lists = new LinkedHashMap<>();
    private final String prefix;
    private int row;

    VllmRun(Path file) {
        this.file = file;
        JsonFile json = new JsonFile(file);
        Map<String, Object> settings = json.scalars();
        prefix = RequestIds.ofText(file.getFileName() + " " + settings) + "-";
        try {
            LISTS.forEach(name -> json.elements(name).ifPresent(list -> lists.put(name, list)));
            NEEDED.forEach(this::require);
            origin = origin(file, settings, lists.containsKey(STARTS));
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private void require(String name) {
        if (!lists.containsKey(name)) {
            throw new InputException(file.toAbsolutePath() + " has no list '" + name + "', so it has no single "
                    + "request. Run vllm bench serve with --save-result --save-detailed");
        }
    }

    private static RunOrigin origin(Path file, Map<String, Object> settings, boolean dated) {
        RunOrigin.Builder run = RunOrigin.builder(ID, file).model(text(settings, "model_id"))
                .dataset("vllm-requests", "requests of vllm bench serve").load(load(file, settings))
                .endedAt(endedAt(file, settings)).definitions(DEFINITIONS)
                .energyNote("imported from vllm bench serve, which measures no energy")
                .detail("backend", text(settings, "backend").or(() -> text(settings, "endpoint_type")))
                .detail("max_concurrency", Optional.ofNullable(settings.get("max_concurrency")).map(String::valueOf))
                .detail("tokenizer", text(settings, "tokenizer_id"));
        number(settings, "duration").ifPresent(seconds -> run.measuredNanos(
                OptionalLong.of(BenchmarkToolTimes.nanos(file.toAbsolutePath().toString(), "duration", seconds))));
        return dated ? run.build() : run.coarseTimes().build();
    }

    private static LoadSettings load(Path file, Map<String, Object> settings) {
        TreeReader tree = TreeReader.of(file.toAbsolutePath().toString(), settings);
        OptionalDouble rate = BenchmarkToolNumbers.setting(tree, "request_rate");
        OptionalDouble burstiness = BenchmarkToolNumbers.setting(tree, "burstiness");
        OptionalInt most = BenchmarkToolNumbers.count(tree, "max_concurrency");
        // A rate starts requests by time; the maximum number of requests in flight is a detail of it.
        OptionalInt concurrency = rate.isEmpty() ? most : OptionalInt.empty();
        String shape = rate.isEmpty()
                ? concurrency.isPresent() ? "concurrency" : "all at once"
                : burstiness.orElse(1) == 1 ? "poisson" : "gamma";
        return new LoadSettings(shape, concurrency, rate, rate.isPresent() ? burstiness : rate, 0,
                OptionalDouble.empty(), LoadSettings.Cut.NONE, OptionalLong.empty(), Optional.empty());
    }

    /**
     * Returns the time of the end: the date in the file, which is on the wall clock of the machine that ran it and is
     * read as UTC, else the time at which the file was written.
     */
    private static Instant endedAt(Path file, Map<String, Object> settings) {
        try {
            Optional<Instant> dated = text(settings, "date")
                    .map(date -> LocalDateTime.parse(date, DATE).toInstant(ZoneOffset.UTC))
                    .filter(BenchmarkToolTimes::isCountable);
            return dated.orElseGet(() -> RunFiles.written(file));
        } catch (DateTimeParseException otherForm) {
            return RunFiles.written(file);
        }
    }

    private static Optional<String> text(Map<String, Object> settings, String key) {
        return settings.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static OptionalDouble number(Map<String, Object> settings, String key) {
        return settings.get(key) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** Finds the run in a file of results. */
    static List<ImportableRun> runs(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new InputException(path.toAbsolutePath() + " is no file. Give the JSON file that vllm bench serve "
                    + "wrote with --save-result --save-detailed");
        }
        if (!new JsonFile(path).isOneValue()) {
            throw new InputException(path.toAbsolutePath() + " holds several results, as --append-result writes them. "
                    + "Give each its own file, one line of it a file");
        }
        String name = path.toAbsolutePath().getFileName().toString().replaceFirst("\\.json$", "");
        return List.of(RunFiles.one(name, () -> new VllmRun(path)));
    }

    @Override
    public RunOrigin origin() {
        return origin;
    }

    @Override
    public Optional<ImportedRequest> next() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        lists.forEach((name, list) -> {
            if (list.next()) {
                fields.put(name, list.value());
            }
        });
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        if (fields.size() < lists.size()) {
            List<String> shorter = lists.keySet().stream().filter(name -> !fields.containsKey(name)).toList();
            throw new InputException(place() + ": " + String.join(", ", shorter) + " end before "
                    + String.join(", ", fields.keySet()) + ". The file is damaged; copy or write it again");
        }
        ImportedRequest request = request(fields);
        row++;
        return Optional.of(request);
    }

    private String place() {
        return file.toAbsolutePath() + ", request " + row;
    }

    private ImportedRequest request(Map<String, @Nullable Object> fields) {
        String id = prefix + row;
        DatasetRecord question = new DatasetRecord(id, "", "", Optional.empty(), Optional.empty(), List.of(),
                Map.of("origin_row", (long) row));
        Optional<RequestFailure> failure = failure(fields);
        return new ImportedRequest(question,
                QueryOutcome.of(id,
                        new ModelCall(1, List.of(),
                                new InferenceResponse(fields.get(TEXTS) instanceof String text ? text : "",
                                        Optional.empty(), usage(fields, failure.isPresent()), Optional.empty(),
                                        ServerTimings.UNKNOWN, OptionalDouble.empty()),
                                timeline(fields), failure)));
    }

    /**
     * Returns the failure of a request. A request without a token, a text and a first message did not succeed, even
     * where vLLM noted no reason.
     */
    private Optional<RequestFailure> failure(Map<String, @Nullable Object> fields) {
        Optional<RequestFailure> failure = Optional.ofNullable(fields.get(ERRORS)).map(String::valueOf)
                .filter(text -> !text.isBlank()).map(text -> BenchmarkToolFailure.of(text, OptionalLong.empty()));
        boolean nothing = nanos(fields, FIRST).orElse(0) == 0 && whole(fields, OUTPUT).orElse(0) == 0
                && !(fields.get(TEXTS) instanceof String text && !text.isEmpty());
        return failure.isPresent() || !nothing
                ? failure
                : Optional.of(new RequestFailure(FailureKind.MALFORMED,
                        "vLLM recorded no reason, no token and no time to first token"));
    }

    private TokenUsage usage(Map<String, @Nullable Object> fields, boolean failed) {
        OptionalLong input = whole(fields, INPUT);
        OptionalLong output = failed ? OptionalLong.empty() : whole(fields, OUTPUT);
        return input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(input, output, RequestTokens.sum(input, output), OptionalLong.empty(),
                        OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.SERVER);
    }

    private ResponseTimeline timeline(Map<String, @Nullable Object> fields) {
        long sent = fields.get(STARTS) instanceof Number seconds
                ? BenchmarkToolTimes.moment(place(), STARTS, seconds.doubleValue())
                : 0;
        long queued = Math.min(sent, nanos(fields, QUEUES).orElse(0));
        // Zero means that there was none.
        long first = nanos(fields, FIRST).orElse(0);
        List<Double> gaps = BenchmarkToolNumbers.of(place(), GAPS, fields.get(GAPS));
        long[] chunks = new long[first == 0 ? 0 : gaps.size() + 1];
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            chunks[chunk] = chunk == 0
                    ? sent + first
                    : BenchmarkToolTimes.later(place(), GAPS, chunks[chunk - 1],
                            BenchmarkToolTimes.nanos(place(), GAPS, gaps.get(chunk - 1)));
        }
        OptionalLong firstNanos = first == 0 ? OptionalLong.empty() : OptionalLong.of(sent + first);
        OptionalLong last = chunks.length == 0 ? OptionalLong.empty() : OptionalLong.of(chunks[chunks.length - 1]);
        long end = Math.max(last.orElse(sent), sent + nanos(fields, LATENCIES).orElse(0));
        return new ResponseTimeline(sent - queued, DispatchTimings.at(sent), OptionalLong.of(sent),
                OptionalLong.empty(), firstNanos, OptionalLong.empty(), last, end, chunks);
    }

    private OptionalLong nanos(Map<String, @Nullable Object> fields, String name) {
        return switch (fields.get(name)) {
            case null -> OptionalLong.empty();
            case Number seconds -> OptionalLong.of(BenchmarkToolTimes.nanos(place(), name, seconds.doubleValue()));
            case Object other -> throw wrong(name, "a number of seconds", other);
        };
    }

    private OptionalLong whole(Map<String, @Nullable Object> fields, String name) {
        return switch (fields.get(name)) {
            case null -> OptionalLong.empty();
            case Long whole when whole >= 0 && whole <= BenchmarkToolNumbers.MAX_TOKENS -> OptionalLong.of(whole);
            case Object other -> throw wrong(name, "a whole number, 0 or more", other);
        };
    }

    private InputException wrong(String name, String expected, Object value) {
        return new InputException(place() + ": " + name + " must be " + expected + ", not " + TreeReader.shown(value));
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(List.of("vLLM records no questions, so requests of two runs "
                + "cannot be paired, nor when visible text began after reasoning"));
        if (!lists.containsKey(STARTS)) {
            warnings.add(
                    "This version of vLLM records no send times: all requests start at the beginning of the run, "
                            + "and their overlaps are unknown");
        }
        return warnings;
    }

    @Override
    public void close() {
        lists.values().forEach(JsonFile.Elements::close);
    }
}
