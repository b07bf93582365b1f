package dev.ipw.analysis;

import dev.ipw.analysis.definition.DefinitionsAnalysis;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableAnalysis;
import dev.ipw.analysis.internal.MergeableAnalysis.MergeablePass;
import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.analysis.latency.SlowestAnalysis;
import dev.ipw.analysis.regression.RegressionAnalysis;
import dev.ipw.analysis.steady.SteadyStateAnalysis;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.inference.TokenUsage;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Gathers random runs at once and in random parts. */
class MergeableAnalysesTests {
    private static final Plugins<EvaluatorProvider> NO_EVALUATORS = Plugins
            .builder("evaluator", EvaluatorProvider.class).discovery(false).build();
    private static final long MILLIS = 1_000_000;

    @TempDir
    private Path folder;

    private static List<MergeableAnalysis> analyses() {
        return List.of(new LatencyAnalysis(ServiceLevels.parse("ttft=500ms,tpot=100ms")), new LatencyAnalysis(),
                new SlowestAnalysis(Dimension.TIME_TO_FIRST_TOKEN, 7),
                new SlowestAnalysis(Dimension.OUTPUT_TOKENS_PER_SECOND, 3), new SteadyStateAnalysis(),
                new DefinitionsAnalysis(), new RegressionAnalysis(Optional.empty(), true));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void yieldTheSameInPartsAsAtOnce(long seed) {
        Random random = new Random(seed);
        List<Query> queries = Stream.generate(() -> query(random)).limit(1 + random.nextInt(300)).toList();
        RunReader run = MadeRunFolder.write(folder, queries.size(), queries::get);
        List<ProfilingRecord> records;
        try (Stream<ProfilingRecord> read = run.records()) {
            records = read.toList();
        }
        for (MergeableAnalysis analysis : analyses()) {
            int[] bounds = IntStream.concat(IntStream.of(0, records.size()),
                    random.ints(random.nextInt(6), 0, records.size() + 1)).sorted().toArray();

            assertThat(inParts(analysis, run, records, bounds))
                    .isEqualTo(analysis.analyze(run, NO_EVALUATORS).toJson());
        }
    }

    private static Query query(Random random) {
        long first = MILLIS * (1 + random.nextInt(1000));
        long second = first + MILLIS * random.nextInt(100);
        long end = second + MILLIS * random.nextInt(3000);
        Query query = Query.of(random.nextInt(50), 2 + random.nextInt(50), first, end).at(first, second, end, end)
                .rightIf(random.nextBoolean());
        query = random.nextInt(4) == 0 ? query : query.using(random.nextInt(20));
        query = random.nextInt(3) > 0 ? query : query.overlapping();
        query = random.nextInt(5) > 0 ? query : query.reasoned();
        query = random.nextInt(7) > 0 ? query : query.counted(TokenUsage.absent());
        return random.nextInt(9) > 0 ? query : query.failing();
    }

    private static String inParts(MergeableAnalysis analysis, RunReader run, List<ProfilingRecord> records,
            int[] bounds) {
        MergeablePass whole = analysis.beginPart(new AnalysedRun(run, NO_EVALUATORS));
        for (int part = 1; part < bounds.length; part++) {
            MergeablePass pass = analysis.beginPart(new AnalysedRun(run, NO_EVALUATORS));
            records.subList(bounds[part - 1], bounds[part])
                    .forEach(query -> pass.gatherers().forEach(gatherer -> gatherer.add(query)));
            whole.merge(pass);
        }
        return whole.result().get().toJson();
    }
}
