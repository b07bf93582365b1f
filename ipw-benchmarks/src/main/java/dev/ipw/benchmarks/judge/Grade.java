package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Verdict;
import java.util.List;

/**
 * A word that a judge may choose.
 *
 * @param word    the word, in capitals, such as {@code NOT_ATTEMPTED}
 * @param verdict the verdict that it means
 */
record Grade(String word, Verdict verdict) {
    static final List<Grade> CORRECT_OR_NOT = List.of(new Grade("CORRECT", Verdict.CORRECT),
            new Grade("INCORRECT", Verdict.INCORRECT));
    static final List<Grade> WITH_NOT_ATTEMPTED = List.of(new Grade("CORRECT", Verdict.CORRECT),
            new Grade("INCORRECT", Verdict.INCORRECT), new Grade("NOT_ATTEMPTED", Verdict.NOT_ATTEMPTED));
}
