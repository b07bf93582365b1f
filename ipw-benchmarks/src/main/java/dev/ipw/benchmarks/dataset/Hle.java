package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.ImageStore;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import java.util.Optional;

/**
 * The provider of Humanity's Last Exam: questions at the edge of experts' knowledge, some with an image. The parameter
 * {@code text_only=true} excludes those with an image.
 */
public final class Hle extends HubBenchmark {
    private static final String INSTRUCTION = "\n\nAnswer in three parts, each on a line of its own:\nExplanation: why you"
            + " answer so\nAnswer: your final answer, short and exact\nConfidence: how sure you are, from 0% to 100%";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Hle() {
        super(new Benchmark("hle", "questions at the edge of what experts know, some with an image",
                "cais/hle, split test", "MIT", true, 2_500, "hle",
                List.of("a judge", "a model that takes images, or text_only=true (2,158 questions)"),
                List.of("Accuracy counts all questions, also those without an answer.",
                        "Its authors ask not to show the questions in the open."))
                .publishedIn("2025-01"),
                "cais/hle");
    }

    @Override
    Questions questions(Opened opened) {
        boolean textOnly = opened.parameters().flag("text_only").orElse(false);
        ImageStore images = new ImageStore(opened.files().cacheFolder(opened.context(), "hle-images"));
        PromptTemplate template = new QuestionTemplate("hle", 1,
                record -> images.message(record, record.problem() + INSTRUCTION));
        return Questions.of(template, row -> record(row, textOnly, images)).answeredBy((row, record) -> Optional
                .of("Explanation: worked out.\nAnswer: " + record.answer() + "\nConfidence: 90%"));
    }

    private static Optional<DatasetRecord> record(Row row, boolean textOnly, ImageStore images) {
        Optional<String> image = row.text("image").filter(text -> !text.isBlank());
        if (textOnly && image.isPresent()) {
            return Optional.empty();
        }
        Metadata metadata = Metadata.of(row, "answer_type", "raw_subject");
        image.ifPresent(address -> metadata.put(ImageStore.IMAGE, images.keep(address)));
        return Optional.of(DatasetRecord.builder(row.requiredText("id"), row.requiredText("question"))
                .answer(row.requiredText("answer")).subject(row.text("category").orElse("other"))
                .metadata(metadata.map()).build());
    }
}
