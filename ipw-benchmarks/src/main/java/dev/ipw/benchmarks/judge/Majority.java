package dev.ipw.benchmarks.judge;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The majority of the judges.
 *
 * @param word   the word with the maximum number of votes; empty for a tie
 * @param votes  the votes by word
 * @param silent the number of judgements without a verdict
 */
record Majority(Optional<String> word, Map<String, Long> votes, long silent) {
    /** Counts votes. A judgement without a verdict does not vote. */
    static Majority of(List<Judgement<String>> judgements) {
        Map<String, Long> votes = new TreeMap<>();
        judgements.forEach(one -> one.verdict().ifPresent(word -> votes.merge(word, 1L, Long::sum)));
        long most = votes.values().stream().mapToLong(Long::longValue).max().orElse(0);
        List<String> first = votes.entrySet().stream().filter(entry -> entry.getValue() == most)
                .map(Map.Entry::getKey).toList();
        long silent = judgements.stream().filter(one -> one.verdict().isEmpty()).count();
        return new Majority(first.size() == 1 ? Optional.of(first.getFirst()) : Optional.empty(), votes, silent);
    }
}
