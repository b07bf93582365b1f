package dev.ipw.cli.result;

import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Reason;
import dev.ipw.quality.RunValidity.Trust;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reliability of a run's times, shown beside them. */
public final class TimesValidity {
    private final Optional<RunValidity> validity;
    private final boolean isWithoutCalls;

    public TimesValidity(Optional<RunValidity> validity) {
        this(validity, false);
    }

    /**
     * Creates the display of a validity.
     *
     * @param isWithoutCalls whether no query called the model, so that there was nothing to check
     */
    public TimesValidity(Optional<RunValidity> validity, boolean isWithoutCalls) {
        this.validity = validity;
        this.isWithoutCalls = isWithoutCalls;
    }

    /** Returns the word: VALID, DOUBTFUL, INVALID or UNKNOWN. */
    String word() {
        return validity.map(known -> known.level().name()).orElse("UNKNOWN");
    }

    /** Returns the word for the heading above times. */
    String verdict() {
        return isInvalid() ? "not usable" : word();
    }

    /** Formats the word, with its reasons below, for a person. */
    String text(int columns) {
        StringBuilder text = new StringBuilder(TextTable.paragraph(sentence(), "", columns));
        reasons().forEach(reason -> text
                .append(TextTable.paragraph(reason.level() + ": " + reason.text(), "  ", columns)));
        return text.toString();
    }

    /** Formats the word, and the number of late requests or the reason why nothing is known. */
    String sentence() {
        return "Times: " + word() + validity.map(TimesValidity::lateStarts).orElseGet(this::whyUnknown);
    }

    boolean isUnknown() {
        return validity.isEmpty();
    }

    private String whyUnknown() {
        return ": " + (isWithoutCalls
                ? ModelCalls.NONE
                : "the run was cut off too early, has no answer, is of an older version, or was imported");
    }

    private static String lateStarts(RunValidity known) {
        long late = known.dispatch().late();
        return late == 0 ? "" : "; late starts: " + late + " of " + known.dispatch().lags().count();
    }

    /** Returns the mark after the name of a figure made of times: empty, unless the times are unreliable. */
    String mark() {
        return FiguresText.mark(FigureMark.ofTimes(validity));
    }

    public boolean isInvalid() {
        return validity.filter(known -> known.level() == Trust.INVALID).isPresent();
    }

    public List<Reason> reasons() {
        return validity.map(RunValidity::reasons).orElse(List.of());
    }

    /** Returns the validity as a tree; empty if nothing is known. */
    Optional<Map<String, ?>> tree() {
        return validity.map(known -> TreeBuilder.object().put("level", known.level().name())
                .put("reasons", known.reasons().stream().map(
                        reason -> TreeBuilder.object().put("level", reason.level().name()).put("text", reason.text())
                                .build())
                        .toList())
                .put("requests", known.dispatch().lags().count()).put("late_starts", known.dispatch().late())
                .put("late_after_seconds", known.dispatch().lateAfterSeconds())
                .put("dispatch_lag", tree(known.dispatch().lags()))
                .put("pauses", known.pauses().count()).put("pause_seconds", known.pauses().totalSeconds())
                .put("longest_pause_seconds", known.pauses().longestSeconds())
                .put("collections", known.pauses().collections())
                .put("collection_seconds", known.pauses().collectionSeconds())
                .put("requests_hit", known.pauses().requestsHit())
                .put("own_processor_percent", known.ownProcessorPercent())
                .put("clock_jump_seconds", known.clockJumpSeconds())
                .put("client_lag", known.calibration().map(found -> tree(found.lags()).build()))
                .put("client_lag_streams", known.calibration().map(found -> (long) found.streams())).build());
    }

    private static TreeBuilder tree(Delays delays) {
        return TreeBuilder.object().put("p50_seconds", delays.medianSeconds()).put("p99_seconds", delays.p99Seconds())
                .put("max_seconds", delays.maxSeconds());
    }
}
