package dev.ipw.results;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.TimeSpan;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ConnectionTimes;
import dev.ipw.inference.Departure;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Turn journal entries into trees and back. */
final class JournalCodec {
    /** How a journal begins. */
    static final String BEGINNING = "{\"type\":\"begun\"";

    private static final String TYPE = "type";
    private static final String BEGUN = "begun";
    private static final String RESUMED = "resumed";
    private static final String FINISHED = "finished";
    private static final String JUDGED = "judged";
    private static final String WARNED = "warned";
    private static final String PHASE = "phase";
    private static final String TIMES = "times";
    private static final Map<Class<? extends JournalEntry>, String> TYPES = Map.of(JournalEntry.Begun.class, BEGUN,
            JournalEntry.Resumed.class, RESUMED, JournalEntry.Finished.class, FINISHED, JournalEntry.Judged.class,
            JUDGED,
            JournalEntry.Warned.class, WARNED, JournalEntry.PhaseTimed.class, PHASE, JournalEntry.TimesJudged.class,
            TIMES);

    private JournalCodec() {}

    static TreeBuilder toTree(JournalEntry entry) {
        return switch (entry) {
            case JournalEntry.Begun begun ->
                TreeBuilder.object().put(TYPE, BEGUN).put("configuration",
                        RunConfigurationCodec.toTree(begun.configuration()));
            case JournalEntry.Resumed resumed ->
                TreeBuilder.object().put(TYPE, RESUMED).put("clock", RunConfigurationCodec.clock(resumed.clock()))
                        .put("versions", new TreeMap<>(resumed.versions()));
            case JournalEntry.Finished finished ->
                finished(finished);
            case JournalEntry.Judged judged ->
                judged(judged);
            case JournalEntry.Warned warned ->
                TreeBuilder.object().put(TYPE, WARNED).put("message", warned.message());
            case JournalEntry.TimesJudged judged ->
                TreeBuilder.object().put(TYPE, TIMES).put("verdict", RunVerdictCodec.toTree(judged.verdict()));
            case JournalEntry.PhaseTimed timed ->
                TreeBuilder.object().put(TYPE, PHASE).put("phase", timed.phase().label())
                        .put("start_nanos", timed.startNanos()).put("end_nanos", timed.endNanos());
        };
    }

    private static TreeBuilder judged(JournalEntry.Judged judged) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, JUDGED).put("record_id", judged.recordId())
                .put("evaluation", evaluation(judged.evaluation())).put("attempt", (long) judged.attempt());
        judged.evaluator().ifPresent(other -> tree.put("evaluator", other));
        return tree;
    }

    /** Name a type of entries as its lines do. */
    static String typeOf(Class<? extends JournalEntry> type) {
        return Objects.requireNonNull(TYPES.get(type));
    }

    static JournalEntry fromTree(TreeReader tree) {
        String type = tree.text(TYPE);
        return switch (type) {
            case BEGUN -> new JournalEntry.Begun(tree.child("configuration", RunConfigurationCodec::fromTree));
            case RESUMED -> new JournalEntry.Resumed(tree.child("clock", RunConfigurationCodec::clock),
                    tree.child("versions", RunConfigurationCodec::texts));
            case FINISHED ->
                new JournalEntry.Finished(tree.child("question", JournalCodec::question), tree.text("evaluator"),
                        tree.child("outcome", JournalCodec::outcome),
                        tree.optionalChild("measured", RecordReader::measured));
            case JUDGED ->
                new JournalEntry.Judged(tree.text("record_id"), tree.child("evaluation", JournalCodec::evaluation),
                        tree.optionalInt("attempt").orElse(1), tree.optionalText("evaluator"));
            case WARNED -> new JournalEntry.Warned(tree.text("message"));
            case TIMES -> new JournalEntry.TimesJudged(tree.child("verdict", RunVerdictCodec::fromTree));
            case PHASE -> {
                TimeSpan span = Moments.span(tree, "start_nanos", "end_nanos");
                yield new JournalEntry.PhaseTimed(tree.text("phase", Labels.of(RunPhase.class)), span.startNanos(),
                        span.endNanos());
            }
            default ->
                throw new InputException("unknown entry type '" + type + "'; a newer version may have written it");
        };
    }

    private static TreeBuilder finished(JournalEntry.Finished finished) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, FINISHED).put("question", question(finished.question()))
                .put("evaluator", finished.evaluator()).put("outcome", outcome(finished.outcome()));
        finished.measured().ifPresent(measured -> tree.put("measured", RecordWriter.measured(measured)));
        return tree;
    }

    /** Write what is asked. */
    static TreeBuilder question(DatasetRecord question) {
        return TreeBuilder.object().put("id", question.id()).put("problem", question.problem())
                .put("answer", question.answer()).put("subject", question.subject())
                .put("evaluator", question.evaluator()).put("choices", question.choices())
                .put("metadata", question.metadata());
    }

    private static DatasetRecord question(TreeReader tree) {
        return new DatasetRecord(tree.text("id"), tree.text("problem"), tree.text("answer"),
                tree.optionalText("subject"), tree.optionalText("evaluator"), tree.texts("choices"),
                tree.child("metadata").asMap());
    }

    private static TreeBuilder outcome(RequestOutcome outcome) {
        TreeBuilder tree = TreeBuilder.object().put("record_id", outcome.recordId()).put("answer", outcome.answer())
                .put("reasoning", outcome.reasoning()).put("usage", usage(outcome.usage()))
                .put("finish_reason", outcome.finishReason())
                .put("server_queue_nanos", outcome.serverTimings().queueNanos())
                .put("server_load_nanos", outcome.serverTimings().loadNanos())
                .put("server_prompt_nanos", outcome.serverTimings().promptNanos())
                .put("server_generation_nanos", outcome.serverTimings().generationNanos())
                .put("server_total_nanos", outcome.serverTimings().totalNanos())
                .put("server_flags", flags(outcome.serverTimings().flags())).put("served_model", outcome.servedModel())
                .put("floating_point_operations", outcome.floatingPointOperations())
                .put("timeline", timeline(outcome.timeline()));
        return tree.put("error", outcome.failure().map(failure -> TreeBuilder.object()
                .put("kind", failure.kind().label()).put("message", failure.message()).build()));
    }

    private static RequestOutcome outcome(TreeReader tree) {
        return new RequestOutcome(tree.text("record_id"), tree.text("answer"), tree.optionalText("reasoning"),
                tree.child("usage", JournalCodec::usage), tree.optionalText("finish_reason"),
                new ServerTimings(notNegative(tree, "server_queue_nanos"), notNegative(tree, "server_load_nanos"),
                        notNegative(tree, "server_prompt_nanos"), notNegative(tree, "server_generation_nanos"),
                        notNegative(tree, "server_total_nanos"), flags(tree, "server_flags")),
                tree.optionalReal("floating_point_operations"), tree.child("timeline", JournalCodec::timeline),
                tree.optionalChild("error", JournalCodec::failure), tree.optionalText("served_model"));
    }

    /** Name what a server told and is not believed, always in the same order. */
    static List<String> flags(Set<ResponseFlag> flags) {
        return flags.stream().sorted().map(ResponseFlag::name).toList();
    }

    /** Read the names; refuses one that is not known. */
    static Set<ResponseFlag> flags(TreeReader tree, String key) {
        EnumSet<ResponseFlag> flags = EnumSet.noneOf(ResponseFlag.class);
        tree.texts(key).forEach(name -> flags.add(Labels.parse(ResponseFlag.class, name)));
        return flags;
    }

    /** Read how a request failed. */
    static RequestFailure failure(TreeReader tree) {
        return new RequestFailure(tree.text("kind", Labels.of(FailureKind.class)), tree.text("message"));
    }

    /** Write token counts under the names of the run dataset. */
    static TreeBuilder usage(TokenUsage usage) {
        return TreeBuilder.object().put("input", usage.input()).put("output", usage.output())
                .put("total", usage.total()).put("cached_input", usage.cachedInput())
                .put("reasoning", usage.reasoning()).put("streamed", usage.streamed())
                .put("first_chunk", usage.firstChunk()).put("cache_written", usage.cacheWritten())
                .put("cache_written_1h", usage.cacheWrittenForAnHour()).put("source", usage.source().label())
                .put("flags", flags(usage.flags()));
    }

    /** Read token counts. */
    static TokenUsage usage(TreeReader tree) {
        return new TokenUsage(notNegative(tree, "input"), notNegative(tree, "output"), notNegative(tree, "total"),
                notNegative(tree, "cached_input"), notNegative(tree, "reasoning"), notNegative(tree, "streamed"),
                notNegative(tree, "first_chunk"), notNegative(tree, "cache_written"),
                notNegative(tree, "cache_written_1h"), tree.text("source", Labels.of(TokenUsage.Source.class)),
                flags(tree, "flags"));
    }

    /** A server may say any number; what was kept is read again. */
    private static OptionalLong notNegative(TreeReader tree, String key) {
        OptionalLong number = tree.optionalWhole(key);
        if (number.isPresent() && number.getAsLong() < 0) {
            throw new InputException(tree.place(key) + " must be 0 or more, not " + number.getAsLong());
        }
        return number;
    }

    /** Write a request's moments under the names of the run dataset. */
    static TreeBuilder timeline(ResponseTimeline timeline) {
        Departure departure = timeline.departure();
        Optional<ConnectionTimes> connection = departure.connection();
        return TreeBuilder.object().put("intended_start_nanos", timeline.intendedStartNanos())
                .put("taken_up_nanos", departure.takenUpNanos()).put("retries", (long) departure.retries())
                .put("last_try_nanos", departure.lastTryNanos())
                .put("lookup_nanos", connection.map(ConnectionTimes::lookupNanos))
                .put("connect_nanos", connection.map(ConnectionTimes::connectNanos))
                .put("tls_nanos", connection.map(ConnectionTimes::tlsNanos).orElse(OptionalLong.empty()))
                .put("sent_nanos", timeline.sentNanos()).put("first_byte_nanos", timeline.firstByteNanos())
                .put("first_token_nanos", timeline.firstTokenNanos())
                .put("first_visible_token_nanos", timeline.firstVisibleTokenNanos())
                .put("last_token_nanos", timeline.lastTokenNanos()).put("end_nanos", timeline.endNanos())
                .put("chunk_nanos", Arrays.stream(timeline.chunkNanos()).boxed().toList());
    }

    /** Read a request's moments. */
    static ResponseTimeline timeline(TreeReader tree) {
        Optional<ConnectionTimes> connection = tree.optionalWhole("connect_nanos").isEmpty()
                ? Optional.empty()
                : Optional.of(new ConnectionTimes(tree.count("lookup_nanos"), tree.count("connect_nanos"),
                        notNegative(tree, "tls_nanos")));
        Departure departure = new Departure(Moments.of(tree, "taken_up_nanos"), tree.integer("retries"),
                Moments.optional(tree, "last_try_nanos"), connection);
        return new ResponseTimeline(Moments.of(tree, "intended_start_nanos"), departure,
                Moments.optional(tree, "sent_nanos"),
                Moments.optional(tree, "first_byte_nanos"), Moments.optional(tree, "first_token_nanos"),
                Moments.optional(tree, "first_visible_token_nanos"), Moments.optional(tree, "last_token_nanos"),
                Moments.of(tree, "end_nanos"), Moments.all(tree, "chunk_nanos"));
    }

    /** Write a verdict. */
    static TreeBuilder evaluation(Evaluation evaluation) {
        return TreeBuilder.object().put("verdict", evaluation.verdict().label())
                .put("extracted", evaluation.extracted()).put("reason", evaluation.reason())
                .put("metadata", evaluation.metadata());
    }

    /** Read a verdict. */
    static Evaluation evaluation(TreeReader tree) {
        Map<String, String> metadata = new LinkedHashMap<>();
        Optional<TreeReader> kept = tree.optionalChild("metadata");
        kept.ifPresent(child -> child.asMap().forEach((key, value) -> metadata.put(key, String.valueOf(value))));
        return new Evaluation(tree.text("verdict", Labels.of(Verdict.class)), tree.optionalText("extracted"),
                tree.text("reason"), metadata);
    }
}
