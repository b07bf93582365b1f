package dev.ipw.examples.benchmarks;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.table.HuggingFaceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a run: one query is profiled for real, with a question and an answer of usual length in {@value #TOKENS}
 * chunks, and its row is repeated under other ids.
 *
 * @param schema the columns of a run
 * @param row    the query's row
 */
record RunRows(Struct schema, Map<String, @Nullable Object> row) {
    static final int TOKENS = 100;
    private static final String QUESTION = "A train leaves at 9:40 and arrives at 13:05. How long does the journey take? ";
    private static final String WORD = "hours ";

    static RunRows ofOneQuery(Path directory) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().client(new Chatter()).dataset(new OneQuestion())
                .evaluator((question, outcome) -> Evaluation.unscored("only its row is wanted"))
                .measurement(how -> how.warmupQueries(0).telemetry("none")).output(directory).build()) {
            ProfileRun run = profiler.run();
            HuggingFaceFolder folder = HuggingFaceFolder.open(run.path(), Optional.empty());
            try (Stream<? extends Map<String, @Nullable Object>> rows = folder.rows()) {
                return new RunRows(folder.schema(), new HashMap<>(rows.findFirst().orElseThrow()));
            }
        }
    }

    Map<String, @Nullable Object> row(long number) {
        row.put("record_id", "question-" + number);
        return row;
    }

    Iterator<Map<String, @Nullable Object>> rows(long count) {
        return LongStream.range(0, count).mapToObj(this::row).iterator();
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    private record OneQuestion() implements Dataset {
        @Override
        public String id() {
            return "one-question";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return Stream.of(DatasetRecord.of("question", QUESTION.repeat(4), "3 h 25 min"));
        }
    }

    private record Chatter() implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("chatter", "chatter");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            sink.sent(System.nanoTime());
            sink.firstByte(System.nanoTime());
            for (int token = 0; token < TOKENS; token++) {
                sink.chunk(ChunkKind.ANSWER, WORD, System.nanoTime());
            }
            return InferenceResponse.of(WORD.repeat(TOKENS), TokenUsage.server(QUESTION.length(), TOKENS));
        }
    }
}
