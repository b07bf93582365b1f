package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** A gatherer of the verdicts of judges, and of the verdicts of people for some of the answers. */
final class JudgedAnswers implements RecordGatherer {
    private static final String VERDICTS = "verdicts";

    private final Map<String, Boolean> labels;
    private final Map<String, Double> codes = new HashMap<>();
    private final List<List<OptionalDouble>> ratings = new ArrayList<>();
    private final List<Boolean> verdicts = new ArrayList<>();
    private final List<Boolean> people = new ArrayList<>();
    private final Set<String> met = new HashSet<>();
    private long scored;
    private long right;
    private double joules;
    private boolean isMetered = true;
    private Optional<String> contradiction = Optional.empty();

    JudgedAnswers(Map<String, Boolean> labels) {
        this.labels = labels;
    }

    @Override
    public void add(RecordedQuery record) {
        record.evaluation().map(one -> one.metadata().get(VERDICTS)).ifPresent(this::rate);
        Optional<Boolean> isCorrect = record.isCorrect();
        if (isCorrect.isEmpty()) {
            return;
        }
        scored++;
        right += isCorrect.get() ? 1 : 0;
        OptionalDouble used = Dimension.ENERGY_JOULES.of(record);
        joules += used.orElse(0);
        isMetered &= used.isPresent();
        contradiction = contradiction
                .or(() -> EfficiencyGatherer.contradiction(record.headline()));
        Boolean label = labels.get(record.id());
        if (label != null) {
            met.add(record.id());
            verdicts.add(isCorrect.get());
            people.add(label);
        }
    }

    /**
     * Adds the ratings of all judges. The text has each judge's verdict behind its name, separated by semicolons; a
     * dash means no verdict.
     */
    private void rate(String verdicts) {
        List<OptionalDouble> unit = new ArrayList<>();
        for (String one : verdicts.split(";")) {
            String word = one.substring(one.lastIndexOf('=') + 1).strip();
            unit.add(word.equals("-")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(codes.computeIfAbsent(word, unknown -> (double) codes.size())));
        }
        ratings.add(unit);
    }

    List<List<OptionalDouble>> ratings() {
        return ratings;
    }

    List<Boolean> verdicts() {
        return verdicts;
    }

    List<Boolean> people() {
        return people;
    }

    long scored() {
        return scored;
    }

    OptionalDouble accuracy() {
        return scored == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) right / scored);
    }

    OptionalDouble meanJoules() {
        return whyNoJoules().isEmpty() ? OptionalDouble.of(joules / scored) : OptionalDouble.empty();
    }

    /** Returns the reason that no joules are given for the accuracy. */
    Optional<String> whyNoJoules() {
        return isMetered && scored > 0 && joules > 0
                ? contradiction
                : Optional.of("the joules of some answers are not known");
    }

    /** Returns the share of the answers that people call right, or wrong, on which the judge agrees. */
    OptionalDouble share(boolean isRight) {
        return count(isRight).map(one -> OptionalDouble.of((double) one.hits() / one.cases()))
                .orElseGet(OptionalDouble::empty);
    }

    private Optional<RoganGladen.Count> count(boolean isRight) {
        long cases = 0;
        long hits = 0;
        for (int i = 0; i < people.size(); i++) {
            if (people.get(i) == isRight) {
                cases++;
                hits += verdicts.get(i) == isRight ? 1 : 0;
            }
        }
        return cases == 0 ? Optional.empty() : Optional.of(new RoganGladen.Count(hits, cases));
    }

    Optional<RoganGladen> corrected() {
        Optional<RoganGladen.Count> sensitivity = count(true);
        Optional<RoganGladen.Count> specificity = count(false);
        return scored == 0 || sensitivity.isEmpty() || specificity.isEmpty()
                ? Optional.empty()
                : RoganGladen.of(new RoganGladen.Count(right, scored), sensitivity.get(), specificity.get());
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        long unmet = (long) labels.size() - met.size();
        if (unmet > 0) {
            warnings.add(unmet + " of " + labels.size() + " labels belong to no answer of this run that has a verdict");
        }
        return warnings;
    }
}
