package dev.ipw.results.internal.journal;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.PriceList.TokenPrices.LongPromptPrices;
import dev.ipw.cost.Pricing;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.energy.TimeSpan;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.hosted.HostedTable;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.SystemInfo;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSettings;
import dev.ipw.run.RunShard;
import dev.ipw.settings.ClientSettings;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.QuestionSettings;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardSpec;
import dev.ipw.telemetry.RunClock;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Entries of a journal with drawn figures and texts, and the settings of a run that sets all of them. */
public final class RandomJournalEntries {
    private RandomJournalEntries() {}

    static JournalEntry entry(SplittableRandom random, int number) {
        return switch (random.nextInt(8)) {
            case 7 -> new JournalEntry.JudgesAsked(
                    List.of(new TimeSpan(number, number + 1L), new TimeSpan(number + 2L, number + 5L)),
                    random.nextLong(1L << 40), random.nextLong(9), random.nextLong(9));
            case 5 -> new JournalEntry.Resumed(new RunClock(random.nextLong(), random.nextLong()), Map.of("ipw", "1"),
                    random.nextBoolean() ? Optional.of(attempt(number)) : Optional.empty());
            case 4 -> new JournalEntry.Warned(text(random));
            case 0 ->
                new JournalEntry.PhaseTimed(new PhaseTime(RunPhase.values()[random.nextInt(RunPhase.values().length)],
                        random.nextLong(1L << 50), random.nextLong(1L << 50, 1L << 60)));
            case 1 -> new JournalEntry.Evaluated("record-" + number, new Evaluation(Verdict.values()[random.nextInt(4)],
                    random.nextBoolean() ? Optional.of(text(random)) : Optional.empty(), text(random),
                    random.nextBoolean() ? Map.of("tolerance", "0.1") : Map.of()));
            case 6 -> new JournalEntry.Called("record-" + number, call(random, 1 + random.nextInt(5)));
            default -> finished(random, number);
        };
    }

    private static DatasetRecord question(SplittableRandom random, int number) {
        DatasetRecord plain = new DatasetRecord("record-" + number, text(random), text(random),
                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty(), Optional.empty(),
                random.nextBoolean() ? List.of("a", "b\n") : List.of(),
                Map.of("level", random.nextLong(), "share", random.nextDouble(), "hard", random.nextBoolean(), "tags",
                        List.of("x", Map.of("y", "z"))));
        return random.nextBoolean()
                ? plain
                : plain.toBuilder().system(text(random))
                        .turns(Turn.of(plain.problem()), new Turn(text(random), Duration.ofNanos(random.nextInt(9)),
                                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty()))
                        .lengths(new TokenLengths(OptionalInt.of(3), OptionalInt.empty())).build().inEpoch(2);
    }

    private static JournalEntry.Finished finished(SplittableRandom random, int number) {
        List<ToolSpan> tools = random.ints(random.nextInt(3), 0, 1000).mapToObj(start -> new ToolSpan(text(random),
                maybe(random), start, start + random.nextInt(1000), maybe(random),
                random.nextBoolean() ? Optional.of(new UsedProcessorTime(0.25, 0.5)) : Optional.empty())).toList();
        List<QueryPhase> phases = random.ints(random.nextInt(3), 0, 1000)
                .mapToObj(start -> new QueryPhase(QueryPhase.Kind.values()[start % QueryPhase.Kind.values().length],
                        start,
                        start + random.nextInt(1000), maybe(random)))
                .toList();
        return new JournalEntry.Finished(question(random, number), "exact", random.nextLong(1_000),
                random.nextLong(1L << 60), random.nextInt(4), tools, maybe(random),
                random.nextBoolean() ? Optional.of(failure(random)) : Optional.empty(),
                random.nextBoolean() ? Optional.of(Path.of("work", "space")) : Optional.empty(), phases,
                Optional.empty());
    }

    static QueryOutcome outcome(SplittableRandom random, int number) {
        return QueryOutcome.of("record-" + number, call(random, 1));
    }

    private static ModelCall call(SplittableRandom random, int number) {
        ResponseTimeline timeline = new ResponseTimeline(random.nextLong(1_000), dispatch(random),
                whole(random), whole(random), whole(random), whole(random), whole(random), random.nextLong(1L << 60),
                random.longs(random.nextInt(5), 0, 1L << 60).toArray());
        List<ToolCall> toolCalls = random.ints(random.nextInt(3), 0, 9)
                .mapToObj(call -> new ToolCall("call-" + call, text(random), text(random))).toList();
        List<Message> messages = List.of(Message.system(text(random)),
                Message.user(
                        List.of(new ContentPart.Text(text(random)), new ContentPart.Image("image/png", bytes(random)))),
                Message.assistant(text(random), toolCalls), Message.tool(List.of(new ContentPart.ToolResult(
                        text(random), text(random), text(random), random.nextBoolean()))));
        if (random.nextInt(3) == 0) {
            return ModelCall.failed(number, messages, text(random), text(random), failure(random), timeline);
        }
        TokenUsage usage = new TokenUsage(whole(random), whole(random), whole(random), whole(random), whole(random),
                TokenUsage.Source.values()[random.nextInt(3)]);
        ServerTimings timings = new ServerTimings(whole(random), whole(random), whole(random), whole(random),
                whole(random));
        return new ModelCall(number, messages, new InferenceResponse(text(random), maybe(random), usage,
                Optional.of("stop"), timings,
                random.nextBoolean() ? OptionalDouble.of(random.nextDouble() * 1e12) : OptionalDouble.empty(),
                maybe(random), toolCalls), timeline, Optional.empty(),
                ModelCall.Purpose.values()[random.nextInt(3)]);
    }

    private static RequestFailure failure(SplittableRandom random) {
        return new RequestFailure(FailureKind.values()[random.nextInt(FailureKind.values().length)], text(random));
    }

    private static Optional<String> maybe(SplittableRandom random) {
        return random.nextBoolean() ? Optional.of(text(random)) : Optional.empty();
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static DispatchTimings dispatch(SplittableRandom random) {
        int retries = random.nextInt(3);
        return new DispatchTimings(random.nextLong(1L << 60), retries,
                retries == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextLong(1L << 60)),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new ConnectionTimes(random.nextLong(1_000), random.nextLong(1_000),
                                whole(random))),
                maybe(random));
    }

    private static OptionalLong whole(SplittableRandom random) {
        return random.nextBoolean() ? OptionalLong.of(random.nextLong(1L << 60)) : OptionalLong.empty();
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(20), 1, 0x2FFF).filter(Character::isDefined).forEach(text::appendCodePoint);
        return text.append("\"\\\n\u2028").toString();
    }

    private static ShardAttempt attempt(int number) {
        return new ShardAttempt(number + 1, "id-" + number, Optional.of("host"), Optional.empty(),
                Instant.ofEpochSecond(number, 5));
    }

    public static RunConfiguration configuration() {
        RunSettings settings = new RunSettings(
                ClientSettings.NONE.parameters(Map.of("api_key", "[redacted]")),
                QuestionSettings.DEFAULTS.dataset("starter").parameters(Map.of("size", "7")).maxQueries(5).seed(-3)
                        .epochs(2).promptTemplate("plain@1").system("Answer in one word.").offline(true),
                EvaluationSettings.DEFAULTS.evaluator("numeric").parameters(Map.of("absolute_tolerance", "0.5"))
                        .concurrency(7).timeout(Duration.ofMillis(2500)),
                GenerationOptions.defaults().withSeed(1).withTopP(0.9).withStop(List.of("\n", "END")),
                new LoadSettings("gamma", OptionalInt.empty(), OptionalDouble.of(2.5), OptionalDouble.of(0.3), 4,
                        OptionalDouble.of(60), new LoadSettings.Cut(10, 5), OptionalLong.of(7),
                        Optional.of(new LoadSettings.Replayed("trace.jsonl", 2))),
                MeasurementSettings.DEFAULTS.telemetry("nvml").warmupQueries(9).idleSeconds(2.5)
                        .coolDown(Duration.ofSeconds(3)).calibration(false),
                Map.of("agent", "react", "tools", "think"));
        return new RunConfiguration(settings,
                new ClientInfo("openai", "m:1b", Optional.of(URI.create("http://127.0.0.1:1/v1")), ServingHost.LOCAL,
                        Map.of("server", "x")),
                "Starter",
                new RunAccounting(
                        new Pricing(new TokenPrices(Optional.of(new BigDecimal("0.15")), Optional.empty(),
                                Optional.of(new BigDecimal("0.2")), Optional.of(new BigDecimal("0.3")),
                                Optional.of(BigDecimal.TEN), Optional.of(BigDecimal.TEN),
                                List.of(new LongPromptPrices(200_000, TokenPrices.UNKNOWN))),
                                Map.of("search", new BigDecimal("0.01")), Pricing.Basis.OWN_LIST, Optional.of("a"),
                                "b"),
                        new CostFactors(Optional.of(new BigDecimal("2.5")), Optional.empty(), OptionalDouble.of(380),
                                OptionalDouble.of(1.2)),
                        ModelCard.shipped("mistralai/Mistral-7B-v0.1"), true, Optional.of(Precision.FP8),
                        HostedTable.shipped().find("gpt-4o", Optional.empty())),
                Optional.of("note"),
                new SystemInfo("Linux", "6", Optional.of("6.1"), Optional.of("host"), 2, Optional.empty()), "EPYC",
                new RunClock(5, 7), "/tmp/x", Optional.of("ipw profile"), Map.of("ipw", "1"),
                Optional.of(new RunShard(new ShardSpec(2, 5), true, attempt(1))));
    }
}
