package dev.ipw.analysis.comparison.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.AnswerDelays;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.DispatchLag;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.run.RunSummary.RunAccounts;
import dev.ipw.run.RunTotals;
import dev.ipw.testing.MadeRecords;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Makes up a run of queries whose figures a test chooses. */
record MadeRun(String name, String model, int concurrency, int queries, IntFunction<Query> query,
        Optional<RunValidity> validity, List<String> warnings, boolean overlaps, double endCelsius, OptionalDouble used,
        long startSeconds, boolean writes)
        implements
            ComparedRun {

    /** One query; joules that are NaN were not measured. */
    record Query(String id, String problem, double seconds, double joules, boolean right) {
        static Query of(int number, double seconds) {
            return new Query("q" + number, "What is " + number + "?", seconds, seconds * 10, true);
        }

        /** Return what is asked; an id such as {@code q1#2} is that of the second epoch. */
        DatasetRecord question() {
            int hash = id.indexOf('#');
            return hash < 0
                    ? DatasetRecord.of(id, problem, "x")
                    : DatasetRecord.of(id.substring(0, hash), problem, "x")
                            .inEpoch(Integer.parseInt(id.substring(hash + 1)));
        }

        Query withJoules(double other) {
            return new Query(id, problem, seconds, other, right);
        }

        Query withId(String other) {
            return new Query(other, problem, seconds, joules, right);
        }

        Query rightIf(boolean isRight) {
            return new Query(id, problem, seconds, joules, isRight);
        }
    }

    static MadeRun of(String name, int queries, IntFunction<Query> query) {
        return new MadeRun(name, "model", 1, queries, query, Optional.empty(), List.of(), false, 60,
                OptionalDouble.empty(), 0, false);
    }

    MadeRun withModel(String other) {
        return new MadeRun(name, other, concurrency, queries, query, validity, warnings, overlaps, endCelsius, used,
                startSeconds, writes);
    }

    MadeRun withConcurrency(int requests) {
        return new MadeRun(name, model, requests, queries, query, validity, warnings, overlaps, endCelsius, used,
                startSeconds, writes);
    }

    /** Let the device end at a temperature; it begins at 40 degrees. */
    MadeRun endingAt(double celsius) {
        return new MadeRun(name, model, concurrency, queries, query, validity, warnings, overlaps, celsius, used,
                startSeconds, writes);
    }

    /** Let the devices have used so many joules, whatever the queries were charged with. */
    MadeRun using(double joules) {
        return new MadeRun(name, model, concurrency, queries, query, validity, warnings, overlaps, endCelsius,
                OptionalDouble.of(joules), startSeconds, writes);
    }

    /** Let each query have a share of the joules only. */
    MadeRun overlapping() {
        return new MadeRun(name, model, concurrency, queries, query, validity, warnings, true, endCelsius, used,
                startSeconds, writes);
    }

    /** Let it begin so many seconds after the first. */
    MadeRun startingAfter(long seconds) {
        return new MadeRun(name, model, concurrency, queries, query, validity, warnings, overlaps, endCelsius, used,
                seconds, writes);
    }

    /** Let each answer have a token for each of its microseconds, so that a single run tells of it. */
    MadeRun writing() {
        return new MadeRun(name, model, concurrency, queries, query, validity, warnings, overlaps, endCelsius, used,
                startSeconds, true);
    }

    MadeRun warning(String... ofWhat) {
        return new MadeRun(name, model, concurrency, queries, query, validity, List.of(ofWhat), overlaps, endCelsius,
                used, startSeconds, writes);
    }

    /** Judge its times; the watch saw nothing but the reason. */
    MadeRun judged(Trust level, String why) {
        Pauses pauses = new Pauses(0, OptionalDouble.empty(), 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), 0,
                0, 0, new AnswerDelays(Delays.NONE, Delays.NONE, Delays.NONE));
        RunValidity judged = new RunValidity(level, List.of(new Reason(level, why)),
                new DispatchLag(Delays.NONE, 0, 0.001), pauses, OptionalDouble.empty(), OptionalDouble.empty(),
                Optional.empty());
        return new MadeRun(name, model, concurrency, queries, query, Optional.of(judged), warnings, overlaps,
                endCelsius, used, startSeconds, writes);
    }

    @Override
    public Path path() {
        return Path.of("made", name);
    }

    @Override
    public void forEachQuery(Consumer<? super RecordedQuery> consumer) {
        IntStream.range(0, queries).mapToObj(number -> record(query.apply(number))).forEach(consumer);
    }

    private ProfilingRecord record(Query made) {
        long end = Math.round(made.seconds * 1e9);
        ResponseTimeline timeline = new ResponseTimeline(0, OptionalLong.of(0), OptionalLong.of(end / 4),
                OptionalLong.of(end / 4), OptionalLong.of(end / 4), OptionalLong.of(end), end,
                new long[]{end / 4, end / 2, end});
        TokenUsage usage = TokenUsage.server(10, writes ? Math.round(made.seconds * 1e6) : 3);
        EnergyReading joules = MadeRecords.joules(made.joules);
        EnergyReading charged = overlaps && !Double.isNaN(made.joules)
                ? joules.flagged(EnergyFlag.ATTRIBUTED)
                : joules;
        QueryOutcome outcome = QueryOutcome.of(made.id,
                ModelCall.answered(1, List.of(), InferenceResponse.of("x", usage), timeline));
        return MadeRecords.record(made.question(), model, outcome,
                MadeRecords.metrics(MadeRecords.energy(charged, List.of()), timeline, usage), "exact",
                Optional.of(MadeRecords.evaluation(made.right)));
    }

    /** The devices used what they are told, or what the queries did and nothing between them. */
    private EnergyReading total() {
        return used.isPresent()
                ? MadeRecords.joules(used.getAsDouble())
                : MadeRecords.sum(
                        IntStream.range(0, queries).mapToDouble(number -> query.apply(number).joules).toArray());
    }

    @Override
    public RunSummary summary() {
        RunConfiguration configuration = MadeRecords.configuration(
                ClientInfo.inProcess("fake", model), concurrency);
        RunTotals totals = MadeRecords.totals(queries, OptionalLong.empty(), OptionalLong.of(3L * queries), total(),
                List.of());
        return new RunSummary(configuration, totals, Instant.EPOCH.plusSeconds(startSeconds), false, List.of(),
                List.of(), warnings,
                validity, RunAccounts.UNKNOWN, List.of(new DeviceTemperature("gpu-0", 40, endCelsius)),
                EvaluationTotals.NONE, Optional.empty(), Optional.empty(), List.of());
    }
}
