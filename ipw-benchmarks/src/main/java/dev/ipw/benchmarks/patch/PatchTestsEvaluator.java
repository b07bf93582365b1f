package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.environment.CopiedFiles;
import dev.ipw.benchmarks.patch.LocalRepositories.Fit;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.benchmarks.verification.VerifierEvaluator;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.query.QueryOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The evaluator of patches by the tests of their repository: the result of the tests after the end of an agent, else a
 * test of the patch in the answer. Where no test can be run, it judges the patch as far as this is possible without
 * tests; other patches are unscored.
 *
 * @param tests    the reader of a task's tests
 * @param testbeds the maker of containers
 * @param verdicts the function from a test result to a verdict
 * @param path     the folders of programs, as in the variable PATH
 */
public record PatchTestsEvaluator(Function<DatasetRecord, PatchTests> tests, Testbeds testbeds,
        VerifierEvaluator verdicts, String path) implements Evaluator {
    /** The field of a record that names the folder with clones. */
    public static final String REPOSITORIES = "repositories";

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException {
        Optional<Verification> verification = outcome.workspace()
                .flatMap(workspace -> Optional.ofNullable(workspace.getParent())).flatMap(Verification::read);
        Evaluation evaluation = verification.isPresent()
                ? verdicts.judged(verification.get())
                : ofAnswer(question, ReasoningText.removed(outcome.answer()));
        return evaluation.withUsage(EvaluationUsage.NONE);
    }

    private Evaluation ofAnswer(DatasetRecord question, String answer) throws InterruptedException {
        Optional<String> patch = SwebenchPatchEvaluator.patch(answer);
        if (patch.isEmpty()) {
            return Evaluation.notAttempted("The answer holds no unified diff");
        }
        PatchTests ofTask = tests.apply(question);
        Optional<String> problem = testbeds.problem(ofTask);
        return problem.isPresent()
                ? untested(question, answer, patch.get(), ofTask, problem.get())
                : tested(patch.get(), ofTask);
    }

    private Evaluation tested(String patch, PatchTests ofTask) throws InterruptedException {
        try (CopiedFiles copies = new CopiedFiles()) {
            Path folder = copies.folder();
            return verdicts.judged(testbeds.tested(ofTask, ended(patch).getBytes(StandardCharsets.UTF_8), folder));
        }
    }

    private Evaluation untested(DatasetRecord question, String answer, String patch, PatchTests ofTask, String why)
            throws InterruptedException {
        Evaluation evaluation = SwebenchPatchEvaluator.judged(question, answer);
        if (evaluation.verdict() != Verdict.UNSCORED) {
            return evaluation;
        }
        if (!(question.metadata().get(REPOSITORIES) instanceof String folder)) {
            return Evaluation.unscored(evaluation.reason() + ". Its tests were not run: " + why)
                    .withMetadata(evaluation.metadata());
        }
        Fit fit = new LocalRepositories(Path.of(folder), path).check(ofTask.repository(), ofTask.baseCommit(),
                ended(patch));
        return fit.fits().filter(fits -> !fits).isPresent()
                ? Evaluation.incorrect(fit.message()).withMetadata(evaluation.metadata())
                : Evaluation.unscored(fit.message() + ". Its tests were not run: " + why)
                        .withMetadata(evaluation.metadata());
    }

    /** Ends the last line of a patch, which a block of text has lost. Without its end git takes the patch for torn. */
    private static String ended(String patch) {
        return patch.endsWith("\n") ? patch : patch + "\n";
    }
}
