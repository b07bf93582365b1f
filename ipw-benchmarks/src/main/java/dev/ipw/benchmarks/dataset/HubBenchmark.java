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

    /** Describes a benchmark of one repository. */
    HubBenchmark(Benchmark benchmark, String repository) {
        this.benchmark = benchmark;
        this.repository = repository;
    }

    @Override
    public final Benchmark benchmark() {
        return benchmark;
    }

    /** Returns the repository; a parameter may choose another. */
    String repository(Parameters parameters) {
        return repository;
    }

    /** Lists the files with the questions: the test split of the default configuration, unless overridden. */
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, "default", "test");
    }

    /**
     * Describes the form of the questions. The parameters are those of the dataset, the files those of its repository
     * or of its examples.
     */
    abstract Questions questions(DatasetContext context, Parameters parameters, RepositoryFiles files);

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
        Questions questions = questions(context, parameters, files);
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
        return questions(DatasetContext.system(), Parameters.none("dataset " + id()), new ExampleFiles(id()));
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
