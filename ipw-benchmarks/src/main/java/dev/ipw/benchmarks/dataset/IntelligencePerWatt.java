package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.BenchmarkExample;
import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.benchmarks.question.DataSource;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The provider of the questions of the paper "Intelligence per Watt", which are in a folder of the Python original:
 * {@code ipw:FOLDER}. Each names the set that it was drawn from, which decides how its answers are judged, and its
 * category of the economy. The parameter {@code evaluator} judges questions from a set that is not known.
 */
public final class IntelligencePerWatt implements BenchmarkProvider {
    private static final String CATEGORY = "anthropic_index_category";
    private static final Benchmark BENCHMARK = new Benchmark("ipw",
            "chat and reasoning questions by category of the economy, of the paper",
            "HazyResearch/intelligence-per-watt, folder mixed_1k_seed1_base", "those of the sets it was drawn from",
            false,
            1_000, QuestionSource.REASONING.evaluator(),
            List.of("the folder, in the dataset's name: ipw:FOLDER", "a judge"),
            List.of("Judged by the set a question is from: WildChat and LMSYS-Chat-1M by pairwise, NaturalReasoning by"
                    + " natural-reasoning, MMLU-Pro and SuperGPQA by multiple-choice.",
                    "The original counts a chat answer as right if it is not worse in one of two orders; here it must win"
                            + " more than half, and a tie does not.",
                    "The export format ipw-leaderboard groups by its categories of the economy."))
            .publishedIn("2025-11; the sets it was drawn from: 2023 to 2025");

    @Override
    public Benchmark benchmark() {
        return BENCHMARK;
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        SavedFolder folder = SavedFolder.of(parameters);
        Optional<String> evaluator = parameters.text("evaluator");
        List<DataSource> sources = folder.files().stream()
                .<DataSource>map(file -> () -> DataFile.rows(file, file.toString())).toList();
        return new RowsAsQuestions(BENCHMARK.id() + "@" + folder.revision(), BENCHMARK.id(), BENCHMARK.evaluator(),
                promptTemplates(), sources, row -> record(row, evaluator));
    }

    /** Returns one template, the text of the question, which includes its choices. */
    @Override
    public List<PromptTemplate> promptTemplates() {
        return List.of(QuestionTemplate.ofText("ipw", 1, DatasetRecord::problem));
    }

    @Override
    public List<BenchmarkExample> examples() {
        return new ExampleFiles(BENCHMARK.id()).questions().stream()
                .flatMap(row -> record(row, Optional.empty()).stream())
                .map(record -> new BenchmarkExample(record,
                        Optional.of(record.answer()).filter(answer -> !answer.isBlank())))
                .toList();
    }

    /** Makes a record of a row. Rows without a question or an answer are skipped, as in the original. */
    private static Optional<DatasetRecord> record(Row row, Optional<String> evaluator) {
        Optional<String> problem = row.text("problem").or(() -> row.text("prompt")).map(String::strip);
        Optional<String> answer = row.text("answer").or(() -> row.text("expected_answer")).map(String::strip);
        if (problem.isEmpty() || answer.isEmpty()) {
            return Optional.empty();
        }
        QuestionOrigin origin = QuestionOrigin.of(row);
        Metadata metadata = Metadata.of(row, CATEGORY);
        origin.name().ifPresent(name -> metadata.put("source", name));
        DatasetRecord.Builder record = DatasetRecord
                .builder(String.format(Locale.ROOT, "ipw-%04d", row.number()), problem.get())
                .subject(row.text("subject").map(String::strip).orElse("general"));
        Optional<QuestionSource> source = origin.source();
        String judge = source.map(QuestionSource::evaluator).or(() -> evaluator)
                .orElseThrow(() -> row.wrong("the question is from "
                        + origin.name().map(name -> "'" + name + "'").orElse("a set that the row does not name")
                        + ", of which it is not known how answers are judged; name an evaluator for such questions with "
                        + Setting.DATASET_PARAM + " evaluator=ID"));
        if (source.filter(one -> one == QuestionSource.CHAT).isPresent()) {
            metadata.put("reference_answer", answer.get());
        } else {
            record.answer(answer.get());
        }
        if (source.filter(one -> one == QuestionSource.CHOICE).isPresent()) {
            record.choices(origin.choices(problem.get()));
        }
        return Optional.of(record.evaluator(judge).metadata(metadata.map()).build());
    }
}
