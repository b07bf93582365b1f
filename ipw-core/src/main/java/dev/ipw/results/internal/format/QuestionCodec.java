package dev.ipw.results.internal.format;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A codec of questions as trees. */
public final class QuestionCodec {
    private static final AskedColumns ASKED = new AskedColumns();

    private QuestionCodec() {}

    /** Writes the whole question. */
    public static TreeBuilder toTree(DatasetRecord question) {
        TreeBuilder tree = TreeBuilder.object().put("id", question.id()).put("problem", question.problem())
                .put("answer", question.answer()).put("subject", question.subject())
                .put("evaluator", question.evaluator()).put("choices", question.choices());
        ASKED.row(question).forEach(tree::put);
        return tree.put("metadata", question.metadata());
    }

    /** Reads the whole question. */
    public static DatasetRecord fromTree(TreeReader tree) {
        return read(tree, "id", tree.optionalText("evaluator"), tree.texts("choices"), tree.child("metadata").asMap());
    }

    /**
     * Reads a question of which some fields are stored elsewhere.
     *
     * @param tree      the others
     * @param id        the key of its id
     * @param evaluator its evaluator
     * @param choices   the answers to choose from
     * @param metadata  further fields
     * @throws InputException if its fields contradict each other
     */
    public static DatasetRecord read(TreeReader tree, String id, Optional<String> evaluator, List<String> choices,
            Map<String, Object> metadata) {
        try {
            return new DatasetRecord(tree.text(id), ASKED.epoch(tree), tree.text("problem"), tree.text("answer"),
                    tree.optionalText("subject"), evaluator, choices, ASKED.system(tree), ASKED.turns(tree),
                    ASKED.lengths(tree), metadata);
        } catch (IllegalArgumentException contradiction) {
            throw new InputException(tree.place(id) + ": " + contradiction.getMessage(), contradiction);
        }
    }
}
