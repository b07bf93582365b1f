package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.tool.retrieval.CorpusIndex.Hit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fusion of rankings by reciprocal ranks: the item at rank r of a ranking, counted from 1, gets 1 / (60 + r) from
 * it.
 */
final class RankFusion {
    private static final int CONSTANT = 60;

    private RankFusion() {}

    /**
     * Merges rankings.
     *
     * @param rankings each with the best first
     * @param most     the maximum number of results
     * @return the best, with their sums; of equal ones, the one that came first in the first ranking precedes
     */
    static List<Hit> of(List<List<Hit>> rankings, int most) {
        Map<Integer, Double> sums = new LinkedHashMap<>();
        for (List<Hit> ranking : rankings) {
            for (int at = 0; at < ranking.size(); at++) {
                sums.merge(ranking.get(at).chunk(), 1.0 / (CONSTANT + at + 1), Double::sum);
            }
        }
        return sums.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(most)
                .map(entry -> new Hit(entry.getKey(), entry.getValue())).toList();
    }
}
