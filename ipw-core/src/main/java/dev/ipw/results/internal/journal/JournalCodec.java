package dev.ipw.results.internal.journal;

import dev.ipw.energy.TimeSpan;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.internal.format.CallCodec;
import dev.ipw.results.internal.format.EvaluationCodec;
import dev.ipw.results.internal.format.FailureColumns;
import dev.ipw.results.internal.format.Labels;
import dev.ipw.results.internal.format.MeasuredColumns;
import dev.ipw.results.internal.format.Moments;
import dev.ipw.results.internal.format.QueryPhaseColumns;
import dev.ipw.results.internal.format.QuestionCodec;
import dev.ipw.results.internal.format.RunConfigurationCodec;
import dev.ipw.results.internal.format.RunValidityCodec;
import dev.ipw.results.internal.format.ToolSpanColumns;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunPhase;
import dev.ipw.shard.internal.ShardAttemptFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A codec of journal entries as trees. */
final class JournalCodec {
    /** The beginning of a journal. */
    static final String BEGINNING = "{\"type\":\"begun\"";

    private static final String TYPE = "type";
    private static final String BEGUN = "begun";
    private static final String RESUMED = "resumed";
    private static final String CALLED = "called";
    private static final String FINISHED = "finished";
    private static final String JUDGED = "judged";
    private static final String WARNED = "warned";
    private static final String PHASE = "phase";
    private static final String TIMES = "times";
    private static final String JUDGES = "judges";
    private static final Map<Class<? extends JournalEntry>, String> TYPES = Map.of(JournalEntry.Begun.class, BEGUN,
            JournalEntry.Resumed.class, RESUMED, JournalEntry.Called.class, CALLED, JournalEntry.Finished.class,
            FINISHED, JournalEntry.Evaluated.class,
            JUDGED,
            JournalEntry.Warned.class, WARNED, JournalEntry.PhaseTimed.class, PHASE, JournalEntry.TimesJudged.class,
            TIMES, JournalEntry.JudgesAsked.class, JUDGES);

    private JournalCodec() {}

    static TreeBuilder toTree(JournalEntry entry) {
        return switch (entry) {
            case JournalEntry.Begun begun ->
                TreeBuilder.object().put(TYPE, BEGUN).put("configuration",
                        RunConfigurationCodec.toTree(begun.configuration()));
            case JournalEntry.Resumed resumed -> resumed(resumed);
            case JournalEntry.Called called -> TreeBuilder.object().put(TYPE, CALLED).put("query_id", called.queryId())
                    .put("call", CallCodec.toTree(called.call()));
            case JournalEntry.Finished finished -> finished(finished);
            case JournalEntry.Evaluated evaluated ->
                evaluated(evaluated);
            case JournalEntry.Warned warned ->
                TreeBuilder.object().put(TYPE, WARNED).put("message", warned.message());
            case JournalEntry.TimesJudged judged ->
                TreeBuilder.object().put(TYPE, TIMES).put("verdict", RunValidityCodec.toTree(judged.validity()));
            case JournalEntry.JudgesAsked asked ->
                TreeBuilder.object().put(TYPE, JUDGES)
                        .put("start_nanos", asked.inFlight().stream().map(TimeSpan::startNanos).toList())
                        .put("end_nanos", asked.inFlight().stream().map(TimeSpan::endNanos).toList())
                        .put("local_calls", asked.localCalls()).put("remote_calls", asked.remoteCalls())
                        .put("unmetered_calls", asked.unmeteredCalls());
            case JournalEntry.PhaseTimed timed ->
                TreeBuilder.object().put(TYPE, PHASE).put("phase", timed.time().phase().label())
                        .put("start_nanos", timed.time().startNanos()).put("end_nanos", timed.time().endNanos());
        };
    }

    private static TreeBuilder resumed(JournalEntry.Resumed resumed) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, RESUMED)
                .put("clock", RunConfigurationCodec.clock(resumed.clock()))
                .put("versions", new TreeMap<>(resumed.versions()));
        resumed.attempt().ifPresent(attempt -> tree.put("attempt", ShardAttemptFile.toTree(attempt)));
        return tree;
    }

    private static TreeBuilder evaluated(JournalEntry.Evaluated evaluated) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, JUDGED).put("record_id", evaluated.recordId())
                .put("evaluation", EvaluationCodec.toTree(evaluated.evaluation()))
                .put("attempt", (long) evaluated.attempt());
        evaluated.evaluator().ifPresent(other -> tree.put("evaluator", other));
        return tree;
    }

    /** Returns the name of a type of entries in its lines. */
    static String typeOf(Class<? extends JournalEntry> type) {
        return Objects.requireNonNull(TYPES.get(type));
    }

    static JournalEntry fromTree(TreeReader tree) {
        String type = tree.text(TYPE);
        return switch (type) {
            case BEGUN -> new JournalEntry.Begun(tree.child("configuration", RunConfigurationCodec::fromTree));
            case RESUMED -> new JournalEntry.Resumed(tree.child("clock", RunConfigurationCodec::clock),
                    tree.child("versions", RunConfigurationCodec::texts),
                    tree.optionalChild("attempt", ShardAttemptFile::fromTree));
            case CALLED -> new JournalEntry.Called(tree.text("query_id"), tree.child("call", CallCodec::fromTree));
            case FINISHED -> finished(tree);
            case JUDGED ->
                new JournalEntry.Evaluated(tree.text("record_id"), tree.child("evaluation", EvaluationCodec::fromTree),
                        tree.optionalInt("attempt").orElse(1), tree.optionalText("evaluator"));
            case WARNED -> new JournalEntry.Warned(tree.text("message"));
            case TIMES -> new JournalEntry.TimesJudged(tree.child("verdict", RunValidityCodec::fromTree));
            case JUDGES -> new JournalEntry.JudgesAsked(Moments.spans(tree, "start_nanos", "end_nanos"),
                    tree.count("local_calls"), tree.count("remote_calls"), tree.count("unmetered_calls"));
            case PHASE -> {
                TimeSpan span = Moments.span(tree, "start_nanos", "end_nanos");
                yield new JournalEntry.PhaseTimed(
                        new PhaseTime(tree.text("phase", Labels.of(RunPhase.class)), span.startNanos(),
                                span.endNanos()));
            }
            default ->
                throw new InputException("unknown entry type '" + type + "'; a newer version may have written it");
        };
    }

    private static TreeBuilder finished(JournalEntry.Finished finished) {
        TreeBuilder tree = TreeBuilder.object().put(TYPE, FINISHED)
                .put("question", QuestionCodec.toTree(finished.question()))
                .put("evaluator", finished.evaluator()).put("intended_start_nanos", finished.intendedStartNanos())
                .put("end_nanos", finished.endNanos()).put("calls", (long) finished.calls())
                .put("tools", finished.tools().stream().map(ToolSpanColumns.INSTANCE::row).toList())
                .put("other_answer", finished.otherAnswer())
                .put("error", finished.failure().map(FailureColumns.INSTANCE::row))
                .put("workspace", finished.workspace().map(Path::toString))
                .put("phases", finished.phases().stream().map(QueryPhaseColumns.INSTANCE::row).toList());
        finished.measured().ifPresent(measured -> tree.put("measured", MeasuredColumns.INSTANCE.tree(measured)));
        return tree;
    }

    private static JournalEntry.Finished finished(TreeReader tree) {
        return new JournalEntry.Finished(tree.child("question", QuestionCodec::fromTree), tree.text("evaluator"),
                Moments.of(tree, "intended_start_nanos"), Moments.of(tree, "end_nanos"), tree.integer("calls"),
                tree.children("tools", ToolSpanColumns.INSTANCE::read), tree.optionalText("other_answer"),
                tree.optionalChild("error", FailureColumns.INSTANCE::read),
                tree.optionalText("workspace").map(Path::of),
                tree.children("phases", QueryPhaseColumns.INSTANCE::read),
                tree.optionalChild("measured", MeasuredColumns.INSTANCE::read));
    }
}
