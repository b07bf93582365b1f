package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import dev.ipw.testing.ChangedSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes runs of questions that a client answers with 42, at moments and with tokens that a test chooses. */
public final class FakeRuns {
    private FakeRuns() {}

    /** How a question is answered: the moments of its two chunks since the send, and its tokens. */
    public record Answer(long firstNanos, long lastNanos, int inputTokens, int outputTokens) {}

    public static ProfilerBuilder builder(Path folder, String name, int questions, IntFunction<DatasetRecord> question,
            Function<String, Answer> answers) {
        return Profiler.builder().plugins(known -> known.discovery(false)).client(new Answering(answers))
                .dataset(new Questions(questions, question))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false))
                .output(folder)
                .storage(where -> where.runName(name));
    }

    /** Run, and have the times judged as those of a quiet machine, whatever this one did meanwhile. */
    public static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return judged(profiler.run(), "valid", "");
        }
    }

    /** Write another validity of the times into a run's summary. */
    public static ProfileRun judged(ProfileRun run, String level, String reason) {
        try {
            ChangedSummary.judge(run.path(), level, reason);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return ProfileRun.open(run.path());
    }

    private record Answering(Function<String, Answer> answers) implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("answering", "model");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            Answer answer = answers.apply(request.messages().getLast().text());
            long sent = System.nanoTime();
            sink.sent(sent);
            long last = sent + answer.lastNanos;
            while (System.nanoTime() < last) {
                Thread.onSpinWait();
            }
            sink.chunk(ChunkKind.ANSWER, "4", sent + answer.firstNanos);
            sink.chunk(ChunkKind.ANSWER, "2", last);
            sink.ended(last);
            return InferenceResponse.of("42", TokenUsage.server(answer.inputTokens, answer.outputTokens));
        }
    }

    private record Questions(int count, IntFunction<DatasetRecord> question) implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, count).mapToObj(question);
        }
    }
}
