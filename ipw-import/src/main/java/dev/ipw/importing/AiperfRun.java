package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.importing.lines.LogLines;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
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
import java.util.OptionalLong;

/** A reader of AIPerf's {@code profile_export.jsonl}: one request a line, its figures by name with their units. */
final class AiperfRun implements ImportedRun {
    static final String ID = "aiperf";
    private static final String DEFINITIONS = "times count from the send in one worker; the time to first token is that "
            + "of the first chunk with text or reasoning, the latency ends with the last such chunk, and chunks are put "
            + "where the gaps between them lie";

    private final LogLines lines;
    private final RunOrigin origin;
    private long warmups;

    AiperfRun(Path file) {
        lines = new LogLines(file, RunFiles.MAX_LINE_BYTES);
        try {
            origin = origin(file);
        } catch (RuntimeException failure) {
            lines.close();
            throw failure;
        }
    }

    private static RunOrigin origin(Path file) {
        TreeReader summary = RunFiles.settings(file.resolveSibling("profile_export_aiperf.json"));
        Optional<TreeReader> asked = summary.optionalChild("input_config");
        Optional<String> model = asked.flatMap(one -> one.optionalChild("endpoint"))
                .map(endpoint -> String.join("+", endpoint.texts("model_names")));
        RunOrigin.Builder run = RunOrigin.builder(ID, file).model(model)
                .toolVersion(summary.optionalText("aiperf_version")).definitions(DEFINITIONS)
                .dataset("aiperf-inputs", "inputs of AIPerf")
                .interrupted(summary.optionalTruth("was_cancelled").orElse(false))
                .energyNote("imported from AIPerf, which records joules of the run only, none of single requests");
        asked.flatMap(one -> one.optionalChild("loadgen"))
                .ifPresent(load -> BenchmarkToolNumbers.count(load, "concurrency")
                        .ifPresent(most -> run.load(LoadSettings.ofConcurrency(most))));
        return run.build();
    }

    @Override
    public RunOrigin origin() {
        return origin;
    }

    @Override
    public Optional<ImportedRequest> next() {
        Optional<TreeReader> line = lines.next();
        while (line.isPresent() && isWarmup(line.get())) {
            warmups++;
            line = lines.next();
        }
        return line.map(one -> request(one, lines.place()));
    }

    private static boolean isWarmup(TreeReader line) {
        return line.child("metadata").optionalText("benchmark_phase").filter("warmup"::equals).isPresent();
    }

    private static ImportedRequest request(TreeReader line, String place) {
        TreeReader metadata = line.child("metadata");
        AiperfMetrics metrics = new AiperfMetrics(place,
                line.optionalChild("metrics").orElseGet(() -> TreeReader.of(place, Map.of())));
        String id = metadata.optionalText("x_request_id")
                .orElseGet(() -> "session-" + metadata.optionalWhole("session_num").orElse(0));
        DatasetRecord question = new DatasetRecord(id, "", "", Optional.empty(), Optional.empty(), List.of(),
                Map.of("conversation_id", metadata.optionalText("conversation_id").orElse(""), "turn_index",
                        metadata.optionalWhole("turn_index").orElse(0)));
        return new ImportedRequest(question,
                QueryOutcome.of(id,
                        new ModelCall(1, List.of(),
                                new InferenceResponse("", Optional.empty(), metrics.usage(), Optional.empty(),
                                        ServerTimings.UNKNOWN, OptionalDouble.empty()),
                                timeline(place, metadata, metrics), failure(line, metadata))));
    }

    private static ResponseTimeline timeline(String place, TreeReader metadata, AiperfMetrics metrics) {
        long sent = BenchmarkToolTimes.moment(place, "request_start_ns", metadata.whole("request_start_ns"));
        OptionalLong first = BenchmarkToolTimes.after(sent, metrics.nanos("time_to_first_token"));
        OptionalLong visible = BenchmarkToolTimes.after(sent, metrics.nanos("time_to_first_output_token"));
        OptionalLong latency = metrics.nanos("request_latency");
        long[] gaps = metrics.gaps();
        long[] chunks = new long[first.isEmpty() || gaps.length == 0 ? 0 : gaps.length + 1];
        for (int chunk = 0; chunk < chunks.length; chunk++) {
            chunks[chunk] = chunk == 0
                    ? first.orElseThrow()
                    : BenchmarkToolTimes.later(place, "inter_chunk_latency", chunks[chunk - 1], gaps[chunk - 1]);
        }
        OptionalLong last = chunks.length > 0
                ? OptionalLong.of(chunks[chunks.length - 1])
                : BenchmarkToolTimes.after(sent, first.isPresent() ? latency : OptionalLong.empty());
        long end = Math.max(last.orElse(sent), BenchmarkToolTimes.after(sent, latency)
                .orElseGet(() -> moment(place, metadata, "request_end_ns").orElse(sent)));
        OptionalLong acknowledged = moment(place, metadata, "request_ack_ns");
        boolean inOrder = acknowledged.isPresent() && acknowledged.getAsLong() >= sent
                && acknowledged.getAsLong() <= first.orElse(end);
        return new ResponseTimeline(sent, OptionalLong.of(sent), inOrder ? acknowledged : OptionalLong.empty(), first,
                visible.isPresent() || metrics.hasReasoning() ? visible : first, last, end, chunks);
    }

    private static OptionalLong moment(String place, TreeReader metadata, String key) {
        OptionalLong nanos = metadata.optionalWhole(key);
        return nanos.isEmpty() ? nanos : OptionalLong.of(BenchmarkToolTimes.moment(place, key, nanos.getAsLong()));
    }

    private static Optional<RequestFailure> failure(TreeReader line, TreeReader metadata) {
        boolean cancelled = metadata.optionalTruth("was_cancelled").orElse(false);
        return line.optionalChild("error").map(error -> {
            RequestFailure failure = BenchmarkToolFailure
                    .of(error.optionalText("type").map(type -> type + ": ").orElse("")
                            + error.optionalText("message").orElse("no message"), error.optionalWhole("code"));
            return cancelled ? new RequestFailure(FailureKind.CANCELLED, failure.message()) : failure;
        }).or(() -> cancelled
                ? Optional.of(new RequestFailure(FailureKind.CANCELLED, "AIPerf cancelled the request"))
                : Optional.empty());
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(List.of("AIPerf records no questions, answers or intended starts "
                + "with its times; the latency from the intended start is therefore that from the send",
                "AIPerf counts tokens with a tokenizer of its own, unless it was set to use the server's counts"));
        if (origin.model().equals(RunOrigin.UNKNOWN)) {
            warnings.add("The model is unknown: profile_export_aiperf.json is missing beside the records");
        }
        if (warmups > 0) {
            warnings.add(warmups + " requests of the warm-up are left out");
        }
        lines.warning().ifPresent(warnings::add);
        return warnings;
    }

    @Override
    public void close() {
        lines.close();
    }
}
