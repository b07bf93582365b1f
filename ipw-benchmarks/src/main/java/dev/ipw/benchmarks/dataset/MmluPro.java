package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider of MMLU-Pro: knowledge of 14 subjects with up to ten choices. By default five worked questions of the
 * subject precede each, as its authors ask.
 */
public final class MmluPro extends HubBenchmark {
    private static final String INSTRUCTION = "Reason step by step. End with the line \"The answer is (X)\", where X is the letter of"
            + " the right choice.";
    private static final String NOT_A_CHOICE = "N/A";
    private static final int SHOTS = 5;

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public MmluPro() {
        super(new Benchmark("mmlu-pro", "knowledge and reasoning in 14 subjects, up to 10 choices",
                "TIGER-Lab/MMLU-Pro, splits test and validation", "MIT", false, 12_032, "multiple-choice", List.of(),
                List.of("Public since 2024: newer models may have seen it.",
                        "The official program counts a random letter where it finds none; here that is no attempt."))
                .publishedIn("2024-06"),
                "TIGER-Lab/MMLU-Pro");
    }

    @Override
    Questions questions(Opened opened) {
        Supplier<Shots> shots = new Once<>(
                () -> Shots.of(worked(opened.files()), row -> row.text("category"), MmluPro::shot, SHOTS));
        PromptTemplate worked = QuestionTemplate.ofText("mmlu-pro-5-shot", 1,
                record -> heading(record) + shots.get().before(record.subject()) + "Question: "
                        + QuestionTemplate.withChoices(record) + "\nAnswer:");
        PromptTemplate bare = QuestionTemplate.ofChoices("mmlu-pro-zero-shot", 1, INSTRUCTION);
        return new Questions(List.of(worked, bare), row -> Optional.of(record(row)),
                (row, record) -> Optional.of("The answer is (" + record.answer() + ")"));
    }

    private static Stream<Row> worked(RepositoryFiles files) {
        return files.matching("data/validation-*.parquet").stream().flatMap(files::rows);
    }

    private static String heading(DatasetRecord record) {
        return "Below are multiple-choice questions about " + record.subject().orElse("several subjects")
                + ". " + INSTRUCTION + "\n\n";
    }

    private static String shot(Row row) {
        return "Question: " + QuestionTemplate.withChoices(row.requiredText("question"), choices(row)) + "\nAnswer: "
                + row.text("cot_content").map(text -> text.replaceFirst("^A: ", ""))
                        .orElse("The answer is (" + row.requiredText("answer") + ").");
    }

    private static List<String> choices(Row row) {
        return row.texts("options").stream().filter(text -> !text.equals(NOT_A_CHOICE)).toList();
    }

    private static DatasetRecord record(Row row) {
        return DatasetRecord.builder(row.requiredText("question_id"), row.requiredText("question"))
                .choices(choices(row)).answer(row.requiredText("answer"))
                .subject(row.text("category").orElse("other")).metadata(Metadata.of(row, "src").map()).build();
    }

    /**
     * Worked questions that precede a question, by subject.
     *
     * @param bySubject the texts of the worked questions
     */
    private record Shots(Map<String, List<String>> bySubject) {
        /** Writes the worked questions of a subject, each followed by a blank line; empty text if there are none. */
        String before(Optional<String> subject) {
            return subject.map(name -> bySubject.getOrDefault(name, List.of())).orElse(List.of()).stream()
                    .map(shot -> shot + "\n\n").collect(Collectors.joining());
        }

        /** Reads worked questions from rows. */
        static Shots of(Stream<Row> rows, Function<Row, Optional<String>> subject, Function<Row, String> text,
                int most) {
            Map<String, List<String>> bySubject = new HashMap<>();
            try (rows) {
                rows.forEach(row -> {
                    List<String> shots = bySubject.computeIfAbsent(subject.apply(row).orElse(""),
                            first -> new ArrayList<>());
                    if (shots.size() < most) {
                        shots.add(text.apply(row));
                    }
                });
            }
            return new Shots(bySubject);
        }
    }
}
