package dev.ipw.engine.analysis;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.error.IpwException;
import dev.ipw.record.ProfilingRecord;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Make several analyses of a run. Those that read its queries once share one reading; any other reads for itself. */
public final class OnePass {
    private final AnalysedRun run;
    private final SequencedMap<String, Analysis> analyses;
    private final Map<String, OnePassAnalysis.Pass> passes = new LinkedHashMap<>();
    private final Map<String, IpwException> failures = new LinkedHashMap<>();

    private OnePass(AnalysedRun run, SequencedMap<String, Analysis> analyses) {
        this.run = run;
        this.analyses = analyses;
    }

    /** Hear what became of an analysis. */
    public interface Listener {
        /**
         * Take a result.
         *
         * @param id     the analysis
         * @param result what it found
         */
        void found(String id, AnalysisResult result);

        /**
         * Hear that an analysis failed; the others go on.
         *
         * @param id      the analysis
         * @param failure why
         */
        void failed(String id, IpwException failure);
    }

    /**
     * Analyse a run. One result is held at a time.
     *
     * @param run      the run
     * @param analyses the analyses by a name, in the order in which the listener hears of them
     * @param besides  what else takes in the queries, before any result is worked out
     * @param listener hears of each analysis
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public static void analyze(AnalysedRun run, SequencedMap<String, Analysis> analyses,
            List<? extends RecordGatherer> besides, Listener listener) {
        OnePass pass = new OnePass(run, analyses);
        pass.begin();
        pass.read(besides);
        pass.finish(listener);
    }

    private void begin() {
        analyses.forEach((id, analysis) -> {
            if (analysis instanceof OnePassAnalysis shared) {
                guard(id, () -> shared.begin(run), passes::put);
            }
        });
    }

    private void read(List<? extends RecordGatherer> besides) {
        try (Stream<ProfilingRecord> records = run.run().records()) {
            for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
                ProfilingRecord record = each.next();
                besides.forEach(gatherer -> gatherer.add(record));
                passes.forEach((id, pass) -> take(id, pass, record));
            }
        }
    }

    private void take(String id, OnePassAnalysis.Pass pass, ProfilingRecord record) {
        if (failures.containsKey(id)) {
            return;
        }
        try {
            pass.gatherers().forEach(gatherer -> gatherer.add(record));
        } catch (IpwException failure) {
            failures.put(id, failure);
        }
    }

    private void finish(Listener listener) {
        analyses.forEach((id, analysis) -> {
            OnePassAnalysis.Pass pass = passes.remove(id);
            if (!failures.containsKey(id)) {
                guard(id, pass == null
                        ? () -> analysis.analyze(run.run(), run.evaluators())
                        : pass.result(), listener::found);
            }
            IpwException failure = failures.get(id);
            if (failure != null) {
                listener.failed(id, failure);
            }
        });
    }

    private <T> void guard(String id, Supplier<T> work, BiConsumer<String, T> taken) {
        T made;
        try {
            made = work.get();
        } catch (IpwException failure) {
            failures.put(id, failure);
            return;
        }
        taken.accept(id, made);
    }
}
