package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.AnswerDelays;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.DispatchLag;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;

/** A codec of the validity of a run as a tree. */
public final class RunValidityCodec {
    private RunValidityCodec() {}

    public static TreeBuilder toTree(RunValidity validity) {
        return TreeBuilder.object().put("level", validity.level().label())
                .put("reasons",
                        validity.reasons().stream()
                                .map(reason -> TreeBuilder.object().put("level", reason.level().label())
                                        .put("text", reason.text()).build())
                                .toList())
                .put("dispatch_lag", lag(validity.dispatch())).put("pauses", pauses(validity.pauses()))
                .put("own_processor_percent", validity.ownProcessorPercent())
                .put("clock_jump_seconds", validity.clockJumpSeconds())
                .put("calibration", validity.calibration().map(known -> delays(known.lags())
                        .put("streams", (long) known.streams()).put("took_seconds", known.tookSeconds()).build()));
    }

    public static RunValidity fromTree(TreeReader tree) {
        return new RunValidity(tree.text("level", Labels.of(Trust.class)),
                tree.children("reasons",
                        reason -> new Reason(reason.text("level", Labels.of(Trust.class)), reason.text("text"))),
                tree.child("dispatch_lag", RunValidityCodec::lag), tree.child("pauses", RunValidityCodec::pauses),
                tree.optionalReal("own_processor_percent"), tree.optionalReal("clock_jump_seconds"),
                tree.optionalChild("calibration", known -> new Calibration(known.integer("streams"),
                        delays(known), known.real("took_seconds"))));
    }

    private static TreeBuilder lag(DispatchLag dispatch) {
        return delays(dispatch.lags()).put("late", dispatch.late()).put("late_after_seconds",
                dispatch.lateAfterSeconds());
    }

    private static DispatchLag lag(TreeReader tree) {
        return new DispatchLag(delays(tree), tree.count("late"), tree.real("late_after_seconds"));
    }

    private static TreeBuilder pauses(Pauses pauses) {
        return TreeBuilder.object().put("beats", pauses.beats())
                .put("usual_lateness_seconds", pauses.usualLatenessSeconds()).put("count", pauses.count())
                .put("total_seconds", pauses.totalSeconds()).put("longest_seconds", pauses.longestSeconds())
                .put("longest_hit_seconds", pauses.longestHitSeconds()).put("collections", pauses.collections())
                .put("collection_seconds", pauses.collectionSeconds()).put("requests_hit", pauses.requestsHit())
                .put("time_to_first_token_delay", delays(pauses.delays().firstToken()))
                .put("latency_delay", delays(pauses.delays().latency()))
                .put("time_between_chunks_delay", delays(pauses.delays().betweenChunks()));
    }

    private static Pauses pauses(TreeReader tree) {
        return new Pauses(tree.count("beats"), tree.optionalReal("usual_lateness_seconds"), tree.count("count"),
                tree.real("total_seconds"), tree.optionalReal("longest_seconds"),
                tree.optionalReal("longest_hit_seconds"), tree.count("collections"), tree.real("collection_seconds"),
                tree.count("requests_hit"),
                new AnswerDelays(tree.child("time_to_first_token_delay", RunValidityCodec::delays),
                        tree.child("latency_delay", RunValidityCodec::delays),
                        tree.child("time_between_chunks_delay", RunValidityCodec::delays)));
    }

    private static TreeBuilder delays(Delays delays) {
        return TreeBuilder.object().put("count", delays.count()).put("mean_seconds", delays.meanSeconds())
                .put("p50_seconds", delays.medianSeconds()).put("p90_seconds", delays.p90Seconds())
                .put("p99_seconds", delays.p99Seconds()).put("max_seconds", delays.maxSeconds());
    }

    private static Delays delays(TreeReader tree) {
        return new Delays(tree.count("count"), tree.optionalReal("mean_seconds"), tree.optionalReal("p50_seconds"),
                tree.optionalReal("p90_seconds"), tree.optionalReal("p99_seconds"), tree.optionalReal("max_seconds"));
    }
}
