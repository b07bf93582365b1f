package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.ChoiceOrder;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The provider of GPQA: questions of biology, physics and chemistry that resist a search. The choices are shown in an
 * order that depends on the question's id and the parameter {@code seed} alone, and is kept as {@code choice_order}.
 * The parameter {@code subset} is {@code diamond}, {@code main} or {@code extended}.
 */
public final class Gpqa extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Gpqa() {
        super(new Benchmark("gpqa", "graduate questions of the sciences that resist a search, 4 choices",
                "Idavidrein/gpqa, config gpqa_diamond, split train", "CC-BY-4.0", true, 198, "multiple-choice",
                List.of(), List.of("Its authors ask not to show the questions in the open.")).publishedIn("2023-11"),
                "Idavidrein/gpqa");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, "gpqa_" + Choice.of(parameters, "subset", "diamond", "main", "extended"), "train");
    }

    @Override
    Questions questions(Opened opened) {
        long seed = opened.parameters().wholeNumber("seed").orElse(0);
        PromptTemplate template = QuestionTemplate.ofChoices("gpqa-zero-shot", 1,
                "Think step by step, then write \"Answer: X\" as your last line, X being the letter of the right choice.");
        return Questions.of(template, row -> Optional.of(record(row, seed)))
                .answeredBy((row, record) -> Optional.of("Answer: " + record.answer()));
    }

    private static DatasetRecord record(Row row, long seed) {
        String question = row.requiredText("Question").strip();
        String id = row.text("Record ID").orElseGet(() -> String.valueOf(row.number()));
        List<String> source = Stream.of("Correct Answer", "Incorrect Answer 1", "Incorrect Answer 2",
                "Incorrect Answer 3").map(column -> row.requiredText(column).strip()).toList();
        ChoiceOrder order = ChoiceOrder.of(id, seed, source.size());
        return DatasetRecord.builder(id, question).choices(order.apply(source)).answer(order.letter(0))
                .subject(row.text("Subdomain").or(() -> row.text("High-level domain")).orElse("other"))
                .metadata(Metadata.of(row, "High-level domain").put("choice_order", order.toString()).map()).build();
    }
}
