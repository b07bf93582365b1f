package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Verdict;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.Range;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import dev.ipw.record.QueryParts.PhaseMetrics;
import dev.ipw.record.QueryParts.ToolMetrics;
import dev.ipw.record.SystemInfo;
import dev.ipw.statistics.Statistics;
import dev.ipw.testing.MadeRecords;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Make records of every kind that the columns can hold, with anything optional now there and now absent. */
final class RandomRecords {
    static final String MODEL = "org/model-1.5";

    private final Random random;

    RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    ProfilingRecord record(int number) {
        String evaluator = pick(List.of("exact", "numeric"));
        Map<String, Object> metadata = new TreeMap<>();
        metadata.put("level", (long) random.nextInt(5));
        metadata.put("source", word());
        metadata.put("weight", random.nextDouble());
        metadata.put("hard", random.nextBoolean());
        DatasetRecord plain = new DatasetRecord("q" + number, word() + "?", word(), maybe(this::word),
                Optional.of(evaluator), random.nextBoolean() ? List.of("x", "y") : List.of(), metadata);
        DatasetRecord question = number % 3 > 0
                ? plain
                : plain.toBuilder().system(word()).turns(Turn.of(plain.problem()), new Turn(word(),
                        Duration.ofMillis(number), maybe(this::word)))
                        .lengths(new TokenLengths(OptionalInt.empty(), OptionalInt.of(5))).build().inEpoch(2);
        ResponseTimeline timeline = timeline();
        TokenUsage usage = usage();
        OptionalDouble operations = maybeReal();
        Optional<RequestFailure> failure = maybe(() -> new RequestFailure(pick(FailureKind.values()), word()));
        String answer = failure.isPresent() && random.nextBoolean() ? "" : word();
        QueryOutcome outcome = QueryOutcome.of(question.id(),
                new ModelCall(1, List.of(),
                        new InferenceResponse(answer, maybe(this::word), usage, maybe(this::word),
                                new ServerTimings(maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole()),
                                operations),
                        timeline, failure));
        Optional<QueryParts> parts = Optional.empty();
        if (random.nextInt(3) == 0) {
            outcome = several(question.id(), answer, failure);
            parts = Optional.of(parts(outcome));
        }
        ModelMetrics metrics = new ModelMetrics(energy(outcome.timeline()), LatencyMetrics.of(outcome), outcome.usage(),
                new PowerMetrics(maybe(this::statistics), maybe(this::statistics)), maybe(this::statistics),
                maybe(this::statistics), compute(operations), new SystemInfo(word(), word(), maybe(this::word),
                        maybe(this::word), 1 + random.nextInt(64), maybe(this::word)),
                maybe(this::gpu), cost(),
                new HardwareUtilization(maybeReal(), maybeReal(), maybeReal(), maybeReal(), maybeReal()), parts,
                maybe(this::hosted));
        return MadeRecords.record(question, MODEL, outcome, metrics, evaluator, maybe(this::evaluation));
    }

    /** Work that a client did not compute comes from a card, or nobody knows it. */
    private ComputeMetrics compute(OptionalDouble byClient) {
        OptionalDouble work = byClient.isPresent() ? byClient : maybeReal();
        Optional<String> source = byClient.isPresent()
                ? Optional.of(ComputeMetrics.CLIENT)
                : work.isPresent() ? Optional.of("card") : Optional.empty();
        return new ComputeMetrics(work, source, maybeReal(), maybeReal(), maybeReal(), random.nextBoolean());
    }

    private HostedEstimate hosted() {
        return new HostedEstimate(range(), range(), maybe(this::range), maybe(this::range), word());
    }

    private Range range() {
        double low = random.nextDouble();
        double likely = low + random.nextDouble();
        return new Range(low, likely, likely + random.nextDouble());
    }

    private QueryCost cost() {
        return random.nextInt(4) == 0
                ? QueryCost.UNKNOWN
                : new QueryCost(money(), money(), money(), money(), money(), money(), money(), maybeReal(), word(),
                        maybe(this::word));
    }

    private Optional<BigDecimal> money() {
        return maybe(() -> BigDecimal.valueOf(random.nextInt(1_000_000_000), random.nextInt(12)));
    }

    private GpuInfo gpu() {
        OptionalInt number = random.nextBoolean() ? OptionalInt.of(random.nextInt(8)) : OptionalInt.empty();
        return new GpuInfo(word(), maybe(this::word), number, "GPU", word());
    }

    private ResponseTimeline timeline() {
        long start = random.nextLong(1L << 40);
        long[] chunks = random.longs(random.nextInt(6), 1, 1_000_000).map(gap -> start + gap).sorted().toArray();
        OptionalLong first = chunks.length == 0 ? OptionalLong.empty() : OptionalLong.of(chunks[0]);
        OptionalLong last = chunks.length == 0 ? OptionalLong.empty() : OptionalLong.of(chunks[chunks.length - 1]);
        return new ResponseTimeline(start, dispatch(start),
                random.nextBoolean() ? OptionalLong.of(start + 1) : OptionalLong.empty(),
                first, first, random.nextBoolean() ? last : OptionalLong.empty(), last, start + 2_000_000, chunks);
    }

    private DispatchTimings dispatch(long start) {
        int retries = random.nextInt(3);
        return new DispatchTimings(start + random.nextLong(1_000), retries,
                retries == 0 ? OptionalLong.empty() : OptionalLong.of(start + 1_000),
                maybe(() -> new ConnectionTimes(random.nextLong(1_000), random.nextLong(1_000), maybeWhole())),
                maybe(this::word));
    }

    private TokenUsage usage() {
        return random.nextBoolean()
                ? TokenUsage.absent()
                : new TokenUsage(maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole(),
                        maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole(), TokenUsage.Source.SERVER);
    }

    private QueryOutcome several(String id, String answer, Optional<RequestFailure> failure) {
        List<ModelCall> calls = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int number = 1; number <= count; number++) {
            String text = number == count && random.nextBoolean() ? answer : word();
            calls.add(new ModelCall(number, List.of(Message.user(word())), new InferenceResponse(text,
                    maybe(this::word), usage(), maybe(this::word),
                    new ServerTimings(maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole(), maybeWhole()),
                    maybeReal(), maybe(this::word), List.of(new ToolCall("call-" + number, word(), "{}"))),
                    timeline(), maybe(() -> new RequestFailure(pick(FailureKind.values()), word())),
                    pick(ModelCall.Purpose.values())));
        }
        List<ToolSpan> tools = new ArrayList<>();
        for (int tool = random.nextInt(3); tool >= 0; tool--) {
            long start = random.nextInt(1000);
            tools.add(new ToolSpan(word(), maybe(this::word), start, start + random.nextInt(1000), maybe(this::word),
                    maybe(() -> new UsedProcessorTime(random.nextDouble(), 1 + random.nextDouble()))));
        }
        List<QueryPhase> phases = new ArrayList<>();
        for (int phase = random.nextInt(3); phase > 0; phase--) {
            long start = random.nextInt(1000);
            phases.add(new QueryPhase(pick(QueryPhase.Kind.values()), start, start + random.nextInt(1000),
                    maybe(this::word)));
        }
        boolean isOfLastCall = calls.getLast().response().text().equals(answer);
        return new QueryOutcome(id, random.nextInt(1000), (1L << 41) + random.nextInt(1000), calls, tools,
                isOfLastCall ? Optional.empty() : Optional.of(answer), failure, maybe(() -> Path.of(word())),
                phases);
    }

    private QueryParts parts(QueryOutcome outcome) {
        return new QueryParts(outcome.calls().stream().map(call -> new CallMetrics(call.number(),
                energy(call.timeline()), LatencyMetrics.of(call.timeline(), call.response().usage()))).toList(),
                outcome.tools().stream()
                        .map(tool -> new ToolMetrics(tool, reading(Scope.GPU, Set.of()), metered().devices(),
                                tool.processorTime().map(used -> reading(Scope.PACKAGE, Set.of()))))
                        .toList(),
                reading(Scope.GPU, Set.of()), metered().devices(),
                outcome.phases().stream().map(
                        phase -> new PhaseMetrics(phase, reading(Scope.GPU, Set.of()), metered().devices())).toList());
    }

    private EnergyMetrics energy(ResponseTimeline timeline) {
        EnergyMetrics plain = random.nextInt(4) == 0 ? estimate() : metered();
        boolean phases = timeline.firstTokenNanos().isPresent();
        return new EnergyMetrics(plain.headline(), plain.headlineScope(), plain.devices(), plain.gpuTotalJoules(),
                plain.processorTotalJoules(),
                new EnergyBreakdown(maybeReal(), maybeReal(), maybeReal(),
                        phases ? maybeReal() : OptionalDouble.empty(), phases ? maybeReal() : OptionalDouble.empty(),
                        maybeReal(), maybeReal(), maybeReal()));
    }

    private EnergyMetrics estimate() {
        DeviceEnergy device = new DeviceEnergy("cpu-estimate:host", reading(Scope.PACKAGE, Set.of()));
        // What is only guessed has no column for totals.
        return new EnergyMetrics(device.reading(), "cpu-estimate", List.of(device), OptionalDouble.empty(),
                OptionalDouble.empty(), EnergyBreakdown.NONE);
    }

    private EnergyMetrics metered() {
        List<DeviceEnergy> devices = new ArrayList<>();
        for (Scope scope : List.of(Scope.GPU, Scope.PACKAGE, Scope.DRAM)) {
            if (random.nextBoolean()) {
                devices.add(new DeviceEnergy(scope.label() + ":0", reading(scope, Set.of())));
            }
        }
        Scope scope = pick(List.of(Scope.GPU, Scope.PACKAGE));
        EnergyReading headline = reading(scope, random.nextBoolean()
                ? Set.of(EnergyFlag.WRAP, pick(List.of(EnergyFlag.SHORT, EnergyFlag.GAP)))
                : Set.of());
        return new EnergyMetrics(headline, headline.scopeLabel(), devices, maybeReal(), maybeReal(),
                EnergyBreakdown.NONE);
    }

    private EnergyReading reading(Scope scope, Set<EnergyFlag> flags) {
        double joules = random.nextDouble() * 100;
        return random.nextInt(4) == 0
                ? EnergyReading.unavailable(scope, word(), "not measured in this query")
                : EnergyReading.of(joules, joules * 0.9, joules * 1.2,
                        pick(List.of(Provenance.MEASURED, Provenance.ESTIMATED)), scope, word(), flags);
    }

    private Statistics statistics() {
        return Statistics.of(random.doubles(1 + random.nextInt(5)).toArray()).orElseThrow();
    }

    private Evaluation evaluation() {
        Verdict verdict = pick(Verdict.values());
        boolean unscored = verdict == Verdict.UNSCORED;
        OptionalLong count = random.nextBoolean() ? OptionalLong.of(random.nextInt(1000)) : OptionalLong.empty();
        OptionalDouble amount = random.nextBoolean() ? OptionalDouble.of(random.nextDouble()) : OptionalDouble.empty();
        return new Evaluation(verdict, unscored ? OptionalDouble.empty() : amount, maybe(this::word), word(),
                unscored && random.nextBoolean(),
                random.nextBoolean() ? Map.of() : Map.of("tolerance", "0.01", "note", word()),
                new EvaluationUsage(count, count, OptionalLong.empty(), amount, amount, count));
    }

    private String word() {
        return "w\u00f6rd " + random.nextInt(1000) + (random.nextBoolean() ? "\n\"quoted\" \\ \uD83D\uDD0B" : "");
    }

    private OptionalLong maybeWhole() {
        return random.nextBoolean() ? OptionalLong.of(random.nextInt(1000)) : OptionalLong.empty();
    }

    private OptionalDouble maybeReal() {
        return random.nextBoolean() ? OptionalDouble.of(random.nextDouble() * 1e12) : OptionalDouble.empty();
    }

    private <T> Optional<T> maybe(Supplier<T> value) {
        return random.nextBoolean() ? Optional.of(value.get()) : Optional.empty();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private <T> T pick(T[] values) {
        return pick(List.of(values));
    }
}
