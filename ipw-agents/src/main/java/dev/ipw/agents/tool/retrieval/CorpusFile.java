package dev.ipw.agents.tool.retrieval;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.rows.JsonLinesRows;
import dev.ipw.internal.rows.RowReader.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reader of a corpus from JSON Lines: {@code id}, {@code content} or {@code text}, and {@code title} if there is
 * one.
 */
final class CorpusFile {
    private CorpusFile() {}

    static Corpus read(Path file) {
        List<CorpusDocument> documents = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        CorpusBounds bounds = new CorpusBounds(file);
        try (JsonLinesRows rows = new JsonLinesRows(Files.newInputStream(file), file.toString())) {
            for (Optional<Row> row = rows.next(); row.isPresent(); row = rows.next()) {
                CorpusDocument document = document(file, row.get());
                if (!ids.add(document.id())) {
                    throw wrong(file, row.get(), "the id '" + document.id() + "' is there twice");
                }
                if (!document.text().isBlank()) {
                    bounds.add(document);
                    documents.add(document);
                }
            }
        } catch (IOException failed) {
            throw new InputException("Cannot read the corpus " + file + ": " + AtomicFile.reasonOf(failed), failed);
        }
        return new Corpus(documents);
    }

    private static CorpusDocument document(Path file, Row row) {
        Optional<String> content = text(row.fields().get("content")).or(() -> text(row.fields().get("text")));
        String id = text(row.fields().get("id")).orElseGet(() -> String.valueOf(row.line()));
        return new CorpusDocument(id, text(row.fields().get("title")).orElse(""),
                content.orElseThrow(() -> wrong(file, row, "there is neither content nor text")));
    }

    private static Optional<String> text(@Nullable Object value) {
        return Optional.ofNullable(value).filter(one -> one instanceof String || one instanceof Number)
                .map(String::valueOf);
    }

    private static InputException wrong(Path file, Row row, String reason) {
        return new InputException("The corpus " + file + ", line " + row.line() + ": " + reason
                + ". Each line is an object with id and content");
    }
}
