package dev.ipw;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.comparison.RunComparator;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.analysis.internal.GoodputGatherer;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.internal.AnalysisRunner;
import dev.ipw.profile.internal.RunRecovery;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.quality.RunValidity;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * A finished run and its analyses.
 *
 * <pre>{@code
 * ProfileRun run = ProfileRun.open(Path.of("runs/demo"));
 * double[] seconds = run.dimension("time_per_output_token");
 * System.out.println(run.efficiency().intelligencePerJoule());
 * }</pre>
 */
@API(status = API.Status.STABLE)
public final class ProfileRun {
    /** Replaced when the run's results are rewritten, so that its summary and its records belong together. */
    private volatile RunReader reader;

    ProfileRun(RunReader reader) {
        this.reader = reader;
    }

    /**
     * Opens a run.
     *
     * @param path the run's directory
     * @return the run
     * @throws InputException if there is no run, it was cut off before its end, or a file is damaged
     */
    public static ProfileRun open(Path path) {
        return new ProfileRun(RunReader.open(path));
    }

    /**
     * Finishes a run that was cut off, from its journal and samples, and opens it. Answers without a verdict are
     * evaluated by the evaluators on the class path. A finished run is only opened.
     *
     * @param path the run's directory
     * @return the run, marked as interrupted if it had to be finished
     * @throws InputException if there is no run, it is still running, or its journal is damaged
     */
    public static ProfileRun recover(Path path) {
        try (Evaluators evaluators = Evaluators.discovered()) {
            return new ProfileRun(RunRecovery.recover(path, evaluators));
        }
    }

    RunReader reader() {
        return reader;
    }

    /**
     * Returns the run's folder.
     *
     * @return the run's directory
     */
    public Path path() {
        return reader.directory().path();
    }

    /**
     * Returns the run's configuration and totals.
     *
     * @return the summary
     */
    public RunSummary summary() {
        return reader.summary();
    }

    /**
     * Returns whether the run's times are reliable.
     *
     * @return the validity; empty if the run was cut off before it was known, nothing was answered, or an older version
     *         ran it
     */
    public Optional<RunValidity> validity() {
        return summary().validity();
    }

    /**
     * Reads the queries in the order in which they finished. Close the stream after use.
     *
     * @return the queries
     * @throws InputException if the dataset is damaged
     */
    public Stream<ProfilingRecord> records() {
        return reader.records();
    }

    /**
     * Passes each query to a consumer, in the order in which they finished. Only the parts that the consumer asks for are
     * decoded, so that a few figures of a long run take a fraction of the time of {@link #records()}.
     *
     * @param consumer receives the queries; each is valid during its call
     * @throws InputException if the dataset is damaged
     */
    public void forEachQuery(Consumer<? super RecordedQuery> consumer) {
        reader.forEachQuery(consumer);
    }

    /**
     * Lists the values of one dimension, for every query that has it.
     *
     * @param name a dimension's name or short name, for example {@code time_per_output_token} or {@code tpot}
     * @return the values, in the order in which the queries finished; queries without a value are omitted
     * @throws dev.ipw.error.ConfigurationException if there is no such dimension
     */
    public double[] dimension(String name) {
        return dimension(Dimension.named(name));
    }

    /**
     * Lists the values of one dimension, for every query that has it.
     *
     * @param dimension the dimension
     * @return the values in the dimension's unit, in the order in which the queries finished
     */
    public double[] dimension(Dimension dimension) {
        return figures(dimension, query -> true);
    }

    private double[] figures(Dimension dimension, Predicate<RecordedQuery> counts) {
        DoubleStream.Builder figures = DoubleStream.builder();
        forEachQuery(query -> {
            if (counts.test(query)) {
                dimension.of(query).ifPresent(figures::add);
            }
        });
        return figures.build().toArray();
    }

    /**
     * Lists the value of one dimension for each of {@link #records()}, in their order.
     *
     * @param name a dimension's name or short name
     * @return the values in the dimension's unit, empty where the query has none
     * @throws dev.ipw.error.ConfigurationException if there is no such dimension
     */
    public List<OptionalDouble> dimensionByRecord(String name) {
        Dimension dimension = Dimension.named(name);
        List<OptionalDouble> figures = new ArrayList<>();
        forEachQuery(query -> figures.add(dimension.of(query)));
        return List.copyOf(figures);
    }

    /**
     * Returns a percentile with its interval, over the queries that count in the latency figures.
     *
     * <pre>{@code
     * run.percentile("ttft", 0.95).ifPresent(p95 -> System.out.println(p95.value() + " s"));
     * }</pre>
     *
     * @param name        a dimension's name or short name
     * @param probability from 0 to 1, for example 0.95
     * @return the percentile in the dimension's unit; empty if too few queries have a value
     * @throws dev.ipw.error.ConfigurationException if there is no such dimension
     * @throws IllegalArgumentException             if the probability is not from 0 to 1
     */
    public Optional<QuantileEstimate> percentile(String name, double probability) {
        return QuantileEstimate.of(latencies(Dimension.named(name)), probability);
    }

    /**
     * Lists the values of one dimension over the queries that count in the latency figures: all but those that the load
     * cuts off.
     *
     * @param dimension the dimension
     * @return the values in the dimension's unit, in the order in which the queries finished
     */
    public double[] latencies(Dimension dimension) {
        return figures(dimension, CountedRequests.of(reader)::includes);
    }

    /**
     * Computes the run's accuracy and its energy efficiency.
     *
     * @return accuracy, intelligence per joule and per watt
     */
    public Efficiency efficiency() {
        return EfficiencyGatherer.read(reader);
    }

    /**
     * Counts the answers that met service levels.
     *
     * <pre>{@code
     * run.goodput(ServiceLevels.parse("ttft=200ms,tpot=30ms")).joulesPerAnswer();
     * }</pre>
     *
     * @param levels the service levels that an answer must meet
     * @return the number of such answers, per second and per kilojoule
     */
    public Goodput goodput(ServiceLevels levels) {
        return GoodputGatherer.goodput(reader, levels);
    }

    /**
     * Analyses the run and keeps the result under {@code analysis/}. Answers that the analysis wants evaluated again
     * are evaluated first, by the evaluators on the class path, and the run's dataset and summary are rewritten.
     *
     * @param analysis the analysis
     * @return the result of the analysis
     * @throws InputException if the run cannot be read or the result cannot be written
     */
    public AnalysisResult analyze(Analysis analysis) {
        try (Evaluators evaluators = Evaluators.discovered()) {
            return analyze(analysis, evaluators, new ProfilerListener() {
            });
        }
    }

    /**
     * Analyses the run by an analysis on the class path, with its defaults. All but {@code accuracy} need another
     * artifact, such as {@code ipw-analysis}; the error names it.
     *
     * @param analysis its id, for example {@code accuracy}, {@code latency} or {@code cost}
     * @return the result of the analysis
     * @throws dev.ipw.error.ConfigurationException if there is no such analysis
     * @throws InputException                       if the run cannot be read or the result cannot be written
     */
    public AnalysisResult analyze(String analysis) {
        return analyze(analysis, Map.of());
    }

    /**
     * Analyses the run by an analysis on the class path, as {@code ipw analyze} does.
     *
     * <pre>{@code
     * run.analyze("latency", Map.of("slo", "ttft=200ms")).figure("time_to_first_token_p95");
     * }</pre>
     *
     * @param analysis its id, for example {@code accuracy}, {@code latency} or {@code cost}
     * @param options  its options, by name
     * @return the result of the analysis
     * @throws dev.ipw.error.ConfigurationException if there is no such analysis or option
     * @throws InputException                       if the run cannot be read or the result cannot be written
     */
    public AnalysisResult analyze(String analysis, Map<String, String> options) {
        return analyze(Plugins.builder("analysis", AnalysisProvider.class).build().require(analysis)
                .create(Parameters.of("analysis " + analysis, options)));
    }

    AnalysisResult analyze(Analysis analysis, Evaluators evaluators, ProfilerListener listener) {
        AnalysisRunner runner = new AnalysisRunner(evaluators, listener, cannotWrite -> {
            throw cannotWrite;
        });
        reader = runner.evaluated(reader, analysis);
        return runner.analyze(reader, analysis);
    }

    /**
     * Compares this run with another in the usual dimensions. With one run on each side, conclusions are drawn only on
     * right answers and counts; for dimensions of time or joules the difference alone is shown. {@link #compareRepeats}
     * concludes on these. Both need the artifact {@code ipw-analysis}.
     *
     * <pre>{@code
     * after.comparedWith(before).dimensions().forEach(one -> System.out.println(one.conclusion()));
     * }</pre>
     *
     * @param baseline the run that this one is compared with
     * @return the difference in each dimension, its certainty, and the conclusion
     * @throws dev.ipw.error.ConfigurationException if both are the same run, or {@code ipw-analysis} is missing
     * @throws InputException                       if a run cannot be read, or they have no dimension in common
     */
    public RunComparison comparedWith(ProfileRun baseline) {
        return comparator().compare(baseline.reader, reader);
    }

    /**
     * Compares two configurations in the usual dimensions, each of which was run several times. Each run counts once,
     * so that the intervals include the variation between runs and the effect that a steady drift of the machine may
     * have had.
     *
     * @param baseline at least two runs of the first configuration
     * @param others   at least two runs of the second
     * @return the difference in each dimension, the second configuration's less the first's, and the conclusion
     * @throws dev.ipw.error.ConfigurationException if there are fewer, one comes twice, runs of one configuration
     *                                              differ in it, or {@code ipw-analysis} is missing
     * @throws InputException                       if a run cannot be read, or they have no dimension in common
     */
    public static RunComparison compareRepeats(List<ProfileRun> baseline, List<ProfileRun> others) {
        return comparator().compareRepeats(baseline.stream().map(run -> run.reader).toList(),
                others.stream().map(run -> run.reader).toList());
    }

    private static RunComparator comparator() {
        return Plugins.builder("comparison", RunComparator.class).build().require(RunComparator.STATISTICAL);
    }

    /**
     * Formats what was asked, the joules and the folder for a reader, for example {@code 60 queries of gsm8k to qwen3 in 31.2
     * s: 412 J [401, 423] MEASURED (NVML), in runs/demo}.
     */
    @Override
    public String toString() {
        return reader.toString();
    }
}
