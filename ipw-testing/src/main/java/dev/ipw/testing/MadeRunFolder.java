package dev.ipw.testing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.format.MetadataColumn;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.results.internal.format.RunDataset;
import dev.ipw.results.internal.format.RunSummaryCodec;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunSummary.RunAccounts;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Writes the directory of a run whose queries a test makes up, so that figures can be known beforehand. */
public final class MadeRunFolder {
    private static final String MODEL = "made:1b";

    private MadeRunFolder() {}

    /**
     * One query.
     *
     * @param usage     its tokens
     * @param nanos     its moments since its start: chunks in order, then the end
     * @param joules    of the processor package; NaN if nobody measured them
     * @param gpuJoules of the GPU, not in the headline; NaN for none
     * @param gpuWatts  of the GPU; NaN for none
     * @param right     whether it is right; empty if it was not judged
     * @param failed    whether it failed
     * @param reasoning text of reasoning, which came with the first chunk
     * @param overlapped whether its joules are a share
     */
    public record Query(TokenUsage usage, long[] nanos, double joules, double gpuJoules, double gpuWatts,
            Optional<Boolean> right, boolean failed, Optional<String> reasoning, boolean overlapped) {

        /** Make one that did not overlap others. */
        public Query(TokenUsage usage, long[] nanos, double joules, double gpuJoules, double gpuWatts,
                Optional<Boolean> right, boolean failed, Optional<String> reasoning) {
            this(usage, nanos, joules, gpuJoules, gpuWatts, right, failed, reasoning, false);
        }

        /** Make one of two counted chunks. */
        public static Query of(long input, long output, long firstNanos, long endNanos) {
            return new Query(TokenUsage.server(input, output), new long[]{firstNanos, endNanos, endNanos}, Double.NaN,
                    Double.NaN, Double.NaN, Optional.of(true), false, Optional.empty(), false);
        }

        /** Let its chunks come, and the response end, at other moments. */
        public Query at(long... moments) {
            return new Query(usage, moments, joules, gpuJoules, gpuWatts, right, failed, reasoning, overlapped);
        }

        /** Count its tokens otherwise. */
        public Query counted(TokenUsage other) {
            return new Query(other, nanos, joules, gpuJoules, gpuWatts, right, failed, reasoning, overlapped);
        }

        /** Let it have used joules. */
        public Query using(double used) {
            return new Query(usage, nanos, used, gpuJoules, gpuWatts, right, failed, reasoning, overlapped);
        }

        /** Let a GPU have served it. */
        public Query onGpu(double used, double watts) {
            return new Query(usage, nanos, joules, used, watts, right, failed, reasoning, overlapped);
        }

        /** Let it be right or wrong. */
        public Query rightIf(boolean isRight) {
            return new Query(usage, nanos, joules, gpuJoules, gpuWatts, Optional.of(isRight), failed, reasoning,
                    overlapped);
        }

        /** Let it fail. */
        public Query failing() {
            return new Query(usage, nanos, joules, gpuJoules, gpuWatts, Optional.empty(), true, reasoning, overlapped);
        }

        /** Let its joules be a share of what it used together with others. */
        public Query overlapping() {
            return new Query(usage, nanos, joules, gpuJoules, gpuWatts, right, failed, reasoning, true);
        }

        /** Let its first chunk be reasoning. */
        public Query reasoned() {
            return new Query(usage, nanos, joules, gpuJoules, gpuWatts, right, failed, Optional.of("hm"), overlapped);
        }
    }

    /** Write a run and open it; queries start a second apart. */
    public static RunReader write(Path folder, int queries, IntFunction<Query> query) {
        return write(folder, queries, query, MadeRunFolder::question);
    }

    /** Write a run of other questions. */
    public static RunReader write(Path folder, int queries, IntFunction<Query> query,
            IntFunction<DatasetRecord> question) {
        return write(folder, queries, query, question, ClientInfo.inProcess("fake", MODEL), List.of(), List.of());
    }

    /** Write a run of which it is known where the joules of its devices went. */
    public static RunReader write(Path folder, int queries, IntFunction<Query> query, List<DeviceTotals> devices) {
        return write(folder, queries, query, MadeRunFolder::question, ClientInfo.inProcess("fake", MODEL), List.of(),
                devices);
    }

    /** Write a run of another client, to which something happened that a reader should know. */
    public static RunReader write(Path folder, int queries, IntFunction<Query> query, ClientInfo client,
            List<String> warnings) {
        return write(folder, queries, query, MadeRunFolder::question, client, warnings, List.of());
    }

    private static DatasetRecord question(int number) {
        return DatasetRecord.of("q" + number, "What is " + number + "?", "x");
    }

    private static RunReader write(Path folder, int queries, IntFunction<Query> query,
            IntFunction<DatasetRecord> question, ClientInfo client, List<String> warnings,
            List<DeviceTotals> devices) {
        try {
            Files.createDirectories(folder);
            RunSummary summary = summary(IntStream.range(0, queries).mapToObj(query).toList(), client, warnings,
                    devices);
            Files.writeString(folder.resolve("journal.jsonl"), "");
            RunDirectory directory = RunDirectory.open(folder);
            MetadataColumn metadata = MadeRecords.metadataColumn(List.of(question(0)));
            RunDataset.write(directory, MODEL, metadata,
                    IntStream.range(0, queries).mapToObj(
                            number -> record(number, query.apply(number), question.apply(number))).iterator(),
                    Runnable::run);
            byte[] json = RunSummaryCodec.toTree(summary).prettyJson().getBytes(StandardCharsets.UTF_8);
            ResultFiles.write(directory, json);
            AtomicFile.write(directory.summary(), json);
            return RunReader.open(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ProfilingRecord record(int number, Query made, DatasetRecord question) {
        long start = number * 1_000_000_000L;
        long[] chunks = IntStream.range(0, made.nanos.length - 1).mapToLong(chunk -> start + made.nanos[chunk])
                .toArray();
        OptionalLong first = chunks.length == 0 ? OptionalLong.empty() : OptionalLong.of(chunks[0]);
        OptionalLong visible = made.reasoning.isPresent() ? OptionalLong.of(chunks[1]) : first;
        OptionalLong last = chunks.length == 0 ? OptionalLong.empty() : OptionalLong.of(chunks[chunks.length - 1]);
        ResponseTimeline timeline = new ResponseTimeline(start, OptionalLong.of(start), first, first, visible, last,
                start + made.nanos[made.nanos.length - 1], chunks);
        Optional<RequestFailure> failure = made.failed
                ? Optional.of(new RequestFailure(FailureKind.values()[0], "made to fail"))
                : Optional.empty();
        QueryOutcome outcome = QueryOutcome.of(question.id(),
                new ModelCall(1, List.of(),
                        new InferenceResponse("x", made.reasoning, made.usage, Optional.empty(),
                                ServerTimings.UNKNOWN, OptionalDouble.empty()),
                        timeline, failure));
        PowerMetrics power = new PowerMetrics(Double.isNaN(made.gpuWatts)
                ? Optional.empty()
                : Statistics.of(new double[]{made.gpuWatts}), Optional.empty());
        return MadeRecords.record(question, MODEL, outcome,
                MadeRecords.metrics(energy(made), timeline, made.usage, power), "exact",
                made.right.map(MadeRecords::evaluation));
    }

    private static EnergyMetrics energy(Query made) {
        EnergyReading joules = MadeRecords.joules(made.joules);
        EnergyReading headline = made.overlapped && !Double.isNaN(made.joules)
                ? joules.flagged(EnergyFlag.ATTRIBUTED)
                : joules;
        return MadeRecords.energy(headline, Double.isNaN(made.gpuJoules)
                ? List.of()
                : List.of(new DeviceEnergy("gpu:0", MadeRecords.joules(made.gpuJoules, Scope.GPU))));
    }

    private static RunSummary summary(List<Query> made, ClientInfo client, List<String> warnings,
            List<DeviceTotals> devices) {
        int queries = made.size();
        OptionalLong tokens = OptionalLong.of(queries * 10L);
        RunTotals totals = MadeRecords.totals(queries, tokens, tokens,
                MadeRecords.sum(made.stream().mapToDouble(Query::joules).toArray()), devices);
        return new RunSummary(MadeRecords.configuration(client, 1), totals, Instant.EPOCH, false, List.of(), List.of(),
                warnings, Optional.empty(), RunAccounts.UNKNOWN, List.of(), EvaluationTotals.NONE, Optional.empty(),
                Optional.empty(), List.of());
    }
}
