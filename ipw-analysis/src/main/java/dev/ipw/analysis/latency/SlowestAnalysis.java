package dev.ipw.analysis.latency;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableAnalysis;
import dev.ipw.analysis.internal.MergeableGatherer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.SequencedSet;

/**
 * The list of the queries with the worst figure of one dimension, the worst first: those with the longest latency, or
 * the lowest tokens per second. Failed requests have no times; they are counted separately.
 *
 * <pre>{@code
 * run.analyze(new SlowestAnalysis(Dimension.ENERGY_JOULES, 5));
 * }</pre>
 */
public final class SlowestAnalysis implements MergeableAnalysis {
    /** The analysis' id. */
    public static final String ID = "slowest";
    /** The default number of queries. */
    public static final int DEFAULT_TOP = 10;
    private static final int MAX_TOP = 10_000;
    private static final List<Dimension> BESIDE = List.of(Dimension.TIME_FROM_INTENDED_START,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN, Dimension.INPUT_TOKENS,
            Dimension.OUTPUT_TOKENS, Dimension.ENERGY_JOULES);

    private final Dimension dimension;
    private final int top;

    /** Creates the analysis of the ten queries with the longest latency. */
    public SlowestAnalysis() {
        this(Dimension.TIME_FROM_INTENDED_START, DEFAULT_TOP);
    }

    /**
     * Creates the analysis.
     *
     * @param dimension the dimension by which queries are ordered
     * @param top       the number of queries to list, 1 to 10,000
     * @throws ConfigurationException if that is out of range
     */
    public SlowestAnalysis(Dimension dimension, int top) {
        if (top < 1 || top > MAX_TOP) {
            throw new ConfigurationException("top must be from 1 to " + MAX_TOP + ", not " + top);
        }
        this.dimension = dimension;
        this.top = top;
    }

    @Override
    public MergeablePass beginPart(AnalysedRun run) {
        SequencedSet<Dimension> shown = new LinkedHashSet<>(List.of(dimension));
        shown.addAll(BESIDE);
        Worst worst = new Worst(dimension, top, shown);
        return new MergeablePass(List.of(worst), () -> result(worst));
    }

    private AnalysisResult result(Worst worst) {
        List<AnalysisColumn> columns = new ArrayList<>(List.of(AnalysisColumn.text("question")));
        worst.shown.forEach(each -> columns.add(column(each)));
        columns.add(AnalysisColumn.truth("correct"));
        return AnalysisResult.builder(ID, "Queries with the worst " + dimension.words())
                .figure(AnalysisColumn.text("by"), AnalysisValue.of(dimension.label()))
                .figure(AnalysisColumn.count("queries"), AnalysisValue.of(worst.queries))
                .figure(AnalysisColumn.count("queries_without_figure"), AnalysisValue.of(worst.without))
                .table(AnalysisTable.of("slowest", "The worst first", columns.toArray(AnalysisColumn[]::new))
                        .rows(worst.sorted()))
                .build();
    }

    private static AnalysisColumn column(Dimension dimension) {
        return AnalysisColumn.number(dimension.label(), dimension.unit()).labelled(dimension.words());
    }

    private static List<AnalysisValue> row(RecordedQuery record, SequencedSet<Dimension> shown) {
        List<AnalysisValue> row = new ArrayList<>(List.of(AnalysisValue.of(record.id())));
        shown.forEach(each -> row.add(AnalysisValue.of(each.of(record))));
        row.add(AnalysisValue.of(record.isCorrect()));
        return row;
    }

    /** The worst queries so far, a bounded number of them; among equals those that finished first. */
    private static final class Worst implements MergeableGatherer<Worst> {
        /**
         * A query that may be among the worst.
         *
         * @param badness its figure, larger for worse
         * @param number  its position in the order of finishing
         * @param row     its row in the result
         */
        private record Candidate(double badness, long number, List<AnalysisValue> row) {}

        private static final Comparator<Candidate> WORST_LAST = Comparator.comparingDouble(Candidate::badness)
                .thenComparing(Comparator.comparingLong(Candidate::number).reversed());

        private final PriorityQueue<Candidate> slowest = new PriorityQueue<>(WORST_LAST);
        private final Dimension dimension;
        private final int top;
        private final SequencedSet<Dimension> shown;
        private long queries;
        private long without;

        Worst(Dimension dimension, int top, SequencedSet<Dimension> shown) {
            this.dimension = dimension;
            this.top = top;
            this.shown = shown;
        }

        @Override
        public void add(RecordedQuery record) {
            OptionalDouble figure = dimension.of(record);
            queries++;
            if (figure.isEmpty()) {
                without++;
                return;
            }
            double value = figure.getAsDouble();
            double badness = dimension.isBetterWhenHigher() ? -value : value;
            if (slowest.size() < top || badness > slowest.element().badness) {
                add(new Candidate(badness, queries, row(record, shown)));
            }
        }

        private void add(Candidate candidate) {
            slowest.add(candidate);
            if (slowest.size() > top) {
                slowest.remove();
            }
        }

        @Override
        public void merge(Worst later) {
            later.slowest.forEach(one -> add(new Candidate(one.badness, queries + one.number, one.row)));
            queries += later.queries;
            without += later.without;
        }

        List<List<AnalysisValue>> sorted() {
            return slowest.stream().sorted(WORST_LAST.reversed()).map(Candidate::row).toList();
        }
    }
}
