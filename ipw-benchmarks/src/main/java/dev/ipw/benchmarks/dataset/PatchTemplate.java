package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.dataset.PromptTemplate;

/** The prompt template that asks for a patch of a repository at a commit. */
final class PatchTemplate {
    private PatchTemplate() {}

    static PromptTemplate of(String name) {
        return QuestionTemplate.ofText(name, 1, record -> "The repository " + record.metadata().get("repo")
                + " at commit " + record.metadata().get("base_commit") + " has this task:\n\n" + record.problem()
                + "\n\nSolve it. Give the change as one unified diff in a ```diff block, with paths from the top of the"
                + " repository. Change no tests.");
    }
}
