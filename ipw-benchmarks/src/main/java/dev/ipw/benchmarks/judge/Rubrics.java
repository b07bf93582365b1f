package dev.ipw.benchmarks.judge;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rubrics of benchmarks whose answers are right or wrong. */
final class Rubrics {
    /** Short facts: hedging is fine, contradiction is not. */
    static final Rubric SIMPLE_QA = new Rubric("simpleqa", 2, Grade.WITH_NOT_ATTEMPTED,
            (question, answer) -> head("You judge an answer to a short question about a fact.", question, answer)
                    + "CORRECT: the answer holds all of the right answer and nothing against it. Doubt, another spelling or"
                    + " order, a slip in a name and more detail than asked do no harm. A number must be right to the last"
                    + " digit that the right answer gives" + range(question) + ".\n"
                    + "INCORRECT: something in the answer speaks against the right answer, be it as a guess.\n"
                    + "NOT_ATTEMPTED: the answer gives less than the right answer and nothing against it, such as that it is"
                    + " not known.\n");
    /** Facts that need several sources. */
    static final Rubric FRAMES = new Rubric("frames", 2, Grade.CORRECT_OR_NOT,
            (question, answer) -> head("You judge an answer to a question that has one right answer.", question, answer)
                    + "CORRECT: the answer's conclusion means the same as the right answer; form, rounding that the right"
                    + " answer has too, and detail do not count.\nINCORRECT: all else, also no conclusion.\n");
    /** Closed questions of experts; only the answer's final statement counts. */
    static final Rubric CLOSED = new Rubric("closed-answer", 3, Grade.CORRECT_OR_NOT,
            (question, answer) -> head("You judge the final answer to a question. Do not solve the question yourself.",
                    question, answer)
                    + "Find the final answer that is given, or that there is none. CORRECT: it is the right answer, or a"
                    + " number within a small error of rounding. INCORRECT: it is missing, ambiguous, or differs in any"
                    + " meaning.\n");
    /** Open questions of reasoning with a reference. */
    static final Rubric REASONING = new Rubric("natural-reasoning", 2, Grade.CORRECT_OR_NOT,
            (question, answer) -> head("You judge an answer to a question of reasoning by a reference answer.",
                    question,
                    answer)
                    + "CORRECT: the answer comes to the same result as the reference, by whatever way.\nINCORRECT: it comes"
                    + " to another result, to none, or to several.\n");
    /** Any question with a criterion. */
    static final Rubric QUESTION = new Rubric("model-graded-qa", 2, Grade.CORRECT_OR_NOT,
            (question,
                    answer) -> head("You judge an answer by a criterion: what is called the right answer below.",
                            question,
                            answer)
                            + "CORRECT: the answer meets the criterion.\nINCORRECT: it does not.\n");
    /** Any question with a fact. */
    static final Rubric FACT = new Rubric("model-graded-fact", 2, Grade.CORRECT_OR_NOT,
            (question, answer) -> head(
                    "You judge whether an answer holds a fact: what is called the right answer below.",
                    question, answer)
                    + "CORRECT: the answer states the fact and nothing against it; style and further facts do not count.\n"
                    + "INCORRECT: the fact is missing or contradicted.\n");

    private Rubrics() {}

    private static String head(String task, DatasetRecord question, String answer) {
        String right = rightAnswers(question);
        Material material = Material.of(question.problem(), right, answer);
        return task + "\n\n" + material.marked("question", question.problem())
                + material.marked("right answer", right) + material.marked("answer to judge", answer) + "\n";
    }

    private static String rightAnswers(DatasetRecord question) {
        return question.metadata().get("accepted") instanceof List<?> others && !others.isEmpty()
                ? Stream.concat(Stream.of(question.answer()), others.stream().map(String::valueOf)).distinct()
                        .collect(Collectors.joining("\nor: "))
                : question.answer();
    }

    private static String range(DatasetRecord question) {
        Object range = question.metadata().get("accepted_range");
        return range == null ? "" : "; accepted is the range " + range;
    }
}
