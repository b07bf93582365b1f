package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.LargeTexts;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.plugin.Parameters;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The provider of LiveCodeBench: programming contests by date, so that contests after a model's training can be chosen.
 * Parameters: {@code release} from {@code v1} to {@code v6}, each with those before it, and {@code from} and
 * {@code until}, dates such as 2025-01-01. The hidden tests are in the cache folder; a record names their file.
 */
public final class LiveCodeBench extends HubBenchmark {
    private static final List<String> FILES = List.of("test.jsonl", "test2.jsonl", "test3.jsonl", "test4.jsonl",
            "test5.jsonl", "test6.jsonl");
    private static final int DATE_CHARACTERS = 10;
    private static final String FOLDER = "livecodebench";
    private static final int MAX_TEXT_BYTES = 8 << 20;

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public LiveCodeBench() {
        super(new Benchmark("livecodebench", "programming contests by date",
                "livecodebench/code_generation_lite, test.jsonl to test6.jsonl", "CC", false, 1_055, "livecodebench",
                List.of("Python 3", "a sandbox: bubblewrap, or a container engine", "about 4 GB of disk"),
                List.of("Choose contests after the model's training with " + Setting.DATASET_PARAM + " from=DATE."))
                .publishedIn("contests from 2023-05 to 2025-04"),
                "livecodebench/code_generation_lite");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        String release = Choice.of(parameters, "release", "v6", "v5", "v4", "v3", "v2", "v1");
        return FILES.subList(0, Integer.parseInt(release.substring(1)));
    }

    @Override
    Questions questions(Opened opened) {
        LocalDate from = date(opened.parameters(), "from", LocalDate.MIN);
        LocalDate until = date(opened.parameters(), "until", LocalDate.MAX);
        TestFiles tests = new TestFiles(opened.files().cacheFolder(opened.context(), FOLDER));
        PromptTemplate template = QuestionTemplate.ofText("livecodebench", 1, LiveCodeBench::prompt);
        return Questions.of(template, row -> record(row, from, until, tests))
                .answeredBy((row, record) -> row.text("right_program").map(code -> "```python\n" + code + "\n```"));
    }

    /** Reads the rows with large texts in files: hidden tests of one question can be larger than memory. */
    @Override
    Stream<Row> rows(DatasetContext context, Parameters parameters, RepositoryFiles files, String path) {
        return files.cacheFolder(context, FOLDER).map(folder -> DataFile.lines(files.fetch(path), path,
                new LargeTexts(Set.of(TestFiles.HIDDEN), folder, MAX_TEXT_BYTES))).orElseGet(() -> files.rows(path));
    }

    private static LocalDate date(Parameters parameters, String key, LocalDate usual) {
        Optional<String> text = parameters.text(key);
        try {
            return text.map(LocalDate::parse).orElse(usual);
        } catch (DateTimeParseException noDate) {
            throw new ConfigurationException(
                    "The dataset parameter '" + key + "' must be a date such as 2025-01-31, not '"
                            + text.orElse("") + "'",
                    noDate);
        }
    }

    private static String prompt(DatasetRecord record) {
        Object starter = record.metadata().get("starter_code");
        return record.problem() + (starter == null
                ? "\n\nWrite a Python program that reads standard input and prints the answer."
                : "\n\nBegin with this code and complete it:\n```python\n" + starter + "\n```")
                + " Give the whole program in one ```python block.";
    }

    private static Optional<DatasetRecord> record(Row row, LocalDate from, LocalDate until, TestFiles tests) {
        String date = row.requiredText("contest_date");
        LocalDate day = LocalDate.parse(date.substring(0, Math.min(DATE_CHARACTERS, date.length())));
        if (day.isBefore(from) || day.isAfter(until)) {
            return Optional.empty();
        }
        Metadata metadata = Metadata.of(row, "platform", "difficulty", "question_title", "contest_date");
        tests.keep(row, metadata);
        row.text("starter_code").ifPresent(code -> metadata.put("starter_code", code));
        row.text("metadata").flatMap(text -> function(row, text)).ifPresent(name -> metadata.put("func_name", name));
        return Optional.of(DatasetRecord.builder(row.requiredText("question_id"), row.requiredText("question_content"))
                .subject(row.text("difficulty").orElse("other")).metadata(metadata.map()).build());
    }

    private static Optional<String> function(Row row, String metadata) {
        try {
            return Optional.of(Json.parse(metadata).path("func_name").asText("")).filter(name -> !name.isEmpty());
        } catch (JsonSyntaxException torn) {
            throw row.wrong("the column metadata is no JSON: " + torn.getMessage());
        }
    }
}
