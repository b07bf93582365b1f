package dev.ipw.analysis.internal;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.error.IpwException;
import dev.ipw.record.Dimension;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Several analyses of a run. Those that read its queries once share one reading, or a few if their figures of all
 * queries would not fit into memory together. Any other analysis reads for itself.
 */
public final class OnePass {
    /** The share of the memory, which leaves room for the batch that is read and for the final computations. */
    private static final double SHARE_OF_MEMORY = 0.6;

    private final AnalysedRun run;
    private final long bytes;
    private final Listener listener;

    private OnePass(AnalysedRun run, long bytes, Listener listener) {
        this.run = run;
        this.bytes = bytes;
        this.listener = listener;
    }

    /** A receiver of the results and failures of analyses. */
    public interface Listener {
        /**
         * Receives a result.
         *
         * @param id     the analysis
         * @param result the result of the analysis
         */
        void found(String id, AnalysisResult result);

        /**
         * Receives the failure of an analysis; the others continue.
         *
         * @param id      the analysis
         * @param failure why
         */
        void failed(String id, IpwException failure);
    }

    /**
     * Analyses a run. Only one result is in memory at a time.
     *
     * @param run      the run
     * @param analyses the analyses by a name
     * @param besides  other takers of the queries, served before any result is computed
     * @param listener receives the result or failure of each analysis, in no fixed order
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public static void analyze(AnalysedRun run, SequencedMap<String, ? extends Analysis> analyses,
            List<QueryTaker> besides, Listener listener) {
        analyze(run, analyses, besides, (long) (SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory()), listener);
    }

    /** Analyses a run with a limit in bytes for the figures of its queries. */
    static void analyze(AnalysedRun run, SequencedMap<String, ? extends Analysis> analyses, List<QueryTaker> besides,
            long bytes, Listener listener) {
        OnePass pass = new OnePass(run, bytes, listener);
        SequencedMap<String, Analysis> able = new LinkedHashMap<>();
        analyses.forEach((id, analysis) -> pass.made(id, () -> {
            if (analysis instanceof OnePassAnalysis one) {
                one.requireHeap(run.run());
            }
            return analysis;
        }).ifPresent(one -> able.put(id, one)));
        QueryReading reading = new QueryReading(run);
        List<QueryTaker> others = besides;
        for (Map<String, OnePassAnalysis> together : pass.readings(able)) {
            pass.read(reading, together, others);
            others = List.of();
        }
        able.forEach((id, analysis) -> {
            if (!(analysis instanceof OnePassAnalysis)) {
                pass.report(id, () -> analysis.analyze(run.run(), run.evaluators()));
            }
        });
    }

    /** Assigns each analysis to the first reading that has room for it; there is at least one reading. */
    private List<Map<String, OnePassAnalysis>> readings(SequencedMap<String, ? extends Analysis> analyses) {
        long queries = Math.max(1, run.run().summary().totals().queries());
        int columnBytes = AnalysedRun.columnsAreInFiles(run.run()) ? 0 : Double.BYTES;
        List<Reading> readings = new ArrayList<>(List.of(new Reading(bytes / queries, columnBytes)));
        analyses.forEach((id, analysis) -> {
            if (analysis instanceof OnePassAnalysis shared) {
                readings.stream().filter(reading -> reading.hasRoom(shared)).findFirst().orElseGet(() -> {
                    readings.add(new Reading(bytes / queries, columnBytes));
                    return readings.getLast();
                }).put(id, shared);
            }
        });
        return readings.stream().map(reading -> reading.analyses).toList();
    }

    /** The analyses of one reading, and the bytes available for each of its queries. */
    private static final class Reading {
        private final Map<String, OnePassAnalysis> analyses = new LinkedHashMap<>();
        private final Set<Dimension> columns = EnumSet.noneOf(Dimension.class);
        private final int columnBytes;
        private long left;

        Reading(long left, int columnBytes) {
            this.left = left;
            this.columnBytes = columnBytes;
        }

        boolean hasRoom(OnePassAnalysis analysis) {
            return analyses.isEmpty() || bytes(analysis) <= left;
        }

        void put(String id, OnePassAnalysis analysis) {
            left -= bytes(analysis);
            columns.addAll(analysis.sharedColumns());
            analyses.put(id, analysis);
        }

        private long bytes(OnePassAnalysis analysis) {
            return analysis.bytesPerQuery() + columnBytes * (analysis.unsharedColumns()
                    + analysis.sharedColumns().stream().filter(column -> !columns.contains(column)).count());
        }
    }

    private void read(QueryReading reading, Map<String, OnePassAnalysis> analyses, List<QueryTaker> others) {
        Map<String, OnePassAnalysis.Pass> passes = new LinkedHashMap<>();
        List<QueryTaker> takers = new ArrayList<>(others);
        analyses.forEach((id, analysis) -> made(id, () -> analysis.begin(run)).ifPresent(pass -> {
            passes.put(id, pass);
            takers.add(new QueryTaker(pass.gatherers(), failure -> {
                passes.remove(id);
                listener.failed(id, failure);
            }));
        }));
        reading.read(takers);
        takers.clear();
        for (String id : List.copyOf(passes.keySet())) {
            // The analysis' own data is released before the next result is computed.
            OnePassAnalysis.Pass pass = passes.remove(id);
            if (pass != null) {
                report(id, pass.result());
            }
        }
        run.forgetQueries();
    }

    private void report(String id, Supplier<AnalysisResult> analysis) {
        made(id, analysis).ifPresent(result -> listener.found(id, result));
    }

    private <T> Optional<T> made(String id, Supplier<T> work) {
        try {
            return Optional.of(work.get());
        } catch (IpwException failure) {
            listener.failed(id, failure);
            return Optional.empty();
        }
    }
}
