package dev.ipw.analysis.internal;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.inference.TokenUsage;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OnePassTests {
    private static final long MILLI = 1_000_000;
    private static final int QUERIES = 60;

    @TempDir
    Path folder;

    private final Plugins<EvaluatorProvider> evaluators = Plugins.builder("evaluator", EvaluatorProvider.class).build();
    private final SequencedMap<String, String> found = new LinkedHashMap<>();
    private final Map<String, String> failed = new LinkedHashMap<>();
    private final List<String> heard = new ArrayList<>();
    private final SequencedMap<String, Analysis> analyses = new LinkedHashMap<>();

    @BeforeEach
    void makeAllThatThereAre() {
        Plugins.builder("analysis", AnalysisProvider.class).build().all().forEach(
                provider -> analyses.put(provider.id(), provider.create(Parameters.none(provider.id()))));
        assertThat(analyses).containsKeys("accuracy", "latency", "regression", "steady-state", "cost", "definitions",
                "slowest", "pareto");
    }

    private RunReader run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return MadeRunFolder.write(folder.resolve("run" + seed), QUERIES, number -> {
            long millis = random.nextLong(10, 2000);
            Query query = Query.of(random.nextInt(1, 30), random.nextInt(1, 50), millis * MILLI / 2, millis * MILLI)
                    .using(random.nextInt(20) == 0 ? Double.NaN : random.nextDouble(0.1, 5))
                    .rightIf(random.nextBoolean());
            return switch (random.nextInt(12)) {
                case 0 -> query.failing();
                case 1 -> query.reasoned();
                case 2 -> query.counted(TokenUsage.absent());
                default -> query;
            };
        });
    }

    private void analyze(RunReader run, long bytes, QueryTaker... besides) {
        OnePass.analyze(new AnalysedRun(run, evaluators), analyses, List.of(besides), bytes, new OnePass.Listener() {
            @Override
            public void found(String id, AnalysisResult result) {
                heard.add(id);
                found.put(id, result.toJson());
            }

            @Override
            public void failed(String id, IpwException failure) {
                heard.add(id);
                failed.put(id, String.valueOf(failure.getMessage()));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100 * QUERIES, 200 * QUERIES, Long.MAX_VALUE})
    void findsWhatEachAnalysisFindsAloneHoweverOftenTheRunIsRead(long bytes) {
        RunReader run = run(bytes);
        List<String> questions = new ArrayList<>();

        analyze(run, bytes, QueryTaker.of(record -> questions.add(record.question().id())));

        assertThat(questions).hasSize(QUERIES).doesNotHaveDuplicates();
        assertThat(failed).isEmpty();
        assertThat(heard).containsExactlyInAnyOrderElementsOf(analyses.keySet());
        analyses.forEach((id, analysis) -> assertThat(found).as(id).containsEntry(id, analysis.analyze(run).toJson()));
    }

    @Test
    void sharesTheReadingOfOneAnalysisWithOtherReceivers() {
        RunReader run = run(1);
        AnalysedRun analysed = new AnalysedRun(run, evaluators);
        QueryColumn joules = analysed.column(Dimension.ENERGY_JOULES);
        List<String> questions = new ArrayList<>();

        AnalysisResult result = new AccuracyAnalysis().analyze(analysed,
                List.of(analysed.efficiency(), joules, record -> questions.add(record.id())));

        assertThat(result.toJson()).isEqualTo(new AccuracyAnalysis().analyze(run).toJson());
        assertThat(questions).hasSize(QUERIES).doesNotHaveDuplicates();
        assertThat(analysed.efficiency().finish(run.summary().totals()).asked()).isEqualTo(QUERIES);
        assertThat(joules.known(row -> true)).hasSizeBetween(1, QUERIES);
    }

    @ParameterizedTest
    @CsvSource({"296, true", "100, false"})
    void readsAMillionQueriesOnceForAllAnalysesInAHeapOf512Megabytes(long bytesPerQuery, boolean isOnce) {
        int[] foundBefore = {0};
        OnePassAnalysis last = new OnePassAnalysis() {
            @Override
            public int bytesPerQuery() {
                return 60;
            }

            @Override
            public Pass begin(AnalysedRun run) {
                foundBefore[0] = found.size();
                return new Pass(List.of(), () -> AnalysisResult.builder("last", "Last").build());
            }
        };
        analyses.put("last", last);

        analyze(run(6), bytesPerQuery * QUERIES);

        assertThat(failed).isEmpty();
        assertThat(foundBefore[0] == 0).as("begun before any was finished").isEqualTo(isOnce);
    }

    @Test
    void refusesAnAnalysisThatNeedsMoreMemoryThanThereIsBeforeItReads() {
        OnePassAnalysis large = new OnePassAnalysis() {
            @Override
            public int resultBytesPerQuery() {
                return Integer.MAX_VALUE;
            }

            @Override
            public Pass begin(AnalysedRun run) {
                throw new AssertionError("begun");
            }
        };
        RunReader run = run(8);
        analyses.put("large", large);

        analyze(run, Long.MAX_VALUE, QueryTaker.of(record -> assertThat(failed).containsOnlyKeys("large")));

        assertThat(failed.get("large")).contains("60 queries takes 122,944 MiB of Java's heap");
        assertThat(found).hasSize(analyses.size() - 1);
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> large.analyze(run))
                .withMessageContaining("122,944 MiB");
    }

    @Test
    void analysesTakeInTheColumnsThatTheySayTheyShare() {
        RunReader run = run(7);
        analyses.forEach((id, analysis) -> {
            if (analysis instanceof OnePassAnalysis shared) {
                AnalysedRun analysed = new AnalysedRun(run, evaluators);
                List<? extends RecordGatherer> gatherers = shared.begin(analysed).gatherers();
                assertThat(gatherers.stream().distinct()).as(id).hasSameSizeAs(gatherers);
                List<QueryColumn> columns = gatherers.stream().filter(QueryColumn.class::isInstance)
                        .map(QueryColumn.class::cast).toList();
                assertThat(columns).as(id).containsAll(shared.sharedColumns().stream().map(analysed::column).toList())
                        .hasSizeLessThanOrEqualTo(shared.sharedColumns().size() + shared.unsharedColumns());
            }
        });
    }

    @Test
    void tellsWhichFailedWhenTheyBeganReadOrFinishedAndMakesTheOthers() {
        analyses.put("begins", failing(() -> {
            throw new ConfigurationException("cannot begin");
        }, record -> {}, () -> {}));
        int[] taken = {0};
        analyses.put("reads", failing(() -> {}, record -> {
            if (++taken[0] == 3) {
                throw new InputException("cannot read");
            }
        }, () -> {}));
        analyses.put("finishes", failing(() -> {}, record -> {}, () -> {
            throw new InputException("cannot finish");
        }));
        analyses.put("alone", run -> {
            throw new InputException("cannot read alone");
        });
        RunReader run = run(4);

        analyze(run, Long.MAX_VALUE);

        assertThat(found).hasSize(analyses.size() - 4);
        found.forEach((id, json) -> assertThat(json).as(id)
                .isEqualTo(Objects.requireNonNull(analyses.get(id)).analyze(run).toJson()));
        assertThat(failed).isEqualTo(Map.of("begins", "cannot begin", "reads", "cannot read", "finishes",
                "cannot finish", "alone", "cannot read alone"));
        assertThat(taken[0]).as("queries given after it failed").isEqualTo(3);
    }

    @Test
    void givesAllQueriesToWhatAnalysesShareThoughOneFailsBeforeAnotherReads() {
        RunReader run = run(5);
        String pareto = Objects.requireNonNull(analyses.get("pareto")).analyze(run).toJson();
        Analysis second = Objects.requireNonNull(analyses.get("pareto"));
        analyses.clear();
        int[] taken = {0};
        RecordGatherer failing = record -> {
            if (++taken[0] == 3) {
                throw new InputException("cannot read");
            }
        };
        OnePassAnalysis fails = analysed -> new OnePassAnalysis.Pass(List.of(analysed.efficiency(), failing),
                () -> AnalysisResult.builder("fails", "Fails").build());
        analyses.put("fails", fails);
        analyses.put("pareto", second);

        analyze(run, 0);

        assertThat(failed).containsOnlyKeys("fails");
        assertThat(found).containsExactly(Map.entry("pareto", pareto));
    }

    private static OnePassAnalysis failing(Runnable begin, RecordGatherer gatherer, Runnable finish) {
        return run -> {
            begin.run();
            return new OnePassAnalysis.Pass(List.of(run.column(Dimension.TIME_TO_FIRST_TOKEN), run.answered(),
                    gatherer), () -> {
                        finish.run();
                        return AnalysisResult.builder("failing", "Failing").build();
                    });
        };
    }
}
