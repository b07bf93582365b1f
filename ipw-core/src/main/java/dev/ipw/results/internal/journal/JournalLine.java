package dev.ipw.results.internal.journal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.FailureKind;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.query.ModelCall;
import dev.ipw.query.RequestFailure;
import dev.ipw.results.internal.format.QuestionCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The form of entries as lines that {@link JournalReader} reads back. An entry that is too long is kept without its
 * longest part, and records that.
 */
final class JournalLine {
    private static final int MAX_QUESTION_BYTES = 16 << 20;
    private static final int MAX_CHARACTERS = 10_000;
    private static final int MAX_ID_CHARACTERS = 200;

    private JournalLine() {}

    /**
     * Writes an entry.
     *
     * @return its line with the end
     * @throws InputException if it is too long even without the text of the answer
     */
    static byte[] of(JournalEntry entry) {
        return of(entry, JournalReader.MAX_LINE_BYTES);
    }

    /** Writes an entry as a line with a maximum number of bytes before its end. */
    static byte[] of(JournalEntry entry, int mostBytes) {
        byte[] line = bytes(entry);
        if (line.length - 1 <= mostBytes) {
            return line;
        }
        byte[] shorter = bytes(shortened(entry, line.length));
        if (shorter.length - 1 > mostBytes) {
            throw new InputException("An entry of the journal takes " + shorter.length + " bytes, more than the "
                    + mostBytes + " of the longest line that can be read back" + about(entry));
        }
        return shorter;
    }

    /**
     * Throws if a question leaves no room for its answer.
     *
     * @throws InputException if it takes more than {@value #MAX_QUESTION_BYTES} bytes
     */
    static void requireFits(DatasetRecord question) {
        int bytes = QuestionCodec.toTree(question).json().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_QUESTION_BYTES) {
            throw new InputException("The record '" + Excerpt.of(question.id(), MAX_ID_CHARACTERS) + "' takes " + bytes
                    + " bytes in the run's journal, more than the " + MAX_QUESTION_BYTES
                    + " that one may. Leave it out of the dataset, or shorten it");
        }
    }

    private static byte[] bytes(JournalEntry entry) {
        byte[] line = ChecksummedJson.line(JournalCodec.toTree(entry).json());
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        return ended;
    }

    private static JournalEntry shortened(JournalEntry entry, int bytes) {
        return switch (entry) {
            case JournalEntry.Called called -> new JournalEntry.Called(called.queryId(),
                    withoutText(called.call(), bytes));
            case JournalEntry.Finished query -> new JournalEntry.Finished(query.question(), query.evaluator(),
                    query.intendedStartNanos(), query.endNanos(), query.calls(), query.tools(),
                    query.otherAnswer().map(text -> Excerpt.of(text, MAX_CHARACTERS)),
                    query.failure().or(() -> query.otherAnswer().map(text -> tooLarge(bytes))), query.workspace(),
                    query.phases(), query.measured());
            case JournalEntry.Evaluated evaluated -> new JournalEntry.Evaluated(evaluated.recordId(),
                    shortened(evaluated.evaluation()), evaluated.attempt(), evaluated.evaluator());
            case JournalEntry.Warned warned ->
                new JournalEntry.Warned(Excerpt.of(warned.message(), MAX_CHARACTERS));
            default -> entry;
        };
    }

    private static ModelCall withoutText(ModelCall call, int bytes) {
        RequestFailure failure = call.failure().orElseGet(() -> tooLarge(bytes));
        return ModelCall.failed(call.number(), List.of(), Excerpt.of(call.response().text(), MAX_CHARACTERS), "",
                new RequestFailure(failure.kind(), Excerpt.of(failure.message(), MAX_CHARACTERS)),
                call.timeline().withoutChunks());
    }

    private static RequestFailure tooLarge(int bytes) {
        return new RequestFailure(FailureKind.TOO_LARGE,
                "The request takes " + bytes + " bytes of the journal, more than a line can have, so that its answer "
                        + "was not kept; set max_tokens so that the model ends sooner");
    }

    private static Evaluation shortened(Evaluation evaluation) {
        return new Evaluation(evaluation.verdict(),
                evaluation.extracted().map(text -> Excerpt.of(text, MAX_CHARACTERS)),
                Excerpt.of(evaluation.reason(), MAX_CHARACTERS), Map.of());
    }

    private static String about(JournalEntry entry) {
        Optional<String> question = entry instanceof JournalEntry.Finished request
                ? Optional.of(request.question().id())
                : Optional.empty();
        return question.map(id -> ": the question '" + Excerpt.of(id, MAX_ID_CHARACTERS)
                + "' is too long. Leave it out of the dataset, or shorten it").orElse("");
    }
}
