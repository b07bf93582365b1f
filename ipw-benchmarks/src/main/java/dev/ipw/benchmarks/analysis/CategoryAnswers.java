package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.record.RecordedQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A counter of right answers by the category in the metadata of their questions. */
final class CategoryAnswers implements RecordGatherer {
    private static final String CATEGORY = "category";

    private final Map<String, Count> counts = new TreeMap<>();
    private long withoutVerdict;

    @Override
    public void add(RecordedQuery record) {
        if (record.question().metadata().get(CATEGORY) instanceof String category) {
            Count count = counts.computeIfAbsent(category, name -> new Count());
            if (record.isCorrect().isEmpty()) {
                withoutVerdict++;
                return;
            }
            count.judged++;
            count.right += record.isCorrect().get() ? 1 : 0;
        }
    }

    long withoutVerdict() {
        return withoutVerdict;
    }

    OptionalLong judged(String category) {
        Count count = counts.get(category);
        return count == null ? OptionalLong.empty() : OptionalLong.of(count.judged);
    }

    /** Returns the share of right answers of one category; empty if none was judged. */
    OptionalDouble accuracy(String category) {
        Count count = counts.get(category);
        return count == null || count.judged == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) count.right / count.judged);
    }

    /**
     * Returns the share of right answers of all categories together, with the same weight for each answer; empty if a
     * category has none.
     */
    OptionalDouble pooled(List<String> categories) {
        List<Count> all = categories.stream().map(counts::get).filter(Objects::nonNull)
                .filter(count -> count.judged > 0).toList();
        return all.size() < categories.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) all.stream().mapToLong(count -> count.right).sum()
                        / all.stream().mapToLong(count -> count.judged).sum());
    }

    private static final class Count {
        private long judged;
        private long right;
    }
}
