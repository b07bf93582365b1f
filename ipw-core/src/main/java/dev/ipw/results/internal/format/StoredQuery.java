package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.energy.EnergyReading;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of the run dataset, whose columns are read as they are asked for. For a query of one call they hold all parts;
 * those of other queries are computed from its calls.
 */
final class StoredQuery implements RecordedQuery {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RecordColumns columns;
    private final ModelColumns models;
    private @Nullable TreeReader row;
    private @Nullable TreeReader answered;
    private @Nullable TreeReader moments;
    private @Nullable ProfilingRecord record;
    private @Nullable Boolean hasFailed;
    private @Nullable Boolean isOneCall;
    private @Nullable Double totalSeconds;
    private @Nullable QueryOutcome outcome;
    private @Nullable ResponseTimeline timeline;
    private @Nullable TokenUsage tokens;
    private @Nullable LatencyMetrics latency;
    private @Nullable EnergyMetrics energy;
    private @Nullable EnergyReading headline;
    private EvaluationColumns.@Nullable StoredEvaluation judged;
    private @Nullable Optional<Boolean> isCorrect;

    StoredQuery(RecordColumns columns, TreeReader row) {
        this.columns = columns;
        models = columns.models();
        this.row = row;
    }

    /** Ends the time in which the row may be read. */
    void expire() {
        row = null;
        answered = null;
        moments = null;
    }

    private TreeReader row() {
        if (row == null) {
            throw new IllegalStateException("The reader has passed this query. Keep its record() instead");
        }
        return row;
    }

    private TreeReader answered() {
        if (answered == null) {
            answered = columns.answered(row());
        }
        return answered;
    }

    private TreeReader moments() {
        if (moments == null) {
            moments = models.moments(answered());
        }
        return moments;
    }

    private EvaluationColumns.StoredEvaluation judged() {
        if (judged == null) {
            judged = models.judged(answered());
        }
        return judged;
    }

    private boolean isOneCall() {
        if (isOneCall == null) {
            isOneCall = models.isOneCall(answered());
        }
        return isOneCall;
    }

    @Override
    public ProfilingRecord record() {
        if (record == null) {
            record = new ProfilingRecord(question(), columns.model(), outcome(),
                    models.metrics(answered(), outcome()), evaluator(), judged().evaluation(), judged().attempts());
        }
        return record;
    }

    @Override
    public DatasetRecord question() {
        return columns.question(row());
    }

    @Override
    public String id() {
        return row().text(RecordColumns.ID);
    }

    @Override
    public String questionId() {
        // Only later epochs have ids of their own.
        return columns.epoch(row()) == 1 ? id() : question().questionId();
    }

    @Override
    public String model() {
        return columns.model();
    }

    @Override
    public TokenLengths lengths() {
        return columns.lengths(row());
    }

    @Override
    public Optional<String> finishReason() {
        return isOneCall() ? models.finishReason(answered()) : outcome().finishReason();
    }

    @Override
    public Optional<String> subject() {
        return row().optionalText(RecordColumns.SUBJECT);
    }

    @Override
    public QueryOutcome outcome() {
        if (outcome == null) {
            outcome = models.outcome(answered(), id(), columns.failure(row()));
        }
        return outcome;
    }

    @Override
    public boolean hasCalls() {
        return isOneCall() || !outcome().calls().isEmpty();
    }

    @Override
    public boolean isPlain() {
        return isOneCall() || outcome().isPlain();
    }

    @Override
    public ResponseTimeline timeline() {
        if (timeline == null) {
            timeline = isOneCall() ? moments().as(TimelineColumns.INSTANCE::read) : outcome().timeline();
        }
        return timeline;
    }

    @Override
    public long startNanos() {
        return isOneCall() ? TimelineColumns.INSTANCE.serviceStartNanos(moments()) : outcome().startNanos();
    }

    @Override
    public long endNanos() {
        return isOneCall() ? TimelineColumns.INSTANCE.endNanos(moments()) : outcome().endNanos();
    }

    @Override
    public ServerTimings serverTimings() {
        return isOneCall() ? models.serverTimings(answered()) : outcome().serverTimings();
    }

    @Override
    public LatencyMetrics latency() {
        if (latency == null) {
            latency = isOneCall() ? LatencyMetrics.of(timeline(), tokens()) : LatencyMetrics.of(outcome());
        }
        return latency;
    }

    @Override
    public double totalSeconds() {
        if (totalSeconds == null) {
            totalSeconds = isOneCall()
                    ? (endNanos() - startNanos()) / NANOS_PER_SECOND
                    : latency().totalSeconds();
        }
        return totalSeconds;
    }

    @Override
    public double fromIntendedStartSeconds() {
        return isOneCall()
                ? (endNanos() - TimelineColumns.INSTANCE.intendedStartNanos(moments())) / NANOS_PER_SECOND
                : latency().fromIntendedStartSeconds();
    }

    @Override
    public OptionalLong outputTokens() {
        return isOneCall() ? models.outputTokens(answered()) : tokens().output();
    }

    @Override
    public TokenUsage tokens() {
        if (tokens == null) {
            tokens = isOneCall() ? models.tokens(answered()) : outcome().usage();
        }
        return tokens;
    }

    @Override
    public EnergyMetrics energy() {
        if (energy == null) {
            energy = models.energy(answered());
        }
        return energy;
    }

    @Override
    public EnergyReading headline() {
        if (headline == null) {
            headline = models.headline(answered());
        }
        return headline;
    }

    @Override
    public PowerMetrics power() {
        return models.power(answered());
    }

    @Override
    public QueryCost cost() {
        return models.cost(answered());
    }

    @Override
    public ComputeMetrics compute() {
        return models.compute(answered());
    }

    @Override
    public String evaluator() {
        return columns.evaluator(row());
    }

    @Override
    public Optional<Evaluation> evaluation() {
        return judged().evaluation();
    }

    @Override
    public int evaluationAttempts() {
        return judged().attempts();
    }

    @Override
    public boolean hasFailed() {
        if (hasFailed == null) {
            hasFailed = columns.failure(row()).isPresent();
        }
        return hasFailed;
    }

    @Override
    public Optional<Boolean> isCorrect() {
        if (isCorrect == null) {
            isCorrect = models.isCorrect(answered());
        }
        return isCorrect;
    }
}
