package dev.ipw.junit;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * A test with its budget.
 *
 * @param resource the state that all tests share
 * @param budget   the test's budget
 * @param name     the test
 * @param publish  receives the published entries
 */
record BudgetedTest(EnergyResource resource, Budget budget, String name, Consumer<Map<String, String>> publish) {
    /** Measures the test, and passes, fails or aborts it. */
    void run(Repeater.Body body) throws Exception {
        ReentrantLock alone = resource.measuring();
        alone.lockInterruptibly();
        try {
            conclude(measure(body));
        } finally {
            alone.unlock();
        }
    }

    @SuppressWarnings("try")
    private BudgetOutcome measure(Repeater.Body body) throws Exception {
        EnergyResource.Meter meter = resource.meter(budget.scopes(),
                budget.allowEstimates() && !budget.required());
        if (meter.session().isEmpty()) {
            body.call();
            String required = budget.required() ? "the budget is required, and " : "";
            return new BudgetOutcome(budget.required() ? Conclusion.FAIL : Conclusion.SKIPPED, Optional.empty(),
                    required + meter.whyNone(), required + meter.message());
        }
        TelemetrySession session = meter.session().get();
        BaselineFile file = resource.baselines(session);
        boolean updates = resource.settings().updatesBaselines();
        Optional<Baseline> baseline = updates ? Optional.empty() : file.find(name);
        Repeater repeater = new Repeater(session, budget::reading,
                tried -> baseline.isEmpty() && !updates && budget.isFarFrom(tried), body);
        try (Watch watched = session.watch()) {
            repeater.warmUp(budget.warmups());
            BudgetOutcome outcome = new BudgetDecision(budget, baseline).decide(repeater::repeat, updates);
            if (budget.required() && outcome.figures().isEmpty()) {
                return outcome.concluding(Conclusion.FAIL);
            }
            return updates ? writeBaseline(outcome, file) : outcome;
        }
    }

    private BudgetOutcome writeBaseline(BudgetOutcome outcome, BaselineFile file) {
        Optional<BudgetOutcome.Figures> figures = outcome.figures()
                .filter(known -> Double.isFinite(known.mean().interval().high()));
        if (figures.isEmpty()) {
            return new BudgetOutcome(Conclusion.INCONCLUSIVE, outcome.figures(), outcome.reason()
                    + "; no baseline was written, as its interval would have no end: ask for more repetitions");
        }
        file.put(name, Baseline.of(figures.get(), now()));
        String written = "the baseline was written to " + file.path();
        return budget.hasLimit()
                ? new BudgetOutcome(outcome.conclusion(), outcome.figures(), outcome.reason() + "; " + written)
                : new BudgetOutcome(Conclusion.PASS, outcome.figures(), written);
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void conclude(BudgetOutcome outcome) {
        resource.report().add(name, outcome.json(name, now()));
        publish.accept(outcome.entries());
        String sentence = outcome.conclusion() + ": " + outcome.sentence();
        switch (outcome.conclusion()) {
            case PASS -> {
            }
            case FAIL -> throw failure(outcome, sentence);
            case INCONCLUSIVE, SKIPPED -> throw new TestAbortedException(sentence);
        }
    }

    private AssertionFailedError failure(BudgetOutcome outcome, String sentence) {
        String mean = outcome.figures().map(figures -> JouleText.of(figures.mean())).orElse("");
        return budget.hasLimit() && outcome.figures().isPresent()
                ? new AssertionFailedError(sentence, "below " + JouleText.of(budget.joules()), mean)
                : new AssertionFailedError(sentence);
    }
}
