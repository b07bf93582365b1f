package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.patch.PatchEnvironment;
import dev.ipw.benchmarks.patch.PatchTests;
import dev.ipw.benchmarks.patch.PatchTestsEvaluator;
import dev.ipw.benchmarks.patch.Testbeds;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** A benchmark whose tasks are solved by a patch of a repository. */
abstract class PatchBenchmark extends HubBenchmark {
    private final String[] fields;

    /** Describes a benchmark, with the columns that become metadata. */
    PatchBenchmark(Benchmark benchmark, String repository, String... fields) {
        super(benchmark, repository);
        this.fields = fields;
    }

    /** Reads a task, with its metadata. */
    abstract DatasetRecord record(Row row, Metadata metadata);

    /** Returns the function that makes the tests of a task. */
    abstract Function<DatasetRecord, ? extends PatchTests> tests(Parameters parameters);

    @Override
    final Questions questions(Opened opened) {
        Optional<String> clones = clones(opened.parameters());
        return Questions.of(template(), row -> {
            Metadata metadata = Metadata.of(row, fields);
            clones.ifPresent(folder -> metadata.put(PatchTestsEvaluator.REPOSITORIES, folder));
            return Optional.of(record(row, metadata));
        }).answeredBy((row, record) -> Optional.of("```diff\n" + record.answer() + "\n```"));
    }

    /** Returns the absolute path of the folder with clones. */
    private static Optional<String> clones(Parameters parameters) {
        return parameters.text("repositories").map(text -> {
            Path folder = Path.of(text).toAbsolutePath().normalize();
            if (!Files.isDirectory(folder)) {
                throw new ConfigurationException("The parameter repositories names no folder: there is no " + folder);
            }
            return folder.toString();
        });
    }

    private PromptTemplate template() {
        return QuestionTemplate.ofText(id(), 1, record -> "The repository " + record.metadata().get("repo")
                + " at commit " + record.metadata().get("base_commit") + " has this task:\n\n" + record.problem()
                + "\n\nSolve it. Give the change as one unified diff in a ```diff block, with paths from the top of the"
                + " repository. Change no tests.");
    }

    @Override
    final RowsAsQuestions.Environments environments(DatasetContext context, Parameters parameters) {
        Testbeds testbeds = Testbeds.of(parameters, context.variable("PATH").orElse("/usr/bin:/bin"));
        Function<DatasetRecord, ? extends PatchTests> reading = tests(parameters);
        return (record, taskFolder) -> {
            PatchTests tests = reading.apply(record);
            return testbeds.problem(tests).isPresent()
                    ? Optional.empty()
                    : Optional.of(new PatchEnvironment(testbeds, tests, record.answer(), taskFolder));
        };
    }
}
