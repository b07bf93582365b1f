package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** The sequential decision on which side of each limit the mean of repetitions lies. */
final class BudgetDecision {
    /** The maximum number of unusable readings before the test is given up. */
    private static final int MAX_UNUSABLE = 3;

    private final Budget budget;
    private final RepeatedMean mean;
    private final Set<EnergyFlag> flags = new TreeSet<>();
    private Optional<Baseline> baseline;
    private Optional<String> whyNotCompared = Optional.empty();
    private Optional<EnergyReading> latest = Optional.empty();
    private Optional<ProcessShare> process = Optional.empty();
    private double totalJoules;
    private long calls;
    private int unusable;
    private Optional<String> whyUnusable = Optional.empty();

    BudgetDecision(Budget budget, Optional<Baseline> baseline) {
        this.budget = budget;
        this.baseline = baseline;
        mean = new RepeatedMean(budget.confidence());
    }

    /** The source of repetitions. */
    @FunctionalInterface
    interface Source {
        /**
         * Measures another repetition.
         *
         * @throws Exception if the test fails
         */
        Repetition next() throws Exception;
    }

    /**
     * Repeats until a decision, or until the repetitions are used up.
     *
     * @param source    gives repetitions
     * @param spendsAll true to use all of them in any case, for a baseline
     */
    BudgetOutcome decide(Source source, boolean spendsAll) throws Exception {
        while (mean.count() < budget.repetitions() && unusable <= MAX_UNUSABLE && (spendsAll || !isDecided())) {
            take(source.next());
        }
        return outcome();
    }

    private void take(Repetition repetition) {
        Optional<String> doubt = Doubt.of(repetition.reading());
        if (doubt.isPresent()) {
            unusable++;
            whyUnusable = doubt;
            return;
        }
        leaveOutOtherBaseline(repetition.reading());
        mean.add(repetition.joules(), repetition.lower(), repetition.upper());
        flags.addAll(repetition.reading().flags());
        latest = Optional.of(repetition.reading());
        totalJoules += repetition.reading().joules().orElseThrow();
        calls += repetition.calls();
        process = Optional.of(process.map(sum -> sum.plus(repetition.process())).orElseGet(repetition::process));
    }

    private void leaveOutOtherBaseline(EnergyReading reading) {
        String now = reading.provenance().name() + " " + reading.scopeLabel();
        Optional<String> before = baseline.map(one -> one.provenance() + " " + one.scope());
        if (before.isPresent() && !before.get().equals(now)) {
            baseline = Optional.empty();
            whyNotCompared = Optional.of("the baseline is " + before.get() + " and this is " + now
                    + ", so they are not compared; -Dipw.baseline=update writes it anew");
        }
    }

    private boolean isDecided() {
        List<Limit> limits = limits();
        boolean isAboveAny = limits.stream().anyMatch(limit -> mean.isAbove(limit.joules()));
        return isAboveAny || (!limits.isEmpty() && limits.stream().allMatch(limit -> mean.isBelow(limit.joules())));
    }

    private List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        if (budget.hasLimit()) {
            limits.add(new Limit("the budget", budget.joules()));
        }
        baseline.ifPresent(before -> limits.add(new Limit(before.inWords(budget.tolerance()),
                before.limit(budget.tolerance()))));
        return limits;
    }

    private BudgetOutcome outcome() {
        if (mean.count() == 0 || latest.isEmpty() || process.isEmpty()) {
            return BudgetOutcome.undecided(whyUnusable.orElse("nothing was measured"));
        }
        Estimate estimate = mean.estimateAboveZero();
        List<String> sentences = new ArrayList<>();
        Conclusion conclusion = limits().isEmpty() ? Conclusion.INCONCLUSIVE : Conclusion.PASS;
        for (Limit limit : limits()) {
            conclusion = conclusion.worse(side(limit));
            sentences.add(sentence(limit));
        }
        whyNotCompared.ifPresent(sentences::add);
        if (limits().isEmpty() && whyNotCompared.isEmpty()) {
            sentences.add("there is neither a budget nor a baseline; -Dipw.baseline=update writes one");
        }
        whyUnusable.ifPresent(reason -> sentences.add(unusable + " repetitions were left out: " + reason));
        BudgetOutcome.Figures figures = new BudgetOutcome.Figures(estimate, mean.resolution(), mean.count(), calls,
                totalJoules, process.get(), latest.get(), List.copyOf(flags));
        return new BudgetOutcome(conclusion, Optional.of(figures), String.join("; ", sentences));
    }

    private Conclusion side(Limit limit) {
        return mean.isBelow(limit.joules())
                ? Conclusion.PASS
                : mean.isAbove(limit.joules()) ? Conclusion.FAIL : Conclusion.INCONCLUSIVE;
    }

    private String sentence(Limit limit) {
        String of = limit.name() + " of " + JouleText.of(limit.joules());
        return switch (side(limit)) {
            case PASS -> "below " + of;
            case FAIL -> "above " + of;
            case INCONCLUSIVE, SKIPPED -> "the interval holds " + of + ": " + remedy(limit);
        };
    }

    private String remedy(Limit limit) {
        OptionalInt enough = mean.enoughFor(limit.joules());
        if (enough.isPresent()) {
            return "about " + enough.getAsInt() + " repetitions would decide (repetitions = " + enough.getAsInt() + ")";
        }
        Interval resolution = mean.resolution();
        return resolution.low() <= limit.joules() && limit.joules() <= resolution.high()
                ? "no number of repetitions would decide, as it lies within the bounds of the sensor "
                        + JouleText.of(resolution) + "; do more in one call, or use a better sensor"
                : "no number of repetitions in reach would decide";
    }

    private record Limit(String name, double joules) {}
}
