package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.dataset.PromptTemplate;

/** The prompt template that asks for a final answer of mathematics between marks. */
final class MathTemplate {
    private MathTemplate() {}

    static PromptTemplate boxed() {
        return QuestionTemplate.ofText("math-boxed", 1, record -> record.problem()
                + "\n\nReason step by step and put your final answer within \\boxed{}.");
    }
}
