package dev.ipw.engine.analysis.definition;

import dev.ipw.engine.analysis.Figures;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.record.ProfilingRecord;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Keep of each whole answer the figures that are in the definitions, in columns of plain numbers, and the pooled gaps. */
final class Samples implements RecordGatherer {
    private static final int FEWEST = 16;
    private static final double NANOS = 1e9;

    private final Map<Formula, Figures> figures = new EnumMap<>(Formula.class);
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

    /** Make room for as many queries as a run says that it has. */
    Samples(long queries) {
        int expected = Math.clamp(queries, FEWEST, 1 << 24);
        for (Formula formula : Formula.values()) {
            figures.put(formula, new Figures(expected));
        }
    }

    @Override
    public void add(ProfilingRecord record) {
        if (record.hasFailed()) {
            failed++;
            return;
        }
        answers++;
        Moments moments = Moments.of(record);
        figures.forEach((formula, sample) -> {
            double figure = formula.of(moments);
            if (Double.isFinite(figure)) {
                sample.add(figure);
            }
        });
        gaps.add(record.outcome().timeline().chunkNanos());
        tokens += record.metrics().tokens().output().orElse(0);
        uncounted += record.metrics().tokens().output().isEmpty() ? 1 : 0;
        bundled += record.metrics().latency().chunkBundling().filter(Boolean::booleanValue).isPresent() ? 1 : 0;
        reasoned += moments.hasReasoning() ? 1 : 0;
        retried += record.outcome().timeline().dispatch().retries() > 0 ? 1 : 0;
        firstCallNanos = Math.min(firstCallNanos, record.outcome().timeline().dispatch().takenUpNanos());
        lastTokenNanos = Math.max(lastTokenNanos, record.outcome().timeline().lastTokenNanos().orElse(Long.MIN_VALUE));
        lastEndNanos = Math.max(lastEndNanos, record.outcome().timeline().endNanos());
    }

    /** Return the figures of the answers that have them, in ascending order. */
    double[] of(Formula formula) {
        return Objects.requireNonNull(figures.get(formula)).sorted();
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

    /** Count the answers without token counts. */
    long uncounted() {
        return uncounted;
    }

    /** Count the answers whose chunks do not carry one token each. */
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

    /** Return the time from the first call to the last token; NaN if none came. */
    double secondsToLastToken() {
        return lastTokenNanos == Long.MIN_VALUE ? Double.NaN : (lastTokenNanos - firstCallNanos) / NANOS;
    }

    /** Return the time from the first call to the last end. */
    double secondsToLastEnd() {
        return (lastEndNanos - firstCallNanos) / NANOS;
    }
}
