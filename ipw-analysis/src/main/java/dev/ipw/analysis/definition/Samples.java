package dev.ipw.analysis.definition;

import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableGatherer;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.QueryMask;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The values of each whole answer that the definitions need, in columns of plain numbers, and the pooled gaps. */
final class Samples implements MergeableGatherer<Samples> {
    static final Set<Dimension> COLUMNS = columns();
    /** The gaps are stored in bounded memory. */
    private static final double NANOS = 1e9;

    private final Map<Dimension, QueryColumn> columns = new EnumMap<>(Dimension.class);
    private final QueryMask answered;
    private final MomentColumns moments;
    private final PooledGaps gaps = new PooledGaps();
    private long answers;
    private long failed;
    private long uncounted;
    private long bundled;
    private long reasoned;
    private long retried;
    private long tokens;
    private long firstCallNanos = Long.MAX_VALUE;
    private long lastTokenNanos = Long.MIN_VALUE;
    private long lastEndNanos = Long.MIN_VALUE;

    Samples(AnalysedRun run) {
        COLUMNS.forEach(dimension -> columns.put(dimension, run.column(dimension)));
        answered = run.answered();
        moments = new MomentColumns(run);
    }

    private static Set<Dimension> columns() {
        Set<Dimension> columns = EnumSet.of(Dimension.OUTPUT_TOKENS);
        Arrays.stream(Formula.values()).map(Formula::dimension).flatMap(Optional::stream).forEach(columns::add);
        return columns;
    }

    /** Returns the gatherers of the queries; some are shared with other analyses. */
    List<MergeableGatherer<?>> gatherers() {
        List<MergeableGatherer<?>> all = new ArrayList<>(columns.values());
        all.addAll(List.of(answered, moments, this));
        return all;
    }

    @Override
    public void add(RecordedQuery record) {
        if (record.hasFailed()) {
            failed++;
            return;
        }
        answers++;
        gaps.add(record.timeline().chunkNanos());
        tokens += record.outputTokens().orElse(0);
        uncounted += record.outputTokens().isEmpty() ? 1 : 0;
        bundled += record.latency().chunkBundling().filter(Boolean::booleanValue).isPresent() ? 1 : 0;
        reasoned += record.outcome().reasoning().isPresent() ? 1 : 0;
        retried += record.timeline().dispatch().retries() > 0 ? 1 : 0;
        firstCallNanos = Math.min(firstCallNanos, record.timeline().dispatch().takenUpNanos());
        lastTokenNanos = Math.max(lastTokenNanos, record.timeline().lastTokenNanos().orElse(Long.MIN_VALUE));
        lastEndNanos = Math.max(lastEndNanos, record.timeline().endNanos());
    }

    @Override
    public void merge(Samples later) {
        answers += later.answers;
        failed += later.failed;
        gaps.merge(later.gaps);
        tokens += later.tokens;
        uncounted += later.uncounted;
        bundled += later.bundled;
        reasoned += later.reasoned;
        retried += later.retried;
        firstCallNanos = Math.min(firstCallNanos, later.firstCallNanos);
        lastTokenNanos = Math.max(lastTokenNanos, later.lastTokenNanos);
        lastEndNanos = Math.max(lastEndNanos, later.lastEndNanos);
    }

    /** Returns the figures of the answers that have them, in ascending order. */
    double[] of(Formula formula) {
        return formula.dimension()
                .map(dimension -> Objects.requireNonNull(columns.get(dimension)).sorted(answered::holds))
                .orElseGet(() -> moments.sorted(formula));
    }

    PooledGaps gaps() {
        return gaps;
    }

    long answers() {
        return answers;
    }

    long failed() {
        return failed;
    }

    /** Returns the number of answers without token counts. */
    long uncounted() {
        return uncounted;
    }

    /** Returns the number of answers with chunks of other than one token. */
    long bundled() {
        return bundled;
    }

    long reasoned() {
        return reasoned;
    }

    long retried() {
        return retried;
    }

    long tokens() {
        return tokens;
    }

    /** Returns the time from the first call to the last token; NaN without tokens. */
    double secondsToLastToken() {
        return lastTokenNanos == Long.MIN_VALUE ? Double.NaN : (lastTokenNanos - firstCallNanos) / NANOS;
    }

    /** Returns the time from the first call to the last end. */
    double secondsToLastEnd() {
        return (lastEndNanos - firstCallNanos) / NANOS;
    }
}
