package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.internal.SeriesStanding;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.internal.format.EnergyReadingColumns;
import dev.ipw.results.internal.format.Labels;
import dev.ipw.results.internal.format.RunConfigurationCodec;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Begun;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Block;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Label;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Lost;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Segment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A codec of the lines of a meter's log as trees. Absent values have no key, because there are many. */
final class MeterLogCodec {
    /** The version of the format. */
    static final int FORMAT = 1;
    /** The beginning of each segment of any version. */
    static final String BEGINNING = "{\"type\":\"segment\",\"format\":";

    private static final String TYPE = "type";
    private static final String SEGMENT = "segment";
    private static final String BEGUN = "begun";
    private static final String BLOCK = "block";
    private static final String REQUEST = "request";

    private MeterLogCodec() {}

    static TreeBuilder toTree(MeterLogEntry entry) {
        return switch (entry) {
            case Segment segment -> segment(segment);
            case Begun begun -> begun(begun);
            case Block block -> block(block);
            case LoggedRequest request -> request(request);
        };
    }

    static MeterLogEntry fromTree(TreeReader tree) {
        String type = tree.text(TYPE);
        return switch (type) {
            case SEGMENT -> segment(tree);
            case BEGUN -> begun(tree);
            case BLOCK -> block(tree);
            case REQUEST -> request(tree);
            default ->
                throw new InputException("unknown type of line '" + type + "'; a newer version may have written it");
        };
    }

    private static TreeBuilder segment(Segment segment) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, SEGMENT).put("format", (long) FORMAT)
                .put("number", (long) segment.number())
                .put("since_ns", segment.sinceEpochNanos()).put("totals", segment.totals().toTree());
        segment.process().ifPresent(process -> tree.put("process", begun(process)));
        segment.lost().ifPresent(lost -> tree.put("lost", TreeBuilder.object().put("after_block", lost.afterBlock())
                .put("until_block", lost.untilBlock()).put("reason", lost.reason())));
        return tree;
    }

    private static Segment segment(TreeReader tree) {
        return new Segment(tree.integer("number"), tree.whole("since_ns"),
                tree.child("totals", MeterLogTotals::fromTree), tree.optionalChild("process", MeterLogCodec::begun),
                tree.optionalChild("lost", lost -> new Lost(lost.count("after_block"), lost.count("until_block"),
                        lost.text("reason"))));
    }

    private static TreeBuilder begun(Begun begun) {
        return TreeBuilder.object().put(TYPE, BEGUN).put("process", (long) begun.number())
                .put("clock", RunConfigurationCodec.clock(begun.clock())).put("boot", begun.boot())
                .put("begin_ns", begun.beginNanos());
    }

    private static Begun begun(TreeReader tree) {
        return new Begun(tree.integer("process"), tree.child("clock", RunConfigurationCodec::clock),
                tree.optionalText("boot"), tree.whole("begin_ns"));
    }

    private static TreeBuilder block(Block block) {
        return TreeBuilder.object().put(TYPE, BLOCK).put("number", block.number()).put("from_us", block.fromMicros())
                .put("to_us", block.toMicros()).put("open", (long) block.open())
                .put("devices", block.devices().stream().map(Integer::longValue).toList())
                .put("parts", block.parts().stream().map(MeterLogCodec::part).toList())
                .put("labels", block.labels().stream().map(MeterLogCodec::label).toList())
                .put("shares", block.shares().stream().map(MeterLogCodec::share).toList())
                .put("events", block.events().stream().map(MeterLogCodec::events).toList())
                .put("readings", block.readings().stream().map(MeterLogCodec::readings).toList());
    }

    private static Block block(TreeReader tree) {
        return new Block(tree.count("number"), tree.whole("from_us"), tree.whole("to_us"),
                tree.children("readings", MeterLogCodec::readings),
                Arrays.stream(tree.wholes("devices")).mapToObj(Math::toIntExact).toList(),
                tree.children("events", MeterLogCodec::events), tree.children("parts", MeterLogCodec::part),
                tree.children("shares", MeterLogCodec::share), tree.children("labels", MeterLogCodec::label),
                tree.integer("open"));
    }

    private static Map<String, @Nullable Object> part(LoggedPart part) {
        TreeBuilder tree = TreeBuilder.object().put("device", part.device())
                .put("total", EnergyReadingColumns.INSTANCE.tree(part.total())).put("requests", part.requestsJoules())
                .put("idle", part.idleJoules()).put("other", part.otherJoules()).put("trust", part.trust().label());
        put(tree, "quality", part.quality());
        put(tree, "counter", part.counterJoules());
        if (!part.findings().isEmpty()) {
            tree.put("findings", part.findings().stream().map(MeterLogCodec::finding).toList());
        }
        part.failure().ifPresent(reason -> tree.put("failure", reason));
        part.unmetered().ifPresent(gap -> {
            TreeBuilder child = TreeBuilder.object().put("seconds", gap.seconds()).put("reason", gap.reason());
            put(child, "joules", gap.joules());
            tree.put("unmetered", child);
        });
        return tree.build();
    }

    private static LoggedPart part(TreeReader tree) {
        return new LoggedPart(tree.text("device"), tree.child("total", EnergyReadingColumns.INSTANCE::read),
                tree.real("requests"), tree.real("idle"), tree.real("other"),
                tree.text("trust", Labels.of(ShareTrust.class)), tree.optionalReal("quality"),
                tree.children("findings", MeterLogCodec::finding), tree.optionalText("failure"),
                tree.optionalReal("counter"),
                tree.optionalChild("unmetered", gap -> new LoggedPart.Unmetered(gap.optionalReal("joules"),
                        gap.real("seconds"), gap.text("reason"))));
    }

    private static Map<String, @Nullable Object> finding(EnergyFinding finding) {
        return TreeBuilder.object().put("flag", finding.flag().name()).put("from_ns", finding.span().startNanos())
                .put("to_ns", finding.span().endNanos()).put("message", finding.message()).build();
    }

    private static EnergyFinding finding(TreeReader tree) {
        return new EnergyFinding(tree.text("flag", Labels.of(EnergyFlag.class)),
                new TimeSpan(tree.whole("from_ns"), tree.whole("to_ns")), tree.text("message"));
    }

    private static Map<String, @Nullable Object> label(Label label) {
        return TreeBuilder.object().put("model", label.model()).put("tenant", label.tenant())
                .put("j", label.joules()).put("prompt", label.promptJoules()).put("answer", label.answerJoules())
                .build();
    }

    private static Label label(TreeReader tree) {
        return new Label(tree.text("model"), tree.text("tenant"), tree.real("j"), tree.real("prompt"),
                tree.real("answer"));
    }

    private static Map<String, @Nullable Object> share(LoggedShare share) {
        TreeBuilder tree = TreeBuilder.object().put("id", share.id());
        put(tree, "j", share.joules());
        put(tree, "low", share.lower());
        put(tree, "high", share.upper());
        put(tree, share.phases());
        share.reason().ifPresent(reason -> tree.put("reason", reason));
        return tree.build();
    }

    private static LoggedShare share(TreeReader tree) {
        return new LoggedShare(tree.text("id"), tree.optionalReal("j"), tree.optionalReal("low"),
                tree.optionalReal("high"), phases(tree), tree.optionalText("reason"));
    }

    private static Map<String, @Nullable Object> events(LoggedEvents events) {
        TreeBuilder tree = TreeBuilder.object().put("id", events.id());
        events.start().ifPresent(start -> {
            tree.put("model", start.model()).put("tenant", start.tenant()).put("start_us", start.startMicros())
                    .put("expected", start.expectedInputTokens());
            if (start.isReplicaUnknown()) {
                tree.put("anywhere", true);
            }
            if (!start.devices().isEmpty()) {
                tree.put("devices", start.devices().stream().sorted().toList());
            }
        });
        events.replica().ifPresent(devices -> tree.put("replica", devices.stream().sorted().toList()));
        if (events.stamps().micros().length > 0) {
            tree.put("t", events.stamps().packed());
        }
        if (events.inputTokens().isPresent()) {
            tree.put("input", events.inputTokens()).put("input_us", events.inputMicros());
        }
        if (events.isWhole()) {
            tree.put("whole", true);
        }
        if (events.cachedTokens() > 0) {
            tree.put("cached", events.cachedTokens());
        }
        put(tree, "end_us", events.endMicros());
        put(tree, "output", events.outputTokens());
        return tree.build();
    }

    private static LoggedEvents events(TreeReader tree) {
        Optional<LoggedEvents.Start> start = tree.optionalText("model")
                .map(model -> new LoggedEvents.Start(model, tree.text("tenant"), new HashSet<>(tree.texts("devices")),
                        tree.whole("start_us"), tree.real("expected"), tree.optionalTruth("anywhere").orElse(false)));
        return new LoggedEvents(tree.text("id"), start,
                tree.has("replica") ? Optional.of(new HashSet<>(tree.texts("replica"))) : Optional.empty(),
                tree.optionalText("t", TokenStamps::unpacked).orElseGet(
                        () -> new TokenStamps(new long[0], new float[0])),
                tree.optionalCount("input"), tree.optionalCount("cached").orElse(0),
                tree.optionalWhole("input_us").orElse(0), tree.optionalTruth("whole").orElse(false),
                tree.optionalWhole("end_us"), tree.optionalCount("output"));
    }

    private static Map<String, @Nullable Object> readings(LoggedReadings readings) {
        TreeBuilder tree = TreeBuilder.object().put("series", (long) readings.series())
                .put("data", PackedReadings.pack(readings.readings()));
        if (readings.dropped() > 0) {
            tree.put("dropped", (long) readings.dropped());
        }
        readings.sensor().ifPresent(sensor -> tree.put("sensor", sensor(sensor)));
        readings.standing().ifPresent(standing -> tree.put("standing",
                TreeBuilder.object().put("loss", standing.lossReason())
                        .put("doubt", standing.doubt().map(Enum::name)).put("doubt_reason", standing.doubtReason())
                        .put("duplicate", standing.isDuplicate()).put("contradicted", standing.isContradicted())));
        return tree.build();
    }

    private static LoggedReadings readings(TreeReader tree) {
        return new LoggedReadings(tree.integer("series"), tree.optionalChild("sensor", MeterLogCodec::sensor),
                tree.optionalInt("dropped").orElse(0), tree.text("data", PackedReadings::unpack),
                tree.optionalChild("standing", standing -> new SeriesStanding(standing.optionalText("loss"),
                        standing.optionalText("doubt", Labels.of(SensorState.class)),
                        standing.optionalText("doubt_reason"), standing.truth("duplicate"),
                        standing.truth("contradicted"))));
    }

    private static TreeBuilder sensor(LoggedReadings.LoggedSensor sensor) {
        MeteredDevice device = sensor.device();
        TreeBuilder tree = TreeBuilder.object().put("device", device.name()).put("scope", device.scope().name())
                .put("provenance", device.provenance().name()).put("source", device.source())
                .put("period_ns", device.periodNanos()).put("resolution_ns", device.resolutionNanos())
                .put("averaging_ns", device.averagingNanos()).put("bounded", sensor.isBounded());
        put(tree, "limit_w", sensor.limitWatts());
        return tree;
    }

    private static LoggedReadings.LoggedSensor sensor(TreeReader tree) {
        return new LoggedReadings.LoggedSensor(
                new MeteredDevice(tree.text("device"), tree.text("scope", Labels.of(Scope.class)),
                        tree.text("provenance", Labels.of(Provenance.class)), tree.text("source"),
                        tree.whole("period_ns"), tree.whole("resolution_ns"), tree.whole("averaging_ns")),
                tree.truth("bounded"), tree.optionalReal("limit_w"));
    }

    private static TreeBuilder request(LoggedRequest request) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, REQUEST).put("id", request.id())
                .put("model", request.model()).put("tenant", request.tenant());
        if (!request.devices().isEmpty()) {
            tree.put("devices", request.devices().stream().sorted().toList());
        }
        tree.put("started_ns", request.startedEpochNanos());
        put(tree, "first_ns", request.firstTokenNanos());
        put(tree, "duration_ns", request.durationNanos());
        if (request.status().isPresent()) {
            tree.put("status", (long) request.status().getAsInt());
        }
        request.failure().ifPresent(failure -> tree.put("failure", failure));
        put(tree, "input", request.inputTokens());
        put(tree, "cached", request.cachedTokens());
        put(tree, "output", request.outputTokens());
        put(tree, "reasoning", request.reasoningTokens());
        tree.put("energy", EnergyReadingColumns.INSTANCE.tree(request.energy()));
        put(tree, request.phases());
        put(tree, "fixed", request.fixedJoules());
        return tree.put("trust", request.trust().label());
    }

    private static LoggedRequest request(TreeReader tree) {
        return new LoggedRequest(tree.text("id"), tree.text("model"), tree.text("tenant"),
                new HashSet<>(tree.texts("devices")), tree.whole("started_ns"), tree.optionalCount("first_ns"),
                tree.optionalCount("duration_ns"), tree.optionalInt("status"), tree.optionalText("failure"),
                tree.optionalCount("input"), tree.optionalCount("cached"), tree.optionalCount("output"),
                tree.optionalCount("reasoning"), tree.child("energy", EnergyReadingColumns.INSTANCE::read),
                phases(tree), tree.optionalReal("fixed"),
                tree.text("trust", Labels.of(ShareTrust.class)));
    }

    private static void put(TreeBuilder tree, Optional<PhaseJoules> phases) {
        phases.ifPresent(known -> {
            put(tree, "prompt", known.prompt());
            put(tree, "answer", known.answer());
        });
    }

    private static void put(TreeBuilder tree, String name, PhaseJoules.Part part) {
        tree.put(name, part.joules()).put(name + "_low", part.lower()).put(name + "_high", part.upper());
    }

    /** Returns the joules of phases; empty if there are none, or none with bounds. */
    private static Optional<PhaseJoules> phases(TreeReader tree) {
        return part(tree, "prompt").flatMap(prompt -> part(tree, "answer")
                .map(answer -> new PhaseJoules(prompt, answer)));
    }

    private static Optional<PhaseJoules.Part> part(TreeReader tree, String name) {
        return tree.optionalReal(name + "_low").isEmpty()
                ? Optional.empty()
                : Optional.of(new PhaseJoules.Part(tree.real(name), tree.real(name + "_low"),
                        tree.real(name + "_high")));
    }

    private static void put(TreeBuilder tree, String key, OptionalDouble value) {
        if (value.isPresent()) {
            tree.put(key, value);
        }
    }

    private static void put(TreeBuilder tree, String key, OptionalLong value) {
        if (value.isPresent()) {
            tree.put(key, value);
        }
    }
}
