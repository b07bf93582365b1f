package dev.ipw.results.internal.format;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.internal.format.ExportedValue.Place;
import java.util.Optional;
import java.util.function.Function;

/**
 * The columns of the run dataset. Names and nesting are those of the Python reference, so that its users' scripts
 * continue to work; additional columns are beside them. Every leaf is declared with its type even if no row has it.
 */
public final class RecordColumns extends Columns<RecordedQuery> {
    static final String ID = "record_id";
    static final String SUBJECT = "subject";

    private final String model;
    private final ModelColumns models = new ModelColumns();
    private final Column<RecordedQuery, MetadataColumn.Fields> fields;
    private final AskedColumns asked;
    private final Column<RecordedQuery, Optional<RequestFailure>> failure;
    private final Column<RecordedQuery, String> evaluator;
    private final Column<RecordedQuery, TreeReader> metrics;

    /**
     * Defines them for a run of one model.
     *
     * @param model    the model's name
     * @param metadata the form in which the dataset's own fields are stored
     */
    RecordColumns(String model, MetadataColumn metadata) {
        this.model = model;
        exported("problem", Place.TEXT, text("problem", "the question", record -> record.question().problem()));
        exported("expected_answer", Place.TEXT,
                text("answer", "the right answer", record -> record.question().answer()));
        exported(SUBJECT, optionalText(SUBJECT, "the question's subject", RecordedQuery::subject));
        fields = column("dataset_metadata", "the dataset's own fields", metadata.type(),
                (record, cell) -> metadata.write(record.question(), cell), MetadataColumn::read);
        exported(ID, Place.IDENTITY,
                text(ID, "the question's id", RecordedQuery::id));
        asked = include(new AskedColumns(), RecordedQuery::question);
        exportedOnly("model", Place.IDENTITY, RecordedQuery::model);
        exportedOnly("failed", Place.FIGURE, RecordedQuery::hasFailed);
        failure = structOrNull("error", "the failure", FailureColumns.INSTANCE,
                record -> record.hasFailed() ? record.outcome().failure() : Optional.empty());
        evaluator = exported("evaluator", text("evaluator", "the evaluator", RecordedQuery::evaluator));
        part("model_answers", "the answer of each model", new AnswerColumns(model), Function.identity());
        metrics = part("model_metrics", "what each model's answer cost", new MetricColumns(model, models),
                Function.identity());
        exportedOnly("answer", Place.TEXT, record -> record.outcome().answer());
    }

    /** Defines them for reading, which accepts every form of the dataset's own fields. */
    public static RecordColumns toRead(String model) {
        return new RecordColumns(model, MetadataColumn.TEXT);
    }

    /** Reads one row. */
    ProfilingRecord read(TreeReader row) {
        return new StoredQuery(this, row).record();
    }

    String model() {
        return model;
    }

    ModelColumns models() {
        return models;
    }

    /** Returns the part of a row under the model's name. */
    TreeReader answered(TreeReader row) {
        return metrics.in(row).child(model);
    }

    DatasetRecord question(TreeReader row) {
        MetadataColumn.Fields own = fields.in(row);
        return QuestionCodec.read(row, ID, Optional.of(evaluator(row)), own.choices(), own.metadata());
    }

    TokenLengths lengths(TreeReader row) {
        return asked.lengths(row);
    }

    int epoch(TreeReader row) {
        return asked.epoch(row);
    }

    String evaluator(TreeReader row) {
        return evaluator.in(row);
    }

    Optional<RequestFailure> failure(TreeReader row) {
        return failure.in(row);
    }

    /** The columns of the answer under the model's name. */
    private static final class AnswerColumns extends Columns<RecordedQuery> {
        AnswerColumns(String model) {
            optionalText(model, "the answer, possibly cut off", ModelColumns::answer);
        }
    }

    /** The columns of all other values under the model's name. */
    private static final class MetricColumns extends Columns<RecordedQuery> {
        MetricColumns(String model, ModelColumns columns) {
            part(model, "what the model answered, and what that cost", columns, Function.identity());
        }
    }
}
