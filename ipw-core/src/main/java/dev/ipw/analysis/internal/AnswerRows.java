package dev.ipw.analysis.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The list of the first answers of a run with their verdicts. If their texts together exceed the limit, the longest are
 * cut to excerpts, which become shorter the more texts there are.
 */
final class AnswerRows implements RecordGatherer {
    /** The limit of characters. The texts exist in several copies before they are a file; these are about 200 MB. */
    static final long MAX_CHARACTERS = 12L << 20;
    private static final int FIRST_CUT = 1 << 16;
    private static final int MIN_CUT = 128;

    private final int most;
    private final List<Row> rows = new ArrayList<>();
    private int cut = Integer.MAX_VALUE;
    private long characters;
    private boolean attributed;

    AnswerRows(int most) {
        this.most = most;
    }

    @Override
    public void add(RecordedQuery record) {
        if (rows.size() < most) {
            Row row = Row.of(record).within(cut);
            rows.add(row);
            characters += row.characters();
            while (characters > MAX_CHARACTERS && cut > MIN_CUT) {
                cutShorter();
            }
        }
        attributed |= record.headline().flags().contains(EnergyFlag.ATTRIBUTED);
    }

    private void cutShorter() {
        cut = cut == Integer.MAX_VALUE ? FIRST_CUT : cut / 2;
        rows.replaceAll(row -> row.within(cut));
        characters = rows.stream().mapToLong(Row::characters).sum();
    }

    List<Map<String, @Nullable Object>> rows() {
        return rows.stream().map(Row::tree).toList();
    }

    /** Returns the number of characters that remain of a long text; empty if all texts are whole. */
    Optional<Integer> mostCharactersOfAText() {
        return cut == Integer.MAX_VALUE ? Optional.empty() : Optional.of(cut);
    }

    /** Returns whether a query's joules are a share of the devices' joules. */
    boolean areAttributed() {
        return attributed;
    }

    private record Row(String id, Excerpt problem, Excerpt reference, Excerpt answer, Optional<Boolean> right,
            Optional<Excerpt> extracted, Optional<Excerpt> reason) {
        static Row of(RecordedQuery record) {
            return new Row(record.id(), Excerpt.of(record.question().problem()),
                    Excerpt.of(record.question().answer()), Excerpt.of(record.outcome().answer()), record.isCorrect(),
                    record.evaluation().flatMap(Evaluation::extracted).map(Excerpt::of),
                    record.evaluation().map(Evaluation::reason)
                            .or(() -> record.outcome().failure().map(failure -> "the request failed"))
                            .map(Excerpt::of));
        }

        Row within(int most) {
            return new Row(id, problem.within(most), reference.within(most), answer.within(most), right,
                    extracted.map(text -> text.within(most)), reason.map(text -> text.within(most)));
        }

        long characters() {
            return (long) id.length() + problem.length() + reference.length() + answer.length()
                    + extracted.map(Excerpt::length).orElse(0) + reason.map(Excerpt::length).orElse(0);
        }

        Map<String, @Nullable Object> tree() {
            return TreeBuilder.object().put("record_id", id).put("problem", problem.text())
                    .put("reference_answer", reference.text()).put("model_answer", answer.text())
                    .put("evaluation", TreeBuilder.object().put("is_correct", right)
                            .put("extracted", extracted.map(Excerpt::text)).put("reason", reason.map(Excerpt::text)))
                    .build();
        }
    }
}
