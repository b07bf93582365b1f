package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.BenchmarkExample;
import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.benchmarks.hub.Hub;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.hub.HubSplits;
import dev.ipw.benchmarks.question.DataSource;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The provider of a benchmark whose questions are in a dataset repository of the hub. All take the parameter
 * {@code revision}: a commit, a branch or a tag. The dataset's id ends in the commit that was read.
 */
abstract class HubBenchmark implements BenchmarkProvider {
    private final Benchmark benchmark;
    private final String repository;
    private final String config;
    private final String split;

    /** Describes a benchmark of the test split of a repository's default configuration. */
    HubBenchmark(Benchmark benchmark, String repository) {
        this(benchmark, repository, "default", "test");
    }

    /** Describes a benchmark of one configuration and split of a repository. */
    HubBenchmark(Benchmark benchmark, String repository, String config, String split) {
        this.benchmark = benchmark;
        this.repository = repository;
        this.config = config;
        this.split = split;
    }

    @Override
    public final Benchmark benchmark() {
        return benchmark;
    }

    /** Returns the repository; a parameter may choose another. */
    String repository(Parameters parameters) {
        return repository;
    }

    /** Lists the files with the questions: those of the configuration and split, unless parameters choose others. */
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, config, split);
    }

    /**
     * An opened benchmark.
     *
     * @param context    the machine
     * @param parameters the parameters of the dataset
     * @param files      the files of its repository or of its examples
     */
    record Opened(DatasetContext context, Parameters parameters, RepositoryFiles files) {}

    /** Describes the form of the questions. */
    abstract Questions questions(Opened opened);

    /** Fetches the files of a task, by their names. */
    Map<String, Path> attachments(DatasetRecord record, RepositoryFiles files) {
        return Map.of();
    }

    /** Returns the places in which tasks are done; without places unless the benchmark has its own. */
    RowsAsQuestions.Environments environments(DatasetContext context, Parameters parameters) {
        return (record, taskFolder) -> Optional.empty();
    }

    /** Reads a file with questions. */
    Stream<Row> rows(DatasetContext context, Parameters parameters, RepositoryFiles files, String path) {
        return files.rows(path);
    }

    /** Arranges the rows of a file so that one row is one question. */
    Stream<Row> arranged(Stream<Row> rows) {
        return rows;
    }

    /** Lists the files of a config and split. */
    static List<String> split(HubSnapshot snapshot, String config, String split) {
        return HubSplits.files(snapshot, config, split);
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        String name = repository(parameters);
        HubSnapshot snapshot = Hub.of(context).snapshot(name, parameters.text("revision"));
        SnapshotFiles files = new SnapshotFiles(snapshot);
        Questions questions = questions(new Opened(context, parameters, files));
        List<DataSource> sources = files(snapshot, parameters).stream()
                .<DataSource>map(path -> () -> arranged(rows(context, parameters, files, path))).toList();
        return new RowsAsQuestions(id() + "@" + snapshot.commit(), id(), benchmark.evaluator(), questions.templates(),
                sources, questions.mapping()).with(record -> attachments(record, files))
                .in(environments(context, parameters));
    }

    @Override
    public final List<PromptTemplate> promptTemplates() {
        return exampleQuestions().templates();
    }

    private Questions exampleQuestions() {
        return questions(
                new Opened(DatasetContext.system(), Parameters.none("dataset " + id()), new ExampleFiles(id())));
    }

    @Override
    public final List<BenchmarkExample> examples() {
        ExampleFiles files = new ExampleFiles(id());
        Questions questions = exampleQuestions();
        List<BenchmarkExample> examples = new ArrayList<>();
        arranged(files.questions().stream()).forEach(row -> questions.mapping().record(row).ifPresent(
                record -> examples.add(new BenchmarkExample(record, questions.rightAnswer().apply(row, record)))));
        return examples;
    }
}
