package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.BenchmarkExample;
import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.benchmarks.hub.WebFile;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.Sha256;
import dev.ipw.plugin.Parameters;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The provider of BrowseComp: facts that are hard to find on the web. Its authors encrypt the questions so that they
 * stay out of training data. The parameter {@code address} names a file to read instead of theirs.
 */
public final class BrowseComp implements BenchmarkProvider {
    private static final String ADDRESS = "https://openaipublic.blob.core.windows.net/simple-evals/browse_comp_test_set.csv";
    private static final int REVISION_DIGITS = 12;
    private static final String INSTRUCTION = "\n\nAnswer in three parts, each on a line of its own:\nExplanation: how you"
            + " found it\nExact Answer: the answer alone\nConfidence: how sure you are, from 0% to 100%";
    private static final Benchmark BENCHMARK = new Benchmark("browsecomp", "facts that are hard to find on the web",
            ADDRESS, "MIT", false, 1_266, "browsecomp", List.of("a judge", "a model that searches the web"),
            List.of("The official program compares a whole sentence with \"yes\" and so reports 0."))
            .publishedIn("2025-04");

    @Override
    public Benchmark benchmark() {
        return BENCHMARK;
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        URI address = URI.create(parameters.text("address").orElse(ADDRESS));
        Path file = WebFile.fetch(context, address, Optional.empty(), BENCHMARK.id());
        String revision = WebFile.sha256(file).substring(0, REVISION_DIGITS);
        String wanted = parameters.text("revision").orElse(revision);
        if (!wanted.equals(revision)) {
            throw new InputException(address + " is another file now: its hash begins with " + revision + ", not with "
                    + wanted + ". Leave @" + wanted + " out to take it as it is");
        }
        return new RowsAsQuestions(BENCHMARK.id() + "@" + revision, BENCHMARK.id(),
                BENCHMARK.evaluator(), List.of(template()), List.of(() -> DataFile.rows(file, address.toString())),
                row -> Optional.of(record(row)));
    }

    private static PromptTemplate template() {
        return QuestionTemplate.ofText("browsecomp", 1, record -> record.problem() + INSTRUCTION);
    }

    @Override
    public List<PromptTemplate> promptTemplates() {
        return List.of(template());
    }

    @Override
    public List<BenchmarkExample> examples() {
        return new ExampleFiles(BENCHMARK.id()).questions().stream().map(row -> {
            DatasetRecord record = record(row);
            return new BenchmarkExample(record, Optional.of("Explanation: found on a page of its maker.\nExact Answer: "
                    + record.answer() + "\nConfidence: 80%"));
        }).toList();
    }

    private static DatasetRecord record(Row row) {
        String canary = row.requiredText("canary");
        return DatasetRecord.builder("browsecomp-" + row.number(), decrypted(row, "problem", canary))
                .answer(decrypted(row, "answer", canary))
                .subject(row.text("problem_topic").orElse("other")).build();
    }

    /** Reads a text that is kept out of training data: base64, then exclusive or with the SHA-256 of a password. */
    private static String decrypted(Row row, String column, String password) {
        try {
            byte[] text = Base64.getDecoder().decode(row.requiredText(column).strip());
            byte[] key = new Sha256().add(password).bytes();
            for (int i = 0; i < text.length; i++) {
                text[i] ^= key[i % key.length];
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
        } catch (IllegalArgumentException | CharacterCodingException garbled) {
            throw new InputException(row.source() + ", row " + row.position() + ": the column '" + column
                    + "' cannot be decrypted with its canary; is the file whole?", garbled);
        }
    }
}
